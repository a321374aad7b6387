import { findSorted } from '../../find-sorted.ts';
import type { CountrySet } from '../../food/countries.ts';
import type { FoodSource } from '../../food/food.ts';
import { FURTHER_NUTRIENTS } from '../../food/further-nutrients.ts';
import { NUTRIENTS } from '../../food/nutrients.ts';
import { type FacetText, RECORD_TAGS, type RecordTags, readFacets } from '../../food/record-facets.ts';
import { narrow } from '../../narrow.ts';
import type { Database } from '../../sqlite/driver.ts';
import { withLittleGarbage } from '../../sqlite/little-garbage.ts';
import { type Codes, packAmounts, packCodes, packTagSets, widthOf } from '../columns/codes.ts';
import type { AmountColumn, ColumnName } from '../columns/columns.ts';
import { flagsOf, gradeNumber } from '../columns/flags.ts';
import schemaSql from '../columns/schema.sql' with { type: 'text' };
import { BrandCoder } from './brand-coder.ts';

const AMOUNTS: readonly AmountColumn[] = [...NUTRIENTS, 'confidence'];

type FieldRow = [
  rank: number,
  category: string | null,
  countries: CountrySet | null,
  language: string | null,
  modifiedT: number | null,
  scans: number | null,
  ...amounts: (number | null)[],
];
const FIRST_AMOUNT = 6;
type FacetRow = [
  rank: number,
  brand: string | null,
  source: FoodSource,
  hasImage: number,
  hasEnergy: number,
  facets: FacetText | null,
];
/** Full records leave an energy in kJ out where that in kcal was dropped. */
const ENERGY_KJ = FURTHER_NUTRIENTS.indexOf('energy_kj');
const MIN_SPARSE = 16;
/** With fewer foods, columns leave little garbage. */
const MANY_FOODS = 100_000;
const COLUMNS_PER_COLLECTION = 16;

/**
 * Writes what foods can be filtered, sorted and counted by, in the order of popularity: first what their fields say, and once
 * the full records are packed, what these say.
 */
export function openColumnWriter(db: Database, foods: number) {
  db.exec(schemaSql);
  const positionOf = writePositions(db, foods);
  return {
    writeFields: () => writeFieldColumns(db, positionOf),
    writeFacets: () => writeFacetColumns(db, positionOf),
  };
}

function* readRows<Row extends [rank: number, ...unknown[]]>(
  db: Database,
  columns: string,
  from = 'stage.sorted',
): Generator<Row, void, undefined> {
  const select = db.prepare(`SELECT sorted.rowid, ${columns} FROM ${from} ORDER BY sorted.rowid`).raw();
  yield* withLittleGarbage(select.iterate() as IterableIterator<Row>);
}

/** What the fields of the foods say. */
function writeFieldColumns(db: Database, positionOf: Uint32Array): void {
  const foods = positionOf.length - 1;
  const amounts = AMOUNTS.map(() => new AmountCoder(foods));
  const numberOfCategory = numbersOf(db, 'SELECT category, category_id FROM categories');
  const numberOfCountries = numbersOf(db, 'SELECT countries, country_set_id FROM country_sets');
  const numberOfLanguage = numbersOf(db, 'SELECT language, language_id FROM languages');
  const [category, countries, languages] = [0, 0, 0].map(() => new GrowingCodes(foods));
  const modified = new TimeCoder(foods);
  const scans = new AmountCoder(foods);
  const columns = `category, countries, language, modified_t, scans, ${AMOUNTS.join(', ')}`;
  for (const row of readRows<FieldRow>(db, columns)) {
    const [rank, ownCategory, ownCountries, language, modifiedT, ownScans] = row;
    const position = positionOf[rank]!;
    if (ownCategory !== null) category!.set(position, numberOfCategory.get(ownCategory)!);
    if (ownCountries !== null) countries!.set(position, numberOfCountries.get(ownCountries)!);
    if (language !== null) languages!.set(position, numberOfLanguage.get(language)!);
    modified.add(position, modifiedT);
    scans.add(position, ownScans);
    for (let at = 0; at < amounts.length; at++) {
      amounts[at]!.add(position, row[FIRST_AMOUNT + at] as number | null);
    }
  }
  for (const name of AMOUNTS) {
    const { codes, values } = amounts.shift()!.finish();
    writeColumn(db, name, codes, packAmounts(values));
  }
  // Times take the most, and amounts nothing any more.
  if (foods >= MANY_FOODS) Bun.gc(true);
  writeColumn(db, 'category', category!.codes);
  writeColumn(db, 'country_set', countries!.codes);
  writeColumn(db, 'language', languages!.codes);
  // Foods are only sorted by these, so nobody needs the values.
  writeColumn(db, 'modified', modified.finish());
  writeColumn(db, 'scans', scans.finish().codes);
}

/** What brands and full records say. */
function writeFacetColumns(db: Database, positionOf: Uint32Array): void {
  const foods = positionOf.length - 1;
  const brands = new BrandCoder(foods);
  const tagSets = RECORD_TAGS.map(() => new TagSetCoder(foods));
  const further = FURTHER_NUTRIENTS.map(() => new SparseAmountCoder());
  const [flags, nova, environment] = [0, 0, 0].map(() => new GrowingCodes(foods));
  const columns = `brand, source, image IS NOT NULL, calories_kcal IS NOT NULL, facets`;
  const from = 'stage.sorted LEFT JOIN packed.facets ON facets.rank = sorted.rowid';
  for (const row of readRows<FacetRow>(db, columns, from)) {
    const [rank, brand, source, hasImage, hasEnergy, facetText] = row;
    const position = positionOf[rank]!;
    const facets = readFacets(facetText);
    flags!.set(position, flagsOf(source, hasImage === 1, gradeNumber(facets.nutriscore)));
    nova!.set(position, facets.nova ?? 0);
    environment!.set(position, gradeNumber(facets.environment));
    for (const [at, amount] of facets.nutrients)
      if (hasEnergy === 1 || at !== ENERGY_KJ) further[at]!.add(position, amount);
    for (let at = 0; at < tagSets.length; at++) tagSets[at]!.add(position, facets.tags[at]!);
    brands.add(position, brand, facets.furtherBrands);
  }
  writeColumn(db, 'flags', flags!.codes);
  writeColumn(db, 'nova', nova!.codes);
  writeColumn(db, 'environment', environment!.codes);
  for (const [at, name] of FURTHER_NUTRIENTS.entries()) {
    const { codes, values } = further.shift()!.finish(foods);
    writeColumn(db, name, codes, packAmounts(values));
    if (foods >= MANY_FOODS && at % COLUMNS_PER_COLLECTION === 0) Bun.gc(true);
  }
  writeColumn(db, 'brand', brands.finish(db));
  for (const [at, kind] of RECORD_TAGS.entries()) tagSets[at]!.write(db, kind);
}

/** The numbers that were given to texts. */
function numbersOf(db: Database, sql: string): ReadonlyMap<string, number> {
  return new Map(db.prepare(sql).raw().all() as [string, number][]);
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

function writeColumn(db: Database, name: ColumnName, codes: Codes, amounts: Buffer | null = null): void {
  const insert = db.prepare('INSERT INTO columns (name, width, codes, amounts) VALUES (?, ?, ?, ?)');
  insert.run(name, widthOf(codes), packCodes(codes), amounts);
}

/** By scans times confidence, then confidence, then id: no two foods tie, so paging never repeats one. */
const POPULARITY_ORDER = 'coalesce(scans, 0) * confidence DESC, confidence DESC, id';

/** Writes the rank at each position of the popular list; returns the position of each rank. */
function writePositions(db: Database, foods: number): Uint32Array {
  const ranks = new Uint32Array(foods);
  const positions = new Uint32Array(foods + 1);
  let position = 0;
  const select = db.prepare(`SELECT rank FROM foods ORDER BY ${POPULARITY_ORDER}`).pluck();
  for (const rank of withLittleGarbage(select.iterate() as IterableIterator<number>)) {
    ranks[position] = rank;
    positions[rank] = position++;
  }
  writeColumn(db, 'rank', narrow(ranks));
  return positions;
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

  add(position: number, amount: number | null): void {
    if (amount !== null) this.#codes.set(position, this.#amounts.find(amount));
  }

  finish(): { codes: Codes; values: Float64Array } {
    const { values, placeOf } = this.#amounts.finish();
    const { codes } = this.#codes;
    for (let position = 0; position < codes.length; position++) codes[position] = placeOf[codes[position]!]!;
    return { codes, values };
  }
}

/** Numbers times in their order. Nearly every food has one of its own, which would fill a map with millions. */
class TimeCoder {
  readonly #times: Float64Array;

  constructor(foods: number) {
    this.#times = new Float64Array(foods).fill(Number.NaN);
  }

  add(position: number, time: number | null): void {
    if (time !== null) this.#times[position] = time;
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
    for (const [position, time] of this.#times.entries())
      if (!Number.isNaN(time)) codes[position] = findSorted(known, time) + 1;
    return narrow(codes);
  }
}

/** The amounts of something that few foods have: a number for each food would take hundreds of megabytes. */
class SparseAmountCoder {
  #positions = new Uint32Array(MIN_SPARSE);
  readonly #codes = new GrowingCodes(MIN_SPARSE);
  readonly #amounts = new AmountNumbers();
  #count = 0;

  add(position: number, amount: number): void {
    if (this.#count === this.#positions.length) {
      const positions = this.#positions;
      this.#positions = new Uint32Array(2 * this.#count);
      this.#positions.set(positions);
      this.#codes.double();
    }
    this.#positions[this.#count] = position;
    this.#codes.set(this.#count++, this.#amounts.find(amount));
  }

  finish(foods: number): { codes: Codes; values: Float64Array } {
    const { values, placeOf } = this.#amounts.finish();
    const dense = new GrowingCodes(foods);
    for (let at = 0; at < this.#count; at++)
      dense.set(this.#positions[at]!, placeOf[this.#codes.codes[at]!]!);
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

  /** The tags are separated by spaces; null where they are unknown. */
  add(position: number, tags: string | null): void {
    if (tags !== null) this.#codes.set(position, numberOf(this.#codeOf, tags));
  }

  write(db: Database, kind: RecordTags): void {
    const numberOfTag = new Map<string, number>();
    const numbers: number[] = [];
    for (const set of this.#codeOf.keys()) {
      const tags = set === '' ? [] : set.split(' ');
      numbers.push(tags.length, ...tags.map((tag) => numberOf(numberOfTag, tag) - 1));
    }
    const tags = [...numberOfTag.keys()];
    writeColumn(db, kind, this.#codes.codes, packTagSets({ tags, sets: Uint32Array.from(numbers) }));
  }
}
