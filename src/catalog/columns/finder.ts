import {
  type Facet,
  type FacetCount,
  type FindOrder,
  type FoodFilters,
  isFiltered,
  MAX_COUNTED,
  MAX_FACET_VALUES,
  type TagCountRequest,
  type TagCounts,
} from '../../food/food-filters.ts';
import type { Codes } from './codes.ts';
import type { Columns } from './columns.ts';
import { createConditions, type FindsRanks, inverted, type Matching } from './conditions.ts';
import { type AskedValues, createFacetCounter } from './count-facets.ts';
import type { FacetNames } from './facet-names.ts';
import { gradeIn, gradeNumber } from './flags.ts';
import {
  type Among,
  type Condition,
  conditionOn,
  type FirstFound,
  PositionRuns,
  selectFirst,
  selectPositions,
} from './select.ts';
import { CodeCounter, topTags } from './tag-counts.ts';
import { openTags } from './tags.ts';

/** Finds and counts foods by their columns. Positions are those of the popular list, from 0. */
export interface Finder {
  /** The ranks of one page, and how many foods match in all; a number above MAX_COUNTED stands for any larger one. */
  find(request: FinderRequest): { ranks: number[]; total: number };
  /** How many foods there are of each value of each facet, as by CountFacets. */
  count(matching: Matching, facets: readonly Facet[], most: number, asked?: AskedValues): FacetCount[][];
  countTags(matching: Matching, request: Omit<TagCountRequest, keyof FoodFilters>): TagCounts[];
}

export interface FinderRequest extends Matching {
  sort: FindOrder;
  /** How many foods to return, from the first on. */
  count: number;
  /** Whether to count all that match. */
  isCounted: boolean;
}

const NOTHING_FOUND: FirstFound = { positions: new Int32Array(), total: 0 };

export function createFinder(columns: Columns, names: FacetNames, finds: FindsRanks): Finder {
  const tagsOf = openTags(columns, names);
  const countFacets = createFacetCounter(columns, names, tagsOf);
  const conditionsOf = createConditions(columns, names, tagsOf, finds);
  const amongOf = (found: Uint32Array | null) =>
    found === null ? columns.foods : positionsOf(columns, found);

  function findPositions(request: FinderRequest): FirstFound {
    const { sort, count, found } = request;
    const enough = request.isCounted ? Number.POSITIVE_INFINITY : MAX_COUNTED;
    const conditions = conditionsOf(request);
    const among = amongOf(found);
    if (sort.by === 'relevance') {
      return found === null ? NOTHING_FOUND : selectPositions(conditions, among, count, enough);
    }
    if (typeof among !== 'number') among.sort();
    if (sort.by === 'popularity') {
      return sort.isDescending
        ? selectPositions(conditions, among, count, enough, !sort.isDescending)
        : leastPopular(conditions, among, count, enough);
    }
    const order = { ...orderedCodes(sort.by), isDescending: sort.isDescending };
    return selectFirst(conditions, among, order, count, enough);
  }

  /** The least popular first, but those whose popularity is unknown last. */
  function leastPopular(conditions: Condition[], among: Among, count: number, enough: number): FirstFound {
    const { codes } = columns.read('scans');
    const known = new Uint8Array(largestOf(codes) + 1).fill(1, 1);
    const scanned = conditionOn(codes, known);
    const unknown = conditionOn(codes, inverted(known));
    const first = selectPositions([...conditions, scanned], among, count, enough, true);
    const rest = selectPositions([...conditions, unknown], among, count - first.positions.length, enough);
    return {
      positions: Int32Array.from([...first.positions, ...rest.positions]),
      total: first.total + rest.total,
    };
  }

  /** The codes of an order, and the largest of them. */
  function orderedCodes(by: Exclude<FindOrder['by'], 'relevance' | 'popularity'>) {
    const { codes, amounts } = columns.read(by === 'nutriscore' ? 'flags' : by);
    if (amounts.length > 0) return { codes, codeCount: amounts.length };
    const ordered = by === 'nutriscore' ? codes.map((flags) => gradeNumber(gradeIn(flags))) : codes;
    return { codes: ordered, codeCount: largestOf(ordered) };
  }

  /** The counts over all foods, which many request and which never change. */
  const counts = new Map<Facet, FacetCount[]>();
  function countAll(by: Facet): FacetCount[] {
    const known = counts.get(by);
    if (known !== undefined) return known;
    const [top] = countFacets(new PositionRuns([], columns.foods), [by], MAX_FACET_VALUES) as [FacetCount[]];
    counts.set(by, top);
    return top;
  }

  return {
    find(request) {
      const { positions, total } = findPositions(request);
      const { codes: ranks } = columns.read('rank');
      return { ranks: Array.from(positions, (position) => ranks[position]!), total };
    },
    count(matching, facets, most, asked) {
      if (isEveryFood(matching) && most === MAX_FACET_VALUES && asked === undefined) {
        return facets.map((by) => countAll(by));
      }
      const conditions = conditionsOf(matching);
      const runs = new PositionRuns(conditions, amongOf(matching.found));
      return countFacets(runs, facets, most, asked);
    },
    countTags(matching, { by, ...wanted }) {
      const conditions = conditionsOf(matching);
      const runs = new PositionRuns(conditions, amongOf(matching.found));
      const tags = by.map(tagsOf);
      const counters = tags.map(({ column, codes }) => new CodeCounter(columns.read(column).codes, codes));
      while (runs.next()) for (const counter of counters) counter.count(runs);
      return by.map((kind, at) =>
        topTags(tags[at]!, counters[at]!.counts, { ...wanted, asked: wanted.asked?.get(kind) ?? [] }),
      );
    },
  };
}

function largestOf(codes: Codes): number {
  let largest = 0;
  for (let position = 0; position < codes.length; position++)
    if (codes[position]! > largest) largest = codes[position]!;
  return largest;
}

function isEveryFood({ filters, found, hidden }: Matching): boolean {
  return found === null && (hidden === undefined || hidden.size === 0) && !isFiltered(filters);
}

function positionsOf(columns: Columns, ranks: Uint32Array): Int32Array {
  const positions = columns.positions();
  const found = new Int32Array(ranks.length);
  for (let at = 0; at < ranks.length; at++) found[at] = positions[ranks[at]!]!;
  return found;
}
