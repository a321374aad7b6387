import { listCountries } from '../../food/countries.ts';
import type { Facet, FacetCount, TagKind } from '../../food/food-filters.ts';
import { DIETS } from '../../food/tag-filters.ts';
import { fold } from '../../text/fold.ts';
import type { Codes } from './codes.ts';
import { type Columns, codesOf } from './columns.ts';
import { countShared, type FacetGroups, type GroupedColumn, groupFoods } from './facet-groups.ts';
import { type FacetNames, sizeFor } from './facet-names.ts';
import { FLAG_COUNT, gradeIn, sourceIn } from './flags.ts';
import type { PlaceRuns } from './select.ts';
import { TagCounter } from './tag-counts.ts';
import type { Tags } from './tags.ts';

/** Counts foods by the values that they have. */
export interface FacetCounter {
  /**
   * How many of the places found have each value of each facet: the `most` highest counts, then by value. Values named
   * in `asked` are added at the end if they are not among those.
   */
  count(found: PlaceRuns, facets: readonly Facet[], most: number, asked?: AskedValues): FacetCount[][];
}

export type AskedValues = ReadonlyMap<Facet, readonly string[]>;

/** What is counted by tags, and their kinds. */
const TAG_FACETS = {
  label: 'labels',
  nova: 'nova',
  environment: 'environment',
  diet: 'analysis',
} as const satisfies Partial<Record<Facet, TagKind>>;
type TagFacet = keyof typeof TAG_FACETS;

function isTagFacet(by: Facet): by is TagFacet {
  return Object.hasOwn(TAG_FACETS, by);
}

export function createFacetCounter(
  columns: Columns,
  names: FacetNames,
  tagsOf: (kind: TagKind) => Tags,
): FacetCounter {
  let known: FacetGroups | null = null;
  /** Reused by every request: there are tens of thousands of brands, and allocating their counts is slow. */
  let brandCounts: Int32Array | null = null;
  const foodGroups = () => {
    known ??= groupFoods(columns);
    return known;
  };
  return {
    count(found, facets, most, asked) {
      const tagCounters = new Map(
        facets.filter(isTagFacet).map((by) => [by, new TagCounter(columns, tagsOf(TAG_FACETS[by]))]),
      );
      const groups = facets.some((by) => by !== 'brand' && !isTagFacet(by)) ? foodGroups() : null;
      const brands = facets.includes('brand') ? columns.read('brand').codes : null;
      const groupCounts = new Int32Array(groups?.count ?? 0);
      if (brands !== null) {
        brandCounts ??= new Int32Array(codesOf(columns.dictionaries.brandSets()));
        brandCounts.fill(0);
      }
      while (found.next()) {
        if (groups !== null && brands !== null) {
          countBoth(groups.codes, groupCounts, brands, brandCounts!, found);
        } else if (groups !== null) countGroups(groups.codes, found, groupCounts);
        else if (brands !== null) countBrandCodes(brands, found, brandCounts!);
        for (const counter of tagCounters.values()) counter.count(found);
      }
      return facets.map((by) => {
        if (isTagFacet(by)) return countsOfTag(tagCounters.get(by)!, by, most, asked?.get(by) ?? []);
        const keys = new Set(asked?.get(by)?.map((value) => keyOfValue(columns, by, value)));
        const counted =
          by === 'brand'
            ? // A requested value may have any count.
              countBrands(columns, brandCounts!, keys.size > 0 ? Number.POSITIVE_INFINITY : most)
            : countValues(names, by, (column, size) =>
                countShared(groupCounts, groups!.shared[column], size),
              );
        return topCounts(counted, most, keys);
      });
    },
  };
}

/** Diets are three of the tags that an analysis of ingredients gives. */
function countsOfTag(
  counter: TagCounter,
  by: TagFacet,
  most: number,
  asked: readonly string[],
): FacetCount[] {
  if (by !== 'diet') {
    const { counts } = counter.top({ most, asked });
    return [...counts.slice(0, most), ...counts.slice(most).filter(({ value }) => asked.includes(value))];
  }
  const { counts } = counter.top({ most: Number.POSITIVE_INFINITY, asked: [] });
  return counts.flatMap(({ value, count }) => {
    const diet = DIETS.find((name) => value === `en:${name}`);
    return diet === undefined ? [] : { value: diet, count };
  });
}

/*
 * Similar loops, kept apart: the groups of foods fit into narrow codes and brands do not, and a loop that has seen both
 * takes twice as long. Counting both in one loop takes two thirds of the time of two. `| 0` as in select.ts.
 */

function countBoth(
  groups: Codes,
  groupCounts: Int32Array,
  brands: Codes,
  brandCounts: Int32Array,
  { places, found }: PlaceRuns,
): void {
  for (let at = 0; at < found; at++) {
    const place = places[at]!;
    const group = groups[place]!;
    groupCounts[group] = (groupCounts[group]! + 1) | 0;
    const brand = brands[place]!;
    brandCounts[brand] = (brandCounts[brand]! + 1) | 0;
  }
}

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

/** A value with its count; a function returns the value, since only few of thousands are shown. */
interface Counted {
  count: number;
  /** The number of a brand; any other value itself. */
  key: number | string;
  value: () => string;
}

/** How many foods there are of each code of a column with this many codes. */
type GroupCounts = (column: GroupedColumn, size: number) => Int32Array;

/** In the order of their values. */
function countValues(
  names: FacetNames,
  by: Exclude<Facet, 'brand' | TagFacet>,
  groupCounts: GroupCounts,
): Counted[] {
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

/**
 * Adds the counts of sets of brands to those of their members. Brands are numbered in alphabetical order, so that equal
 * counts are in order too. Few of thousands become objects.
 */
function countBrands(columns: Columns, counts: Int32Array, most: number): Counted[] {
  const { brands, members, memberCodes } = columns.dictionaries.brandSets();
  addSets(counts, members, memberCodes);
  const least = leastShown(counts.subarray(1, brands + 1), most);
  return listFrequent(counts, brands, least).map((id) => ({
    count: counts[id]!,
    key: id,
    value: () => columns.dictionaries.brandName(id),
  }));
}

function addSets(counts: Int32Array, members: Int32Array, memberCodes: Int32Array): void {
  for (let at = 0; at < members.length; at++) {
    const brand = members[at]!;
    counts[brand] = (counts[brand]! + counts[memberCodes[at]!]!) | 0;
  }
}

/** The brands, up to the last one, that have at least this many foods. */
function listFrequent(counts: Int32Array, last: number, least: number): number[] {
  const frequent: number[] = [];
  for (let id = 1; id <= last; id++) if (counts[id]! >= least) frequent.push(id);
  return frequent;
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
