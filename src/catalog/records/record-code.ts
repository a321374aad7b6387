import { EMPTY_RECORD, type FoodRecord } from '../../food/food-record.ts';
import { BitReader, BitWriter } from './bits.ts';
import { type DescribedFood, type Draft, MEMBERS, type Member, readAmount, writeAmount } from './members.ts';
import { type StoredTextCode, TextCode } from './text-code.ts';
import { TextCodeTrainer } from './text-code-trainer.ts';

/**
 * Packs every record by itself, with codes that were learned from a sample of all of them: one for each member and for the
 * amounts of each nutrient. A record is then read in a few microseconds, and takes less room than compressed together
 * with its neighbours, since no one else's text has to be unpacked or repeated.
 *
 * A record is the letters of the members it has, these members, and the names and amounts of its nutrients.
 */

/** The codes as they are stored, by what they are for. */
export type StoredRecordCode = Readonly<Record<string, StoredTextCode>>;

const PRESENT = 'present';
const NUTRIENTS = 'nutrients';
const FIRST_LETTER = 'a'.charCodeAt(0);
const LETTERS: readonly string[] = MEMBERS.map((_, at) => String.fromCharCode(FIRST_LETTER + at));
const NUTRIENTS_LETTER = String.fromCharCode(FIRST_LETTER + MEMBERS.length);
const NAME_END = ',';

type OnText = (code: string, text: string) => void;

/** The texts of the record at hand. */
const memberTexts = new Array<string>(MEMBERS.length);

/** Calls back with every text of a record, in the order in which they are stored. */
function eachText(record: FoodRecord, food: DescribedFood, onText: OnText): void {
  const nutrients = Object.keys(record.nutrients);
  let present = '';
  // Plain loops, since a build does this for every food.
  for (let at = 0; at < MEMBERS.length; at++) {
    const text = MEMBERS[at]!.write(record, food);
    memberTexts[at] = text;
    if (text !== '') present += LETTERS[at]!;
  }
  if (nutrients.length > 0) present += NUTRIENTS_LETTER;
  onText(PRESENT, present);
  for (let at = 0; at < MEMBERS.length; at++) {
    const text = memberTexts[at]!;
    if (text !== '') onText(MEMBERS[at]!.name, text);
  }
  if (nutrients.length === 0) return;
  onText(NUTRIENTS, nutrients.join(NAME_END));
  for (const name of nutrients) onText(name, writeAmount(name, record.nutrients[name]!, food));
}

export class RecordCodeTrainer {
  readonly #trainers = new Map<string, TextCodeTrainer>();

  add(record: FoodRecord, food: DescribedFood): void {
    eachText(record, food, (code, text) => {
      const known = this.#trainers.get(code);
      const trainer = known ?? new TextCodeTrainer();
      if (known === undefined) this.#trainers.set(code, trainer);
      trainer.add(text);
    });
  }

  /** For a catalogue that has this many records for each one of the sample. */
  finish(recordsPerSample: number): StoredRecordCode {
    const codes = [...this.#trainers].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(codes.map(([name, trainer]) => [name, trainer.finish(recordsPerSample)]));
  }
}

export type PackRecord = (record: FoodRecord, food: DescribedFood) => Buffer;

export function recordPacker(stored: StoredRecordCode): PackRecord {
  const writers = new Map<string, ReturnType<TextCode['writer']>>();
  const bits = new BitWriter();
  const write: OnText = (code, text) => {
    const known = writers.get(code);
    const writer = known ?? new TextCode(stored[code]).writer();
    if (known === undefined) writers.set(code, writer);
    writer(text, bits);
  };
  return (record, food) => {
    eachText(record, food, write);
    return bits.finish();
  };
}

export type UnpackRecord = (packed: Uint8Array, food: DescribedFood) => FoodRecord;

export function recordUnpacker(stored: StoredRecordCode): UnpackRecord {
  const present = new TextCode(stored[PRESENT]);
  const members = MEMBERS.map((member): [Member, TextCode] => [member, new TextCode(stored[member.name])]);
  const nutrients = new TextCode(stored[NUTRIENTS]);
  const amounts = new Map<string, TextCode>();

  function readNutrients(bits: BitReader, food: DescribedFood): FoodRecord['nutrients'] {
    const found: Record<string, number> = {};
    for (const name of nutrients.read(bits).split(NAME_END)) {
      const known = amounts.get(name);
      const code = known ?? new TextCode(stored[name]);
      if (known === undefined) amounts.set(name, code);
      const amount = readAmount(name, code.read(bits), food);
      if (amount !== null) found[name] = amount;
    }
    return found;
  }

  return (packed, food) => {
    const bits = new BitReader(packed);
    const record: Draft = { ...EMPTY_RECORD };
    const letters = present.read(bits);
    for (let at = 0; at < letters.length; at++) {
      const place = letters.charCodeAt(at) - FIRST_LETTER;
      if (place === MEMBERS.length) {
        record.nutrients = readNutrients(bits, food);
        break;
      }
      const [member, code] = members[place]!;
      member.read(code.read(bits), record, food);
    }
    return record;
  };
}
