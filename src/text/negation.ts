import linksTable from '../../data/language/negation-links.tsv' with { type: 'text' };
import { remember } from '../remember.ts';
import { readTable } from './data-table.ts';
import {
  type Exclusion,
  exclusionInWord,
  isLeftSomethingOutOf,
  isSubstance,
  STATED_SUBSTANCES,
} from './exclusions.ts';
import { fold } from './fold.ts';
import { isNegatingWord, markers, reachingFurther, withoutNegation } from './negating-words.ts';

/**
 * What a text says is absent: `without salt`, `sugar free`, `sans gluten ni lactose`, `zuckerfrei`. The same grammar
 * reads queries and names.
 */
export interface Negations {
  /** For each word the one that negates it, or null. */
  negatedBy: (string | null)[];
  /** The negations with the words after a negated noun, which may belong to it: "without Big Mac sauce". */
  perhapsNegatedBy: (string | null)[];
  /** For each word whether it negates others or links a negation to its noun. */
  isNegation: boolean[];
}

type Link = 'skipped' | 'joining' | 'leading' | 'trailing' | 'partly';
const links = Object.fromEntries(
  readTable(linksTable).map(([kind, words]) => [kind, new Set(words!.split(' ').map(fold))]),
) as Record<Link, ReadonlySet<string>>;
/** Words after a negated noun that may belong to it. */
const WORDS_AFTER_NOUN = 2;

/**
 * `areNeighbours` decides whether a noun and the negation after it belong together, as in `sugar free`: the end of a
 * query may also be something else.
 */
export function readNegations(
  words: readonly string[],
  areNeighbours: (left: string, right: string) => boolean = () => true,
): Negations | null {
  if (!words.some(isNegatingWord)) return null;
  const negatedBy: (string | null)[] = new Array(words.length).fill(null);
  const isNegation: boolean[] = new Array(words.length).fill(false);
  const perhapsNegatedBy: (string | null)[] = new Array(words.length).fill(null);
  for (let at = 0; at < words.length; at++) {
    if (markers.before.has(words[at]!) || isZeroOf(words, at)) {
      const last = negateFollowing(words, at, negatedBy);
      for (let i = at; i < last; i++) isNegation[i] = negatedBy[i] === null;
      if (last > at && isTrailing(words, last + 1)) isNegation[last + 1] = true;
      const end = last === at ? at : endOfNoun(words, at, last);
      for (let i = at + 1; i < end; i++) perhapsNegatedBy[i] = words[at]!;
    } else if (markers.after.has(words[at]!) && isAfter(words, at, areNeighbours)) {
      const noun = isTrailing(words, at - 1) ? at - 2 : at - 1;
      if (negatedBy[noun] !== null) continue;
      for (let i = noun + 1; i <= at; i++) isNegation[i] = true;
      negatedBy[noun] = words[at]!;
      perhapsNegatedBy[noun] = words[at]!;
    }
  }
  return isNegation.includes(true) ? { negatedBy, perhapsNegatedBy, isNegation } : null;
}

/** What "free" begins itself: `eggs free range` are not free of eggs. */
const AFTER_FREE = new Set(['range', 'run', 'roaming', 'from']);

/** `sugar free`, but not `eggs free range`. */
function isAfter(
  words: readonly string[],
  at: number,
  areNeighbours: (left: string, right: string) => boolean,
): boolean {
  if (at === 0 || isNegatingWord(words[at - 1]!) || AFTER_FREE.has(words[at + 1] ?? '')) return false;
  if (isSubstance(words[at - 1]!) || isTrailing(words, at - 1)) return true;
  return areNeighbours(words[at - 1]!, words[at]!);
}

function isZeroOf(words: readonly string[], at: number): boolean {
  // Meat that is "trimmed to 0 inches of fat" is not without fat.
  if (!markers.zero.has(words[at]!) || words[at - 1] === 'to') return false;
  const noun = words[findNoun(words, at)];
  return noun !== undefined && isSubstance(noun) && !isLeftSomethingOutOf(noun);
}

/** Where the words end that may belong to a noun: a substance has none, other nouns few, none that negate something. */
function endOfNoun(words: readonly string[], at: number, noun: number): number {
  const isWhole = isSubstance(words[noun]!) || !reachingFurther.has(words[at]!);
  const most = Math.min(words.length, noun + 1 + (isWhole ? 0 : WORDS_AFTER_NOUN));
  let end = noun + 1;
  while (end < most && exclusionInWord(words[end]!) === null) end++;
  return end;
}

/** Negates the noun after a negation and those joined to it; returns the last one's position, or `at` for none. */
function negateFollowing(words: readonly string[], at: number, negatedBy: (string | null)[]): number {
  let last = at;
  for (let noun = findNoun(words, at); noun > 0; ) {
    negatedBy[noun] = words[at]!;
    last = noun;
    const link = noun + 1;
    noun = link < words.length && links.joining.has(words[link]!) ? findNoun(words, link) : -1;
  }
  return last;
}

/** The first word after `at` that can be negated, or -1: not a link, not a number, not another negation. */
function findNoun(words: readonly string[], at: number): number {
  for (let noun = at + 1; noun < words.length; noun++) {
    const word = words[noun]!;
    if (links.skipped.has(word)) continue;
    const first = word.charCodeAt(0);
    if (isNegatingWord(word) || (first >= 48 && first <= 57)) return -1;
    if (!isLeading(words, noun)) return noun;
  }
  return -1;
}

/** `huile` in `huile de palme`, `matiere` in `matiere grasse`. */
function isLeading(words: readonly string[], at: number): boolean {
  const next = words[at + 1];
  return (
    links.leading.has(words[at]!) && next !== undefined && (links.skipped.has(next) || isSubstance(next))
  );
}

/** `oil` in `palm oil`. */
function isTrailing(words: readonly string[], at: number): boolean {
  return at > 0 && links.trailing.has(words[at] ?? '') && isSubstance(words[at - 1]!);
}

/** Whether a word only says that something is partly absent: `skim` in `part skim`. */
export function isPartly(words: readonly string[], at: number): boolean {
  return at > 0 && links.partly.has(words[at - 1]!);
}

/** A word of a query that excludes something, and the typed word that negates it, if any. */
export interface ExcludedWord {
  text: string;
  negatedBy: string | null;
}

/** What a name says about something excluded. */
export interface FoundAbsence {
  isAbsent: boolean;
  at: number;
  /** The word that negates the one at this position; null where absence is part of the word itself. */
  negatedBy: string | null;
}

/**
 * Where a name says that something excluded is absent, in the typed words if it can be, or else that it is present;
 * null when it says neither. `isPresence` knows further words for it, such as corrections of what was typed.
 */
export function findAbsence(
  { text, negatedBy: typedBy }: ExcludedWord,
  exclusion: Exclusion,
  isPresence: (word: string) => boolean,
  nameWords: readonly string[],
  negations: Negations | null,
): FoundAbsence | null {
  let found: FoundAbsence | null = null;
  const isAbout = wordsAbout(exclusion);
  for (let at = 0; at < nameWords.length; at++) {
    if (!isAbout(nameWords[at]!) && !isPresence(nameWords[at]!)) continue;
    const unlike = exclusion.unlike.lengthAt(nameWords, at);
    if (unlike > 0) {
      at += unlike - 1;
      continue;
    }
    const word = nameWords[at]!;
    const negatedBy = negations?.perhapsNegatedBy[at] ?? null;
    const isWordPresence = isPresence(word) || exclusion.present.lengthAt(nameWords, at) > 0;
    const isSaid = isInWord(exclusion, nameWords, at) || (isWordPresence && negatedBy !== null);
    if (isSaid && !isPartly(nameWords, at)) {
      const own = { isAbsent: true, at, negatedBy: isWordPresence ? negatedBy : null };
      if (word === text && own.negatedBy === typedBy) return own;
      if (!found?.isAbsent) found = own;
    } else if (isWordPresence || (negatedBy === null && exclusion.kinds.lengthAt(nameWords, at) > 0)) {
      found ??= { isAbsent: false, at, negatedBy: null };
    }
  }
  return found;
}

/** The substances of the table that a name says are absent. */
export function absencesIn(nameWords: readonly string[]): string[] {
  if (!nameWords.some(mayNegate)) return [];
  const negations = readNegations(nameWords);
  if (negations === null && nameWords.every((word) => exclusionInWord(word) === null)) return [];
  const mentioned = new Set(nameWords.flatMap(substancesAbout));
  return STATED_SUBSTANCES.filter(
    (one) => mentioned.has(one) && findAbsence(NO_WORD, one, () => false, nameWords, negations)?.isAbsent,
  ).map(({ substance }) => substance!);
}

/** Hardly any word does, and the build reads the names of millions of foods. */
const mayNegate = remember((word) => isNegatingWord(word) || exclusionInWord(word) !== null);

const NO_WORD: ExcludedWord = { text: '', negatedBy: null };

/** The substances of the table that a word of a name may say something about: nearly always none. */
const substancesAbout = remember((word): readonly Exclusion[] =>
  STATED_SUBSTANCES.filter((substance) => isWordAbout(substance, word)),
);

/** Which words are about an exclusion: thousands of names are read for a query, and most have the same few words. */
const known = new WeakMap<Exclusion, (word: string) => boolean>();
const MAX_KNOWN_WORDS = 5000;

function wordsAbout(exclusion: Exclusion): (word: string) => boolean {
  let isAbout = known.get(exclusion);
  if (isAbout === undefined) {
    isAbout = remember((word) => isWordAbout(exclusion, word), MAX_KNOWN_WORDS);
    known.set(exclusion, isAbout);
  }
  return isAbout;
}

/** Whether a word of a name may say anything about what is excluded. */
function isWordAbout({ unlike, present, absent, kinds }: Exclusion, word: string): boolean {
  const negated = withoutNegation(word);
  return (
    [unlike, present, absent, kinds].some((patterns) => patterns.mayBeginWith(word)) ||
    (negated !== null && present.mayBeginWith(negated))
  );
}

/** Whether a word says by itself that something is absent: `unsalted`, `zuckerfrei`. */
function isInWord({ present, absent }: Exclusion, nameWords: readonly string[], at: number): boolean {
  if (absent.lengthAt(nameWords, at) > 0) return true;
  const negated = withoutNegation(nameWords[at]!);
  return negated !== null && present.lengthAt([negated], 0) > 0;
}
