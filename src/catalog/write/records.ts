import { type RecordPart, readRecord, withoutParts } from '../../food/food-record.ts';
import type { Database } from '../../sqlite/driver.ts';
import { type Described, writeBlock } from '../records/block.ts';
import { DictionaryTrainer } from '../records/dictionary.ts';
import { joinBlocks, NO_DICTIONARY, type PackedBlock, pack } from '../records/pack.ts';
import { BLOCKS_PER_ROW, FOODS_PER_BLOCK } from '../records/records.ts';
import schemaSql from '../records/schema.sql' with { type: 'text' };
import type { RecordFacets } from './columns.ts';

/** Enough to know what is common; reading more of a large catalogue takes longer than it saves. */
const BLOCKS_TRAINED_ON = 600;
const BETWEEN_FACTS = /(?<=[,\n])/;
const BETWEEN_INGREDIENTS = /(?<=[,;.:()[\]\n])/;

export interface RecordCounts {
  /** How many foods have a record, and how many have ingredients. */
  full_record: number;
  ingredients_text: number;
}

/** Packs the records of the sorted foods; returns how many foods have one. */
export function writeRecords(
  db: Database,
  sorted: string,
  foods: number,
  without: readonly RecordPart[],
  facets: RecordFacets,
): RecordCounts {
  db.exec(schemaSql);
  const blocks = Math.ceil(foods / FOODS_PER_BLOCK);
  const read = blockReader(db, sorted, without);
  const dictionaries = train(read, blocks, foods);
  const keep = db.prepare('INSERT INTO record_dictionaries (part, dictionary) VALUES (?, ?)');
  const insert = db.prepare('INSERT INTO records (row, blocks) VALUES (?, ?)');
  const counts = { full_record: 0, ingredients_text: 0 };
  const packBlock = (block: number): PackedBlock => {
    const described = read(block, counts);
    if (described === null) return EMPTY_BLOCK;
    for (const [at, { record }] of described.entries()) facets.note(block * FOODS_PER_BLOCK + at + 1, record);
    const { facts, ingredients } = writeBlock(described);
    return {
      facts: pack(facts, dictionaries.facts),
      ingredients: ingredients === null ? NOTHING : pack(ingredients, dictionaries.ingredients),
    };
  };
  for (let first = 0; first < blocks; first += BLOCKS_PER_ROW) {
    const row = Array.from({ length: BLOCKS_PER_ROW }, (_, at) => packBlock(first + at));
    if (row.some(({ facts }) => facts.length > 0)) insert.run(first / BLOCKS_PER_ROW, joinBlocks(row));
  }
  if (counts.full_record > 0) {
    for (const [part, dictionary] of Object.entries(dictionaries)) {
      if (dictionary.length > 0) keep.run(part, pack(dictionary.toString(), NO_DICTIONARY));
    }
  }
  return counts;
}

const NOTHING = Buffer.alloc(0);
const EMPTY_BLOCK: PackedBlock = { facts: NOTHING, ingredients: NOTHING };

type ReadBlock = (block: number, counts?: RecordCounts) => Described[] | null;
type Row = [string, number | null, number | null, string | null];

/** Reads the foods of a block; null when there is no record among them. */
function blockReader(db: Database, sorted: string, without: readonly RecordPart[]): ReadBlock {
  const select = db
    .prepare(
      `SELECT name, calories_kcal, sodium_mg, record FROM ${sorted}
       WHERE rowid > ? AND rowid <= ? ORDER BY rowid`,
    )
    .raw();
  return (block, counts) => {
    const rows = select.all(block * FOODS_PER_BLOCK, (block + 1) * FOODS_PER_BLOCK) as Row[];
    for (const row of rows) row[3] = withoutParts(row[3], without);
    if (rows.every(([, , , record]) => record === null)) return null;
    return rows.map(([name, calories_kcal, sodium_mg, text]) => {
      const record = readRecord(text);
      if (counts !== undefined && text !== null) {
        counts.full_record++;
        if (record.ingredients_text !== null) counts.ingredients_text++;
      }
      return { name, calories_kcal, sodium_mg, record };
    });
  };
}

function train(read: ReadBlock, blocks: number, foods: number) {
  const facts = new DictionaryTrainer(BETWEEN_FACTS);
  const ingredients = new DictionaryTrainer(BETWEEN_INGREDIENTS);
  const step = Math.max(1, Math.floor(blocks / BLOCKS_TRAINED_ON));
  for (let block = 0; block < blocks; block += step) {
    const described = read(block);
    if (described === null) continue;
    const texts = writeBlock(described);
    facts.add(texts.facts);
    if (texts.ingredients !== null) ingredients.add(texts.ingredients);
  }
  return { facts: facts.finish(foods), ingredients: ingredients.finish(foods) };
}
