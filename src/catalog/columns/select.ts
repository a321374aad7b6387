import type { Codes } from './codes.ts';

/** What the code of a food must be: within a range, or one of those that a mask marks. */
export type Condition =
  | { codes: Codes; from: number; to: number }
  | { codes: Codes; mask: Uint8Array; from?: undefined };

/**
 * Places are examined in runs of this many, condition by condition: few enough to stay in the cache of the processor,
 * and to stop early when enough have been found.
 */
const PLACES_AT_ONCE = 16_384;

/** Places looked at to guess how many foods meet a condition. */
const SAMPLED_PLACES = 512;

/** The places that meet every condition, in order, from all places or from a list of them. At least `enough`, if there are. */
export function selectPlaces(
  conditions: readonly Condition[],
  among: number | Uint32Array,
  enough: number,
  /** Where the places are written; as long as there are foods. */
  selected: Uint32Array,
): Uint32Array {
  const count = typeof among === 'number' ? among : among.length;
  const ordered = strictestFirst(conditions, among, count);
  let found = 0;
  for (let start = 0; start < count && found < enough; start += PLACES_AT_ONCE) {
    const end = Math.min(start + PLACES_AT_ONCE, count);
    const [first, ...others] = ordered;
    let run: number;
    if (typeof among !== 'number') {
      selected.set(among.subarray(start, end), found);
      run = found + end - start;
      if (first !== undefined) run = keep(first, selected, found, run);
    } else
      run =
        first === undefined ? takeAll(selected, found, start, end) : take(first, selected, found, start, end);
    for (const condition of others) run = keep(condition, selected, found, run);
    found = run;
  }
  return selected.subarray(0, found);
}

/** Whatever the first condition drops, the others need not look at. */
function strictestFirst(
  conditions: readonly Condition[],
  among: number | Uint32Array,
  count: number,
): readonly Condition[] {
  if (conditions.length < 2) return conditions;
  const step = Math.max(1, Math.floor(count / SAMPLED_PLACES));
  const sample = new Uint32Array(Math.ceil(count / step));
  for (let at = 0; at < sample.length; at++) {
    sample[at] = typeof among === 'number' ? at * step : among[at * step]!;
  }
  return conditions
    .map((condition) => ({ condition, kept: keep(condition, sample.slice(), 0, sample.length) }))
    .sort((a, b) => a.kept - b.kept)
    .map(({ condition }) => condition);
}

function takeAll(selected: Uint32Array, at: number, start: number, end: number): number {
  let taken = at;
  for (let place = start; place < end; place++) selected[taken++] = place;
  return taken;
}

/** Takes the places from `start` to `end` that meet the condition; returns where the next one goes. */
function take(condition: Condition, selected: Uint32Array, at: number, start: number, end: number): number {
  const { codes } = condition;
  let taken = at;
  if (condition.from === undefined) {
    const { mask } = condition;
    for (let place = start; place < end; place++) {
      selected[taken] = place;
      taken += mask[codes[place]!]!;
    }
    return taken;
  }
  const { from, to } = condition;
  for (let place = start; place < end; place++) {
    const code = codes[place]!;
    selected[taken] = place;
    taken += 1 - (((code - from) | (to - code)) >>> 31);
  }
  return taken;
}

/** Keeps those of `selected[start..end]` that meet the condition; returns the new end. */
function keep(condition: Condition, selected: Uint32Array, start: number, end: number): number {
  const { codes } = condition;
  return condition.from === undefined
    ? keepMarked(codes, condition.mask, selected, start, end)
    : keepWithin(codes, condition.from, condition.to, selected, start, end);
}

/** Without a branch, since nobody can predict which foods match: the sign of a difference is set outside of the range. */
function keepWithin(
  codes: Codes,
  least: number,
  most: number,
  selected: Uint32Array,
  start: number,
  end: number,
): number {
  let kept = start;
  for (let at = start; at < end; at++) {
    const place = selected[at]!;
    const code = codes[place]!;
    selected[kept] = place;
    kept += 1 - (((code - least) | (most - code)) >>> 31);
  }
  return kept;
}

/** Marked codes have a 1. */
function keepMarked(
  codes: Codes,
  mask: Uint8Array,
  selected: Uint32Array,
  start: number,
  end: number,
): number {
  let kept = start;
  for (let at = start; at < end; at++) {
    const place = selected[at]!;
    selected[kept] = place;
    kept += mask[codes[place]!]!;
  }
  return kept;
}

/** The codes of amounts from `min` to `max`; never that of an unknown amount. */
export function rangeOf(amounts: Float64Array, min: number | null, max: number | null) {
  const from = min === null ? 1 : countBelow(amounts, min, false) + 1;
  const to = max === null ? amounts.length : countBelow(amounts, max, true);
  return { from, to };
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

/** A code and a place as one number, which sorts by code and then by place. */
const PLACES_PER_KEY = 2 ** 32;
/** Places that are gathered before the worse half of them is dropped; sorting few at a time would take longer. */
const LEAST_GATHERED = 2048;

/**
 * The first `count` of the places by their codes; places with the same code stay in their order, and those without a value
 * (code 0) come last in either direction. Only places that may be among the first are gathered and sorted.
 */
export function firstByCode(
  places: Uint32Array,
  codes: Codes,
  codeCount: number,
  isDescending: boolean,
  count: number,
): Uint32Array {
  const gathered = new Float64Array(Math.min(places.length, Math.max(2 * count, LEAST_GATHERED)));
  const last = codeCount + 1;
  let filled = 0;
  let limit = last + 1;
  for (let at = 0; at < places.length; at++) {
    const place = places[at]!;
    const code = codes[place]!;
    const key = code === 0 ? last : isDescending ? codeCount - code : code;
    // A later place with the same code comes after those that are there.
    if (key >= limit) continue;
    gathered[filled++] = key * PLACES_PER_KEY + place;
    if (filled < gathered.length || count >= filled) continue;
    gathered.sort();
    filled = count;
    limit = Math.floor(gathered[count - 1]! / PLACES_PER_KEY);
  }
  const sorted = gathered.subarray(0, filled).sort().subarray(0, count);
  return Uint32Array.from(sorted, (key) => key % PLACES_PER_KEY);
}
