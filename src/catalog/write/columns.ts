import { findSorted } from '../../find-sorted.ts';
import { FURTHER_NUTRIENTS } from '../../food/further-nutrients.ts';
import { NUTRIENTS } from '../../food/nutrients.ts';
import { RECORD_TAGS, type RecordFacets } from '../../food/record-facets.ts';
import { narrow } from '../../narrow.ts';
import type { Database } from '../../sqlite/driver.ts';
import { type Codes, packAmounts, packCodes, packTagSets, type TagSets, widthOf } from '../columns/codes.ts';
import type { AmountColumn, ColumnName } from '../columns/columns.ts';
import { flagsOf, gradeNumber } from '../columns/flags.ts';
import schemaSql from '../columns/schema.sql' with { type: 'text' };
import { BrandCoder } from './brand-coder.ts';
import type { NumberedNames, SortedFood } from './sorted-foods.ts';

const AMOUNTS: readonly AmountColumn[] = [...NUTRIENTS, 'confidence'];
/** Full records leave an energy in kJ out where that in kcal was dropped. */
const ENERGY_KJ = FURTHER_NUTRIENTS.indexOf('energy_kj');
const MIN_SPARSE = 16;

/** What foods can be filtered, sorted and counted by. */
export interface ColumnWriter {
  /** Expects the foods in the order of their ranks. */
  add(food: SortedFood, facets: RecordFacets): void;
  /** Writes the columns, in the order of popularity; the foods must have been written. */
  finish(): void;
}

export function openColumnWriter(db: Database, foods: number, numbers: NumberedNames): ColumnWriter {
  db.exec(schemaSql);
  const amounts = AMOUNTS.map(() => new AmountCoder(foods));
  const further = FURTHER_NUTRIENTS.map(() => new SparseAmountCoder());
  const [category, countries, language, flags, nova, environment] = Array.from(
    { length: 6 },
    () => new GrowingCodes(foods),
  ) as [GrowingCodes, GrowingCodes, GrowingCodes, GrowingCodes, GrowingCodes, GrowingCodes];
  const modified = new TimeCoder(foods);
  const scans = new AmountCoder(foods);
  const brands = new BrandCoder(foods);
  const tagSets = RECORD_TAGS.map(() => new TagSetCoder(foods));
  let place = 0;
  return {
    add(food, facets) {
      category.set(place, numbers.category.get(food.category) ?? 0);
      countries.set(place, numbers.countries.get(food.countries) ?? 0);
      language.set(place, numbers.language.get(food.language) ?? 0);
      modified.add(place, food.modified_t);
      scans.add(place, food.scans);
      for (let at = 0; at < AMOUNTS.length; at++) amounts[at]!.add(place, food[AMOUNTS[at]!]);
      flags.set(place, flagsOf(food.source, food.image !== null, gradeNumber(facets.nutriscore)));
      nova.set(place, facets.nova ?? 0);
      environment.set(place, gradeNumber(facets.environment));
      for (const [at, amount] of facets.nutrients)
        if (food.calories_kcal !== null || at !== ENERGY_KJ) further[at]!.add(place, amount);
      for (let at = 0; at < tagSets.length; at++) tagSets[at]!.add(place, facets.tags[at]!);
      brands.add(place, food.brand, facets.furtherBrands);
      place++;
    },
    finish() {
      const ranks = ranksByPopularity(db, foods);
      const insert = db.prepare('INSERT INTO columns (name, width, codes, amounts) VALUES (?, ?, ?, ?)');
      const write = (name: ColumnName, codes: Codes, values: Buffer | null = null) =>
        insert.run(name, widthOf(codes), packCodes(codes), values);
      const writeOrdered = (name: ColumnName, codes: Codes, values: Buffer | null = null) =>
        write(name, inOrder(codes, ranks), values);
      write('rank', narrow(ranks));
      for (const name of AMOUNTS) {
        const { codes, values } = amounts.shift()!.finish();
        writeOrdered(name, codes, packAmounts(values));
      }
      writeOrdered('category', category.codes);
      writeOrdered('country_set', countries.codes);
      writeOrdered('language', language.codes);
      // Foods are only sorted by these, so nobody needs the values.
      writeOrdered('modified', modified.finish());
      writeOrdered('scans', scans.finish().codes);
      writeOrdered('flags', flags.codes);
      writeOrdered('nova', nova.codes);
      writeOrdered('environment', environment.codes);
      for (const name of FURTHER_NUTRIENTS) {
        const { codes, values } = further.shift()!.finish(foods);
        writeOrdered(name, codes, packAmounts(values));
      }
      writeOrdered('brand', brands.finish(db));
      for (const [at, kind] of RECORD_TAGS.entries())
        writeOrdered(kind, tagSets[at]!.codes, packTagSets(tagSets[at]!.listSets()));
    },
  };
}

/** The number of a value: they are numbered from 1 in the order in which they occur. */
function numberOf<Value>(numbers: Map<Value, number>, value: Value): number {
  let number = numbers.get(value);
  if (number === undefined) {
    number = numbers.size + 1;
    numbers.set(value, number);
  }
  return number;
}

/** By scans times confidence, then confidence, then id: no two foods tie, so paging never repeats one. */
const POPULARITY_ORDER = 'coalesce(scans, 0) * confidence DESC, confidence DESC, id';

function ranksByPopularity(db: Database, foods: number): Uint32Array {
  const ranks = new Uint32Array(foods);
  const select = db.prepare(`SELECT rank FROM foods ORDER BY ${POPULARITY_ORDER}`).pluck();
  let position = 0;
  for (const rank of select.iterate() as IterableIterator<number>) ranks[position++] = rank;
  return ranks;
}

/** The codes of foods in the order of these ranks, from those in the order of all ranks. */
function inOrder(codes: Codes, ranks: Uint32Array): Codes {
  const ordered = codes.slice();
  for (let position = 0; position < ranks.length; position++)
    ordered[position] = codes[ranks[position]! - 1]!;
  return ordered;
}

/** Numbers one after another, in two bytes until one does not fit. */
class GrowingCodes {
  codes: Codes;

  constructor(length: number) {
    this.codes = new Uint16Array(length);
  }

  set(place: number, code: number): void {
    if (code >= 2 ** 16 && this.codes instanceof Uint16Array) this.codes = new Uint32Array(this.codes);
    this.codes[place] = code;
  }

  double(): void {
    const length = 2 * this.codes.length;
    const larger = this.codes instanceof Uint16Array ? new Uint16Array(length) : new Uint32Array(length);
    larger.set(this.codes);
    this.codes = larger;
  }
}

/** Numbers amounts in the order in which they occur, and sorts them at the end. */
class AmountNumbers {
  readonly #numberOf = new Map<number, number>();

  find(amount: number): number {
    return numberOf(this.#numberOf, amount);
  }

  /** The amounts by size, and the place of each number among them, from 1 on. */
  finish(): { values: Float64Array; placeOf: Uint32Array } {
    const values = Float64Array.from(this.#numberOf.keys()).sort();
    const placeOf = new Uint32Array(values.length + 1);
    for (let at = 0; at < values.length; at++) placeOf[this.#numberOf.get(values[at]!)!] = at + 1;
    return { values, placeOf };
  }
}

class AmountCoder {
  readonly #codes: GrowingCodes;
  readonly #amounts = new AmountNumbers();

  constructor(foods: number) {
    this.#codes = new GrowingCodes(foods);
  }

  add(place: number, amount: number | null): void {
    if (amount !== null) this.#codes.set(place, this.#amounts.find(amount));
  }

  finish(): { codes: Codes; values: Float64Array } {
    const { values, placeOf } = this.#amounts.finish();
    const { codes } = this.#codes;
    for (let place = 0; place < codes.length; place++) codes[place] = placeOf[codes[place]!]!;
    return { codes, values };
  }
}

/** Numbers times in their order. Nearly every food has one of its own, which would fill a map with millions. */
class TimeCoder {
  readonly #times: Float64Array;

  constructor(foods: number) {
    this.#times = new Float64Array(foods).fill(Number.NaN);
  }

  add(place: number, time: number | null): void {
    if (time !== null) this.#times[place] = time;
  }

  finish(): Codes {
    const sorted = this.#times.slice().sort();
    let distinct = 0;
    // Unknown times come last.
    for (const time of sorted) {
      if (Number.isNaN(time)) break;
      if (distinct === 0 || sorted[distinct - 1] !== time) sorted[distinct++] = time;
    }
    const known = sorted.subarray(0, distinct);
    const codes = new Uint32Array(this.#times.length);
    for (const [place, time] of this.#times.entries())
      if (!Number.isNaN(time)) codes[place] = findSorted(known, time) + 1;
    return narrow(codes);
  }
}

/** The amounts of something that few foods have: a number for each food would take hundreds of megabytes. */
class SparseAmountCoder {
  #places = new Uint32Array(MIN_SPARSE);
  readonly #codes = new GrowingCodes(MIN_SPARSE);
  readonly #amounts = new AmountNumbers();
  #count = 0;

  add(place: number, amount: number): void {
    if (this.#count === this.#places.length) {
      const places = this.#places;
      this.#places = new Uint32Array(2 * this.#count);
      this.#places.set(places);
      this.#codes.double();
    }
    this.#places[this.#count] = place;
    this.#codes.set(this.#count++, this.#amounts.find(amount));
  }

  finish(foods: number): { codes: Codes; values: Float64Array } {
    const { values, placeOf } = this.#amounts.finish();
    const dense = new GrowingCodes(foods);
    for (let at = 0; at < this.#count; at++) dense.set(this.#places[at]!, placeOf[this.#codes.codes[at]!]!);
    return { codes: dense.codes, values };
  }
}

/** Numbers sets of tags in the order in which they occur. */
class TagSetCoder {
  readonly #codes: GrowingCodes;
  readonly #codeOf = new Map<string, number>();

  constructor(foods: number) {
    this.#codes = new GrowingCodes(foods);
  }

  get codes(): Codes {
    return this.#codes.codes;
  }

  /** The tags are separated by spaces; null where they are unknown. */
  add(place: number, tags: string | null): void {
    if (tags !== null) this.#codes.set(place, numberOf(this.#codeOf, tags));
  }

  listSets(): TagSets {
    const numberOfTag = new Map<string, number>();
    const numbers: number[] = [];
    for (const set of this.#codeOf.keys()) {
      const tags = set === '' ? [] : set.split(' ');
      numbers.push(tags.length, ...tags.map((tag) => numberOf(numberOfTag, tag) - 1));
    }
    return { tags: [...numberOfTag.keys()], sets: Uint32Array.from(numbers) };
  }
}
