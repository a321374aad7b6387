import { isReadableAllergen } from '../../food/allergens.ts';
import { listCountries } from '../../food/countries.ts';
import {
  type Facet,
  type FacetCount,
  type FindOrder,
  type FoodFilters,
  MOST_COUNTED,
  MOST_FACET_VALUES,
} from '../../food/food-filters.ts';
import { fold } from '../../food/text.ts';
import { type ColumnName, type Columns, codesOf } from './columns.ts';
import { type AskedValues, type FacetNames, openFacetCounter, sizeFor } from './count-facets.ts';
import { FLAG_COUNT, gradeIn, hasImageIn, sourceIn } from './flags.ts';
import {
  type Condition,
  conditionOn,
  type FirstFound,
  PlaceRuns,
  rangeMask,
  selectFirst,
  selectPlaces,
} from './select.ts';

/** Finds and counts foods by their columns. Places are those of the popular list, from 0. */
export interface Finder {
  /** The ranks of one page, and how many foods match in all; a number above MOST_COUNTED stands for any larger one. */
  find(request: FinderRequest): { ranks: number[]; total: number };
  /** How many foods there are of each value of each facet, as by FacetCounter. */
  count(matching: Matching, facets: readonly Facet[], most: number, asked?: AskedValues): FacetCount[][];
}

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

const NOTHING_FOUND: FirstFound = { places: new Int32Array(), total: 0 };

export function openFinder(columns: Columns, names: FacetNames): Finder {
  const maskOf = (size: number, numbers: Iterable<number>) => {
    const mask = new Uint8Array(size);
    for (const number of numbers) mask[number] = 1;
    return mask;
  };
  const numbersOf = (texts: ReadonlyMap<number, string>, matches: (text: string) => boolean) =>
    [...texts].filter(([, text]) => matches(text)).map(([number]) => number);

  const counter = openFacetCounter(columns, names);

  /** Null when no food can match. */
  function conditionsOf({ filters, hidden }: Matching): Condition[] | null {
    const masks: [ColumnName, Uint8Array | null][] = filters.bounds.map(({ nutrient, min, max }) => [
      nutrient,
      rangeMask(columns.read(nutrient).amounts, min, max),
    ]);
    if (filters.minConfidence !== null) {
      masks.push(['confidence', rangeMask(columns.read('confidence').amounts, filters.minConfidence, null)]);
    }
    const flags = flagMask(filters);
    if (flags !== null) masks.push(['flags', flags]);
    if (filters.category !== null) {
      const folded = fold(filters.category);
      const numbers = numbersOf(names.categories, (name) => fold(name) === folded);
      masks.push(['category', maskOf(sizeFor(names.categories), numbers)]);
    }
    if (filters.country !== null) {
      const country = filters.country.toLowerCase();
      const numbers = numbersOf(names.countrySets, (set) => listCountries(set).includes(country));
      masks.push(['country_set', maskOf(sizeFor(names.countrySets), numbers)]);
    }
    if (filters.brand !== null) masks.push(['brand', brandMask(fold(filters.brand))]);
    if (filters.allergenFree.length > 0) masks.push(['allergens', allergenMask(filters.allergenFree)]);
    const conditions: Condition[] = [];
    for (const [name, mask] of masks) {
      if (mask === null) return null;
      conditions.push(conditionOn(columns.read(name).codes, mask));
    }
    if (hidden !== undefined && hidden.size > 0) conditions.push(hidingCondition(hidden));
    return conditions;
  }

  /** The same ranks are hidden from every request. */
  let hiding: { hidden: ReadonlySet<number>; condition: Condition } | null = null;
  function hidingCondition(hidden: ReadonlySet<number>): Condition {
    if (hiding?.hidden !== hidden) {
      const codes = new Uint16Array(columns.foods);
      const places = columns.places();
      for (const rank of hidden) codes[places[rank]!] = 1;
      hiding = { hidden, condition: { codes, mask: Uint8Array.of(1, 0) } };
    }
    return hiding.condition;
  }

  /** Null when there is no such brand. */
  function brandMask(folded: string): Uint8Array | null {
    const id = columns.dictionaries.findBrand(folded);
    if (id === null) return null;
    const sets = columns.dictionaries.brandSets();
    const { brands, ends, members } = sets;
    const mask = maskOf(codesOf(sets), [id]);
    for (let set = 0, at = 0; set < ends.length; set++) {
      for (; at < ends[set]!; at++) if (members[at] === id) mask[brands + 1 + set] = 1;
    }
    return mask;
  }

  function allergenMask(unwanted: readonly string[]): Uint8Array {
    const sets = columns.dictionaries.allergenSets();
    const mayHave = (tag: string) => unwanted.includes(tag) || !isReadableAllergen(tag);
    const free = sets.flatMap((tags, at) => (tags.some(mayHave) ? [] : [at + 1]));
    return maskOf(sets.length + 1, free);
  }

  const amongOf = (found: Uint32Array | null) => (found === null ? columns.foods : placesOf(columns, found));

  function findPlaces(request: FinderRequest): FirstFound {
    const { sort, count, found } = request;
    const conditions = conditionsOf(request);
    if (conditions === null) return NOTHING_FOUND;
    const among = amongOf(found);
    if (sort.by === 'relevance') {
      return found === null ? NOTHING_FOUND : selectPlaces(conditions, among, count, MOST_COUNTED);
    }
    if (typeof among !== 'number') among.sort();
    if (sort.by === 'popularity') {
      return selectPlaces(conditions, among, count, MOST_COUNTED, !sort.isDescending);
    }
    const { codes, amounts } = columns.read(sort.by);
    const order = { codes, codeCount: amounts.length, isDescending: sort.isDescending };
    return selectFirst(conditions, among, order, count, MOST_COUNTED);
  }

  /** The counts over all foods, which many ask for and which never change. */
  const counts = new Map<Facet, FacetCount[]>();
  function countAll(by: Facet): FacetCount[] {
    const known = counts.get(by);
    if (known !== undefined) return known;
    const [top] = counter.count(new PlaceRuns([], columns.foods), [by], MOST_FACET_VALUES) as [FacetCount[]];
    counts.set(by, top);
    return top;
  }

  return {
    find(request) {
      const { places, total } = findPlaces(request);
      const { codes: ranks } = columns.read('rank');
      return { ranks: Array.from(places, (place) => ranks[place]!), total };
    },
    count(matching, facets, most, asked) {
      if (isEveryFood(matching) && most === MOST_FACET_VALUES && asked === undefined) {
        return facets.map((by) => countAll(by));
      }
      const conditions = conditionsOf(matching);
      const runs = new PlaceRuns(conditions ?? [], conditions === null ? 0 : amongOf(matching.found));
      return counter.count(runs, facets, most, asked);
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

function placesOf(columns: Columns, ranks: Uint32Array): Int32Array {
  const places = columns.places();
  const found = new Int32Array(ranks.length);
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
