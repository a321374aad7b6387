import { BANDS } from '../../../food/confidence.ts';
import { isGeneric } from '../../../food/food.ts';
import { words } from '../../../text/fold.ts';
import { stem } from '../../../text/word-forms.ts';
import type { QueryTerm } from '../query/derivations.ts';
import { isGenitive } from '../query/query-head.ts';
import type { Query } from '../query/read-query.ts';
import type { Candidate } from '../retrieve/candidates.ts';
import type { SearchIndex } from '../retrieve/retrieve.ts';
import { keyOf, OWN_LANGUAGE, prepareQuery, type RankedQuery, type Score, score } from './score.ts';
import { HEDGED_FOODS, HEDGED_GUESSES, HEDGED_WITHIN } from './weights.ts';

/** Best first. Equal scores are in the order of rank; duplicates of a food come after all others. */
export function rank(
  asked: Query,
  terms: readonly QueryTerm[],
  { size, isName, workOnNames }: Pick<SearchIndex, 'size' | 'isName' | 'workOnNames'>,
  candidates: Iterable<Candidate>,
  language: string | null = null,
): Score[] {
  const query = prepareQuery(asked, terms, size, language);
  const scored = Array.from(candidates, (candidate) => score(query, candidate, workOnNames));
  const scores = translatedBehindNamesakes(
    query,
    sparseBehindGeneric(withHead(query, asked.typed, scored, isName)),
  );
  scores.sort((left, right) => right.total - left.total || left.candidate.rank - right.candidate.rank);
  const { firsts, duplicates } = separateDuplicates(scores);
  return [...hedge(firsts), ...duplicates.map((scored): Score => ({ ...scored, outOfOrder: 'duplicate' }))];
}

/** The query as a food spells it, where that was a guess. */
export function respell(terms: readonly QueryTerm[], best: Score | undefined): string | null {
  if (best === undefined || best.corrections.every((correction) => correction === null)) return null;
  return terms.map(({ word }, i) => best.corrections[i] ?? word.text).join(' ');
}

/**
 * A generic food that is called what was typed has all its values: a label of the same name that lacks most of them
 * says less, so it comes after.
 */
function sparseBehindGeneric(scores: Score[]): Score[] {
  const generic = scores.filter(isPlainGeneric);
  if (generic.length === 0) return scores;
  const best = Math.max(...generic.map(({ total }) => total));
  return scores.map((scored) => {
    const { candidate, parts, total } = scored;
    if (candidate.confidence >= BANDS.complete.from || total < best) return scored;
    const points = total - best + 1;
    return { ...scored, parts: { ...parts, confidence: parts.confidence - points }, total: best - 1 };
  });
}

/** A food that is called what was typed comes before one that is called so only in another language. */
function translatedBehindNamesakes({ language }: RankedQuery, scores: Score[]): Score[] {
  const namesakes = scores.filter(({ found, parts }) => found === null && parts.same > 0);
  if (namesakes.length === 0) return scores;
  const best = Math.max(...namesakes.map(({ total }) => total));
  return scores.map((scored) => {
    const { found, parts, total } = scored;
    const isTranslated = found !== null && found.language !== OWN_LANGUAGE && found.language !== language;
    if (!isTranslated || total < best) return scored;
    return { ...scored, parts: { ...parts, name: parts.name - (total - best + 1) }, total: best - 1 };
  });
}

function isPlainGeneric({
  candidate,
  found,
  isComplete,
  isWhole,
  isPlain,
  isCalledSo,
  parts,
}: Score): boolean {
  const isOwnName = found === null || (found.kind === 'everyday' && found.language === OWN_LANGUAGE);
  const isFood = isGeneric(candidate) && candidate.brand === null && isOwnName;
  const hasValues = candidate.confidence >= BANDS.complete.from;
  return isFood && hasValues && isComplete && isWhole && isPlain && (isCalledSo || parts.start > 0);
}

/** The first of all foods with the same name and brand, and the others. */
function separateDuplicates(scores: readonly Score[]): { firsts: Score[]; duplicates: Score[] } {
  const firsts: Score[] = [];
  const duplicates: Score[] = [];
  const firstNamed = new Map<string, Score>();
  /** The brands of names that several foods have: those of all others need not be read. */
  const brandsOf = new Map<string, Set<string>>();
  for (const scored of scores) {
    const { nameKey, candidate } = scored;
    const first = firstNamed.get(nameKey);
    if (first === undefined) {
      firstNamed.set(nameKey, scored);
      firsts.push(scored);
      continue;
    }
    const brands = brandsOf.get(nameKey) ?? new Set([keyOf(first.candidate.brand)]);
    brandsOf.set(nameKey, brands);
    const brand = keyOf(candidate.brand);
    (brands.has(brand) ? duplicates : firsts).push(scored);
    brands.add(brand);
  }
  return { firsts, duplicates };
}

/**
 * When words had to be guessed, the best foods of up to three guesses take turns at the top: a page full of the
 * likeliest guess does not help someone who meant the next one. What was typed counts as a guess if it is doubted.
 */
function hedge(scores: Score[]): Score[] {
  if (scores.every(({ corrections }) => corrections.every((correction) => correction === null)))
    return scores;
  const guesses = new Map<string, Score[]>();
  for (const scored of scores) {
    const guess = scored.corrections
      .map((correction) => (correction === null ? '' : stem(correction)))
      .join(' ');
    const alike = guesses.get(guess);
    if (alike === undefined) guesses.set(guess, [scored]);
    else alike.push(scored);
  }
  const best = scores[0]!.total;
  const rivals = [...guesses.values()]
    .filter((guess) => guess[0]!.total >= best - HEDGED_WITHIN)
    .slice(0, HEDGED_GUESSES);
  const turns = takeTurns(rivals.map((guess) => guess.slice(0, HEDGED_FOODS)));
  const shown = new Set(turns);
  return markGuesses([...turns, ...scores.filter((scored) => !shown.has(scored))]);
}

/** Marks every food above a higher score as being there for another guess. */
function markGuesses(ordered: readonly Score[]): Score[] {
  let highestBelow = Number.NEGATIVE_INFINITY;
  return ordered
    .toReversed()
    .map((scored): Score => {
      const isAbove = scored.total < highestBelow;
      highestBelow = Math.max(highestBelow, scored.total);
      return isAbove ? { ...scored, outOfOrder: 'guess' } : scored;
    })
    .toReversed();
}

function takeTurns(lists: Score[][]): Score[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list[turn] ?? [])).flat();
}

/**
 * Takes points off foods that have only some of the words and not the one that names the food: `peppermint tea` is tea.
 * Whether a word does is known from English, or from generic foods that are called so: `toblerone dark` names a Toblerone.
 */
function withHead(
  { head, terms }: RankedQuery,
  typed: readonly string[],
  scores: Score[],
  isName: SearchIndex['isName'],
): Score[] {
  if (head < 0) return scores;
  const noun = stem(terms[head]!.word.text);
  const isHead = ({ candidate, found, headless, corrections }: Score) =>
    headless === 0 &&
    (found === null || found.language === OWN_LANGUAGE) &&
    isGeneric(candidate) &&
    corrections[head] === null &&
    !words(candidate.brand ?? '').some((word) => stem(word) === noun);
  const isFirst = typed.some((word, at) => at > 0 && isGenitive(word));
  if (!isFirst && !scores.some(isHead) && !isName(terms[head]!.word.text, 'en')) return scores;
  return scores.map((scored) => {
    const { hasAllWords, headless, parts, total } = scored;
    if (hasAllWords || headless === 0) return scored;
    return { ...scored, parts: { ...parts, meaning: parts.meaning - headless }, total: total - headless };
  });
}
