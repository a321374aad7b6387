import { existsSync, readFileSync } from 'node:fs';
import { catalogPath } from '../data-directory.ts';
import type { Installation } from '../food/catalog.ts';
import { CatalogError } from './catalog-file.ts';
import { type OpenedCatalog, openCatalog } from './open.ts';
import type { Explanation } from './search/search.ts';

/** What the catalogue inside the executable is called. */
export const STARTER_NAME = 'starter';

export interface LocatedCatalog {
  path: string;
  /** Whether it is inside the executable: SQLite cannot open it there, but its bytes. */
  isStarter: boolean;
  name: string;
}

/** The catalogue to use: the given file, else catalog.db in the data directory, else the starter catalogue. */
export async function locateCatalog(path: string | null, dataDir: string | null): Promise<LocatedCatalog> {
  if (path !== null) return { path, isStarter: false, name: path };
  const own = catalogPath({ catalog: null, data: dataDir });
  if (existsSync(own)) return { path: own, isStarter: false, name: own };
  return { path: await locateStarterCatalog(), isStarter: true, name: STARTER_NAME };
}

/** The catalogue to use, as a path or, of the starter catalogue, as bytes. */
export async function findCatalog(
  given: string | null,
  dataDir: string | null,
): Promise<{ file: string | Buffer; name: string }> {
  const { path, isStarter, name } = await locateCatalog(given, dataDir);
  return { file: isStarter ? readFileSync(path) : path, name };
}

/** Opens a file, or the starter catalogue, of which SQLite keeps a copy in memory. */
export function openLocated(
  { path, isStarter }: Pick<LocatedCatalog, 'path' | 'isStarter'>,
  onSearch: ((explanation: Explanation) => void) | null,
  installation?: Installation,
): OpenedCatalog {
  if (!isStarter) return openCatalog(path, path, onSearch, installation);
  const bytes = readFileSync(path);
  const opened = openCatalog(bytes, STARTER_NAME, onSearch, installation);
  // Frees them: the engine would keep 24 MB in each thread until it next collects garbage.
  (bytes.buffer as ArrayBuffer).transfer(0);
  return opened;
}

export async function readStarterCatalog(): Promise<Buffer> {
  return readFileSync(await locateStarterCatalog());
}

/** The starter catalogue is embedded in the executable, under a path of its own; in a checkout it is a file in `dist/`. */
async function locateStarterCatalog(): Promise<string> {
  try {
    const starter = await import('../../dist/starter.db', { with: { type: 'file' } });
    return starter.default;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new CatalogError(
      'starter catalogue',
      `cannot be read (${reason})`,
      'run `npm run starter` to create it',
    );
  }
}
