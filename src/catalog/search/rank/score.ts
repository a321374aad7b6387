import { type FoodName, isSearched, type SearchedName } from '../../../food/food-names.ts';
import { words } from '../../../text/fold.ts';
import { exactNameKey } from '../query/keys.ts';
import { LESS_FOR_NAME, POINTS, WORK } from '../query/weights.ts';
import type { Work } from '../query/work.ts';
import type { Candidate } from '../retrieve/candidates.ts';
import { matchWords, type WordMatch } from '../retrieve/word-matches.ts';
import { type Points, pointsOf } from './features.ts';
import { splitName } from './name-parts.ts';
import { isBesideEnglish, tableLanguage } from './own-names.ts';
import { hasAny, type RankedQuery } from './ranked-query.ts';

/** A food's score with its parts, in points. */
export interface Score {
  candidate: Candidate;
  total: number;
  parts: Points;
  /** For each typed word the correction that found the food, or null. */
  corrections: (string | null)[];
  /** The typed words that it does not have, corrected or not; stop words and what is excluded aside. */
  missing: readonly string[];
  /** Whether it has every word that was typed, corrected or not. */
  hasAllWords: boolean;
  /** The letters of its own name: foods of the same name share it. */
  nameKey: string;
  /** The other name by which it was found; null for its own. */
  found: FoodName | null;
  /** Why it is not where its score would put it, or null. */
  outOfOrder: 'duplicate' | 'guess' | null;
}

/** Everyone types names in this language, whatever language they ask for. */
const OWN_LANGUAGE = 'en';

/** The score of a food by its name or, if that is higher, by another name that it is known by. */
export function score(query: RankedQuery, candidate: Candidate, work: Work): Score {
  let best = scoreOwnName(query, candidate);
  const { nameKey } = best;
  // Most names of a food are in other languages, and have none of the words.
  if (work.isSpent || !hasAny(candidate.nameWords, query)) return best;
  const otherWords = candidate.nameWords.split('\t');
  for (const [at, found] of candidate.names.entries()) {
    if (!isSearched(found) || !hasAny(otherWords[at] ?? '', query)) continue;
    // What a table also calls a food is one of several things that it may be: "Pasta" is spaghetti, and also penne.
    const isListed = found.kind === 'official' && found.language === tableLanguage(candidate);
    const text = isListed ? `${found.name}, ${candidate.name}` : found.name;
    work.spend(WORK.scoredName + query.terms.length * WORK.scoredWord);
    const scored = scoreName(query, candidate, text, isListed ? null : otherWords[at]);
    const less = lessForOtherName(query, candidate, found, scored);
    if (scored.total - less > best.total) best = { ...withLess(scored, found, less), nameKey };
  }
  return best;
}

/** A food of a table is called so in the language of the table, which is one of several. */
function scoreOwnName(query: RankedQuery, candidate: Candidate): Score {
  const scored = scoreName(query, candidate, candidate.name);
  const language = tableLanguage(candidate);
  if (language === null) return scored;
  if (language !== OWN_LANGUAGE) {
    const found: SearchedName = { language, kind: 'everyday', name: candidate.name };
    return withLess(scored, found, lessForOtherName(query, candidate, found, scored));
  }
  const less = languagePoints(language, query.language) + besidePoints(candidate, language);
  return withLess(scored, null, less + (candidate.isVersionIn(language) ? LESS_FOR_NAME.version : 0));
}

function lessForOtherName(
  { language: asked }: RankedQuery,
  candidate: Candidate,
  { kind, language }: SearchedName,
  { hasAllWords, corrections }: Score,
): number {
  const isTyped = corrections.every((correction) => correction === null);
  const isSaid = kind === 'everyday' && (language === OWN_LANGUAGE || language === asked);
  return (
    LESS_FOR_NAME[kind] +
    (kind === 'derived' && language !== (tableLanguage(candidate) ?? OWN_LANGUAGE) ? POINTS.wordByWord : 0) +
    (candidate.isVersionIn(language) ? LESS_FOR_NAME.version : 0) +
    languagePoints(language, asked) +
    besidePoints(candidate, language) +
    (hasAllWords ? 0 : POINTS.partlyNamed) +
    (isTyped ? 0 : isSaid ? POINTS.guessedPlainName : POINTS.guessedName)
  );
}

/** The points that a name loses for its language. */
function languagePoints(language: string, asked: string | null): number {
  if (language === (asked ?? OWN_LANGUAGE)) return 0;
  return language === OWN_LANGUAGE ? POINTS.englishUnasked : POINTS.otherLanguage;
}

/** The points that an English name loses where a food of SR28 may be meant as well. */
function besidePoints(candidate: Candidate, language: string): number {
  return language === OWN_LANGUAGE && isBesideEnglish(candidate) ? POINTS.besideEnglish : 0;
}

function withLess(scored: Score, found: FoodName | null, less: number): Score {
  const { parts, total } = scored;
  return { ...scored, found, parts: { ...parts, name: parts.name - less }, total: total - less };
}

function scoreName(
  query: RankedQuery,
  candidate: Candidate,
  text: string,
  folded: string | null = null,
): Score {
  const name = splitName(text, folded);
  const matches = matchWords(query, name.words, candidate);
  const hasAllWords = matches.every(({ strength }, i) => strength > 0 || query.terms[i]!.word.isStopWord);
  const letters = exactNameKey(name.words);
  const parts = pointsOf({ query, candidate, text, name, letters, matches, hasAllWords });
  return {
    candidate,
    total: Math.round(Object.values(parts).reduce((sum, points) => sum + points)),
    parts,
    corrections: matches.map(({ correction }) => correction),
    missing: missingWords(query, matches),
    hasAllWords,
    outOfOrder: null,
    nameKey: letters,
    found: null,
  };
}

/** A food that has none of them was found by a field that is not shown, which has them. */
function missingWords({ terms }: RankedQuery, matches: readonly WordMatch[]): string[] {
  const telling = terms.flatMap(({ word, foods }, i) =>
    word.isStopWord || word.exclusion !== null ? [] : [{ word, foods, isMatched: matches[i]!.strength > 0 }],
  );
  if (telling.every(({ isMatched, foods }) => !isMatched && foods > 0)) return [];
  return telling.flatMap(({ word, isMatched }) => (isMatched ? [] : [word.accented ?? word.text]));
}

/** What names and brands that read alike have in common. */
export function keyOf(text: string | null): string {
  return text === null ? '' : exactNameKey(words(text));
}
