import type { FacetCount, TagCountRequest, TagCounts } from '../../food/food-filters.ts';
import type { Codes } from './codes.ts';
import type { PositionRuns } from './select.ts';
import { type Tags, tagCountOf } from './tags.ts';

/** Counts positions by their codes in a column, run by run. */
export class CodeCounter {
  readonly #codes: Codes;
  /** How many positions have each code. */
  readonly counts: Int32Array;

  constructor(codes: Codes, size: number) {
    this.#codes = codes;
    this.counts = new Int32Array(size);
  }

  count({ positions, found }: PositionRuns): void {
    if (this.#codes instanceof Uint16Array) countNarrow(this.#codes, this.counts, positions, found);
    else countWide(this.#codes, this.counts, positions, found);
  }
}

/* Two loops, since one that has seen both kinds of arrays takes twice as long. `| 0` as in select.ts. */

function countNarrow(codes: Uint16Array, counts: Int32Array, positions: Int32Array, found: number): void {
  for (let at = 0; at < found; at++) {
    const code = codes[positions[at]!]!;
    counts[code] = (counts[code]! + 1) | 0;
  }
}

function countWide(codes: Uint32Array, counts: Int32Array, positions: Int32Array, found: number): void {
  for (let at = 0; at < found; at++) {
    const code = codes[positions[at]!]!;
    counts[code] = (counts[code]! + 1) | 0;
  }
}

type Wanted = Pick<TagCountRequest, 'most' | 'prefix'> & { asked: readonly string[] };

/** The highest counts, all those that equal the lowest of them, and those that are asked for. */
export function topTags(tags: Tags, perCode: Int32Array, { most, prefix, asked }: Wanted): TagCounts {
  const counts = countTags(tags, perCode);
  const numbers = prefix === undefined ? allIn(counts) : presentIn(counts, tags.findByPrefix(prefix));
  const shown = new Set([...highest(counts, numbers, most), ...asked.flatMap(tags.find)]);
  return {
    counts: nameAll(tags, [...shown], counts),
    total: numbers.reduce((sum, number) => sum + counts[number]!, 0),
  };
}

/** No more than the `most` highest counts; those that are asked for come after them. */
export function listTags(
  tags: Tags,
  perCode: Int32Array,
  most: number,
  asked: readonly string[],
): FacetCount[] {
  const counts = countTags(tags, perCode);
  const first = allIn(counts, lowestShown(counts, most));
  // Tags that are numbered by their names need not be named to be put in order: thousands may have the same count.
  const shown = tags.isInOrder
    ? first.sort((a, b) => counts[b]! - counts[a]! || a - b).slice(0, most)
    : first;
  const others = presentIn(counts, asked.flatMap(tags.find)).filter((number) => !shown.includes(number));
  return [...nameAll(tags, shown, counts).slice(0, most), ...nameAll(tags, others, counts)];
}

/** How many foods have each tag, by its number. */
function countTags(tags: Tags, perCode: Int32Array): Int32Array {
  const { members, memberCodes } = tags;
  const counts = new Int32Array(tagCountOf(tags));
  for (let at = 0; at < members.length; at++) counts[members[at]!]! += perCode[memberCodes[at]!]!;
  return counts;
}

function presentIn(counts: Int32Array, numbers: readonly number[]): number[] {
  return numbers.filter((number) => (counts[number] ?? 0) > 0);
}

/** The tags that have this many foods or more, in the order of their numbers. */
function allIn(counts: Int32Array, least = 1): number[] {
  const listed: number[] = [];
  for (let number = 0; number < counts.length; number++) if (counts[number]! >= least) listed.push(number);
  return listed;
}

/** The tags with the highest counts, and those that have as many as the last of them. */
function highest(counts: Int32Array, numbers: readonly number[], most: number): number[] {
  const least = lowestShown(
    numbers.map((number) => counts[number]!),
    most,
  );
  return numbers.filter((number) => counts[number]! >= least);
}

/** The lowest count, above 0, that can be among the highest. To sort tens of thousands takes a fifth of the time of facets. */
function lowestShown(counts: ArrayLike<number>, most: number): number {
  if (counts.length <= most) return 1;
  // The highest counts so far, the lowest of them first.
  const top = new Int32Array(most);
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i]!;
    if (count <= top[0]!) continue;
    let at = 1;
    for (; at < most && top[at]! < count; at++) top[at - 1] = top[at]!;
    top[at - 1] = count;
  }
  return Math.max(1, top[0]!);
}

/** Names are read for few of the tags: there may be thousands. */
function nameAll({ tagAt }: Tags, numbers: readonly number[], counts: Int32Array): FacetCount[] {
  return numbers
    .map((number) => ({ value: tagAt(number), count: counts[number] ?? 0 }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
