import { openDisposable } from '../../src/sqlite/driver.ts';
import type { CleanFood } from '../normalize/normalize.ts';
import { mergeFoods, renewFood } from './deduplicate.ts';
import { GrowingNumbers, groupRepeated } from './repeated.ts';
import { CLEAN_COLUMNS, STAGED_COLUMNS, type StagedRow, stagedRowOf } from './staged-row.ts';

const CACHE_KIB = 65_536;

/**
 * Where records wait on disk until all are read, since the best food cannot be known before the last row. Memory holds
 * one number per record: its identity.
 */
export interface Stage {
  add(row: StagedRow): void;
  /** Says that all records so far are those of a catalogue that is built upon: later ones are newer words on them. */
  endFormer(): void;
  /** Makes one food of the records of each identity; gives the number of records that went into others. */
  merge(): number;
  close(): void;
}

export function openStage(path: string): Stage {
  const db = openDisposable(path, CACHE_KIB);
  db.exec(`CREATE TABLE staged (seq INTEGER PRIMARY KEY, ${STAGED_COLUMNS.join(', ')})`);
  db.exec('BEGIN');
  const marks = STAGED_COLUMNS.map(() => '?').join(', ');
  const insert = db.prepare(`INSERT OR REPLACE INTO staged VALUES (?, ${marks})`);
  const ids = new GrowingNumbers();
  let formerRecords = 0;

  return {
    add(row) {
      ids.push(row[0] as number);
      insert.run(ids.length, row);
    },
    endFormer() {
      formerRecords = ids.length;
    },
    merge() {
      const select = db.prepare(`SELECT ${CLEAN_COLUMNS.join(', ')} FROM staged WHERE seq = ?`);
      const remove = db.prepare('DELETE FROM staged WHERE seq = ?');
      let merged = 0;
      for (const places of groupRepeated(ids.values())) {
        // The first record of a database has the number 1.
        const [first, ...rest] = Array.from(places, (place) => place + 1) as [number, ...number[]];
        const records = [first, ...rest].map((seq) => select.get(seq) as CleanFood);
        const former = first <= formerRecords ? records.shift()! : null;
        const food = formerRecords === 0 ? mergeFoods(records) : renewFood(former, records);
        insert.run(first, stagedRowOf(food));
        for (const seq of rest) remove.run(seq);
        merged += rest.length;
      }
      db.exec('COMMIT');
      return merged;
    },
    close() {
      ids.clear();
      db.close();
    },
  };
}
