/** Lists of ranks in ascending order, and how they are combined. */
export type Ranks = Uint32Array;

/** The foods of each term in one tier of the index. */
export interface Postings {
  /** The foods that have the term, or a term that starts with it, in order of rank; at least the first `most` of them. */
  list(term: string, isPrefix: boolean, most: number): Ranks;
  /** Those of these foods that have it; `foods` is about how many have it in all. */
  keep(term: string, isPrefix: boolean, ranks: Ranks, foods: number): Ranks;
}

const NO_RANKS: Ranks = new Uint32Array();

/** From this ratio of lengths on, looking the ranks of the shorter list up takes less time than reading the longer one. */
const FAR_LONGER = 16;

/** The ranks that are on both lists. */
export function intersect(one: Ranks, other: Ranks): Ranks {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const common = new Uint32Array(short.length);
  const isFarLonger = long.length > FAR_LONGER * short.length;
  let count = 0;
  let at = 0;
  for (let i = 0; i < short.length; i++) {
    const rank = short[i]!;
    if (isFarLonger) at = firstFrom(long, rank, at);
    else while (at < long.length && long[at]! < rank) at++;
    if (at === long.length) break;
    if (long[at] === rank) common[count++] = rank;
  }
  return common.slice(0, count);
}

/** From this many lists on, and for this share of the ranks there may be, marking ranks takes less time than merging lists. */
const MANY_LISTS = 4;
const MARKED_SHARE = 1 / 64;

/** The ranks that are on any of the lists. */
export function uniteAll(lists: readonly Ranks[]): Ranks {
  let left = lists.filter(({ length }) => length > 0);
  if (left.length === 0) return NO_RANKS;
  if (left.length >= MANY_LISTS) {
    const last = Math.max(...left.map((ranks) => ranks[ranks.length - 1]!));
    const entries = left.reduce((sum, { length }) => sum + length, 0);
    if (entries > last * MARKED_SHARE) return uniteMarked(left, last);
  }
  // Two by two, so that no list is copied often.
  while (left.length > 1) {
    const pairs: Ranks[] = [];
    for (let i = 0; i < left.length; i += 2) {
      pairs.push(i + 1 < left.length ? unite(left[i]!, left[i + 1]!) : left[i]!);
    }
    left = pairs;
  }
  return left[0]!;
}

/** A bit for every rank up to the last. */
function uniteMarked(lists: readonly Ranks[], last: number): Ranks {
  const marks = new Uint32Array((last >>> 5) + 1);
  for (const ranks of lists) {
    for (let i = 0; i < ranks.length; i++) marks[ranks[i]! >>> 5]! |= 1 << (ranks[i]! & 31);
  }
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let count = 0;
  for (let at = 0; at < marks.length; at++) {
    for (let left = marks[at]!; left !== 0; left &= left - 1) {
      all[count++] = (at << 5) + 31 - Math.clz32(left & -left);
    }
  }
  return all.slice(0, count);
}

function unite(one: Ranks, other: Ranks): Ranks {
  const all = new Uint32Array(one.length + other.length);
  let count = 0;
  let i = 0;
  let j = 0;
  while (i < one.length && j < other.length) {
    const left = one[i]!;
    const right = other[j]!;
    if (left <= right) i++;
    if (right <= left) j++;
    all[count++] = left < right ? left : right;
  }
  while (i < one.length) all[count++] = one[i++]!;
  while (j < other.length) all[count++] = other[j++]!;
  return all.slice(0, count);
}

/** The ranks that are only on the first list. */
export function subtract(from: Ranks, other: Ranks): Ranks {
  let at = 0;
  return from.filter((rank) => {
    at = firstFrom(other, rank, at);
    return other[at] !== rank;
  });
}

/** The place of the first rank that is not less than this one, looked for from a place on, in growing steps. */
function firstFrom(ranks: Ranks, rank: number, from: number): number {
  let low = from;
  let step = 1;
  while (low + step < ranks.length && ranks[low + step]! < rank) {
    low += step;
    step *= 2;
  }
  for (let high = Math.min(low + step, ranks.length); low < high; ) {
    const middle = (low + high) >>> 1;
    if (ranks[middle]! < rank) low = middle + 1;
    else high = middle;
  }
  return low;
}
