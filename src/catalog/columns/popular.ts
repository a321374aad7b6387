import type { PopularRequest } from '../../food/catalog.ts';
import type { Columns } from './columns.ts';
import { FLAG_COUNT, hasImageIn } from './flags.ts';
import { type Condition, conditionOn, maskOf, PositionRuns } from './select.ts';

/** The foods of a category, or of all for null. */
export type CategoryId = number | null;

/** The ranks of the foods on one page of a list of popular foods: the columns have all foods in that order. */
export function pageOf(
  columns: Columns,
  category: CategoryId,
  { limit, offset, hasImage }: Omit<PopularRequest, 'category'>,
): number[] {
  const { codes: ranks } = columns.read('rank');
  const runs = new PositionRuns(conditionsOf(columns, category, hasImage), columns.foods);
  const page: number[] = [];
  let toSkip = offset;
  while (page.length < limit && runs.next()) {
    const { positions, found } = runs;
    const from = Math.min(toSkip, found);
    toSkip -= from;
    for (let at = from; at < found && page.length < limit; at++) page.push(ranks[positions[at]!]!);
  }
  return page;
}

/** The positions of all foods of a list, in order. */
export function positionsOf(columns: Columns, category: CategoryId, hasImage: boolean): Int32Array {
  const runs = new PositionRuns(conditionsOf(columns, category, hasImage), columns.foods);
  const all = new Int32Array(columns.foods);
  let count = 0;
  while (runs.next()) {
    all.set(runs.positions.subarray(0, runs.found), count);
    count += runs.found;
  }
  return all.subarray(0, count);
}

/** The mask of a narrow column must have room for each code that fits into two bytes. */
const NARROW_CODES = 2 ** 16;
const HAS_IMAGE = Uint8Array.from({ length: FLAG_COUNT }, (_, flags) => (hasImageIn(flags) ? 1 : 0));

function conditionsOf(columns: Columns, category: CategoryId, hasImage: boolean): Condition[] {
  const conditions: Condition[] = [];
  if (category !== null) {
    const mask = maskOf(Math.max(NARROW_CODES, category + 1), [category]);
    conditions.push(conditionOn(columns.read('category').codes, mask));
  }
  if (hasImage) conditions.push(conditionOn(columns.read('flags').codes, HAS_IMAGE));
  return conditions;
}
