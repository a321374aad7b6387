import { LRUCache } from 'lru-cache';
import type { FoodRecord } from '../../food/food-record.ts';
import type { Database } from '../../sqlite/driver.ts';
import { type Described, recordAt } from './block.ts';
import { cutBlock, NO_DICTIONARY, type PackedBlock, unpack } from './pack.ts';

export const FOODS_PER_BLOCK = 50;
/** Every row ends in a page that is partly empty; with this many blocks, that costs about two bytes per food. */
export const BLOCKS_PER_ROW = 8;
/**
 * Room for about a thousand unpacked blocks in each thread, in characters. A third of the foods that searches find are then
 * in memory, and reading one of them takes a fifth of the time.
 */
const MOST_UNPACKED = 8 * 1024 * 1024;

/** The full records of a catalogue. */
export interface Records {
  /** The record at a rank; null where nothing more is known about the food. */
  at(rank: number, food: Omit<Described, 'record'>): FoodRecord | null;
}

/** Null for a catalogue without records: one of an earlier release, or built without them. */
export function openRecords(db: Database): Records | null {
  if (!hasRecords(db)) return null;
  const select = db.prepare('SELECT blocks FROM records WHERE row = ?').pluck();
  /** Both parts of a block are in the same row, and often read one after the other. */
  let last: { number: number; row: Buffer } | null = null;
  const unpacked = new LRUCache<string, string>({
    maxSize: MOST_UNPACKED,
    sizeCalculation: (text) => text.length,
  });
  let dictionaries: Dictionaries | null = null;

  /** Null where nothing is known. */
  function open(block: number, part: keyof PackedBlock): string | null {
    const key = `${block} ${part}`;
    const known = unpacked.get(key);
    if (known !== undefined) return known;
    const number = Math.floor(block / BLOCKS_PER_ROW);
    const row = last?.number === number ? last.row : (select.get(number) as Buffer | undefined);
    if (row === undefined) return null;
    last = { number, row };
    const packed = cutBlock(row, BLOCKS_PER_ROW, block % BLOCKS_PER_ROW)[part];
    if (packed.length === 0) return null;
    dictionaries ??= readDictionaries(db);
    const text = unpack(packed, dictionaries[part]);
    unpacked.set(key, text);
    return text;
  }

  return {
    at(rank, food) {
      const block = Math.floor((rank - 1) / FOODS_PER_BLOCK);
      const facts = open(block, 'facts');
      if (facts === null) return null;
      const ingredients = () => open(block, 'ingredients');
      return recordAt({ facts, ingredients }, (rank - 1) % FOODS_PER_BLOCK, food);
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
