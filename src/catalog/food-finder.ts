import { LRUCache } from 'lru-cache';
import type { FacetCounts, FacetRequest, FindRequest, FoodFilters } from '../food/food-filters.ts';
import { isFiltered, MAX_FACET_VALUES, MAX_SCORED, RANKED_BY_SEARCH } from '../food/food-filters.ts';
import { onDemand } from '../on-demand.ts';
import { type Database, readNumbered } from '../sqlite/driver.ts';
import { openColumns } from './columns/columns.ts';
import type { Matching } from './columns/conditions.ts';
import type { AskedValues } from './columns/count-facets.ts';
import { createFinder } from './columns/finder.ts';
import type { AllMatches, Search, TextRequest } from './search/search.ts';

/** Filters, sorting and facets over a whole catalogue. */
export interface FoodFinder {
  /** The ranks of the first foods, up to the end of the requested page. */
  find(request: FindRequest, options?: FindOptions): { ranks: number[]; total: number };
  countFacets(request: FacetRequest, options?: CountOptions): FacetCounts;
  /** How surely the foods that are not hidden have the words of a text: the lower, the surer. */
  wayOf(q: string, hidden?: ReadonlySet<number>): number;
}

/** For a catalogue under or on top of another one. */
interface FindOptions {
  hidden?: ReadonlySet<number>;
  /** Foods that have the words of the text in a less sure way are left out: the other catalogue has surer ones. */
  surestWay?: number;
}

interface CountOptions extends FindOptions {
  /** Values whose counts are wanted too, however low. */
  asked?: AskedValues;
  most?: number;
}

/**
 * Room for the ranks of the last texts, as found and as ranked, 4 MB each: someone who pages, filters and looks at
 * counts requests the same text again and again. A common word matches 50,000 of a million foods, and takes longer to
 * look up than everything else.
 */
const MAX_RANKS_IN_MEMORY = 1_000_000;

/** Null for a catalogue of an earlier release, which has no columns. Nothing is unpacked before the first request. */
export function openFoodFinder(
  db: Database,
  search: Search,
  foods: number,
  categories: ReadonlyMap<number, string>,
): FoodFinder | null {
  const columns = openColumns(db, foods);
  if (columns === null) return null;
  const open = onDemand(() => createFinder(columns, { categories, countrySets: readCountrySets(db) }));
  const matchAll = rememberMatches(({ q }) => search.matchAll(q));
  const rankAll = rememberMatches((text) => putRankedFirst(search, text, matchAll({ q: text.q })));
  const listFound = (q: string, order: Order, surestWay: number) => {
    const { ranks, way } = order === null ? matchAll({ q }) : rankAll({ q, ...order });
    return way > surestWay ? NOTHING_FOUND : ranks;
  };
  const matching = (
    filters: FoodFilters,
    order: Order,
    { hidden, surestWay = Number.POSITIVE_INFINITY }: FindOptions,
  ): Matching => ({
    filters,
    found: filters.q === null ? null : listFound(filters.q, order, surestWay),
    ...(hidden && { hidden }),
  });
  return {
    find(request, options = {}) {
      const { sort, limit, offset, q, language = null } = request;
      const count = offset + limit;
      if (sort.by !== 'relevance' || q === null)
        return open().find({ ...matching(request, null, options), sort, count });
      if (isFiltered(request)) {
        // The search ranks the best of all foods, and the filters may leave none of those.
        const left = open().find({ ...matching(request, null, options), sort, count: MAX_SCORED });
        if (left.total <= MAX_SCORED)
          return { ranks: search.orderFoods({ q, language }, left.ranks).slice(0, count), total: left.total };
      }
      return open().find({ ...matching(request, { language }, options), sort, count });
    },
    countFacets(request, { asked, most = MAX_FACET_VALUES, ...options } = {}) {
      const counts = open().count(matching(request, null, options), request.by, most, asked);
      return Object.fromEntries(request.by.map((by, at) => [by, counts[at]!]));
    },
    wayOf(q, hidden = new Set()) {
      const { ranks, way } = matchAll({ q });
      return ranks.some((rank) => !hidden.has(rank)) ? way : Number.POSITIVE_INFINITY;
    },
  };
}

/** Ranked by a search, for names in a language; null for any order. */
type Order = Pick<TextRequest, 'language'> | null;

const NOTHING_FOUND = new Uint32Array();

type Match = (text: TextRequest) => AllMatches;

function rememberMatches(find: Match): Match {
  const known = new LRUCache<string, AllMatches>({
    maxSize: MAX_RANKS_IN_MEMORY,
    // Texts that find nothing take some room too.
    sizeCalculation: ({ ranks }, key) => ranks.length + key.length,
  });
  return (text) => {
    const key = `${text.language ?? ''} ${text.q}`;
    const found = known.get(key) ?? find(text);
    known.set(key, found);
    return found;
  };
}

/** All foods that match: first those that the search ranks, then the others by quality. */
function putRankedFirst(search: Search, text: TextRequest, { ranks: all, way }: AllMatches): AllMatches {
  const first = new Map<number, boolean>();
  for (const rank of search.search({ ...text, limit: RANKED_BY_SEARCH, source: null }))
    first.set(rank, false);
  const ranked = new Uint32Array(all.length);
  let at = all.length;
  // The others keep their order; from the end, so that room is left for the ranked ones.
  for (let i = all.length - 1; i >= 0; i--) {
    const rank = all[i]!;
    if (first.has(rank)) first.set(rank, true);
    else ranked[--at] = rank;
  }
  let place = 0;
  for (const [rank, isMatch] of first) if (isMatch) ranked[place++] = rank;
  return { ranks: ranked, way };
}

function readCountrySets(db: Database): Map<number, string> {
  return readNumbered(db, 'SELECT country_set_id, countries FROM country_sets');
}
