import type { TagCountRequest, TagCounts } from '../../food/food-filters.ts';
import type { Codes } from './codes.ts';
import type { Columns } from './columns.ts';
import type { PlaceRuns } from './select.ts';
import { type Tags, tagCountOf } from './tags.ts';

/** Counts places by the tags of one kind, run by run. */
export class TagCounter {
  readonly #tags: Tags;
  readonly #codes: Codes;
  readonly #perCode: Int32Array;

  constructor(columns: Columns, tags: Tags) {
    this.#tags = tags;
    this.#codes = columns.read(tags.column).codes;
    this.#perCode = new Int32Array(tags.codes);
  }

  count({ places, found }: PlaceRuns): void {
    if (this.#codes instanceof Uint16Array) countNarrow(this.#codes, this.#perCode, places, found);
    else countWide(this.#codes, this.#perCode, places, found);
  }

  /** The highest counts, and those that are asked for. */
  top(wanted: Wanted): TagCounts {
    return topTags(this.#tags, countsOfTags(this.#tags, this.#perCode), wanted);
  }
}

/* Two loops, since one that has seen both kinds of arrays takes twice as long. */

function countNarrow(codes: Uint16Array, counts: Int32Array, places: Int32Array, found: number): void {
  for (let at = 0; at < found; at++) {
    const code = codes[places[at]!]!;
    counts[code] = (counts[code]! + 1) | 0;
  }
}

function countWide(codes: Uint32Array, counts: Int32Array, places: Int32Array, found: number): void {
  for (let at = 0; at < found; at++) {
    const code = codes[places[at]!]!;
    counts[code] = (counts[code]! + 1) | 0;
  }
}

/** How many foods have each tag, by its number. */
function countsOfTags(tags: Tags, perCode: Int32Array): Int32Array {
  const counts = new Int32Array(tagCountOf(tags));
  for (let at = 0; at < tags.members.length; at++)
    counts[tags.members[at]!]! += perCode[tags.memberCodes[at]!]!;
  return counts;
}

type Wanted = Pick<TagCountRequest, 'most' | 'prefix'> & { asked: readonly string[] };

/** Names are read for few of the tags: there may be thousands. */
function topTags(
  { tagAt, find, findByPrefix }: Tags,
  counts: Int32Array,
  { most, prefix, asked }: Wanted,
): TagCounts {
  const numbers = prefix === undefined ? counts.keys() : findByPrefix(prefix);
  const present = [...numbers].filter((number) => (counts[number] ?? 0) > 0);
  const least = present.map((number) => counts[number]!).sort((a, b) => b - a)[most - 1] ?? 1;
  const shown = new Set([...present.filter((number) => counts[number]! >= least), ...asked.flatMap(find)]);
  const named = [...shown].map((number) => ({ value: tagAt(number), count: counts[number] ?? 0 }));
  return {
    counts: named.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)),
    total: present.reduce((sum, number) => sum + counts[number]!, 0),
  };
}
