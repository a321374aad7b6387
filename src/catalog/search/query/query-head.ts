import linksTable from '../../../../data/language/noun-links.tsv' with { type: 'text' };
import { readTable } from '../../../text/data-table.ts';
import type { QueryTerm } from './derivations.ts';
import { qualifierAt } from './qualifiers.ts';

/** Which noun is the food that a phrase names: the tea in `peppermint tea`, the soup in `sopa de tomate`. */

const links = new Map(
  readTable(linksTable).flatMap(([role, list]) => list!.split(' ').map((word) => [word, role!] as const)),
);

/** Whether what follows only says more about the noun before: "tea with lemon", "soupe de tomates". */
export function isDescribing(word: string): boolean {
  return links.get(word) === 'describing' || isGenitive(word);
}

/** Whether it is how a language that puts the food first goes on to describe it. */
export function isGenitive(word: string): boolean {
  return links.get(word) === 'genitive';
}

/** Whether it stands between two nouns that both name the food: "beans and rice". */
export function isJoining(word: string): boolean {
  return links.get(word) === 'joining';
}

/** Qualifiers that are no nouns: people type them after the food as lists of generic foods do, `rice cooked`. */
const ADJECTIVES: ReadonlySet<string> = new Set([
  'plain',
  'salted',
  'cooked',
  'fried',
  'frozen',
  'canned',
  'dried',
  'reduced',
]);

/**
 * The place of the noun that names the food, or -1 where that is not clear: with two foods, or where the catalogue does
 * not have the noun in any name, as with a brand.
 */
export function headOf(typed: readonly string[], terms: readonly QueryTerm[]): number {
  const described = typed.findIndex((word, at) => at > 0 && isDescribing(word));
  const phrase = described < 0 ? typed : typed.slice(0, described);
  if (phrase.some((word) => links.get(word) === 'either')) return -1;
  let at = phrase.length - 1;
  while (at > 0 && isAdjective(phrase, at)) at--;
  if ((at < 1 && described < 0) || links.get(phrase[at]!) === 'shape') return -1;
  if (at > 0 && isJoining(phrase[at - 1]!)) return -1;
  const head = terms.findIndex(({ word }) => word.text === phrase[at]);
  return head >= 0 && isNamed(terms[head]!) ? head : -1;
}

function isAdjective(phrase: readonly string[], at: number): boolean {
  const first = phrase[at]!.charCodeAt(0);
  if (first >= 48 && first <= 57) return true;
  const kind = qualifierAt(phrase, at)?.kind;
  return kind !== undefined && ADJECTIVES.has(kind);
}

function isNamed({ word, derivations, corrections }: QueryTerm): boolean {
  if (word.isStopWord || word.exclusion !== null) return false;
  return [...derivations, ...corrections].some(({ kind, names }) => kind !== 'prefix' && names > 0);
}
