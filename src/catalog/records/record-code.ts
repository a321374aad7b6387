import { EMPTY_RECORD, type FoodRecord } from '../../food/food-record.ts';
import { memberOf } from '../../member-of.ts';
import { remember } from '../../remember.ts';
import { BitReader, BitWriter } from './bits.ts';
import { type DescribedFood, type Draft, MEMBERS, type Member, readAmount, writeAmount } from './members.ts';
import { type StoredTextCode, TextCode } from './text-code.ts';
import { TextCodeTrainer } from './text-code-trainer.ts';

/**
 * Packs every record separately, with codes that were learned from a sample of all of them: one for each member and for the
 * amounts of each nutrient. A record is then read in a few microseconds, and takes less room than compressed together
 * with its neighbours, since no one else's text has to be unpacked or repeated.
 *
 * A record is the letters of the members it has, these members, the names and amounts of its nutrients, and finally its
 * ingredients.
 */

/** The codes as they are stored, by what they are for. */
export type StoredRecordCode = Readonly<Record<string, StoredTextCode>>;

const PRESENT = 'present';
const NUTRIENTS = 'nutrients';
const INGREDIENTS = 'ingredients_text';
const FIRST_LETTER = 'a'.charCodeAt(0);
const NUTRIENTS_INDEX = MEMBERS.length;
const INGREDIENTS_INDEX = MEMBERS.length + 1;
const NAME_END = ',';

type OnText = (code: string, text: string) => void;

/** The code at each index: those of the members, then two. */
const CODES: readonly string[] = [...MEMBERS.map(({ name }) => name), NUTRIENTS, INGREDIENTS];
const LETTERS: readonly string[] = CODES.map((_, index) => letterOf(index));
/** The texts of the current record, by index. */
const textsAt = new Array<string>(CODES.length);

/** Calls back with every text of a record, in the order in which they are stored. */
function eachText(record: FoodRecord, food: DescribedFood, onText: OnText): void {
  const nutrients = Object.keys(record.nutrients);
  // Plain loops, since a build does this for every food.
  for (let index = 0; index < MEMBERS.length; index++) textsAt[index] = MEMBERS[index]!.write(record, food);
  textsAt[NUTRIENTS_INDEX] = nutrients.join(NAME_END);
  textsAt[INGREDIENTS_INDEX] = record.ingredients_text ?? '';
  let present = '';
  for (let index = 0; index < CODES.length; index++) if (textsAt[index] !== '') present += LETTERS[index]!;
  onText(PRESENT, present);
  for (let index = 0; index < CODES.length; index++) {
    if (textsAt[index] !== '') onText(CODES[index]!, textsAt[index]!);
    if (index !== NUTRIENTS_INDEX) continue;
    for (const name of nutrients) onText(name, writeAmount(name, memberOf(record.nutrients, name)!, food));
  }
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
    const writer = known ?? new TextCode(memberOf(stored, code)).writer();
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
  const ingredients = new TextCode(stored[INGREDIENTS]);
  const codeOf = remember((nutrient) => new TextCode(memberOf(stored, nutrient)));
  // Most foods have the same few nutrients.
  const amountsOf = remember((names) => names.split(NAME_END).map((name) => ({ name, code: codeOf(name) })));

  function readNutrients(bits: BitReader, food: DescribedFood): FoodRecord['nutrients'] {
    const found: Record<string, number> = {};
    for (const { name, code } of amountsOf(nutrients.read(bits))) {
      const amount = readAmount(name, Number(code.read(bits)), food);
      if (amount !== null && Number.isFinite(amount)) found[name] = amount;
    }
    return found;
  }

  return (packed, food) => {
    const bits = new BitReader(packed);
    const letters = present.read(bits);
    const record: Draft = { ...EMPTY_RECORD };
    for (let at = 0; at < letters.length; at++) {
      const index = letters.charCodeAt(at) - FIRST_LETTER;
      if (index === NUTRIENTS_INDEX) record.nutrients = readNutrients(bits, food);
      else if (index === INGREDIENTS_INDEX) record.ingredients_text = ingredients.read(bits);
      else if (index < MEMBERS.length) {
        const [member, code] = members[index]!;
        member.read(code.read(bits), record, food);
      }
    }
    return record;
  };
}

function letterOf(index: number): string {
  return String.fromCharCode(FIRST_LETTER + index);
}
