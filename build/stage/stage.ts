import { type Database, openDisposable } from '../../src/sqlite/driver.ts';
import type { CleanFood } from '../normalize/normalize.ts';
import { mergeFoods, updateFood } from './deduplicate.ts';
import { nameKinds } from './name-kinds.ts';
import { CLEAN_COLUMNS, STAGED_COLUMNS, type StagedRow, stagedRowOf } from './staged-row.ts';

const CACHE_KIB = 16_384;
/** Several records fit into a page of this size, and each is written once. */
const PAGE_BYTES = 16_384;

/** Holds records on disk until all have been read, since records of the same food can be anywhere in the input. */
export interface Stage {
  add(row: StagedRow): void;
  /** Marks the records so far as those of the base catalogue; all later ones are updates to them. */
  endBase(): void;
  /** Merges the records with the same id into one food; returns how many records were merged into others. */
  merge(): number;
  close(): void;
}

export function openStage(path: string): Stage {
  const db = openDisposable(path, CACHE_KIB);
  db.pragma(`page_size = ${PAGE_BYTES}`);
  db.exec(`CREATE TABLE staged (seq INTEGER PRIMARY KEY, ${STAGED_COLUMNS.join(', ')})`);
  db.exec('BEGIN');
  const places = STAGED_COLUMNS.map(() => '?').join(', ');
  // Row ids of SQLite start at 1, and each is the next.
  const insert = db.prepare(`INSERT INTO staged VALUES (NULL, ${places})`);
  const replace = db.prepare(`INSERT OR REPLACE INTO staged VALUES (?, ${places})`);
  let records = 0;
  let baseRecords = 0;

  return {
    add(row) {
      insert.run(row);
      records++;
    },
    endBase() {
      baseRecords = records;
    },
    merge() {
      const select = db.prepare(`SELECT ${CLEAN_COLUMNS.join(', ')} FROM staged WHERE seq = ?`);
      const remove = db.prepare('DELETE FROM staged WHERE seq = ?');
      let merged = 0;
      for (const [first, ...rest] of sameFoods(db)) {
        const found = [first, ...rest].map((seq) => select.get(seq) as CleanFood);
        const base = first <= baseRecords ? found.shift()! : null;
        const food = baseRecords === 0 ? mergeFoods(found) : updateFood(base, found);
        replace.run(first, ...stagedRowOf(food));
        for (const seq of rest) remove.run(seq);
        merged += rest.length;
      }
      nameKinds(db);
      db.exec('COMMIT');
      return merged;
    },
    close: () => db.close(),
  };
}

/** The records of each food that has several, in the order of the input. SQLite sorts all of them before it returns the first. */
function* sameFoods(db: Database): Generator<[number, ...number[]], void, undefined> {
  const groups = db.prepare('SELECT group_concat(seq) FROM staged GROUP BY id HAVING count(*) > 1').pluck();
  for (const group of groups.iterate() as IterableIterator<string>)
    yield group
      .split(',')
      .map(Number)
      .sort((a, b) => a - b) as [number, ...number[]];
}
