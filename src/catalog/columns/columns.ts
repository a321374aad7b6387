import { LRUCache } from 'lru-cache';
import type { FurtherNutrient } from '../../food/further-nutrients.ts';
import type { Nutrient } from '../../food/nutrients.ts';
import { RECORD_TAGS, type RecordTags } from '../../food/record-facets.ts';
import { type Database, damagedFile, readNumbered, textOf } from '../../sqlite/driver.ts';
import {
  type Codes,
  type CodeWidth,
  type TagSets,
  unpackAmounts,
  unpackCodes,
  unpackTagSets,
} from './codes.ts';

/** Amounts, and everything that foods can be filtered or counted by. */
export type AmountColumn = Nutrient | 'confidence';
export type ColumnName =
  | AmountColumn
  | FurtherNutrient
  | RecordTags
  | 'flags'
  | 'category'
  | 'country_set'
  | 'brand'
  | 'language'
  | 'nova'
  | 'environment'
  | 'modified'
  | 'scans'
  | 'rank';

export interface Column {
  codes: Codes;
  /** The amount of code n is at n - 1; empty for columns that are not amounts. */
  amounts: Float64Array;
}

/**
 * The columns of a catalogue, unpacked when they are first needed. All of them take about 40 bytes per food; the least
 * recently used are dropped, and unpacking one again takes a few milliseconds per million foods.
 */
export interface Columns {
  readonly foods: number;
  read(name: ColumnName): Column;
  /** The position of each rank, so that a search can be combined with filters. */
  positions(): Int32Array;
  /** What is small enough to be kept unpacked. */
  readonly dictionaries: Dictionaries;
}

export interface Dictionaries {
  brandSets(): BrandSets;
  tagSets(kind: RecordTags): TagSets;
  /** The languages of labels by their numbers. */
  languages(): ReadonlyMap<number, string>;
  findBrand(folded: string): number | null;
  /** The brands that begin like this. */
  findBrands(prefix: string): number[];
  brandName(id: number): string;
}

/** Codes up to `brands` are brands themselves, those above are sets of brands. */
export interface BrandSets {
  brands: number;
  /** The members of all sets, one set after the other, with the code of its set for each, and where each set ends. */
  members: Int32Array;
  memberCodes: Int32Array;
  ends: Int32Array;
}

/** One more than the largest code. */
export function codesOf({ brands, ends }: BrandSets): number {
  return brands + ends.length + 1;
}

/** The brands that a code stands for. */
export function brandsOf({ brands, members, ends }: BrandSets, code: number): Int32Array {
  if (code <= brands) return code === 0 ? new Int32Array() : Int32Array.of(code);
  const set = code - brands - 1;
  return members.subarray(ends[set - 1] ?? 0, ends[set]!);
}

/** For four million foods this holds the columns of any request, and for one million all of them. */
const MAX_BYTES = 96 * 1024 * 1024;

const NO_AMOUNTS = new Float64Array();

export function openColumns(db: Database, foods: number): Columns {
  const select = db.prepare('SELECT width, codes, amounts FROM columns WHERE name = ?').raw();
  const unpacked = new LRUCache<string, Column>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ codes, amounts }) => Math.max(1, codes.byteLength + amounts.byteLength),
  });
  let inverse: Int32Array | null = null;
  const read = (name: ColumnName): Column => {
    const known = unpacked.get(name);
    if (known !== undefined) return known;
    const row = select.get(name) as [CodeWidth, Buffer, Buffer | null] | undefined;
    if (row === undefined) throw damagedFile();
    const [width, codes, amounts] = row;
    const column = {
      codes: unpackCodes(codes, width, foods),
      amounts: amounts === null || isTags(name) ? NO_AMOUNTS : unpackAmounts(amounts, foods),
    };
    unpacked.set(name, column);
    return column;
  };
  return {
    foods,
    read,
    positions() {
      if (inverse !== null) return inverse;
      const { codes: ranks } = read('rank');
      inverse = new Int32Array(foods + 1);
      for (let position = 0; position < foods; position++) inverse[ranks[position]!] = position;
      return inverse;
    },
    dictionaries: openDictionaries(db, foods),
  };
}

function isTags(name: ColumnName): boolean {
  return (RECORD_TAGS as readonly string[]).includes(name);
}

function openDictionaries(db: Database, foods: number): Dictionaries {
  const findBrand = db.prepare('SELECT brand_id FROM brands WHERE folded = ?').pluck();
  const findBrands = db.prepare('SELECT brand_id FROM brands WHERE folded >= ? AND folded < ?').pluck();
  const selectTags = db.prepare('SELECT amounts FROM columns WHERE name = ?').pluck();
  const brandName = db.prepare('SELECT brand FROM brands WHERE brand_id = ?').pluck();
  let brandSets: BrandSets | null = null;
  return {
    brandSets() {
      if (brandSets !== null) return brandSets;
      const brands = db.prepare('SELECT count(*) FROM brands').pluck().get() as number;
      const rows = db.prepare('SELECT brand_ids FROM brand_sets ORDER BY brand_set_id').pluck().all();
      const sets = rows.map((ids) => (textOf(ids) ?? '').split(' ').map(Number));
      let end = 0;
      const ends = Int32Array.from(sets, ({ length }) => (end += length));
      const memberCodes = sets.flatMap((members, set) => members.map(() => brands + 1 + set));
      brandSets = {
        brands,
        members: Int32Array.from(sets.flat()),
        memberCodes: Int32Array.from(memberCodes),
        ends,
      };
      return brandSets;
    },
    tagSets(kind) {
      const packed = selectTags.get(kind) as Buffer | null | undefined;
      if (packed === undefined || packed === null) throw damagedFile();
      return unpackTagSets(packed, foods);
    },
    languages: () => readNumbered(db, 'SELECT language_id, language FROM languages'),
    findBrand: (folded) => (findBrand.get(folded) as number | undefined) ?? null,
    findBrands: (prefix) => findBrands.all(prefix, `${prefix}\u{10ffff}`) as number[],
    brandName: (id) => textOf(brandName.get(id)) ?? '',
  };
}
