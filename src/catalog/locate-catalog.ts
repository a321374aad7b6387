import { existsSync, readFileSync } from 'node:fs';
import { catalogPath } from '../data-directory.ts';
import { CatalogError } from './catalog-file.ts';

export interface FoundCatalog {
  path: string;
  /** To be opened by `openCatalog`: the path again, or the bytes of the starter catalogue. */
  file: string | Buffer;
  name: string;
}

/** The catalogue to use: the given file, else catalog.db in the data directory, else the starter catalogue. */
export async function findCatalog(path: string | null, dataDir: string | null): Promise<FoundCatalog> {
  if (path !== null) return { path, file: path, name: path };
  const own = catalogPath({ catalog: null, data: dataDir });
  if (existsSync(own)) return { path: own, file: own, name: own };
  const starter = await findStarterCatalog();
  return { path: starter, file: readFileSync(starter), name: 'starter' };
}

export async function readStarterCatalog(): Promise<Buffer> {
  return readFileSync(await findStarterCatalog());
}

/** The starter catalogue is embedded in the executable, under a path of its own; in a checkout it is a file in `dist/`. */
async function findStarterCatalog(): Promise<string> {
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
