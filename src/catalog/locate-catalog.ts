import { existsSync, readFileSync } from 'node:fs';
import { catalogPath } from '../data-directory.ts';
import { CatalogError } from './catalog-file.ts';

/** The catalogue to use: the given file, else catalog.db in the data directory, else the starter catalogue. */
export async function findCatalog(
  path: string | null,
  dataDir: string | null,
): Promise<{ file: string | Buffer; name: string }> {
  if (path !== null) return { file: path, name: path };
  const own = catalogPath({ catalog: null, data: dataDir });
  if (existsSync(own)) return { file: own, name: own };
  return { file: await readStarterCatalog(), name: 'starter' };
}

/** The starter catalogue, which is embedded in the executable; in a checkout it is a file in `dist/`. */
export async function readStarterCatalog(): Promise<Buffer> {
  try {
    const starter = await import('../../dist/starter.db', { with: { type: 'file' } });
    return readFileSync(starter.default);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new CatalogError(
      'starter catalogue',
      `cannot be read (${reason})`,
      'run `npm run starter` to create it',
    );
  }
}
