import type { Range } from '../../food/food-filters.ts';
import type { Codes } from './codes.ts';

/**
 * What the code of a food must be: one that the mask marks with a 1. Ranges are masks too: looking a code up is faster
 * than comparing it, and one kind of condition needs only one kind of loop.
 */
export interface Condition {
  codes: Codes;
  mask: Uint8Array;
}

/**
 * Positions are examined in runs of this many, condition by condition: few enough to stay in the processor's first cache,
 * and to stop early once enough have been found.
 */
const POSITIONS_AT_ONCE = 4096;

/** Positions looked at to guess how many foods meet a condition. */
const SAMPLED_POSITIONS = 512;

const IS_MARKED = Uint8Array.of(0, 1);

/**
 * A condition on any column. Wide codes are turned into narrow ones first: the loops below take twice as long once they
 * have seen both kinds of arrays.
 */
export function conditionOn(codes: Codes, mask: Uint8Array): Condition {
  if (codes instanceof Uint16Array) return { codes, mask };
  const marks = new Uint16Array(codes.length);
  for (let position = 0; position < codes.length; position++) marks[position] = mask[codes[position]!]!;
  return { codes: marks, mask: IS_MARKED };
}

/** All positions up to a number, or a list of them. */
export type Among = number | Int32Array;

/** Examines positions run by run, and finds those that meet every condition. */
export class PositionRuns {
  /** Those of the current run: the first `found`, in the order of `among`. */
  readonly positions: Int32Array;
  found = 0;
  readonly #among: Among;
  readonly #length: number;
  readonly #isFromEnd: boolean;
  #conditions: readonly Condition[];
  #examined = 0;

  /** From the end, the last run comes first. */
  constructor(conditions: readonly Condition[], among: Among, isFromEnd = false) {
    this.#among = among;
    this.#length = typeof among === 'number' ? among : among.length;
    this.#isFromEnd = isFromEnd;
    this.#conditions = strictestFirst(conditions, among, this.#length);
    this.positions = new Int32Array(Math.min(POSITIONS_AT_ONCE, this.#length));
  }

  /** Examines another run; false when there is none. */
  next(): boolean {
    if (this.#examined === this.#length) return false;
    const count = Math.min(POSITIONS_AT_ONCE, this.#length - this.#examined);
    const start = this.#isFromEnd ? this.#length - this.#examined - count : this.#examined;
    this.#examined += count;
    const [first, ...others] = this.#conditions;
    const isTaken = typeof this.#among === 'number' && first !== undefined;
    this.found = isTaken ? take(first, start, start + count, this.positions) : this.#list(start, count);
    for (const condition of isTaken ? others : this.#conditions)
      this.found = keep(condition, this.positions, this.found);
    return true;
  }

  #list(start: number, count: number): number {
    if (typeof this.#among !== 'number') this.positions.set(this.#among.subarray(start, start + count));
    else for (let at = 0; at < count; at++) this.positions[at] = start + at;
    return count;
  }

  /** Later runs must meet this condition as well. */
  restrictTo(condition: Condition): void {
    this.#conditions = strictestFirst([condition, ...this.#conditions], this.#among, this.#length);
  }
}

/** The first of the positions that match, and how many there are; a total above `enough` stands for any larger one. */
export interface FirstFound {
  positions: Int32Array;
  total: number;
}

/** The first `count` positions that meet every condition, in the order of `among`, or from its end. */
export function selectPositions(
  conditions: readonly Condition[],
  among: Among,
  count: number,
  enough: number,
  isFromEnd = false,
): FirstFound {
  const runs = new PositionRuns(conditions, among, isFromEnd);
  const first: number[] = [];
  let total = 0;
  while ((first.length < count || total <= enough) && runs.next()) {
    const { positions, found } = runs;
    total += found;
    for (let at = 0; at < found && first.length < count; at++) {
      first.push(positions[isFromEnd ? found - 1 - at : at]!);
    }
  }
  return { positions: Int32Array.from(first), total };
}

export interface CodeOrder {
  codes: Codes;
  /** The largest code. */
  codeCount: number;
  isDescending: boolean;
}

/**
 * The first `count` of the positions that meet every condition, by their codes. Once more than `enough` have been found, only
 * positions that would still be among the first are examined.
 */
export function selectFirst(
  conditions: readonly Condition[],
  /** In the order of positions. */
  among: Among,
  order: CodeOrder,
  count: number,
  enough: number,
): FirstFound {
  const runs = new PositionRuns(conditions, among);
  const first = new FirstPositions(order, count);
  let total = 0;
  while (runs.next()) {
    first.offer(runs.positions, runs.found);
    if (total > enough) continue;
    total += runs.found;
    if (total > enough) runs.restrictTo(first.condition);
  }
  return { positions: first.list(), total };
}

/**
 * The strictest condition first, by a sample of the positions: the others need not look at whatever it drops. Without it, filters of
 * a million foods take 9 ms instead of 5 at p95 (2026-11-19, `npm run bench -- find`).
 */
function strictestFirst(
  conditions: readonly Condition[],
  among: Among,
  length: number,
): readonly Condition[] {
  if (conditions.length < 2) return conditions;
  const step = Math.max(1, Math.floor(length / SAMPLED_POSITIONS));
  const sample = Int32Array.from({ length: Math.ceil(length / step) }, (_, at) =>
    typeof among === 'number' ? at * step : among[at * step]!,
  );
  return conditions
    .map((condition) => ({ condition, kept: keep(condition, sample.slice(), sample.length) }))
    .sort((a, b) => a.kept - b.kept)
    .map(({ condition }) => condition);
}

/*
 * Both loops write every position and advance only if it fits: which foods match is unpredictable, so a branch would cost more
 * than the write. `| 0` spares a check for overflow, a fifth of the time. Taking positions by the first condition instead of
 * listing them for `keep` saves a third of the time of a filter.
 */

/** Takes the positions from `start` to `end` that meet the condition; returns their number. */
function take({ codes, mask }: Condition, start: number, end: number, selected: Int32Array): number {
  let taken = 0;
  for (let position = start; position < end; position++) {
    selected[taken] = position;
    taken = (taken + mask[codes[position]!]!) | 0;
  }
  return taken;
}

/** Keeps those of the first `count` positions that meet the condition; returns their number. */
function keep({ codes, mask }: Condition, selected: Int32Array, count: number): number {
  let kept = 0;
  for (let at = 0; at < count; at++) {
    const position = selected[at]!;
    selected[kept] = position;
    kept = (kept + mask[codes[position]!]!) | 0;
  }
  return kept;
}

/** Marks these codes. */
export function maskOf(size: number, codes: Iterable<number>): Uint8Array {
  const mask = new Uint8Array(size);
  for (const code of codes) mask[code] = 1;
  return mask;
}

/** Marks the codes of amounts within a range, never that of an unknown amount. */
export function rangeMask(amounts: Float64Array, { min, max, ...excluded }: Range): Uint8Array {
  const from = min === null ? 1 : countBelow(amounts, min, excluded.isMinExcluded ?? false) + 1;
  const to = max === null ? amounts.length : countBelow(amounts, max, !(excluded.isMaxExcluded ?? false));
  return new Uint8Array(amounts.length + 1).fill(1, from, Math.max(from, to + 1));
}

/** How many amounts are below the limit, or at most as large as it. */
function countBelow(amounts: Float64Array, limit: number, isIncluded: boolean): number {
  let low = 0;
  let high = amounts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const amount = amounts[middle]!;
    if (amount < limit || (isIncluded && amount === limit)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A code and a position as one number, which sorts by code and then by position. */
const POSITIONS_PER_KEY = 2 ** 32;
/** Positions that are gathered before the worse half of them is dropped; sorting a few at a time would take longer. */
const MIN_GATHERED = 2048;

/**
 * The first positions by their codes. Positions with the same code stay in their order, and those without a value (code 0) come
 * last in either direction.
 */
class FirstPositions {
  /** What a later position must meet to be among the first; gets stricter with every position. */
  readonly condition: Condition;
  readonly #order: CodeOrder;
  readonly #count: number;
  readonly #gathered: Float64Array;
  #filled = 0;

  constructor(order: CodeOrder, count: number) {
    this.#order = order;
    this.#count = count;
    this.#gathered = new Float64Array(Math.max(2 * count, MIN_GATHERED));
    this.condition = { codes: order.codes, mask: new Uint8Array(order.codeCount + 1).fill(1) };
  }

  /** The first `length` of the positions, which follow all those offered before. */
  offer(positions: Int32Array, length: number): void {
    const { codes, codeCount, isDescending } = this.#order;
    const { mask } = this.condition;
    for (let at = 0; at < length; at++) {
      const position = positions[at]!;
      const code = codes[position]!;
      if (mask[code] === 0) continue;
      const key = code === 0 ? codeCount + 1 : isDescending ? codeCount - code : code;
      this.#gathered[this.#filled++] = key * POSITIONS_PER_KEY + position;
      if (this.#filled === this.#gathered.length) this.#dropWorse();
    }
  }

  list(): Int32Array {
    const sorted = this.#gathered.subarray(0, this.#filled).sort().subarray(0, this.#count);
    return Int32Array.from(sorted, (key) => key % POSITIONS_PER_KEY);
  }

  /** A later position with the same code as the last one comes after it, so that code no longer matters. */
  #dropWorse(): void {
    const { codeCount, isDescending } = this.#order;
    const { mask } = this.condition;
    this.#filled = this.#count;
    const last = Math.floor(this.#gathered.sort()[this.#count - 1]! / POSITIONS_PER_KEY);
    if (isDescending) mask.fill(0, 0, Math.max(0, codeCount - last) + 1);
    else mask.fill(0, last);
    mask[0] = 0;
  }
}
