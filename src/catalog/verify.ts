import { statSync } from 'node:fs';
import { FACETS, NO_FILTERS, TAG_KINDS } from '../food/food-filters.ts';
import { NUTRIENTS } from '../food/nutrients.ts';
import { PlainError } from '../plain-error.ts';
import type { Database } from '../sqlite/driver.ts';
import { CatalogError } from './catalog-file.ts';
import { readChecksum, refuseAltered } from './checksum.ts';
import { type OpenedCatalog, openCatalog } from './open.ts';
import { openRecordBlocks } from './records/record-blocks.ts';

const COPY_AGAIN = 'copy it again, or rebuild it with `larder build`';

/** Checks every byte of a catalogue, then its structure and what searches and filters need. Throws a CatalogError that says what is wrong. */
export function verifyCatalog(path: string): { foods: number; hash: string } {
  // Before opening it, since SQLite may report anything about an altered file.
  const checksum = statSync(path, { throwIfNoEntry: false })?.isFile() ? readChecksum(path) : null;
  if (checksum !== null) refuseAltered(path, checksum);
  const catalog = openCatalog(path);
  try {
    if (checksum === null) throw new CatalogError(path, 'has no checksum', COPY_AGAIN);
    const problem = findBrokenTable(catalog.db);
    if (problem !== null) throw new CatalogError(path, `has a broken structure (${problem})`, COPY_AGAIN);
    const foods = catalog.db.prepare('SELECT count(*) FROM foods').pluck().get() as number;
    if (foods !== catalog.size) {
      const what = `contains ${foods} foods, but its manifest says ${catalog.size}`;
      throw new CatalogError(path, what, COPY_AGAIN);
    }
    useEverything(catalog, path);
    return { foods, hash: checksum.computed };
  } finally {
    catalog.close();
  }
}

/**
 * What SQLite finds wrong with the trees of the file, or null. It checks one table at a time, because a check of the
 * whole file would also count every word of the search index again. That takes longer than everything else, and the
 * checksum has already covered those bytes.
 */
function findBrokenTable(db: Database): string | null {
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
    .pluck()
    .all() as string[];
  for (const table of tables) {
    const found = db.pragma(`quick_check("${table.replaceAll('"', '""')}")`, { simple: true });
    if (found !== 'ok') return String(found);
  }
  return null;
}

/** Opens what a server opens with its first search, filter and full record. */
function useEverything(catalog: OpenedCatalog, path: string): void {
  try {
    catalog.prepareSearch();
    catalog.countFacets({
      ...NO_FILTERS,
      bounds: NUTRIENTS.map((nutrient) => ({ nutrient, min: 0, max: null })),
      by: FACETS,
    });
    catalog.countTags({ ...NO_FILTERS, by: TAG_KINDS, most: 1 });
    openRecordBlocks(catalog.db)(1);
  } catch (error) {
    if (error instanceof PlainError) throw error;
    throw new CatalogError(path, `has a broken structure (${(error as Error).message})`, COPY_AGAIN);
  }
}
