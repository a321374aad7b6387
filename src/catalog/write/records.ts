import { type RecordPart, readRecord, withoutParts } from '../../food/food-record.ts';
import type { Database } from '../../sqlite/driver.ts';
import { type BlockTexts, type Described, writeBlock } from '../records/block.ts';
import { DictionaryTrainer } from '../records/dictionary.ts';
import { joinBlocks, openPacker, type PackedBlock, pack } from '../records/pack.ts';
import { BLOCKS_PER_ROW, FOODS_PER_BLOCK } from '../records/records.ts';
import schemaSql from '../records/schema.sql' with { type: 'text' };
import { RecordFacetCollector, type RecordFacets } from './columns.ts';

/** Enough to know what is common; reading more of a large catalogue takes longer than it saves. */
const BLOCKS_TRAINED_ON = 600;
const FACT_ENDS = ',\n';
const INGREDIENT_ENDS = ',;.:()[]\n';

export interface RecordCounts {
  /** How many foods have a record, and how many have ingredients. */
  full_record: number;
  ingredients_text: number;
}

export interface PackedRecords {
  counts: RecordCounts;
  facets: RecordFacets;
}

/** Packs the records of the sorted foods of a stage into a database of their own. */
export async function packRecords(
  stage: Database,
  db: Database,
  without: readonly RecordPart[],
): Promise<PackedRecords> {
  db.exec(schemaSql);
  const foods = (stage.prepare('SELECT max(rowid) FROM sorted').pluck().get() as number | null) ?? 0;
  const blocks = Math.ceil(foods / FOODS_PER_BLOCK);
  const read = blockReader(stage, without);
  const dictionaries = train(read, blocks, foods);
  const counts = { full_record: 0, ingredients_text: 0 };
  const facets = new RecordFacetCollector(foods);
  const readTexts = (block: number): BlockTexts | null => {
    const described = read(block, counts);
    if (described === null) return null;
    for (const [at, { record }] of described.entries()) facets.note(block * FOODS_PER_BLOCK + at + 1, record);
    return writeBlock(described);
  };
  await packRows(db, blocks, readTexts, dictionaries);
  if (counts.full_record > 0) writeDictionaries(db, dictionaries);
  return { counts, facets };
}

/** Copies the records from the database they were packed into. */
export function copyRecords(db: Database, packed: Database): void {
  db.exec(schemaSql);
  const insert = db.prepare(INSERT_ROW);
  for (const row of packed.prepare('SELECT row, blocks FROM records ORDER BY row').raw().iterate()) {
    insert.run(row);
  }
  const insertDictionary = db.prepare(INSERT_DICTIONARY);
  for (const row of packed.prepare('SELECT part, dictionary FROM record_dictionaries').raw().iterate()) {
    insertDictionary.run(row);
  }
}

const INSERT_ROW = 'INSERT INTO records (row, blocks) VALUES (?, ?)';
const INSERT_DICTIONARY = 'INSERT INTO record_dictionaries (part, dictionary) VALUES (?, ?)';
const NOTHING = Buffer.alloc(0);
const EMPTY_BLOCK: PackedBlock = { facts: NOTHING, ingredients: NOTHING };

type ReadTexts = (block: number) => BlockTexts | null;
type Dictionaries = Readonly<Record<keyof BlockTexts, Buffer>>;

async function packRows(db: Database, blocks: number, readTexts: ReadTexts, dictionaries: Dictionaries) {
  const insert = db.prepare(INSERT_ROW);
  const facts = openPacker(dictionaries.facts);
  const ingredients = openPacker(dictionaries.ingredients);
  const packBlock = async (texts: BlockTexts | null): Promise<PackedBlock> => {
    if (texts === null) return EMPTY_BLOCK;
    const [packedFacts, packedIngredients] = await Promise.all([
      facts.pack(texts.facts),
      texts.ingredients === null ? NOTHING : ingredients.pack(texts.ingredients),
    ]);
    return { facts: packedFacts, ingredients: packedIngredients };
  };
  try {
    for (let first = 0; first < blocks; first += BLOCKS_PER_ROW) {
      const row: PackedBlock[] = [];
      let packing = packBlock(readTexts(first));
      for (let at = 1; at < BLOCKS_PER_ROW; at++) {
        // Read while the block before is compressed in another thread.
        const texts = readTexts(first + at);
        row.push(await packing);
        packing = packBlock(texts);
      }
      row.push(await packing);
      if (row.some(({ facts }) => facts.length > 0)) insert.run(first / BLOCKS_PER_ROW, joinBlocks(row));
    }
  } finally {
    facts.close();
    ingredients.close();
  }
}

function writeDictionaries(db: Database, dictionaries: Dictionaries): void {
  const insert = db.prepare(INSERT_DICTIONARY);
  for (const [part, dictionary] of Object.entries(dictionaries)) {
    if (dictionary.length > 0) insert.run(part, pack(dictionary.toString()));
  }
}

type ReadBlock = (block: number, counts?: RecordCounts) => Described[] | null;
type Row = [string, number | null, number | null, string | null];

/** Reads the foods of a block; null when there is no record among them. */
function blockReader(db: Database, without: readonly RecordPart[]): ReadBlock {
  const select = db
    .prepare(
      `SELECT sorted.name, sorted.calories_kcal, sorted.sodium_mg, staged.record
       FROM sorted CROSS JOIN staged USING (seq)
       WHERE sorted.rowid > ? AND sorted.rowid <= ? ORDER BY sorted.rowid`,
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

function train(read: ReadBlock, blocks: number, foods: number): Dictionaries {
  const facts = new DictionaryTrainer(FACT_ENDS);
  const ingredients = new DictionaryTrainer(INGREDIENT_ENDS);
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
