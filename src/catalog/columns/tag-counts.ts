import type { TagCountRequest, TagCounts } from '../../food/food-filters.ts';
import type { Codes } from './codes.ts';
import type { PlaceRuns } from './select.ts';
import { type Tags, tagCountOf } from './tags.ts';

/** How many of the places found have each tag, by its number. */
export function countTagsIn(tags: Tags, codes: Codes, found: PlaceRuns): Int32Array {
  const perCode = new Int32Array(tags.codes);
  while (found.next()) for (let at = 0; at < found.found; at++) perCode[codes[found.places[at]!]!]!++;
  const counts = new Int32Array(tagCountOf(tags));
  for (let at = 0; at < tags.members.length; at++)
    counts[tags.members[at]!]! += perCode[tags.memberCodes[at]!]!;
  return counts;
}

/** The highest counts, and those that are asked for. Names are read for few of the tags: there may be thousands. */
export function topTags(
  { tagAt, find, findByPrefix }: Tags,
  counts: Int32Array,
  { most, prefix, asked }: Pick<TagCountRequest, 'most' | 'prefix'> & { asked: readonly string[] },
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
