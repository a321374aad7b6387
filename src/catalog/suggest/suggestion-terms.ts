import { words } from '../../food/text.ts';
import { hasUnspacedScript, indexTerms, pairsOf, runsOf } from '../search/query/terms.ts';

/** The terms of a text as the index has them; empty for a text without letters and digits. */
export function suggestionText(text: string): string {
  const terms = indexTerms(words(text));
  return terms.length === 0 ? '' : `${terms.join(' ')} ${START}${terms[0]}`;
}

/** Marks the first term of a text. */
const START = '#';

/** A word as typed, with what it may stand for. The whole word is one of them, unless it was corrected. */
export interface TypedWord {
  text: string;
  /** The beginnings of terms that stand for it. */
  prefixes: readonly string[];
}

/** Words beyond these narrow a list that is short already. */
const MOST_TYPED_WORDS = 8;

/** Any word may be unfinished: people also type the beginnings of several. */
export function readTyped(q: string): TypedWord[] {
  const typed = typedWords(q)
    .flatMap((word) => (hasUnspacedScript(word) ? runsOf(word).flatMap(pairsIn) : [word]))
    .slice(0, MOST_TYPED_WORDS);
  return [...new Set(typed)].map((text) => ({ text, prefixes: [text] }));
}

/** A lone s at the end begins another word, rather than being a possessive as elsewhere. */
function typedWords(q: string): string[] {
  return / s$/i.test(q) ? [...words(q.slice(0, -1)), 's'] : words(q);
}

/** The last character of a run is a term of its own only where the text ends, so a longer run does not ask for it. */
function pairsIn(run: string): string[] {
  if (!hasUnspacedScript(run)) return [run];
  const pairs = pairsOf(run);
  return pairs.length > 1 ? pairs.slice(0, -1) : pairs;
}

/**
 * An FTS5 expression for texts that have all the words, in which everything typed is quoted. With `isAtStart`, the first
 * word must begin the text.
 */
export function matchWords(typed: readonly TypedWord[], isAtStart: boolean): string {
  return typed
    .map(({ prefixes }, at) => {
      const start = isAtStart && at === 0 ? START : '';
      return `(${prefixes.map((prefix) => `"${start}${prefix.replaceAll('"', '""')}" *`).join(' OR ')})`;
    })
    .join(' AND ');
}
