import { openDisposable } from '../../src/sqlite/driver.ts';
import type { CleanFood } from '../normalize/normalize.ts';
import { mergeFoods, updateFood } from './deduplicate.ts';
import { nameKinds } from './name-kinds.ts';
import { GrowingNumbers, groupRepeated } from './repeated.ts';
import {
  CLEAN_COLUMNS,
  ID_PLACE,
  SOURCE_PLACE,
  STAGED_COLUMNS,
  type StagedRow,
  stagedRowOf,
} from './staged-row.ts';

const CACHE_KIB = 16_384;

/**
 * Holds records on disk until all have been read, since records of the same food can be anywhere in the input. Memory
 * holds one number per record: its id.
 */
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
  db.exec(`CREATE TABLE staged (seq INTEGER PRIMARY KEY, ${STAGED_COLUMNS.join(', ')})`);
  db.exec('BEGIN');
  const parameters = STAGED_COLUMNS.map(() => '?').join(', ');
  // Row ids of SQLite start at 1, and each is the next.
  const insert = db.prepare(`INSERT INTO staged VALUES (NULL, ${parameters})`);
  const ids = new GrowingNumbers();
  /** Where the foods of tables and the dishes are. */
  const mayHaveKind: number[] = [];
  let baseRecords = 0;

  return {
    add(row) {
      ids.push(row[ID_PLACE] as number);
      insert.run(row);
      if (row[SOURCE_PLACE] !== 'off') mayHaveKind.push(ids.length);
    },
    endBase() {
      baseRecords = ids.length;
    },
    merge() {
      const select = db.prepare(`SELECT ${CLEAN_COLUMNS.join(', ')} FROM staged WHERE seq = ?`);
      const replace = db.prepare(`INSERT OR REPLACE INTO staged VALUES (?, ${parameters})`);
      const remove = db.prepare('DELETE FROM staged WHERE seq = ?');
      let merged = 0;
      for (const places of groupRepeated(ids.values())) {
        const [first, ...rest] = Array.from(places, (place) => place + 1) as [number, ...number[]];
        const records = [first, ...rest].map((seq) => select.get(seq) as CleanFood);
        const base = first <= baseRecords ? records.shift()! : null;
        const food = baseRecords === 0 ? mergeFoods(records) : updateFood(base, records);
        replace.run(first, stagedRowOf(food));
        for (const seq of rest) remove.run(seq);
        merged += rest.length;
      }
      nameKinds(db, mayHaveKind);
      db.exec('COMMIT');
      return merged;
    },
    close() {
      ids.clear();
      db.close();
    },
  };
}
