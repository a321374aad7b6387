import vagueTable from '../../../../data/language/vague-words.tsv' with { type: 'text' };
import { readTable } from '../../../text/data-table.ts';
import { stem } from '../../../text/word-forms.ts';
import type { QueryTerm } from '../query/derivations.ts';
import type { Score } from './score.ts';

/** What an order by scores alone would pass off as an answer. */

const WORDS = readTable(vagueTable).flatMap(([, words]) => words!.split(' '));
/** Stems, since `small` and `smalls` say as little. */
const VAGUE = new Set(WORDS.map(stem));
const OF_MANY_KINDS = new Set(WORDS.flatMap((word) => (word.startsWith('!') ? [stem(word.slice(1))] : [])));

/**
 * Without the foods that have only what says little, where none has all the words: nothing is a better answer to `oxo cube` than ice
 * cubes, nor is milk one to `cadbury dairy milk`.
 */
export function withoutVagueParts(scores: Score[], terms: readonly QueryTerm[]): Score[] {
  if (scores.length === 0 || scores[0]!.missing.length === 0) return scores;
  const telling = terms.filter(({ word }) => !word.isStopWord && word.exclusion === null);
  return scores.filter(({ missing }) => {
    const had = telling.filter(({ word }) => !missing.includes(word.accented ?? word.text));
    const isMost = had.length >= missing.length;
    return had.some(({ word }) => {
      const own = stem(word.text);
      return !VAGUE.has(own) && (isMost || !OF_MANY_KINDS.has(own));
    });
  });
}

/** Without the foods of which only guesses are known, one of them wild: `takis` is not a persimmon, which is "kaki" elsewhere. */
export function withoutWildGuesses(scores: readonly Score[], terms: readonly QueryTerm[]): Score[] {
  return scores.filter(({ corrections, missing }) => {
    const isWild = corrections.some(
      (correction, i) =>
        correction !== null && terms[i]!.corrections.find((one) => one.terms[0] === correction)?.isFar,
    );
    if (!isWild) return true;
    return terms.some(
      ({ word }, i) =>
        corrections[i] === null &&
        !word.isStopWord &&
        word.exclusion === null &&
        !missing.includes(word.accented ?? word.text),
    );
  });
}

/** An estimate comes after every other food that has all the words as well as it does (Part 1). */
export function estimatesLast(scores: readonly Score[]): Score[] {
  const isEstimate = ({ candidate }: Score) => candidate.source === 'ai_estimate';
  if (!scores.some(isEstimate)) return [...scores];
  const isCorrected = ({ corrections }: Score) => corrections.some((correction) => correction !== null);
  const ordered = scores.filter((scored) => !isEstimate(scored));
  for (const estimate of scores.filter(isEstimate)) {
    const before = ordered.findLastIndex(
      (other) => other.hasAllWords && !isEstimate(other) && (isCorrected(estimate) || !isCorrected(other)),
    );
    const own = ordered.findIndex((other) => scores.indexOf(other) > scores.indexOf(estimate));
    ordered.splice(Math.max(before + 1, own === -1 ? ordered.length : own), 0, estimate);
  }
  return ordered;
}
