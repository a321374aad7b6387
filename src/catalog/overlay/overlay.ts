import type {
  Catalog,
  CatalogFacts,
  Matched,
  PopularRequest,
  ReadSearch,
  SearchRequest,
} from '../../food/catalog.ts';
import { creditOf } from '../../food/credit.ts';
import type { MatchScore } from '../../food/detailed-food.ts';
import type { CategoryCount, Food } from '../../food/food.ts';
import { findTyped } from '../../food/identity.ts';
import { staticUrl } from '../../food/static-url.ts';
import type { KnownTags } from '../../food/tag-filters.ts';
import { memberOf } from '../../member-of.ts';
import type { OpenedCatalog } from '../open.ts';
import { describeMatch, type Explanation, matchedBy } from '../search/search.ts';
import { createOverlaidFinder } from './overlaid-finder.ts';
import { openOverlaidPopular } from './popular.ts';
import { suggestFromBoth } from './suggest.ts';

/**
 * Puts a small catalogue on top of a large one, so that they act as one. An upper food replaces the lower food with the
 * same id wherever that would have been found; all other upper foods are added.
 */
export function overlayCatalog(below: OpenedCatalog, above: OpenedCatalog): Catalog {
  const upper = allFoods(above);
  const corrected = new Map<number, Food>();
  for (const food of upper) if (below.findFood(food.id) !== null) corrected.set(food.id, food);
  const added = upper.filter(({ id }) => !corrected.has(id));
  const popular = openOverlaidPopular(below, above, corrected);
  const finder = createOverlaidFinder(below, above, corrected);
  const categories = countCategories(below, upper, corrected);
  const facts = describe(below, above, corrected, upper);
  const findFood = (id: number) => above.findFood(id) ?? below.findFood(id);
  const search = (request: SearchRequest): ReadSearch =>
    mergeSearches(
      searchOne(above, request),
      searchVisible(below, request, corrected),
      corrected,
      request.limit,
    );

  return {
    size: facts.foods,
    contentHash: new Bun.CryptoHasher('sha256')
      .update(`${below.contentHash} ${above.contentHash}`)
      .digest('hex'),
    facts,
    get hasChanged() {
      return below.hasChanged;
    },
    findFood,
    findExamined: (id) => above.findExamined(id) ?? below.findExamined(id),
    findRecord: (food) => above.findRecord(food) ?? below.findRecord(food),
    nameIn: (food, language) => (above.findFood(food.id) === null ? below : above).nameIn(food, language),
    findBarcode: (code) => findTyped(code, findFood),
    search: (request) => search(request).foods,
    searchRead: search,
    find: finder.find,
    countFacets: finder.countFacets,
    countTags: finder.countTags,
    knownTags: (kind) => joinTags(above.knownTags(kind), below.knownTags(kind)),
    hasAllergenTag: (tag) => above.hasAllergenTag(tag) || below.hasAllergenTag(tag),
    findNamed: (text, isUncut) => [
      ...above.findNamed(text, isUncut),
      ...below
        .findNamed(text, isUncut)
        .map((one) => ({ ...one, food: corrected.get(one.food.id) ?? one.food })),
    ],
    findVersion(food, language) {
      const version = below.findVersion(food, language);
      return version === null ? null : (corrected.get(version.id) ?? version);
    },
    suggest: (request) => suggestFromBoth(below, above, corrected, request),
    listPopular: (request: PopularRequest) => popular(request),
    listCategories: () => categories,
    listBest: (limit) => below.listBest(limit).map((food) => corrected.get(food.id) ?? food),
    listAddresses(offset, limit) {
      const addresses = below.listAddresses(offset, limit).map((address) => {
        const food = corrected.get(Number(address.split('/')[2]));
        return food === undefined ? address : staticUrl(food.id, food.name);
      });
      const from = Math.max(0, offset - below.size);
      const more = added.slice(from, from + limit - addresses.length);
      return [...addresses, ...more.map(({ id, name }) => staticUrl(id, name))];
    },
    sampleConfidence: (most) => below.sampleConfidence(most),
    close() {
      above.close();
      below.close();
    },
  };
}

function allFoods(catalog: OpenedCatalog): Food[] {
  return catalog.listBest(catalog.size);
}

interface Found {
  foods: FoundFood[];
  corrected: string | null;
}

interface FoundFood {
  food: Food;
  total: number;
  match: MatchScore;
  matched: Matched;
  leftOut: readonly string[];
}

/** Corrected foods among the best of a search; with more of them, it is asked again for all that there may be. */
const USUALLY_HIDDEN = 50;

/** Fetches more than the limit, since some of the results may be hidden. */
function searchVisible(
  below: OpenedCatalog,
  request: SearchRequest,
  corrected: ReadonlyMap<number, Food>,
): Found {
  const hidden = Math.min(corrected.size, USUALLY_HIDDEN);
  const found = searchOne(below, request, hidden);
  const visible = found.foods.filter(({ food }) => !corrected.has(food.id)).length;
  return visible < request.limit && hidden < corrected.size
    ? searchOne(below, request, corrected.size)
    : found;
}

function searchOne(catalog: OpenedCatalog, request: SearchRequest, hidden = 0): Found {
  const explanation: Explanation = catalog.explainSearch({ ...request, limit: request.limit + hidden });
  const foods = explanation.scores.map((scored) => ({
    food: catalog.foodOf(scored.candidate),
    total: scored.total,
    match: describeMatch(explanation.terms, scored),
    matched: matchedBy(scored),
    leftOut: scored.missing,
  }));
  return { foods, corrected: explanation.corrected };
}

/** Merges by score. What one side found with less certainty than the other is dropped, as in a single catalogue. */
function mergeSearches(
  above: Found,
  below: Found,
  corrected: ReadonlyMap<number, Food>,
  limit: number,
): ReadSearch {
  const visible = below.foods.filter(({ food }) => !corrected.has(food.id));
  const upper = certaintyOf(visible) > certaintyOf(above.foods) ? [] : above.foods;
  const lower = certaintyOf(above.foods) > certaintyOf(visible) ? [] : visible;
  const foods: FoundFood[] = [];
  let i = 0;
  let j = 0;
  while (foods.length < limit && (i < upper.length || j < lower.length)) {
    const isUpperNext = j >= lower.length || (upper[i] !== undefined && comesFirst(upper[i]!, lower[j]!));
    foods.push(isUpperNext ? upper[i++]! : lower[j++]!);
  }
  const isUpperFirst = upper.length > 0 && foods[0] === upper[0];
  return {
    foods: foods.map(({ food }) => food),
    matched: foods[0]?.matched ?? null,
    leftOut: foods[0]?.leftOut ?? [],
    corrected: foods.length === 0 ? null : isUpperFirst ? above.corrected : below.corrected,
    matches: foods.map(({ match }) => match),
  };
}

/** Whether the food of an operator comes before one of the catalogue: before any estimate that it matches as well as (Part 1). */
function comesFirst(upper: FoundFood, lower: FoundFood): boolean {
  const isAsCertain = BY_CERTAINTY.indexOf(upper.matched) >= BY_CERTAINTY.indexOf(lower.matched);
  if (lower.food.source === 'ai_estimate' && upper.matched !== 'part' && isAsCertain) return true;
  return upper.total >= lower.total;
}

/** From the least certain match. */
const BY_CERTAINTY: readonly Matched[] = ['part', 'corrected', 'all'];

function certaintyOf(foods: readonly FoundFood[]): number {
  return Math.max(-1, ...foods.map(({ matched }) => BY_CERTAINTY.indexOf(matched)));
}

function countCategories(
  below: Catalog,
  upper: readonly Food[],
  corrected: ReadonlyMap<number, Food>,
): CategoryCount[] {
  const counts = new Map(below.listCategories().map(({ category, count }) => [category, count]));
  const change = ({ category }: Food, by: number) => {
    if (category !== null) counts.set(category, (counts.get(category) ?? 0) + by);
  };
  for (const food of upper) change(food, 1);
  for (const id of corrected.keys()) change(below.findFood(id)!, -1);
  return [...counts]
    .filter(([, count]) => count > 0)
    .map(([category, count]) => ({ category, count }))
    .sort((a, b) => b.count - a.count || (a.category < b.category ? -1 : 1));
}

function describe(
  below: Catalog,
  above: Catalog,
  corrected: ReadonlyMap<number, Food>,
  upper: readonly Food[],
): CatalogFacts {
  const bySource = { ...below.facts.foods_by_source };
  const fill = { ...below.facts.fill };
  const change = (food: Food, by: number) => {
    bySource[food.source] = (bySource[food.source] ?? 0) + by;
    for (const [field, count] of Object.entries(fill)) {
      const value = memberOf<unknown>(food, field);
      if (value !== undefined && value !== null) fill[field] = count + by;
    }
  };
  for (const food of upper) change(food, 1);
  for (const id of corrected.keys()) change(below.findFood(id)!, -1);
  return {
    ...below.facts,
    foods: below.size + above.size - corrected.size,
    foods_by_source: bySource,
    fill,
    sources: [...below.facts.sources, ...above.facts.sources],
    ...creditOf({ foods_by_source: bySource, sources: below.facts.sources }),
  };
}

/** The tags of both. */
function joinTags(above: KnownTags, below: KnownTags): KnownTags {
  return {
    has: (tag) => above.has(tag) || below.has(tag),
    first: (most) => [...new Set([...above.first(most), ...below.first(most)])].slice(0, most),
  };
}
