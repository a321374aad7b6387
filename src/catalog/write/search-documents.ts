import type { FoodSource } from '../../food/food.ts';
import { readNames } from '../../food/food-names.ts';
import type { Database } from '../../sqlite/driver.ts';
import type { SearchDocument } from '../search/index/document.ts';

const DOCUMENTS_AT_ONCE = 1000;
type Row = [number, string, string | null, string | null, string | null, string | null, FoodSource];

/** The sorted foods as search documents. Read in batches, since the driver cannot write while a query is open. */
export function* readDocuments(db: Database, sorted: string): Generator<SearchDocument, void, undefined> {
  const select = db
    .prepare(
      `SELECT rowid, name, brand, category, also, names, source
       FROM ${sorted} WHERE rowid > ? ORDER BY rowid LIMIT ${DOCUMENTS_AT_ONCE}`,
    )
    .raw();
  for (let last = 0; ; ) {
    const rows = select.all(last) as Row[];
    if (rows.length === 0) return;
    for (const [rank, name, brand, category, also, names, source] of rows) {
      yield {
        rank,
        name,
        // People who say so mean the same food of another table.
        names: readNames(names).filter((one) => one.kind !== 'version'),
        brand,
        category,
        generic_name: also,
        source,
      };
    }
    last = (rows.at(-1) as Row)[0];
  }
}
