import { stem } from '../../../text/word-forms.ts';
import { HEDGED } from '../query/weights.ts';
import { keyOf, type Score } from './score.ts';

/** The order of scored foods: by their scores, but for duplicates, which come last, and for guesses, which take turns. */
export function arrange(scores: Score[]): Score[] {
  scores.sort((left, right) => right.total - left.total || left.candidate.rank - right.candidate.rank);
  const { firsts, duplicates } = separateDuplicates(scores);
  return [...hedge(firsts), ...duplicates.map((scored): Score => ({ ...scored, outOfOrder: 'duplicate' }))];
}

/** The first of all foods with the same name and brand, or that are the same in several tables, and the others. */
function separateDuplicates(scores: readonly Score[]): { firsts: Score[]; duplicates: Score[] } {
  const firsts: Score[] = [];
  const duplicates: Score[] = [];
  const firstNamed = new Map<string, Score>();
  /** The brands of names that several foods have: those of all others need not be read. */
  const brandsOf = new Map<string, Set<string>>();
  const kinds = new Set<number>();
  for (const scored of scores) {
    const { nameKey, candidate } = scored;
    if (candidate.kind !== null && kinds.has(candidate.kind)) {
      duplicates.push(scored);
      continue;
    }
    if (candidate.kind !== null) kinds.add(candidate.kind);
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
    .filter((guess) => guess[0]!.total >= best - HEDGED.within)
    .slice(0, HEDGED.guesses);
  const turns = takeTurns(rivals.map((guess) => guess.slice(0, HEDGED.foods)));
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
