import { readFileSync } from 'node:fs';
import { CatalogError } from './catalog-error.ts';

/** The bytes of the starter catalogue: inside the executable, or in `dist/` of a checkout. */
export async function readStarterCatalog(): Promise<Buffer> {
  try {
    const starter = await import('../../dist/starter.db', { with: { type: 'file' } });
    return readFileSync(starter.default);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new CatalogError(
      'starter catalogue',
      `cannot be read (${reason})`,
      'make it with `npm run starter`',
    );
  }
}
