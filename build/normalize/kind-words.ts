import kindsTable from '../../data/food-kinds.tsv' with { type: 'text' };
import { readTable } from '../../src/text/data-table.ts';
import { words } from '../../src/text/fold.ts';

/** Words and categories by which a kind of food is recognised, from `data/food-kinds.tsv`. */

const WORDS = entriesOf('words', ' ');
const CATEGORIES = entriesOf('categories', ', ');

function entriesOf(wanted: string, separator: string): ReadonlyMap<string, ReadonlySet<string>> {
  const entries = new Map<string, Set<string>>();
  for (const [kind = '', by, text = ''] of readTable(kindsTable)) {
    if (by !== wanted) continue;
    entries.set(kind, new Set([...(entries.get(kind) ?? []), ...text.split(separator)]));
  }
  return entries;
}

/** A kind that the table does not have is a slip in the code, which the first food would show. */
export function hasWord(kind: string, own: readonly string[]): boolean {
  const known = WORDS.get(kind)!;
  return own.some((word) => known.has(word));
}

export function isInCategory(kind: string, category: string | null): boolean {
  return category !== null && CATEGORIES.get(kind)!.has(category);
}

const NOT_LETTERS = /[^\p{L}\p{M}]+/u;

/** A name as its folded words, as a text of them, and as its words with their accents. */
export function readName(name: string): { own: string[]; text: string; accented: string[] } {
  const own = words(name);
  return { own, text: own.join(' '), accented: name.normalize('NFC').toLowerCase().split(NOT_LETTERS) };
}
