import type { MatchScore } from '../../food/detailed-food.ts';
import type { Food } from '../../food/food.ts';
import type {
  Facet,
  FacetCount,
  FacetCounts,
  FacetRequest,
  FindOrder,
  FindRequest,
  FoundFoods,
  TagCountRequest,
  TagCounts,
} from '../../food/food-filters.ts';
import { FACETS, MAX_FACET_VALUES, MAX_SCORED } from '../../food/food-filters.ts';
import { fold } from '../../text/fold.ts';
import type { OpenedCatalog } from '../open.ts';
import { isBefore, type Key, keyReader } from './popular.ts';

/** Filters, sorting and facets over two catalogues as one. */
export function createOverlaidFinder(
  below: OpenedCatalog,
  above: OpenedCatalog,
  corrected: ReadonlyMap<number, Food>,
) {
  const rankOf = below.db.prepare('SELECT rank FROM foods WHERE id = ?').pluck();
  const hidden = new Set([...corrected.keys()].map((id) => rankOf.get(id) as number));
  /** What one of the two has as it was typed is not mixed with what the other has only by guessing. */
  const surestWayOf = (q: string | null) => {
    const ways = q === null ? [] : [above.finder.wayOf(q), below.finder.wayOf(q, hidden)];
    return Math.min(...ways);
  };
  return {
    find(request: FindRequest): FoundFoods {
      const whole = { ...request, offset: 0, limit: request.offset + request.limit };
      const surestWay = surestWayOf(request.q);
      const upper = above.finder.find(whole, { surestWay });
      const lower = below.finder.find(whole, { hidden, surestWay });
      const merged = merge(
        placeFoods(above, upper.ranks, request),
        placeFoods(below, lower.ranks, request),
        request,
      );
      const page = merged.slice(request.offset, request.offset + request.limit);
      return {
        foods: page.map(({ food }) => food),
        total: upper.total + lower.total,
        matches: request.isExplained && request.q !== null ? scorePage(page, request, [above, below]) : [],
      };
    },
    countFacets(request: FacetRequest): FacetCounts {
      const surestWay = surestWayOf(request.q);
      const upper = above.finder.countFacets(request, { surestWay, most: Number.POSITIVE_INFINITY });
      const asked = new Map(FACETS.map((by) => [by, upper[by]?.map(({ value }) => value) ?? []]));
      const lower = below.finder.countFacets(request, { hidden, surestWay, asked });
      return Object.fromEntries(
        request.by.map((by) => [by, addCounts(by, lower[by]!, upper[by]!, MAX_FACET_VALUES)]),
      );
    },
    countTags(request: TagCountRequest): TagCounts[] {
      const surestWay = surestWayOf(request.q);
      const upper = above.finder.countTags({ ...request, most: Number.POSITIVE_INFINITY }, { surestWay });
      const asked = new Map(
        request.by.map((kind, at) => [kind, upper[at]!.counts.map(({ value }) => value)]),
      );
      const lower = below.finder.countTags({ ...request, asked }, { hidden, surestWay });
      return upper.map(({ counts, total }, at) => ({
        counts: addCounts(
          request.by[at] === 'brands' ? 'brand' : 'category',
          lower[at]!.counts,
          counts,
          request.most,
        ),
        total: total + lower[at]!.total,
      }));
    },
  };
}

interface PlacedFood {
  food: Food;
  /** The catalogue it is from, and its rank there. */
  catalog: OpenedCatalog;
  rank: number;
  key: Key;
  /** How well it matches the text; foods that are not scored come after all others. */
  score: number;
  /** What it is sorted by; null where that is unknown, or for an order by score or popularity alone. */
  value: number | string | null;
}

function placeFoods(catalog: OpenedCatalog, ranks: readonly number[], request: FindRequest): PlacedFood[] {
  const keyOf = keyReader(catalog);
  const { q, language = null, sort } = request;
  const readValue = valueReader(catalog, sort);
  const isScored = sort.by === 'relevance' && q !== null;
  const scores = isScored ? catalog.scoreFoods({ q, language }, ranks.slice(0, MAX_SCORED)) : [];
  return ranks.map((rank, at) => {
    const food = catalog.foodAt(rank);
    const score = scores[at]?.score ?? Number.NEGATIVE_INFINITY;
    return { food, catalog, rank, key: keyOf(food.id), score, value: readValue(food, rank) };
  });
}

/** Each catalogue scores its own foods. */
function scorePage(
  page: readonly PlacedFood[],
  { q, language = null }: FindRequest,
  catalogs: readonly OpenedCatalog[],
): MatchScore[] {
  const matches = new Map<PlacedFood, MatchScore>();
  for (const catalog of catalogs) {
    const own = page.filter((placed) => placed.catalog === catalog);
    const scores = catalog.scoreFoods(
      { q: q!, language },
      own.map(({ rank }) => rank),
    );
    for (const [at, placed] of own.entries()) matches.set(placed, scores[at]!);
  }
  return page.map((placed) => matches.get(placed)!);
}

/** Both lists are in the order of the request already. */
function merge(upper: PlacedFood[], lower: PlacedFood[], { sort }: FindRequest): PlacedFood[] {
  const merged: PlacedFood[] = [];
  let i = 0;
  let j = 0;
  while (i < upper.length || j < lower.length) {
    const isUpperNext = j >= lower.length || (i < upper.length && isFirst(upper[i]!, lower[j]!, sort));
    merged.push(isUpperNext ? upper[i++]! : lower[j++]!);
  }
  return merged;
}

function isFirst(left: PlacedFood, right: PlacedFood, { by, isDescending }: FindOrder): boolean {
  if (by === 'relevance') return left.score >= right.score;
  if (by === 'popularity') {
    if (isDescending) return isBefore(left.key, right.key);
    const [isKnown, isOtherKnown] = [left.value !== null, right.value !== null];
    if (isKnown !== isOtherKnown) return isKnown;
    return isBefore(left.key, right.key) !== isKnown;
  }
  const [one, other] = [left.value, right.value];
  if (one === other) return isBefore(left.key, right.key);
  if (one === null || other === null) return other === null;
  return one < other !== isDescending;
}

/** Reads what foods of a catalogue are sorted by; the least popular come first only where scans are known. */
function valueReader(
  catalog: OpenedCatalog,
  { by, isDescending }: FindOrder,
): (food: Food, rank: number) => number | string | null {
  if (by === 'relevance' || (by === 'popularity' && isDescending)) return () => null;
  if (by === 'popularity' || by === 'scans') {
    const select = catalog.db.prepare('SELECT scans FROM foods WHERE rank = ?').pluck();
    return (_, rank) => select.get(rank) as number | null;
  }
  if (by === 'modified') return (food) => catalog.findRecord(food)?.modified_t ?? null;
  if (by === 'nutriscore' || by === 'nova') return (food) => catalog.findRecord(food)?.record?.[by] ?? null;
  return (food) => food[by];
}

/** Spellings of a brand that differ only in case and accents are one value, spelled as in the lower catalogue. */
function addCounts(
  by: Facet,
  lower: readonly FacetCount[],
  upper: readonly FacetCount[],
  most: number,
): FacetCount[] {
  const keyOf = (value: string) => (by === 'brand' ? fold(value) : value);
  const counts = new Map<string, FacetCount>();
  for (const { value, count } of [...lower, ...upper]) {
    const known = counts.get(keyOf(value));
    if (known === undefined) counts.set(keyOf(value), { value, count });
    else known.count += count;
  }
  return [...counts.values()]
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, most);
}
