import negationsTable from '../../data/language/negations.tsv' with { type: 'text' };
import { readTable } from './data-table.ts';
import { fold } from './fold.ts';
import { isNounLast } from './languages.ts';

/** The words and parts of words that negate others, by where they stand. */
const PLACES = ['before', 'after', 'prefix', 'suffix', 'zero'] as const;
export const markers = Object.fromEntries(
  PLACES.map((place) => [place, new Set(wordsOf((_, own) => own === place))]),
) as Record<(typeof PLACES)[number], Set<string>>;

/** An amount of none in digits. */
export const ZEROS: readonly string[] = [...markers.zero].filter((word) => word.startsWith('0'));

/** Negations after which a noun may go on: "without Big Mac sauce", but "sans sauce Big Mac". */
export const reachingFurther: ReadonlySet<string> = new Set(
  wordsOf((language, place) => place === 'before' && isNounLast(language)),
);

/** Words that negate others when they stand alone: what retrieval looks for beside an excluded word. */
export const NEGATING_WORDS: readonly string[] = [...markers.before, ...markers.after, ...markers.zero];
const NEGATING = new Set(NEGATING_WORDS);

/** By their last and their first letters, since nearly all words have none. */
const suffixes = Map.groupBy(markers.suffix, (suffix) => suffix.charCodeAt(suffix.length - 1));
const prefixes = Map.groupBy(markers.prefix, (prefix) => prefix.charCodeAt(0));

/** What is left of a word without its negation has to be at least this long. */
const MIN_NEGATED_LENGTH = 3;

export function isNegatingWord(word: string): boolean {
  return NEGATING.has(word);
}

/** The word without the negation that is part of it, or null: `salted` of `unsalted`, `zucker` of `zuckerfrei`. */
export function withoutNegation(word: string): string | null {
  const isLonger = (negation: string) => word.length >= negation.length + MIN_NEGATED_LENGTH;
  const suffix = suffixes
    .get(word.charCodeAt(word.length - 1))
    ?.find((end) => isLonger(end) && word.endsWith(end));
  if (suffix !== undefined) return word.slice(0, -suffix.length);
  const prefix = prefixes.get(word.charCodeAt(0))?.find((start) => isLonger(start) && word.startsWith(start));
  return prefix === undefined ? null : word.slice(prefix.length);
}

function wordsOf(isAsked: (language: string, place: string) => boolean): string[] {
  return readTable(negationsTable)
    .filter(([language, place]) => isAsked(language!, place!))
    .flatMap(([, , words]) => words!.split(' ').map(fold));
}
