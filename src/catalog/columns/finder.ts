import { listCountries } from '../../food/countries.ts';
import {
  type Facet,
  type FacetCount,
  type FindOrder,
  type FoodFilters,
  MOST_COUNTED,
  MOST_FACET_VALUES,
  NO_FILTERS,
} from '../../food/find.ts';
import { fold } from '../../food/text.ts';
import type { Codes } from './codes.ts';
import type { Columns } from './columns.ts';
import { FLAG_COUNT, gradeIn, hasImageIn, sourceIn } from './flags.ts';
import { type Condition, firstByCode, rangeOf, selectPlaces } from './select.ts';

/** Finds and counts foods by their columns. Places are those of the popular list, from 0. */
export interface Finder {
  /** The ranks of one page, and how many foods match in all; a number above MOST_COUNTED stands for any larger one. */
  find(request: FinderRequest): { ranks: number[]; total: number };
  /**
   * How many foods there are of each value of each facet: the `most` highest counts, then by value. With the name of a value
   * in `asked`, its count is added at the end if it is not among them.
   */
  count(matching: Matching, facets: readonly Facet[], most: number, asked?: AskedValues): FacetCount[][];
}

export type AskedValues = ReadonlyMap<Facet, readonly string[]>;

/** The foods that a request is about. */
export interface Matching {
  filters: FoodFilters;
  /** The ranks that match the text of the request, best first; null without a text. */
  found: Uint32Array | null;
  /** Ranks that are hidden by another catalogue on top. */
  hidden?: ReadonlySet<number>;
}

export interface FinderRequest extends Matching {
  sort: FindOrder;
  /** How many foods to return, from the first on. */
  count: number;
}

/** What a catalogue has few of, and keeps in memory anyway. */
export interface FacetNames {
  /** Names by number. */
  categories: ReadonlyMap<number, string>;
  /** Sets of countries by number. */
  countrySets: ReadonlyMap<number, string>;
}

export function openFinder(columns: Columns, names: FacetNames): Finder {
  const maskOf = (size: number, numbers: Iterable<number>) => {
    const mask = new Uint8Array(size);
    for (const number of numbers) mask[number] = 1;
    return mask;
  };
  const numbersOf = (texts: ReadonlyMap<number, string>, matches: (text: string) => boolean) =>
    [...texts].filter(([, text]) => matches(text)).map(([number]) => number);

  /** Reused by every request: none keeps it. */
  let scratch: Uint32Array | null = null;

  /** Null when no food can match. */
  function conditionsOf(filters: FoodFilters): Condition[] | null {
    const conditions: Condition[] = [];
    for (const { nutrient, min, max } of filters.bounds) {
      const { codes, amounts } = columns.read(nutrient);
      conditions.push({ codes, ...rangeOf(amounts, min, max) });
    }
    if (filters.minConfidence !== null) {
      const { codes, amounts } = columns.read('confidence');
      conditions.push({ codes, ...rangeOf(amounts, filters.minConfidence, null) });
    }
    const flags = flagMask(filters);
    if (flags !== null) conditions.push({ codes: columns.read('flags').codes, mask: flags });
    if (filters.category !== null) {
      const folded = fold(filters.category);
      const numbers = numbersOf(names.categories, (name) => fold(name) === folded);
      const mask = maskOf(sizeFor(names.categories), numbers);
      conditions.push({ codes: columns.read('category').codes, mask });
    }
    if (filters.country !== null) {
      const country = filters.country.toLowerCase();
      const numbers = numbersOf(names.countrySets, (set) => listCountries(set).includes(country));
      const mask = maskOf(sizeFor(names.countrySets), numbers);
      conditions.push({ codes: columns.read('country_set').codes, mask });
    }
    if (filters.brand !== null) {
      const mask = brandMask(fold(filters.brand));
      if (mask === null) return null;
      conditions.push({ codes: columns.read('brand').codes, mask });
    }
    if (filters.allergenFree.length > 0) {
      conditions.push({ codes: columns.read('allergens').codes, mask: allergenMask(filters.allergenFree) });
    }
    return conditions.some((one) => one.from !== undefined && one.from > one.to) ? null : conditions;
  }

  function brandMask(folded: string): Uint8Array | null {
    const id = columns.dictionaries.findBrand(folded);
    if (id === null) return null;
    const { brands, sets } = columns.dictionaries.brandSets();
    const mask = maskOf(brands + sets.length + 1, [id]);
    for (const [at, members] of sets.entries()) if (members.includes(id)) mask[brands + 1 + at] = 1;
    return mask;
  }

  function allergenMask(unwanted: readonly string[]): Uint8Array {
    const sets = columns.dictionaries.allergenSets();
    const free = sets.flatMap((tags, at) => (tags.some((tag) => unwanted.includes(tag)) ? [] : [at + 1]));
    return maskOf(sets.length + 1, free);
  }

  function select({ filters, found, hidden }: Matching, enough: number): Uint32Array {
    const conditions = conditionsOf(filters);
    if (conditions === null) return new Uint32Array();
    let among: number | Uint32Array = columns.foods;
    if (found !== null) among = placesOf(columns, found).sort();
    scratch ??= new Uint32Array(columns.foods);
    const selected = selectPlaces(conditions, among, enough + (hidden?.size ?? 0), scratch);
    if (hidden === undefined || hidden.size === 0) return selected;
    const { codes: ranks } = columns.read('rank');
    return selected.filter((place) => !hidden.has(ranks[place]!));
  }

  /** The counts over all foods, which many ask for and which never change. */
  const counts = new Map<Facet, FacetCount[]>();
  function countAll(by: Facet): FacetCount[] {
    const known = counts.get(by);
    if (known !== undefined) return known;
    const all = select({ filters: NO_FILTERS, found: null }, Number.POSITIVE_INFINITY);
    const flags = () => countCodes(columns.read('flags').codes, FLAG_COUNT, all);
    const counted = countValues(columns, names, by, all, flags, MOST_FACET_VALUES);
    const top = topCounts(counted, MOST_FACET_VALUES, new Set());
    counts.set(by, top);
    return top;
  }

  return {
    find(request) {
      const { sort, count } = request;
      const isByPlace = sort.by === 'popularity' && sort.isDescending;
      const selected = select(
        request,
        isByPlace ? Math.max(MOST_COUNTED + 1, count) : Number.POSITIVE_INFINITY,
      );
      const { codes: ranks } = columns.read('rank');
      const inOrder = orderPlaces(columns, request, selected);
      return { ranks: Array.from(inOrder, (place) => ranks[place]!), total: selected.length };
    },
    count(matching, facets, most, asked = new Map()) {
      if (isEveryFood(matching) && most === MOST_FACET_VALUES && asked.size === 0) {
        return facets.map((by) => countAll(by));
      }
      const selected = select(matching, Number.POSITIVE_INFINITY);
      const flags = remembered(() => countCodes(columns.read('flags').codes, FLAG_COUNT, selected));
      return facets.map((by) => {
        const keys = new Set(asked.get(by)?.map((value) => keyOfValue(columns, by, value)));
        // A value that is asked for may have any count.
        const counted = countValues(
          columns,
          names,
          by,
          selected,
          flags,
          keys.size > 0 ? Number.POSITIVE_INFINITY : most,
        );
        return topCounts(counted, most, keys);
      });
    },
  };
}

function isEveryFood({ filters, found, hidden }: Matching): boolean {
  const { bounds, nutriscores, allergenFree, hasImage, ...others } = filters;
  const { brand, category, country, source, minConfidence } = others;
  return (
    found === null &&
    (hidden === undefined || hidden.size === 0) &&
    bounds.length + nutriscores.length + allergenFree.length === 0 &&
    !hasImage &&
    [brand, category, country, source, minConfidence].every((value) => value === null)
  );
}

function orderPlaces(columns: Columns, request: FinderRequest, selected: Uint32Array): Uint32Array {
  const { sort, count, found } = request;
  if (sort.by === 'popularity') {
    return sort.isDescending ? selected.subarray(0, count) : selected.slice(-count).reverse();
  }
  if (sort.by === 'relevance') return orderByRelevance(columns, found, selected, count);
  const { codes, amounts } = columns.read(sort.by);
  return firstByCode(selected, codes, amounts.length, sort.isDescending, count);
}

/** The first `count` of the selected places, in the order in which their foods were found. */
function orderByRelevance(
  columns: Columns,
  found: Uint32Array | null,
  selected: Uint32Array,
  count: number,
): Uint32Array {
  if (found === null) return new Uint32Array();
  const isSelected = new Uint8Array(columns.foods);
  for (let at = 0; at < selected.length; at++) isSelected[selected[at]!] = 1;
  const places = columns.places();
  const first = new Uint32Array(Math.min(count, selected.length));
  for (let at = 0, taken = 0; at < found.length && taken < first.length; at++) {
    const place = places[found[at]!]!;
    if (isSelected[place] === 1) first[taken++] = place;
  }
  return first;
}

function placesOf(columns: Columns, ranks: Uint32Array): Uint32Array {
  const places = columns.places();
  const found = new Uint32Array(ranks.length);
  for (let at = 0; at < ranks.length; at++) found[at] = places[ranks[at]!]!;
  return found;
}

/** Which flags fit; null when all do. */
function flagMask({ source, hasImage, nutriscores }: FoodFilters): Uint8Array | null {
  if (source === null && !hasImage && nutriscores.length === 0) return null;
  const mask = new Uint8Array(FLAG_COUNT);
  for (let flags = 0; flags < FLAG_COUNT; flags++) {
    const grade = gradeIn(flags);
    const fits =
      (source === null || sourceIn(flags) === source) &&
      (!hasImage || hasImageIn(flags)) &&
      (nutriscores.length === 0 || (grade !== null && nutriscores.includes(grade)));
    mask[flags] = fits ? 1 : 0;
  }
  return mask;
}

/** A value with its count; a function gives the value, since only few of thousands are shown. */
interface Counted {
  count: number;
  /** The number of a brand; any other value itself. */
  key: number | string;
  value: () => string;
}

/** In the order of their values. */
function countValues(
  columns: Columns,
  names: FacetNames,
  by: Facet,
  places: Uint32Array,
  /** How many foods have each combination of flags; two facets are made from it. */
  flagCounts: () => Uint32Array,
  most: number,
): Counted[] {
  if (by === 'brand') return countBrands(columns, places, most);
  const counts = new Map<string, number>();
  const add = (value: string | null, count: number) => {
    if (value !== null && count > 0) counts.set(value, (counts.get(value) ?? 0) + count);
  };
  if (by === 'category') {
    const numbers = countCodes(columns.read('category').codes, sizeFor(names.categories), places);
    for (const [number, name] of names.categories) add(name, numbers[number]!);
  } else if (by === 'country') {
    const numbers = countCodes(columns.read('country_set').codes, sizeFor(names.countrySets), places);
    for (const [number, set] of names.countrySets) {
      for (const country of listCountries(set)) add(country, numbers[number]!);
    }
  } else {
    const numbers = flagCounts();
    const valueIn = by === 'source' ? sourceIn : gradeIn;
    for (let flags = 0; flags < FLAG_COUNT; flags++) add(valueIn(flags), numbers[flags]!);
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([value, count]) => ({ count, key: value, value: () => value }));
}

function remembered<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function countCodes(codes: Codes, size: number, places: Uint32Array): Uint32Array {
  const counts = new Uint32Array(size);
  // Without a filter, the places are those of all foods.
  if (places.length === codes.length) for (let at = 0; at < codes.length; at++) counts[codes[at]!]!++;
  else for (let at = 0; at < places.length; at++) counts[codes[places[at]!]!]!++;
  return counts;
}

/** Brands are numbered in alphabetical order, so that equal counts are in order too. Few of thousands become objects. */
function countBrands(columns: Columns, places: Uint32Array, most: number): Counted[] {
  const { brands, sets } = columns.dictionaries.brandSets();
  const counts = countCodes(columns.read('brand').codes, brands + sets.length + 1, places);
  for (const [at, members] of sets.entries()) {
    const count = counts[brands + 1 + at]!;
    if (count > 0) for (const member of members) counts[member]! += count;
  }
  const least = leastShown(counts.subarray(1, brands + 1), most);
  const counted: Counted[] = [];
  for (let id = 1; id <= brands; id++) {
    const count = counts[id]!;
    if (count < least) continue;
    counted.push({ count, key: id, value: () => columns.dictionaries.brandName(id) });
  }
  return counted;
}

/** The lowest count, above 0, that can be among the `most` highest. */
function leastShown(counts: Uint32Array, most: number): number {
  if (most >= counts.length) return 1;
  // The highest counts so far, the lowest of them first.
  const highest = new Uint32Array(most);
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

function sizeFor(texts: ReadonlyMap<number, string>): number {
  return Math.max(0, ...texts.keys()) + 1;
}
