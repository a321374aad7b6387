import { listCountries } from '../../food/countries.ts';
import type { Facet, FacetCount } from '../../food/find.ts';
import { fold } from '../../food/text.ts';
import type { Codes } from './codes.ts';
import { type Columns, codesOf } from './columns.ts';
import { countShared, type FacetGroups, type GroupedColumn, groupFoods } from './facet-groups.ts';
import { FLAG_COUNT, gradeIn, sourceIn } from './flags.ts';
import type { PlaceRuns } from './select.ts';

/** Counts foods by the values that they have. */
export interface FacetCounter {
  /**
   * How many of the places that are found there are of each value of each facet: the `most` highest counts, then by value.
   * With the name of a value in `asked`, its count is added at the end if it is not among them.
   */
  count(found: PlaceRuns, facets: readonly Facet[], most: number, asked?: AskedValues): FacetCount[][];
}

export type AskedValues = ReadonlyMap<Facet, readonly string[]>;

/** What a catalogue has few of, and keeps in memory anyway. */
export interface FacetNames {
  /** Names by number. */
  categories: ReadonlyMap<number, string>;
  /** Sets of countries by number. */
  countrySets: ReadonlyMap<number, string>;
}

export function openFacetCounter(columns: Columns, names: FacetNames): FacetCounter {
  let known: FacetGroups | null = null;
  const openGroups = () => {
    known ??= groupFoods(columns);
    return known;
  };
  return {
    count(found, facets, most, asked) {
      const groups = facets.some((by) => by !== 'brand') ? openGroups() : null;
      const brands = facets.includes('brand') ? columns.read('brand').codes : null;
      const groupCounts = new Int32Array(groups?.count ?? 0);
      const brandCounts = new Int32Array(brands === null ? 0 : codesOf(columns.dictionaries.brandSets()));
      while (found.next()) {
        if (groups !== null) countGroups(groups.codes, found, groupCounts);
        if (brands !== null) countBrandCodes(brands, found, brandCounts);
      }
      return facets.map((by) => {
        const keys = new Set(asked?.get(by)?.map((value) => keyOfValue(columns, by, value)));
        const counted =
          by === 'brand'
            ? // A value that is asked for may have any count.
              countBrands(columns, brandCounts, keys.size > 0 ? Number.POSITIVE_INFINITY : most)
            : countValues(names, by, (column, size) =>
                countShared(groupCounts, groups!.shared[column], size),
              );
        return topCounts(counted, most, keys);
      });
    },
  };
}

/*
 * Two loops that are alike: the groups of foods fit into narrow codes and brands do not, and a loop that has seen both
 * takes twice as long. `| 0` as in select.ts.
 */

function countGroups(codes: Codes, { places, found }: PlaceRuns, counts: Int32Array): void {
  for (let at = 0; at < found; at++) {
    const code = codes[places[at]!]!;
    counts[code] = (counts[code]! + 1) | 0;
  }
}

function countBrandCodes(codes: Codes, { places, found }: PlaceRuns, counts: Int32Array): void {
  for (let at = 0; at < found; at++) {
    const code = codes[places[at]!]!;
    counts[code] = (counts[code]! + 1) | 0;
  }
}

/** A value with its count; a function gives the value, since only few of thousands are shown. */
interface Counted {
  count: number;
  /** The number of a brand; any other value itself. */
  key: number | string;
  value: () => string;
}

/** How many foods there are of each code of a column with this many codes. */
type GroupCounts = (column: GroupedColumn, size: number) => Int32Array;

/** In the order of their values. */
function countValues(names: FacetNames, by: Exclude<Facet, 'brand'>, groupCounts: GroupCounts): Counted[] {
  const counts = new Map<string, number>();
  const add = (value: string | null, count: number) => {
    if (value !== null && count > 0) counts.set(value, (counts.get(value) ?? 0) + count);
  };
  if (by === 'category') {
    const numbers = groupCounts('category', sizeFor(names.categories));
    for (const [number, name] of names.categories) add(name, numbers[number]!);
  } else if (by === 'country') {
    const numbers = groupCounts('country_set', sizeFor(names.countrySets));
    for (const [number, set] of names.countrySets) {
      for (const country of listCountries(set)) add(country, numbers[number]!);
    }
  } else {
    const numbers = groupCounts('flags', FLAG_COUNT);
    const valueIn = by === 'source' ? sourceIn : gradeIn;
    for (let flags = 0; flags < FLAG_COUNT; flags++) add(valueIn(flags), numbers[flags]!);
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([value, count]) => ({ count, key: value, value: () => value }));
}

/** Brands are numbered in alphabetical order, so that equal counts are in order too. Few of thousands become objects. */
function countBrands(columns: Columns, codeCounts: Int32Array, most: number): Counted[] {
  const { brands, ends, members } = columns.dictionaries.brandSets();
  const counts = codeCounts.slice(0, brands + 1);
  for (let set = 0, at = 0; set < ends.length; set++) {
    const count = codeCounts[brands + 1 + set]!;
    for (; at < ends[set]!; at++) counts[members[at]!]! += count;
  }
  const least = leastShown(counts.subarray(1), most);
  const counted: Counted[] = [];
  for (let id = 1; id <= brands; id++) {
    const count = counts[id]!;
    if (count < least) continue;
    counted.push({ count, key: id, value: () => columns.dictionaries.brandName(id) });
  }
  return counted;
}

/** The lowest count, above 0, that can be among the `most` highest. */
function leastShown(counts: Int32Array, most: number): number {
  if (most >= counts.length) return 1;
  // The highest counts so far, the lowest of them first.
  const highest = new Int32Array(most);
  for (let at = 0; at < counts.length; at++) {
    const count = counts[at]!;
    if (count <= highest[0]!) continue;
    let place = 1;
    for (; place < most && highest[place]! < count; place++) highest[place - 1] = highest[place]!;
    highest[place - 1] = count;
  }
  return Math.max(1, highest[0]!);
}

/** The highest counts; equal ones keep the order of their values. */
function topCounts(
  counted: readonly Counted[],
  most: number,
  asked: ReadonlySet<Counted['key'] | null>,
): FacetCount[] {
  const ordered = [...counted].sort((a, b) => b.count - a.count);
  const shown = ordered.slice(0, most);
  if (asked.size > 0) shown.push(...ordered.slice(most).filter(({ key }) => asked.has(key)));
  return shown.map(({ count, value }) => ({ value: value(), count }));
}

function keyOfValue({ dictionaries }: Columns, by: Facet, value: string): Counted['key'] | null {
  return by === 'brand' ? dictionaries.findBrand(fold(value)) : value;
}

/** One more than the largest number. */
export function sizeFor(texts: ReadonlyMap<number, string>): number {
  return Math.max(0, ...texts.keys()) + 1;
}
