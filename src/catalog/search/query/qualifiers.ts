import groupsTable from '../../../../data/language/groups.tsv' with { type: 'text' };
import qualifiersTable from '../../../../data/language/qualifiers.tsv' with { type: 'text' };
import { remember } from '../../../remember.ts';
import { readTable } from '../../../text/data-table.ts';
import { exclusionInWord } from '../../../text/exclusions.ts';
import { words } from '../../../text/fold.ts';
import { isNegatingWord } from '../../../text/negating-words.ts';
import { NAME } from './weights.ts';

/** What the words of a name say about the kind of a food, from data/language/. */

/** A word or phrase that qualifies a food. */
export interface Qualifier {
  kind: string;
  /** What a name loses for it when it was not typed; 0 for words of the plain food. */
  points: number;
  words: string[];
}

const QUALIFIERS: readonly Qualifier[] = readTable(qualifiersTable).flatMap(([kind, points, list]) =>
  list!.split(' ').map((phrase) => ({ kind: kind!, points: Number(points), words: phrase.split('+') })),
);
/** By their first word, the longest first. */
const byFirstWord = new Map<string, Qualifier[]>();
for (const qualifier of QUALIFIERS.toSorted((left, right) => right.words.length - left.words.length)) {
  const first = qualifier.words[0]!;
  byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), qualifier]);
}
/** `unsalted`, `without caffeine`: something is left out of the food. */
export const LEFT_OUT = 'left out';

const GROUPS = new Set(
  readTable(groupsTable).flatMap(([, groups]) => groups!.split(', ').map((group) => words(group).join(' '))),
);

/** The qualifier that begins at a word of a name, or null. */
export function qualifierAt(nameWords: readonly string[], at: number): Qualifier | null {
  const word = nameWords[at]!;
  if (!mayQualify(word)) return null;
  const found = byFirstWord
    .get(word)
    ?.find((qualifier) => qualifier.words.every((own, i) => nameWords[at + i] === own));
  if (found !== undefined) return found;
  const isLeftOut = isNegatingWord(word) || exclusionInWord(word) !== null;
  return isLeftOut ? { kind: LEFT_OUT, points: NAME.leftOut, words: [word] } : null;
}

/** The common words; each may keep the whole name that it was cut from in memory. */
const MAX_KNOWN_WORDS = 2000;

/** Most words qualify nothing, and are known not to. */
const mayQualify = remember(
  (word) => byFirstWord.has(word) || isNegatingWord(word) || exclusionInWord(word) !== null,
  MAX_KNOWN_WORDS,
);

/** Whether the part of a name before its first comma only files the food: "Fish, salmon". */
export function isGroup(partWords: readonly string[]): boolean {
  return GROUPS.has(partWords.join(' '));
}
