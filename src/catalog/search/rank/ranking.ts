import { isGeneric } from '../../../food/food.ts';
import { words } from '../../../text/fold.ts';
import { isNounLast } from '../../../text/languages.ts';
import { stem } from '../../../text/word-forms.ts';
import type { QueryTerm } from '../query/derivations.ts';
import { isGenitive } from '../query/query-head.ts';
import type { Query } from '../query/read-query.ts';
import type { Candidate } from '../retrieve/candidates.ts';
import type { SearchIndex } from '../retrieve/walk.ts';
import { arrange } from './arrange.ts';
import { estimatesLast } from './honest.ts';
import { isNounOfHead, splitName } from './name-parts.ts';
import { tableLanguage } from './own-names.ts';
import { prepareQuery, type RankedQuery } from './ranked-query.ts';
import { type Score, score } from './score.ts';

/** Best first. Equal scores are in the order of rank; duplicates of a food come after all others. */
export function rank(
  asked: Query,
  terms: readonly QueryTerm[],
  { size, isName, workOnNames }: Pick<SearchIndex, 'size' | 'isName' | 'workOnNames'>,
  candidates: Iterable<Candidate>,
  language: string | null = null,
): Score[] {
  const foods = [...candidates];
  const read = prepareQuery(asked, terms, size, language);
  const query = isHeadKnown(read, asked.typed, foods, isName) ? read : { ...read, head: -1 };

  return estimatesLast(arrange(foods.map((candidate) => score(query, candidate, workOnNames))));
}

/** The query as a food spells it, where that was a guess. */
export function respell(terms: readonly QueryTerm[], best: Score | undefined): string | null {
  if (best === undefined || best.corrections.every((correction) => correction === null)) return null;
  return terms.map(({ word }, i) => best.corrections[i] ?? word.text).join(' ');
}

/**
 * Whether the word that seems to name the food does: that is known from English, or from generic foods that are called so in a
 * language that puts the noun last, as `Noisette` says nothing of `cuisine noisette`. `toblerone dark` names a Toblerone.
 */
function isHeadKnown(
  { head, terms }: RankedQuery,
  typed: readonly string[],
  foods: readonly Candidate[],
  isName: SearchIndex['isName'],
): boolean {
  if (head < 0) return false;
  const { text } = terms[head]!.word;
  if (typed.some((word, at) => at > 0 && isGenitive(word)) || isName(text, 'en')) return true;
  const noun = stem(text);
  const isNoun = (word: string) => stem(word) === noun;
  return foods.some(
    (food) =>
      isGeneric(food) &&
      isNounLast(tableLanguage(food) ?? 'en') &&
      isNounOfHead(splitName(food.name), isNoun) &&
      !words(food.brand ?? '').some(isNoun),
  );
}
