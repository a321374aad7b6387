import { LRUCache } from 'lru-cache';
import type { FoodRecord } from '../../food/food-record.ts';
import type { Database } from '../../sqlite/driver.ts';
import { type BlockReader, type Described, readBlock } from './block.ts';
import { cutBlock, NO_DICTIONARY, unpack } from './pack.ts';

export const FOODS_PER_BLOCK = 50;
/** Every row ends in a page that is partly empty; with this many blocks, that costs about two bytes per food. */
export const BLOCKS_PER_ROW = 8;
/** Each takes up to a few hundred kilobytes; lists of foods often share a block. */
const MOST_BLOCKS_IN_MEMORY = 32;

/** The full records of a catalogue. */
export interface Records {
  /** The record at a rank; null where nothing more is known about the food. */
  at(rank: number, food: Omit<Described, 'record'>): FoodRecord | null;
}

/** Null for a catalogue without records: one of an earlier release, or built without them. */
export function openRecords(db: Database): Records | null {
  if (!hasRecords(db)) return null;
  const select = db.prepare('SELECT blocks FROM records WHERE row = ?').pluck();
  const blocks = new LRUCache<number, BlockReader>({ max: MOST_BLOCKS_IN_MEMORY });
  let dictionaries: Dictionaries | null = null;
  const open = (block: number): BlockReader | null => {
    const row = select.get(Math.floor(block / BLOCKS_PER_ROW)) as Buffer | undefined;
    if (row === undefined) return null;
    const { facts, ingredients } = cutBlock(row, BLOCKS_PER_ROW, block % BLOCKS_PER_ROW);
    if (facts.length === 0) return null;
    dictionaries ??= readDictionaries(db);
    const { facts: forFacts, ingredients: forIngredients } = dictionaries;
    const reader = readBlock(unpack(facts, forFacts), () =>
      ingredients.length === 0 ? null : unpack(ingredients, forIngredients),
    );
    blocks.set(block, reader);
    return reader;
  };
  return {
    at(rank, food) {
      const block = Math.floor((rank - 1) / FOODS_PER_BLOCK);
      const reader = blocks.get(block) ?? open(block);
      return reader === null ? null : reader.recordAt((rank - 1) % FOODS_PER_BLOCK, food);
    },
  };
}

interface Dictionaries {
  facts: Buffer;
  ingredients: Buffer;
}

function readDictionaries(db: Database): Dictionaries {
  const find = db.prepare('SELECT dictionary FROM record_dictionaries WHERE part = ?').pluck();
  const read = (part: keyof Dictionaries) => {
    const packed = find.get(part) as Buffer | undefined;
    return packed === undefined ? NO_DICTIONARY : Buffer.from(unpack(packed, NO_DICTIONARY));
  };
  return { facts: read('facts'), ingredients: read('ingredients') };
}

/** Whether the catalogue has the table at all; catalogues of earlier releases do not. */
function hasRecords(db: Database): boolean {
  const found = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'records'").get();
  return found !== undefined;
}
