import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirectory } from '../data-directory.ts';
import { readStarterCatalog } from './starter.ts';

/** The catalogue to use: the one named, else catalog.db in the data directory, else the starter in the executable. */
export async function findCatalog(
  named: string | null,
  dataDir: string | null,
): Promise<{ file: string | Buffer; name: string }> {
  if (named !== null) return { file: named, name: named };
  const kept = join(dataDirectory(dataDir), 'catalog.db');
  if (existsSync(kept)) return { file: kept, name: kept };
  return { file: await readStarterCatalog(), name: 'starter' };
}
