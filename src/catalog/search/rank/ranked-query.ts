import { isStopWord } from '../../../text/stop-words.ts';
import { hasUnspacedScript } from '../../../text/unspaced-scripts.ts';
import type { QueryTerm } from '../query/derivations.ts';
import { exactNameKey, looseNameKey } from '../query/keys.ts';
import { qualifierAt } from '../query/qualifiers.ts';
import { headOf } from '../query/query-head.ts';
import type { Query } from '../query/read-query.ts';
import { WORD } from '../query/weights.ts';
import { type MatchQuery, matchQuery } from '../retrieve/word-matches.ts';
import { WITH, wordWeight } from './name-parts.ts';

/** A query prepared for ranking: once, for all candidates. */
export interface RankedQuery extends MatchQuery {
  /** The language that names should be in, if it is known. */
  language: string | null;
  /** What each typed word counts. */
  weights: number[];
  exactKey: string;
  looseKey: string;
  typedCount: number;
  /** Whether a word is surely a misspelling, which some names share. */
  isMisspelt: boolean;
  /** All that the typed words may stand for. */
  sought: readonly string[];
  /** Whether a typed word is in a script without spaces. */
  isUnspaced: boolean;
  /** The typed word that names the food, or -1. */
  head: number;
  /** Kinds of qualifiers that were typed: none of the kind counts against a name. */
  typedQualifiers: ReadonlySet<string>;
  hasAccents: boolean;
  /** Typed with commas, as lists of generic foods write names. */
  isListed: boolean;
  /** Typed with "with": what comes with the food is wanted. */
  hasAddition: boolean;
}

/** What is the same for all candidates of a query. */
export function prepareQuery(
  { text, typed }: Query,
  terms: readonly QueryTerm[],
  catalogFoods: number,
  language: string | null,
): RankedQuery {
  const head = terms.length < 2 ? -1 : headOf(typed, terms);
  return {
    ...matchQuery(terms),
    language,
    sought: soughtWords(terms),
    isUnspaced: terms.some(({ word }) => word.isUnspaced),
    head,
    weights: terms.map((term) => queryWeight(term, catalogFoods)),
    exactKey: exactNameKey(typed),
    looseKey: looseNameKey(typed, text),
    typedCount: typed.length,
    isMisspelt: terms.some((term) => term.isMisspelt),
    typedQualifiers: new Set(typed.flatMap((_, at) => qualifierAt(typed, at)?.kind ?? [])),
    isListed: text.includes(','),
    hasAddition: typed.includes(WITH),
    hasAccents: terms.some(({ word }) => word.accented !== null),
  };
}

/**
 * All that the typed words may stand for. A name that has only stop words of the query need not be scored, nor one that has only a
 * single letter: nearly every name has a word that begins with it.
 */
function soughtWords(terms: readonly QueryTerm[]): string[] {
  const telling = terms.filter(({ word }) => !word.isStopWord);
  const all = (telling.length === 0 ? terms : telling).flatMap(({ word, next, derivations, corrections }) => [
    word.text,
    word.text + (next ?? ''),
    ...[...derivations, ...corrections].flatMap((one) => one.terms),
  ]);
  const long = all.filter((one) => one.length > 1 || hasUnspacedScript(one));
  // A longer one is found with its beginning.
  return [...new Set(long)].filter((one) => !long.some((other) => other !== one && one.startsWith(other)));
}

/** Whether the words of names have one that begins like any of these, or has it anywhere in a script without spaces. */
export function hasAny(nameWords: string, { sought, isUnspaced }: RankedQuery): boolean {
  for (const one of sought) {
    for (let at = nameWords.indexOf(one); at >= 0; at = nameWords.indexOf(one, at + 1)) {
      if (at === 0 || isUnspaced || nameWords[at - 1] === ' ' || nameWords[at - 1] === '\t') return true;
    }
  }
  return false;
}

/** A rare word says more about what is meant than a common one. */
function queryWeight({ word, foods }: QueryTerm, catalogFoods: number): number {
  const rarity = Math.log((catalogFoods + 1) / (foods + 1)) / Math.log(catalogFoods + 2);
  const isStop = word.isStopWord || isStopWord(word.text, word.accented ?? word.text);
  const weight = wordWeight(word.text, isStop) * (word.exclusion === null ? 1 : WORD.excluded);
  return weight * (1 - WORD.rarity + WORD.rarity * rarity);
}
