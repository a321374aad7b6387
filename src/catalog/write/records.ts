import { type RecordPart, readRecord, withoutParts } from '../../food/food-record.ts';
import { facetsOf } from '../../food/record-facets.ts';
import type { Database } from '../../sqlite/driver.ts';
import { withLittleGarbage } from '../../sqlite/little-garbage.ts';
import type { DescribedFood } from '../records/members.ts';
import { RecordCodeTrainer, recordPacker } from '../records/record-code.ts';
import { writeCode } from '../records/records.ts';
import schemaSql from '../records/schema.sql' with { type: 'text' };

/** Enough to know what is common; learning from more takes longer than it saves. */
const MAX_TRAINED_ON = 30_000;
/** Until they are copied into the table of origins, and the facets into columns. */
const PACKED_SQL = `
  CREATE TABLE records (seq INTEGER PRIMARY KEY, record BLOB NOT NULL);
  CREATE TABLE facets (seq INTEGER PRIMARY KEY, facets TEXT NOT NULL)`;

export interface RecordCounts {
  /** How many foods have a record, and how many have ingredients. */
  full_record: number;
  ingredients_text: number;
}

/**
 * Packs the records of a stage into a separate database, and notes their facets there. It takes them in the order in which
 * they lie there: the best first, a disk would have to read here and there in many gigabytes.
 */
export function packRecords(stage: Database, db: Database, without: readonly RecordPart[]): RecordCounts {
  db.exec(schemaSql);
  db.exec(PACKED_SQL);
  const foods = (stage.prepare('SELECT max(rowid) FROM sorted').pluck().get() as number | null) ?? 0;
  const counts = { full_record: 0, ingredients_text: 0 };
  const code = train(stage, without, foods);
  const pack = recordPacker(code);
  const insert = db.prepare('INSERT INTO records (seq, record) VALUES (?, ?)');
  const insertFacets = db.prepare('INSERT INTO facets (seq, facets) VALUES (?, ?)');
  for (const row of withLittleGarbage(stage.prepare(SELECT).raw().iterate() as Iterable<Row>)) {
    const text = withoutParts(row[RECORD], without);
    if (text === null) continue;
    const record = readRecord(text);
    counts.full_record++;
    if (record.ingredients_text !== null) counts.ingredients_text++;
    const [seq] = row;
    insert.run(seq, pack(record, foodOf(row)));
    const facets = facetsOf(record);
    if (facets !== null) insertFacets.run(seq, facets);
  }
  if (counts.full_record > 0) writeCode(db, code);
  return counts;
}

/** Copies what the records were packed with from the attached database. */
export function copyCode(db: Database, packed: string): void {
  db.exec(schemaSql);
  db.exec(`INSERT INTO record_code SELECT * FROM ${packed}.record_code`);
}

type Row = [
  seq: number,
  name: string,
  calories_kcal: number | null,
  sodium_mg: number | null,
  record: string | null,
];
const RECORD = 4;
const SELECT = 'SELECT seq, name, calories_kcal, sodium_mg, record FROM staged';

function foodOf([, name, calories_kcal, sodium_mg]: Row): DescribedFood {
  return { name, calories_kcal, sodium_mg };
}

/** Learns how to pack the records from foods of all ranks. */
function train(stage: Database, without: readonly RecordPart[], foods: number) {
  const trainer = new RecordCodeTrainer();
  const find = stage.prepare(`${SELECT} WHERE seq = (SELECT seq FROM sorted WHERE rowid = ?)`).raw();
  const step = Math.max(1, Math.ceil(foods / MAX_TRAINED_ON));
  for (let rank = 1; rank <= foods; rank += step) {
    const row = find.get(rank) as Row;
    const text = withoutParts(row[RECORD], without);
    if (text !== null) trainer.add(readRecord(text), foodOf(row));
  }
  return trainer.finish(step);
}
