import type { FoodName } from '../../../food/food-names.ts';
import { words } from '../../../text/fold.ts';
import { exactNameKey } from '../query/keys.ts';
import { COST, type Work } from '../query/work.ts';
import type { Candidate } from '../retrieve/candidates.ts';
import { matchWords } from '../retrieve/word-matches.ts';
import { type Points, pointsOf } from './features.ts';
import { splitName } from './name-parts.ts';
import { hasAny, type RankedQuery } from './ranked-query.ts';
import { LESS_FOR_NAME, POINTS } from './weights.ts';

/** A food's score with its parts, in points. */
export interface Score {
  candidate: Candidate;
  total: number;
  parts: Points;
  /** For each typed word the correction that found the food, or null. */
  corrections: (string | null)[];
  /** Whether it has every word that was typed, corrected or not. */
  hasAllWords: boolean;
  /** Foods of the same name share it. */
  nameKey: string;
  /** The other name by which it was found; null for its own. */
  found: FoodName | null;
  /** Why it is not where its score would put it, or null. */
  outOfOrder: 'duplicate' | 'guess' | null;
}

/** The language of the own names of generic foods. */
const OWN_LANGUAGE = 'en';

/** The score of a food by its name or, if that is higher, by another name that it is known by. */
export function score(query: RankedQuery, candidate: Candidate, work: Work): Score {
  let best = scoreName(query, candidate, candidate.name);
  // Most names of a food are in other languages, and have none of the words.
  if (work.isSpent || !hasAny(candidate.nameWords, query)) return best;
  const otherWords = candidate.nameWords.split('\t');
  for (const [at, found] of candidate.names.entries()) {
    if (found.kind === 'ingredient' || !hasAny(otherWords[at] ?? '', query)) continue;
    const isForeign = found.language !== OWN_LANGUAGE && found.language !== query.language;
    // What a table also calls a food is one of several things that it may be: "Pasta" is spaghetti, and also penne.
    const isListed = found.kind === 'official' && !isForeign;
    const text = isListed ? `${found.name}, ${candidate.name}` : found.name;
    work.spend(COST.scoredName + query.terms.length * COST.scoredWord);
    const { parts, total, ...other } = scoreName(query, candidate, text, isListed ? null : otherWords[at]);
    const less =
      LESS_FOR_NAME[found.kind] +
      (isForeign ? POINTS.otherLanguage : 0) +
      (other.hasAllWords ? 0 : POINTS.partlyNamed) +
      (other.corrections.every((correction) => correction === null) ? 0 : POINTS.guessedName);
    if (total - less <= best.total) continue;
    best = {
      ...other,
      found,
      parts: { ...parts, name: parts.name - less },
      total: total - less,
    };
  }
  return best;
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
    hasAllWords,
    outOfOrder: null,
    nameKey: text === candidate.name ? letters : keyOf(candidate.name),
    found: null,
  };
}

/** What names and brands that read alike have in common. */
export function keyOf(text: string | null): string {
  return text === null ? '' : exactNameKey(words(text));
}
