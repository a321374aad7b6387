import { LRUCache } from 'lru-cache';
import type {
  FacetCounts,
  FacetRequest,
  FindRequest,
  FoodFilters,
  TagCountRequest,
  TagCounts,
} from '../food/food-filters.ts';
import { isFiltered, MAX_FACET_VALUES, MAX_SCORED, RANKED_BY_SEARCH } from '../food/food-filters.ts';
import { onDemand } from '../on-demand.ts';
import { type Database, readNumbered } from '../sqlite/driver.ts';
import type { Columns } from './columns/columns.ts';
import type { Matching } from './columns/conditions.ts';
import type { AskedValues } from './columns/count-facets.ts';
import { createFinder } from './columns/finder.ts';
import type { AllMatches, Search, TextRequest } from './search/search.ts';
import { findsRanks } from './words-within.ts';

/** Filters, sorting and facets over a whole catalogue. */
export interface FoodFinder {
  /** The ranks of the first foods, up to the end of the requested page. */
  find(request: FindRequest, options?: FindOptions): { ranks: number[]; total: number };
  countFacets(request: FacetRequest, options?: CountOptions): FacetCounts;
  /** For each kind, at least the highest counts; see TagCountRequest. */
  countTags(request: TagCountRequest, options?: FindOptions): TagCounts[];
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

/** Nothing is unpacked before the first request. */
export function openFoodFinder(
  db: Database,
  columns: Columns,
  search: Search,
  categories: ReadonlyMap<number, string>,
  genericNameOf: (rank: number) => string | null,
): FoodFinder {
  const matchAll = rememberMatches(({ q }) => search.matchAll(q));
  const finds = findsRanks(db, (q) => matchAll({ q }), genericNameOf);
  const open = onDemand(() => createFinder(columns, { categories, countrySets: readCountrySets(db) }, finds));
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
  const all = (request: FindRequest, options: FindOptions, count: number, order: Order = null) =>
    open().find({
      ...matching(request, order, options),
      sort: request.sort,
      count,
      isCounted: request.isCounted ?? false,
    });

  function find(request: FindRequest, options: FindOptions) {
    const { sort, limit, offset, q, language = null } = request;
    const count = offset + limit;
    if (sort.by !== 'relevance' || q === null) return all(request, options, count);
    // What is only counted needs no order.
    if (count === 0) {
      const others = exceptOf(request);
      const { found, hidden } = matching(request, null, options);
      if (others === null || found === null || (hidden?.size ?? 0) > 0) return all(request, options, count);
      const taken = finds.ranksOf(others).filter((rank) => found.indexOf(rank) !== -1);
      return { ranks: [], total: found.length - taken.length };
    }
    if (isFiltered(request)) {
      // The search ranks the best of all foods, and the filters may leave none of those.
      const left = all(request, options, MAX_SCORED);
      if (left.total <= MAX_SCORED)
        return { ranks: search.orderFoods({ q, language }, left.ranks).slice(0, count), total: left.total };
    }
    return all(request, options, count, { language });
  }

  const answer = <Result>(make: () => Result): Result => {
    finds.beginRequest();
    return make();
  };

  return {
    find: (request, options = {}) => answer(() => find(request, options)),
    countFacets: (request, { asked, most = MAX_FACET_VALUES, ...options } = {}) =>
      answer(() => {
        const counts = open().count(matching(request, null, options), request.by, most, asked);
        return Object.fromEntries(request.by.map((by, at) => [by, counts[at]!]));
      }),
    countTags: (request, options = {}) =>
      answer(() => open().countTags(matching(request, null, options), request)),
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
  let position = 0;
  for (const [rank, isMatch] of first) if (isMatch) ranked[position++] = rank;
  return { ranks: ranked, way };
}

/** The ids that a request leaves out, where that is its only filter: to count the others takes no look at columns. */
function exceptOf(request: FoodFilters): readonly number[] | null {
  const [only, ...others] = request.where;
  const isOnly = others.length === 0 && !isFiltered({ ...request, where: [] });
  return isOnly && only !== undefined && 'ids' in only && only.isWithout ? only.ids : null;
}

function readCountrySets(db: Database): Map<number, string> {
  return readNumbered(db, 'SELECT country_set_id, countries FROM country_sets');
}
