import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { readStarterCatalog } from '../catalog/starter.ts';

/** Where larder keeps its files unless told otherwise: the platform's own place for a user's data. */
export function dataDirectory(told: string | null, environment: NodeJS.ProcessEnv = process.env): string {
  if (told !== null) return told;
  if (environment.XDG_DATA_HOME) return join(environment.XDG_DATA_HOME, 'larder');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'larder');
  if (process.platform === 'win32' && environment.LOCALAPPDATA)
    return join(environment.LOCALAPPDATA, 'larder');
  return join(homedir(), '.local', 'share', 'larder');
}

/** The catalogue to use: the one named, else catalog.db of the data directory, else the starter in the executable. */
export async function findCatalog(
  named: string | null,
  dataDir: string | null,
): Promise<{ file: string | Buffer; name: string }> {
  if (named !== null) return { file: named, name: named };
  const kept = join(dataDirectory(dataDir), 'catalog.db');
  if (existsSync(kept)) return { file: kept, name: kept };
  return { file: await readStarterCatalog(), name: 'starter' };
}
