import { type RecordPart, type RecordText, readRecord, withoutParts } from '../../food/food-record.ts';
import { facetsOf } from '../../food/record-facets.ts';
import type { Database } from '../../sqlite/driver.ts';
import { withLittleGarbage } from '../../sqlite/little-garbage.ts';
import { RecordBlocks } from '../records/record-blocks.ts';
import schemaSql from '../records/schema.sql' with { type: 'text' };

export interface RecordCounts {
  /** How many foods have a record, and how many have ingredients. */
  full_record: number;
  ingredients_text: number;
}

/**
 * Packs the records of a stage into a separate database, and notes their facets there until they are in columns. SQLite
 * sorts them by rank on disk: a disk would have to read here and there in many gigabytes.
 */
export function packRecords(stage: Database, db: Database, without: readonly RecordPart[]): RecordCounts {
  db.exec(schemaSql);
  db.exec('CREATE TABLE facets (rank INTEGER PRIMARY KEY, facets TEXT NOT NULL)');
  const counts = { full_record: 0, ingredients_text: 0 };
  const insert = db.prepare('INSERT INTO records (block, records) VALUES (?, ?)');
  const insertFacets = db.prepare('INSERT INTO facets (rank, facets) VALUES (?, ?)');
  const blocks = new RecordBlocks((block, packed) => insert.run(block, packed));
  const stored = stage.prepare('SELECT record FROM staged ORDER BY quality DESC, id').pluck().iterate();
  let rank = 0;
  for (const whole of withLittleGarbage(stored as IterableIterator<RecordText | null>)) {
    rank++;
    const text = withoutParts(whole, without);
    blocks.add(text);
    if (text === null) continue;
    const record = readRecord(text);
    counts.full_record++;
    if (record.ingredients_text !== null) counts.ingredients_text++;
    const facets = facetsOf(record);
    if (facets !== null) insertFacets.run(rank, facets);
  }
  blocks.finish();
  return counts;
}

/** Copies the packed records from the attached database. */
export function copyRecords(db: Database, packed: string): void {
  db.exec(schemaSql);
  db.exec(`INSERT INTO records SELECT block, records FROM ${packed}.records ORDER BY block`);
}
