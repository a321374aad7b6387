import type { FoodSource } from '../../food/food.ts';
import type { FoodRecord } from '../../food/food-record.ts';
import { NUTRIENTS } from '../../food/nutrients.ts';
import { remember } from '../../food/remember.ts';
import { fold } from '../../food/text.ts';
import type { Database } from '../../sqlite/driver.ts';
import { type Codes, narrow, packAmounts, packCodes, widthOf } from '../columns/codes.ts';
import type { AmountColumn, ColumnName } from '../columns/columns.ts';
import { flagsOf, gradeNumber } from '../columns/flags.ts';
import schemaSql from '../columns/schema.sql' with { type: 'text' };

/** What columns need of the full records, by rank. */
export interface RecordFacets {
  readonly grades: Uint8Array;
  readonly allergens: Uint32Array;
  /** The sets of allergens and traces, by their tags; the first has code 1. */
  readonly allergenSets: ReadonlyMap<string, number>;
  readonly furtherBrands: ReadonlyMap<number, readonly string[]>;
}

/** Gathers them while records are packed. */
export class RecordFacetCollector implements RecordFacets {
  readonly grades: Uint8Array;
  readonly allergens: Uint32Array;
  readonly allergenSets = new Map<string, number>();
  readonly furtherBrands = new Map<number, readonly string[]>();

  constructor(foods: number) {
    this.grades = new Uint8Array(foods + 1);
    this.allergens = new Uint32Array(foods + 1);
  }

  note(rank: number, { nutriscore, allergens, traces, further_brands }: FoodRecord): void {
    this.grades[rank] = gradeNumber(nutriscore);
    if (further_brands !== null) this.furtherBrands.set(rank, further_brands);
    if (allergens === null) return;
    const tags = [...new Set([...allergens, ...(traces ?? [])])].sort().join(' ');
    const known = this.allergenSets.get(tags);
    this.allergens[rank] = known ?? this.allergenSets.size + 1;
    if (known === undefined) this.allergenSets.set(tags, this.allergenSets.size + 1);
  }
}

const AMOUNTS: readonly AmountColumn[] = [...NUTRIENTS, 'confidence'];

type Row = [
  rank: number,
  brand: string | null,
  categoryId: number | null,
  source: FoodSource,
  hasImage: number,
  countrySetId: number | null,
  ...amounts: (number | null)[],
];
const FIRST_AMOUNT = 6;

/** Writes what foods can be filtered, sorted and counted by, in the order of popularity. */
export function writeColumns(db: Database, foods: number, facets: RecordFacets): void {
  db.exec(schemaSql);
  const placeOf = writePlaces(db, foods);
  const amounts = AMOUNTS.map(() => new AmountCoder(foods));
  const brands = new BrandCoder(foods);
  const [flags, category, countries, allergens] = Array.from({ length: 4 }, () => new Uint32Array(foods));
  const rows = db
    .prepare(
      `SELECT rank, brand, category_id, source, image IS NOT NULL, country_set_id, ${AMOUNTS.join(', ')}
       FROM foods JOIN origins USING (rank) ORDER BY rank`,
    )
    .raw()
    .iterate() as IterableIterator<Row>;
  for (const row of rows) {
    const [rank, brand, categoryId, source, hasImage, countrySetId] = row;
    const place = placeOf[rank]!;
    flags![place] = flagsOf(source, hasImage === 1, facets.grades[rank]!);
    category![place] = categoryId ?? 0;
    countries![place] = countrySetId ?? 0;
    allergens![place] = facets.allergens[rank]!;
    brands.add(place, brand, facets.furtherBrands.get(rank) ?? []);
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
  writeColumn(db, 'allergens', narrow(allergens!));
  writeColumn(db, 'brand', brands.finish(db));
  const insert = db.prepare('INSERT INTO allergen_sets (allergen_set_id, tags) VALUES (?, ?)');
  for (const [tags, code] of facets.allergenSets) insert.run(code, tags);
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

/** Numbers amounts in the order in which they occur, and puts them in order at the end. */
class AmountCoder {
  readonly #codes: Uint32Array;
  readonly #codeOf = new Map<number, number>();

  constructor(foods: number) {
    this.#codes = new Uint32Array(foods);
  }

  add(place: number, amount: number | null): void {
    if (amount === null) return;
    let code = this.#codeOf.get(amount);
    if (code === undefined) {
      code = this.#codeOf.size + 1;
      this.#codeOf.set(amount, code);
    }
    this.#codes[place] = code;
  }

  finish(): { codes: Codes; values: Float64Array } {
    const values = Float64Array.from(this.#codeOf.keys()).sort();
    const ordered = new Uint32Array(values.length + 1);
    for (const [at, value] of values.entries()) ordered[this.#codeOf.get(value)!] = at + 1;
    const codes = this.#codes;
    for (let place = 0; place < codes.length; place++) codes[place] = ordered[codes[place]!]!;
    return { codes: narrow(codes), values };
  }
}

const foldBrand = remember(fold);

/** How often each spelling of a brand occurs. */
type Spellings = Map<string, number>;

/** Numbers brands in alphabetical order, so that equal counts need no names to be ordered; sets of several come after. */
class BrandCoder {
  readonly #brands = new Map<string, Spellings>();
  /** Folded brands of each set, by the number that the set has while foods are read. */
  readonly #sets: string[][] = [];
  readonly #setOf = new Map<string, number>();
  readonly #codes: Uint32Array;

  constructor(foods: number) {
    this.#codes = new Uint32Array(foods);
  }

  add(place: number, brand: string | null, further: readonly string[]): void {
    if (further.length > 0) {
      this.#addSeveral(place, brand === null ? further : [brand, ...further]);
    } else if (brand !== null) {
      const key = foldBrand(brand);
      if (key === '') return;
      this.#countSpelling(key, brand);
      this.#codes[place] = this.#setOf.get(key) ?? this.#addSet(key, [key]);
    }
  }

  #addSeveral(place: number, names: readonly string[]): void {
    const folded = new Set<string>();
    for (const name of names) {
      const key = foldBrand(name);
      if (key === '' || folded.has(key)) continue;
      folded.add(key);
      this.#countSpelling(key, name);
    }
    if (folded.size === 0) return;
    const keys = [...folded].sort();
    const set = keys.join('\n');
    this.#codes[place] = this.#setOf.get(set) ?? this.#addSet(set, keys);
  }

  #countSpelling(key: string, name: string): void {
    let spellings = this.#brands.get(key);
    if (spellings === undefined) {
      spellings = new Map();
      this.#brands.set(key, spellings);
    }
    spellings.set(name, (spellings.get(name) ?? 0) + 1);
  }

  #addSet(set: string, keys: string[]): number {
    const code = this.#sets.push(keys);
    this.#setOf.set(set, code);
    return code;
  }

  finish(db: Database): Codes {
    const ordered = [...this.#brands]
      .map(([folded, spellings]) => ({ folded, name: mostCommon(spellings) }))
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.folded < b.folded ? -1 : 1));
    const idOf = new Map(ordered.map(({ folded }, at) => [folded, at + 1]));
    const insertBrand = db.prepare('INSERT INTO brands (brand_id, folded, brand) VALUES (?, ?, ?)');
    for (const [at, { folded, name }] of ordered.entries()) insertBrand.run(at + 1, folded, name);
    db.exec('CREATE INDEX brands_by_folded ON brands (folded)');
    const insertSet = db.prepare('INSERT INTO brand_sets (brand_set_id, brand_ids) VALUES (?, ?)');
    const codeOf = new Uint32Array(this.#sets.length + 1);
    let code = ordered.length;
    for (const [at, keys] of this.#sets.entries()) {
      const ids = keys.map((key) => idOf.get(key)!);
      codeOf[at + 1] = ids.length === 1 ? ids[0]! : ++code;
      if (ids.length > 1) insertSet.run(code, ids.join(' '));
    }
    const codes = this.#codes;
    for (let place = 0; place < codes.length; place++) codes[place] = codeOf[codes[place]!]!;
    return narrow(codes);
  }
}

function mostCommon(spellings: Spellings): string {
  return [...spellings].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]![0];
}
