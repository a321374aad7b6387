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

/** The places that meet every condition, in order, from all places or from a list of them. At least `enough`, if there are. */
export function selectPlaces(
  conditions: readonly Condition[],
  among: number | Uint32Array,
  enough: number,
  /** Where the places are written; as long as there are foods. */
  selected: Uint32Array,
): Uint32Array {
  const count = typeof among === 'number' ? among : among.length;
  let found = 0;
  for (let start = 0; start < count && found < enough; start += PLACES_AT_ONCE) {
    const end = Math.min(start + PLACES_AT_ONCE, count);
    let run = found;
    if (typeof among === 'number') for (let place = start; place < end; place++) selected[run++] = place;
    else for (let at = start; at < end; at++) selected[run++] = among[at]!;
    for (const condition of conditions) {
      run =
        condition.from === undefined
          ? keepMarked(condition.codes, condition.mask, selected, found, run)
          : keepWithin(condition.codes, condition.from, condition.to, selected, found, run);
    }
    found = run;
  }
  return selected.subarray(0, found);
}

/**
 * Keeps those of `selected[start..end]` whose code is from `least` to `most`; returns the new end. Without a branch, since
 * nobody can predict which foods match: the sign of either difference is set outside of the range.
 */
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

/** The same for codes that a mask marks with 1. */
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

/**
 * The first `count` of the places by their codes; places with the same code stay in their order, and those without a value
 * (code 0) come last in either direction. Counts the codes first, so that only the places of one page are sorted.
 */
export function firstByCode(
  places: Uint32Array,
  codes: Codes,
  codeCount: number,
  isDescending: boolean,
  count: number,
): Uint32Array {
  if (count >= places.length) return sortByCode(places.slice(), codes, isDescending);
  const counts = new Uint32Array(codeCount + 1);
  for (let at = 0; at < places.length; at++) counts[codes[places[at]!]!]!++;
  // The code with which the page is full, and how many places with it are still on the page.
  let last = 0;
  let left = count;
  for (let step = 1; step <= codeCount; step++) {
    const code = isDescending ? codeCount + 1 - step : step;
    if (counts[code]! >= left) {
      last = code;
      break;
    }
    left -= counts[code]!;
  }
  const first = new Uint32Array(count);
  let taken = 0;
  for (let at = 0; at < places.length && taken < count; at++) {
    const code = codes[places[at]!]!;
    const isBefore = code !== 0 && (last === 0 || (isDescending ? code > last : code < last));
    if (isBefore || (code === last && left-- > 0)) first[taken++] = places[at]!;
  }
  return sortByCode(first, codes, isDescending);
}

function sortByCode(places: Uint32Array, codes: Codes, isDescending: boolean): Uint32Array {
  return places.sort((a, b) => {
    const [left, right] = [codes[a]!, codes[b]!];
    if (left === right) return a - b;
    if (left === 0 || right === 0) return left === 0 ? 1 : -1;
    return isDescending ? right - left : left - right;
  });
}
