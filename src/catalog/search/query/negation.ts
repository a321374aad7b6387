import linksTable from '../../../../data/language/negation-links.tsv' with { type: 'text' };
import negationsTable from '../../../../data/language/negations.tsv' with { type: 'text' };
import substancesTable from '../../../../data/language/substances.tsv' with { type: 'text' };
import { fold } from '../../../food/text.ts';
import { readTable } from '../../../language/language-data.ts';
import { stem } from '../../../language/word-forms.ts';

/**
 * What a text says is absent: `without salt`, `sugar free`, `sans gluten ni lactose`, `zuckerfrei`. The same grammar
 * reads queries and names.
 */
export interface Negations {
  /** For each word the one that negates it, or null. */
  negatedBy: (string | null)[];
  /** The same, with the words after a negated noun, which may belong to it: "without Big Mac sauce". */
  perhapsNegatedBy: (string | null)[];
  /** For each word whether it negates others or links a negation to its noun. */
  isNegation: boolean[];
}

/** Something a query excludes, in the words for its presence and its absence. */
export interface Exclusion {
  present: readonly Pattern[];
  absent: readonly Pattern[];
}

/** A word, the start of one, or several words side by side. */
export interface Pattern {
  words: readonly string[];
  isPrefix: boolean;
  /** Means absence only where the query excludes the substance: `white` for `egg without yolk`. */
  isWeak: boolean;
}

const PLACES = ['before', 'after', 'prefix', 'suffix', 'zero'] as const;
const markers = Object.fromEntries(
  PLACES.map((place) => [
    place,
    new Set(rowsOf(negationsTable, 1, place).flatMap((row) => foldEach(row[2]!))),
  ]),
) as Record<(typeof PLACES)[number], Set<string>>;
const [skipped, joining] = ['skipped', 'joining'].map(
  (kind) => new Set(rowsOf(linksTable, 0, kind).flatMap((row) => foldEach(row[1]!))),
) as [Set<string>, Set<string>];

/** Words that negate others on their own: what retrieval looks for beside an excluded word. */
export const NEGATING_WORDS: readonly string[] = [...markers.before, ...markers.after, ...markers.zero];
const NEGATING = new Set(NEGATING_WORDS);

const SUBSTANCES: readonly Exclusion[] = readTable(substancesTable).map(([, present, absent]) => ({
  present: present!.split(' ').map(readPattern),
  absent: absent!.split(' ').map(readPattern),
}));
const substanceOfPresence = indexSubstances('present');
const substanceOfAbsence = indexSubstances('absent');
const absencePrefixes = SUBSTANCES.flatMap((substance) =>
  substance.absent
    .filter(({ isPrefix, isWeak }) => isPrefix && !isWeak)
    .map(({ words }) => [words[0]!, substance] as const),
);
/** Words after a negated noun that may belong to it. */
const WORDS_AFTER_NOUN = 2;
/** What is left of a word without its negation has to be at least this long. */
const SHORTEST_NEGATED = 3;

export function isNegatingWord(word: string): boolean {
  return NEGATING.has(word);
}

/**
 * `areNeighbours` decides whether a noun and the negation after it belong together, as in `sugar free`: the end of a
 * query may also be something else.
 */
export function readNegations(
  words: readonly string[],
  areNeighbours: (left: string, right: string) => boolean = () => true,
): Negations | null {
  if (!words.some((word) => NEGATING.has(word))) return null;
  const negatedBy: (string | null)[] = words.map(() => null);
  const isNegation = words.map(() => false);
  const perhapsNegatedBy: (string | null)[] = words.map(() => null);
  for (let at = 0; at < words.length; at++) {
    if (markers.before.has(words[at]!) || isZeroOf(words, at)) {
      const last = negateFollowing(words, at, negatedBy);
      for (let i = at; i < last; i++) isNegation[i] = negatedBy[i] === null;
      for (let i = at + 1; i <= last + WORDS_AFTER_NOUN && last > at && i < words.length; i++) {
        perhapsNegatedBy[i] = words[at]!;
      }
    } else if (
      markers.after.has(words[at]!) &&
      isAfter(words, at, areNeighbours) &&
      negatedBy[at - 1] === null
    ) {
      isNegation[at] = true;
      negatedBy[at - 1] = words[at]!;
      perhapsNegatedBy[at - 1] = words[at]!;
    }
  }
  return isNegation.includes(true) ? { negatedBy, perhapsNegatedBy, isNegation } : null;
}

/** `sugar free`, but not `eggs free range`. */
function isAfter(
  words: readonly string[],
  at: number,
  areNeighbours: (left: string, right: string) => boolean,
): boolean {
  if (at === 0 || NEGATING.has(words[at - 1]!) || words[at + 1] === 'range') return false;
  return isSubstance(words[at - 1]!) || areNeighbours(words[at - 1]!, words[at]!);
}

function isZeroOf(words: readonly string[], at: number): boolean {
  return markers.zero.has(words[at]!) && findNoun(words, at) > 0 && isSubstance(words[findNoun(words, at)]!);
}

function isSubstance(word: string): boolean {
  return substanceOfPresence.has(word) || substanceOfPresence.has(stem(word));
}

/** Negates the noun after a negation and those joined to it; returns the last one's position, or `at` for none. */
function negateFollowing(words: readonly string[], at: number, negatedBy: (string | null)[]): number {
  let last = at;
  for (let noun = findNoun(words, at); noun > 0; ) {
    negatedBy[noun] = words[at]!;
    last = noun;
    const link = noun + 1;
    noun = link < words.length && joining.has(words[link]!) ? findNoun(words, link) : -1;
  }
  return last;
}

/** The first word after `at` that can be negated, or -1: not a link, not a number, not another negation. */
function findNoun(words: readonly string[], at: number): number {
  for (let noun = at + 1; noun < words.length; noun++) {
    const word = words[noun]!;
    if (skipped.has(word)) continue;
    const first = word.charCodeAt(0);
    return NEGATING.has(word) || (first >= 48 && first <= 57) ? -1 : noun;
  }
  return -1;
}

/** What a single word excludes: `unsalted`, `zuckerfrei`, `decaf`. Null for a word without a negation in it. */
export function exclusionInWord(word: string): Exclusion | null {
  const known = substanceOfAbsence.get(word);
  if (known !== undefined) return known;
  for (const [start, substance] of absencePrefixes) if (word.startsWith(start)) return substance;
  const negated = withoutNegation(word);
  return negated === null ? null : (substanceOfPresence.get(negated) ?? null);
}

/** What a negated word excludes: its substance in all languages, or else the word itself. */
export function exclusionOf(word: string): Exclusion {
  const substance = substanceOfPresence.get(word) ?? substanceOfPresence.get(stem(word));
  const own = { words: [word], isPrefix: false, isWeak: false };
  if (substance === undefined) return { present: [own], absent: [] };
  return { present: [own, ...substance.present], absent: substance.absent };
}

/** A word of a query that excludes something, and the typed word that negates it, if any. */
export interface ExcludedWord {
  text: string;
  exclusion: Exclusion;
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
  { text, exclusion, negatedBy: typedBy }: ExcludedWord,
  isPresence: (word: string) => boolean,
  nameWords: readonly string[],
  negations: Negations | null,
): FoundAbsence | null {
  let found: FoundAbsence | null = null;
  for (let at = 0; at < nameWords.length; at++) {
    const word = nameWords[at]!;
    const negatedBy = negations?.perhapsNegatedBy[at] ?? null;
    const isWordPresence = isPresence(word) || matchesAny(exclusion.present, nameWords, at);
    if (isAbsenceAt(exclusion, nameWords, at) || (isWordPresence && negatedBy !== null)) {
      const own = { isAbsent: true, at, negatedBy: isWordPresence ? negatedBy : null };
      if (word === text && own.negatedBy === typedBy) return own;
      if (!found?.isAbsent) found = own;
    } else if (isWordPresence) {
      found ??= { isAbsent: false, at, negatedBy: null };
    }
  }
  return found;
}

function isAbsenceAt({ present, absent }: Exclusion, nameWords: readonly string[], at: number): boolean {
  if (matchesAny(absent, nameWords, at)) return true;
  const negated = withoutNegation(nameWords[at]!);
  return negated !== null && matchesAny(present, [negated], 0);
}

function matchesAny(patterns: readonly Pattern[], words: readonly string[], at: number): boolean {
  return patterns.some((pattern) =>
    pattern.words.every((own, i) => {
      const word = words[at + i];
      if (word === undefined) return false;
      return pattern.isPrefix ? word.startsWith(own) : word === own || stem(word) === stem(own);
    }),
  );
}

/** The word without the negation that is part of it, or null: `salted` of `unsalted`, `zucker` of `zuckerfrei`. */
function withoutNegation(word: string): string | null {
  for (const suffix of markers.suffix) {
    if (word.length >= suffix.length + SHORTEST_NEGATED && word.endsWith(suffix)) {
      return word.slice(0, -suffix.length);
    }
  }
  for (const prefix of markers.prefix) {
    if (word.length >= prefix.length + SHORTEST_NEGATED && word.startsWith(prefix)) {
      return word.slice(prefix.length);
    }
  }
  return null;
}

function readPattern(text: string): Pattern {
  const isWeak = text.startsWith('?');
  const isPrefix = text.endsWith('*');
  const words = text.slice(isWeak ? 1 : 0, isPrefix ? -1 : undefined).split('+');
  return { words, isPrefix, isWeak };
}

function indexSubstances(side: keyof Exclusion): Map<string, Exclusion> {
  const byWord = new Map<string, Exclusion>();
  for (const substance of SUBSTANCES) {
    for (const { words, isPrefix, isWeak } of substance[side]) {
      if (words.length === 1 && !isPrefix && !isWeak && !byWord.has(words[0]!))
        byWord.set(words[0]!, substance);
    }
  }
  return byWord;
}

function rowsOf(table: string, column: number, value: string): string[][] {
  return readTable(table).filter((row) => row[column] === value);
}

function foldEach(words: string): string[] {
  return words.split(' ').map(fold);
}
