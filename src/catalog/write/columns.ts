import type { CountrySet } from '../../food/countries.ts';
import type { FoodSource } from '../../food/food.ts';
import type { RecordPart } from '../../food/food-record.ts';
import { FURTHER_NUTRIENTS } from '../../food/further-nutrients.ts';
import { NUTRIENTS } from '../../food/nutrients.ts';
import { type FacetText, RECORD_TAGS, type RecordTags, readFacets } from '../../food/record-facets.ts';
import { narrow } from '../../narrow.ts';
import type { Database } from '../../sqlite/driver.ts';
import { fold } from '../../text/fold.ts';
import { type Codes, packAmounts, packCodes, packTagSets, widthOf } from '../columns/codes.ts';
import type { AmountColumn, ColumnName } from '../columns/columns.ts';
import { flagsOf, gradeNumber } from '../columns/flags.ts';
import schemaSql from '../columns/schema.sql' with { type: 'text' };

const AMOUNTS: readonly AmountColumn[] = [...NUTRIENTS, 'confidence'];

type Row = [
  rank: number,
  brand: string | null,
  category: string | null,
  source: FoodSource,
  hasImage: number,
  countries: CountrySet | null,
  language: string | null,
  modifiedT: number | null,
  scans: number | null,
  facets: FacetText | null,
  ...amounts: (number | null)[],
];
const FIRST_AMOUNT = 10;
/** Full records leave an energy in kJ out where that in kcal was dropped. */
const CALORIES = AMOUNTS.indexOf('calories_kcal');
const ENERGY_KJ = FURTHER_NUTRIENTS.indexOf('energy_kj');
const MIN_SPARSE = 16;
/** Garbage is collected after this many foods: the engine would wait until it takes hundreds of megabytes. */
const FOODS_PER_COLLECTION = 100_000;

/**
 * Writes what foods can be filtered, sorted and counted by, in the order of popularity. The table has the sorted foods of
 * the stage, so that nothing here has to wait for the full records.
 */
export function writeColumns(
  db: Database,
  table: string,
  foods: number,
  without: readonly RecordPart[],
): void {
  db.exec(schemaSql);
  const placeOf = writePlaces(db, foods);
  const amounts = AMOUNTS.map(() => new AmountCoder(foods));
  const brands = new BrandCoder(foods);
  const numberOfCategory = numbersOf(db, 'SELECT category, category_id FROM categories');
  const numberOfCountries = numbersOf(db, 'SELECT countries, country_set_id FROM country_sets');
  const numberOfLanguage = numbersOf(db, 'SELECT language, language_id FROM languages');
  const tagSets = RECORD_TAGS.map(() => new TagSetCoder(foods));
  const modified = new AmountCoder(foods);
  const scans = new AmountCoder(foods);
  const further = FURTHER_NUTRIENTS.map(() => new SparseAmountCoder());
  const [flags, category, countries, languages, nova, environment] = Array.from(
    { length: 6 },
    () => new Uint32Array(foods),
  );
  // A catalogue without records does not know what they would say.
  const facetColumn = without.includes('records') ? 'NULL' : 'facets';
  const rows = db
    .prepare(
      `SELECT rowid, brand, category, source, image IS NOT NULL, countries, language, modified_t, scans,
         ${facetColumn}, ${AMOUNTS.join(', ')}
       FROM ${table} ORDER BY rowid`,
    )
    .raw()
    .iterate() as IterableIterator<Row>;
  for (const row of rows) {
    const [
      rank,
      brand,
      ownCategory,
      source,
      hasImage,
      ownCountries,
      language,
      modifiedT,
      ownScans,
      facetText,
    ] = row;
    if (rank % FOODS_PER_COLLECTION === 0) Bun.gc(true);
    const place = placeOf[rank]!;
    const facets = readFacets(facetText);
    flags![place] = flagsOf(source, hasImage === 1, gradeNumber(facets.nutriscore));
    category![place] = ownCategory === null ? 0 : numberOfCategory.get(ownCategory)!;
    countries![place] = ownCountries === null ? 0 : numberOfCountries.get(ownCountries)!;
    languages![place] = language === null ? 0 : numberOfLanguage.get(language)!;
    nova![place] = facets.nova ?? 0;
    environment![place] = gradeNumber(facets.environment);
    const hasEnergy = row[FIRST_AMOUNT + CALORIES] !== null;
    for (const [at, amount] of facets.nutrients)
      if (hasEnergy || at !== ENERGY_KJ) further[at]!.add(place, amount);
    modified.add(place, modifiedT);
    scans.add(place, ownScans);
    for (let at = 0; at < tagSets.length; at++) tagSets[at]!.add(place, facets.tags[at]!);
    brands.add(place, brand, facets.furtherBrands);
    for (let at = 0; at < amounts.length; at++) {
      amounts[at]!.add(place, row[FIRST_AMOUNT + at] as number | null);
    }
  }
  for (const [at, name] of AMOUNTS.entries()) {
    const { codes, values } = amounts[at]!.finish();
    writeColumn(db, name, codes, packAmounts(values));
  }
  writeColumn(db, 'flags', narrow(flags!));
  writeColumn(db, 'category', narrow(category!));
  writeColumn(db, 'country_set', narrow(countries!));
  writeColumn(db, 'language', narrow(languages!));
  writeColumn(db, 'nova', narrow(nova!));
  writeColumn(db, 'environment', narrow(environment!));
  for (const [at, name] of FURTHER_NUTRIENTS.entries()) {
    const { codes, values } = further[at]!.finish(foods);
    writeColumn(db, name, codes, packAmounts(values));
  }
  // Foods are only sorted by these, so nobody needs the values.
  writeColumn(db, 'modified', modified.finish().codes);
  writeColumn(db, 'scans', scans.finish().codes);
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

/** Writes the rank at each place of the popular list; returns the place of each rank. */
function writePlaces(db: Database, foods: number): Uint32Array {
  const ranks = new Uint32Array(foods);
  const places = new Uint32Array(foods + 1);
  let place = 0;
  for (const rank of db.prepare('SELECT rank FROM popular ORDER BY popularity').pluck().iterate()) {
    ranks[place] = rank as number;
    places[rank as number] = place++;
  }
  writeColumn(db, 'rank', narrow(ranks));
  return places;
}

/** Numbers amounts in the order in which they occur, and sorts them at the end. */
class AmountCoder {
  readonly #codes: Uint32Array;
  readonly #codeOf = new Map<number, number>();

  constructor(foods: number) {
    this.#codes = new Uint32Array(foods);
  }

  add(place: number, amount: number | null): void {
    if (amount !== null) this.#codes[place] = numberOf(this.#codeOf, amount);
  }

  finish(): { codes: Codes; values: Float64Array } {
    const values = Float64Array.from(this.#codeOf.keys()).sort();
    const ordered = new Uint32Array(values.length + 1);
    for (let at = 0; at < values.length; at++) ordered[this.#codeOf.get(values[at]!)!] = at + 1;
    const codes = this.#codes;
    for (let place = 0; place < codes.length; place++) codes[place] = ordered[codes[place]!]!;
    return { codes: narrow(codes), values };
  }
}

/** The amounts of something that few foods have: all of them would take hundreds of megabytes. */
class SparseAmountCoder {
  #places = new Uint32Array(MIN_SPARSE);
  #amounts = new Float64Array(MIN_SPARSE);
  #count = 0;

  add(place: number, amount: number): void {
    if (this.#count === this.#places.length) {
      const [places, amounts] = [this.#places, this.#amounts];
      this.#places = new Uint32Array(2 * this.#count);
      this.#amounts = new Float64Array(2 * this.#count);
      this.#places.set(places);
      this.#amounts.set(amounts);
    }
    this.#places[this.#count] = place;
    this.#amounts[this.#count++] = amount;
  }

  finish(foods: number): { codes: Codes; values: Float64Array } {
    const coder = new AmountCoder(foods);
    for (let at = 0; at < this.#count; at++) coder.add(this.#places[at]!, this.#amounts[at]!);
    return coder.finish();
  }
}

/** Numbers sets of tags in the order in which they occur. */
class TagSetCoder {
  readonly #codes: Uint32Array;
  readonly #codeOf = new Map<string, number>();

  constructor(foods: number) {
    this.#codes = new Uint32Array(foods);
  }

  /** The tags are separated by spaces; null where they are unknown. */
  add(place: number, tags: string | null): void {
    if (tags !== null) this.#codes[place] = numberOf(this.#codeOf, tags);
  }

  write(db: Database, kind: RecordTags): void {
    const numberOfTag = new Map<string, number>();
    const numbers: number[] = [];
    for (const set of this.#codeOf.keys()) {
      const tags = set === '' ? [] : set.split(' ');
      numbers.push(tags.length, ...tags.map((tag) => numberOf(numberOfTag, tag) - 1));
    }
    const tags = [...numberOfTag.keys()];
    writeColumn(db, kind, narrow(this.#codes), packTagSets({ tags, sets: Uint32Array.from(numbers) }));
  }
}

/** Spellings of brands, each with the brand that it is one of, as numbers: a large catalogue has hundreds of thousands. */
class BrandSpellings {
  /** Folded brands by number. */
  readonly folded: string[] = [];
  readonly #brandOfFolded = new Map<string, number>();
  readonly #numberOf = new Map<string, number>();
  readonly #brands: number[] = [];
  readonly #counts: number[] = [];

  /** The number of a spelling. */
  find(name: string): number {
    return this.#numberOf.get(name) ?? this.#add(name);
  }

  /** The number of its brand; -1 for a spelling that has no words. */
  brandOf(spelling: number): number {
    return this.#brands[spelling]!;
  }

  #add(name: string): number {
    const spelling = this.#brands.push(this.#findFolded(fold(name))) - 1;
    this.#counts.push(0);
    this.#numberOf.set(name, spelling);
    return spelling;
  }

  #findFolded(folded: string): number {
    if (folded === '') return -1;
    const known = this.#brandOfFolded.get(folded);
    if (known !== undefined) return known;
    const brand = this.folded.push(folded) - 1;
    this.#brandOfFolded.set(folded, brand);
    return brand;
  }

  count(spelling: number): void {
    this.#counts[spelling]!++;
  }

  /** The most common spelling of each brand, by its number. */
  mostCommon(): string[] {
    const best = this.folded.map(() => ({ name: '', count: -1 }));
    for (const [name, spelling] of this.#numberOf) {
      const brand = best[this.#brands[spelling]!];
      const count = this.#counts[spelling]!;
      if (brand === undefined || count < brand.count || (count === brand.count && name > brand.name))
        continue;
      brand.name = name;
      brand.count = count;
    }
    return best.map(({ name }) => name);
  }
}

/**
 * Numbers brands in alphabetical order, so that equal counts can be ordered without names; sets of several come after.
 */
class BrandCoder {
  readonly #spellings = new BrandSpellings();
  /** Sets of several brands, by the number that a set has while foods are read, plus one and negative. */
  readonly #sets: number[][] = [];
  readonly #setOf = new Map<string, number>();
  /** The number of a brand plus one, or that of a set. */
  readonly #codes: Int32Array;

  constructor(foods: number) {
    this.#codes = new Int32Array(foods);
  }

  add(place: number, brand: string | null, further: readonly string[]): void {
    if (further.length > 0) {
      this.#addSeveral(place, brand === null ? further : [brand, ...further]);
    } else if (brand !== null) {
      const spelling = this.#spellings.find(brand);
      this.#spellings.count(spelling);
      this.#codes[place] = this.#spellings.brandOf(spelling) + 1;
    }
  }

  #addSeveral(place: number, names: readonly string[]): void {
    const brands: number[] = [];
    for (const name of names) {
      const spelling = this.#spellings.find(name);
      const brand = this.#spellings.brandOf(spelling);
      if (brand === -1 || brands.includes(brand)) continue;
      brands.push(brand);
      this.#spellings.count(spelling);
    }
    if (brands.length === 0) return;
    this.#codes[place] =
      brands.length === 1 ? brands[0]! + 1 : -this.#setNumber(brands.sort((a, b) => a - b));
  }

  #setNumber(brands: number[]): number {
    const key = brands.join(' ');
    const known = this.#setOf.get(key);
    if (known !== undefined) return known;
    const set = this.#sets.push(brands);
    this.#setOf.set(key, set);
    return set;
  }

  finish(db: Database): Codes {
    const { folded } = this.#spellings;
    const names = this.#spellings.mostCommon();
    const ordered = Array.from(names.keys()).sort((a, b) =>
      names[a]! === names[b]! ? (folded[a]! < folded[b]! ? -1 : 1) : names[a]! < names[b]! ? -1 : 1,
    );
    const idOf = new Uint32Array(names.length);
    const insertBrand = db.prepare('INSERT INTO brands (brand_id, folded, brand) VALUES (?, ?, ?)');
    for (const [at, brand] of ordered.entries()) {
      idOf[brand] = at + 1;
      insertBrand.run(at + 1, folded[brand], names[brand]);
    }
    db.exec('CREATE INDEX brands_by_folded ON brands (folded)');
    const insertSet = db.prepare('INSERT INTO brand_sets (brand_set_id, brand_ids) VALUES (?, ?)');
    for (const [at, brands] of this.#sets.entries()) {
      // In the order of their folded names.
      const inOrder = [...brands].sort((a, b) => (folded[a]! < folded[b]! ? -1 : 1));
      insertSet.run(ordered.length + at + 1, inOrder.map((brand) => idOf[brand]!).join(' '));
    }
    const codes = new Uint32Array(this.#codes.length);
    for (let place = 0; place < codes.length; place++) {
      const code = this.#codes[place]!;
      if (code !== 0) codes[place] = code > 0 ? idOf[code - 1]! : ordered.length - code;
    }
    return narrow(codes);
  }
}
