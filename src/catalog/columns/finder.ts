import {
  type Facet,
  type FacetCount,
  type FindOrder,
  isFiltered,
  MAX_FACET_VALUES,
  MOST_COUNTED,
} from '../../food/food-filters.ts';
import type { Columns } from './columns.ts';
import { createConditions, type Matching } from './conditions.ts';
import { type AskedValues, createFacetCounter, type FacetNames } from './count-facets.ts';
import { type FirstFound, PlaceRuns, selectFirst, selectPlaces } from './select.ts';

/** Finds and counts foods by their columns. Places are those of the popular list, from 0. */
export interface Finder {
  /** The ranks of one page, and how many foods match in all; a number above MOST_COUNTED stands for any larger one. */
  find(request: FinderRequest): { ranks: number[]; total: number };
  /** How many foods there are of each value of each facet, as by FacetCounter. */
  count(matching: Matching, facets: readonly Facet[], most: number, asked?: AskedValues): FacetCount[][];
}

export interface FinderRequest extends Matching {
  sort: FindOrder;
  /** How many foods to return, from the first on. */
  count: number;
}

const NOTHING_FOUND: FirstFound = { places: new Int32Array(), total: 0 };

export function createFinder(columns: Columns, names: FacetNames): Finder {
  const counter = createFacetCounter(columns, names);

  const conditionsOf = createConditions(columns, names);
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

  /** The counts over all foods, which many request and which never change. */
  const counts = new Map<Facet, FacetCount[]>();
  function countAll(by: Facet): FacetCount[] {
    const known = counts.get(by);
    if (known !== undefined) return known;
    const [top] = counter.count(new PlaceRuns([], columns.foods), [by], MAX_FACET_VALUES) as [FacetCount[]];
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
      if (isEveryFood(matching) && most === MAX_FACET_VALUES && asked === undefined) {
        return facets.map((by) => countAll(by));
      }
      const conditions = conditionsOf(matching);
      const runs = new PlaceRuns(conditions ?? [], conditions === null ? 0 : amongOf(matching.found));
      return counter.count(runs, facets, most, asked);
    },
  };
}

function isEveryFood({ filters, found, hidden }: Matching): boolean {
  return found === null && (hidden === undefined || hidden.size === 0) && !isFiltered(filters);
}

function placesOf(columns: Columns, ranks: Uint32Array): Int32Array {
  const places = columns.places();
  const found = new Int32Array(ranks.length);
  for (let at = 0; at < ranks.length; at++) found[at] = places[ranks[at]!]!;
  return found;
}
