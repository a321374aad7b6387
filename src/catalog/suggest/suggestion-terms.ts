import { words } from '../../text/fold.ts';
import { hasUnspacedScript, indexTerms, requiredPairs, runsOf } from '../../text/unspaced-scripts.ts';
import { MAX_INDEXED_PREFIX_LENGTH } from '../search/query/keys.ts';
import { SUGGESTED } from '../search/query/weights.ts';

/** The terms of a text's words, at least one, as they are indexed. */
export function suggestionTerms(textWords: readonly string[]): string {
  const terms = indexTerms(textWords);
  return `${terms.join(' ')} ${START}${terms[0]}`;
}

/** Marks the first term of a text. */
const START = '#';

/** A typed word, and the terms that may stand for it. */
export interface TypedWord {
  text: string;
  terms: readonly SoughtTerm[];
}

export interface SoughtTerm {
  text: string;
  /** Whether it stands for every term with that beginning. */
  isPrefix: boolean;
}

/** What a catalogue has for a word. */
export interface KnownTerms {
  /** The most common terms that begin with a text. */
  complete(text: string, most: number): readonly string[];
  /** Its singular and plural. */
  listForms(text: string): readonly string[];
}

/** Any word may be unfinished: people also type the beginnings of several. */
export function readTyped(q: string, known: KnownTerms): TypedWord[] {
  const typed = typedWords(q)
    .flatMap((word) =>
      hasUnspacedScript(word)
        ? runsOf(word).flatMap((run) => (hasUnspacedScript(run) ? requiredPairs(run) : [run]))
        : [word],
    )
    .slice(0, SUGGESTED.words);
  const distinct = [...new Set(typed)];
  return distinct.map((text, at) => {
    if (text.length <= MAX_INDEXED_PREFIX_LENGTH) return { text, terms: [{ text, isPrefix: true }] };
    const most = at === distinct.length - 1 ? SUGGESTED.completions : SUGGESTED.endings;
    // The plural of `strawberry` does not begin with it.
    return {
      text,
      terms: exactly([...new Set([text, ...known.listForms(text), ...known.complete(text, most)])]),
    };
  });
}

export function exactly(texts: readonly string[]): SoughtTerm[] {
  return texts.map((text) => ({ text, isPrefix: false }));
}

/** A lone s at the end begins another word, rather than being a possessive as elsewhere. */
function typedWords(q: string): string[] {
  return / s$/i.test(q) ? [...words(q.slice(0, -1)), 's'] : words(q);
}

/**
 * An FTS5 expression for texts that have all the words, in which everything typed is quoted. With `isAtStart`, the first
 * word must begin the text.
 */
export function matchWords(typed: readonly TypedWord[], isAtStart: boolean): string {
  return typed
    .map(({ terms }, at) => {
      const start = isAtStart && at === 0 ? START : '';
      const sought = terms.map(
        ({ text, isPrefix }) => `"${start}${text.replaceAll('"', '""')}"${isPrefix ? ' *' : ''}`,
      );
      return `(${sought.join(' OR ')})`;
    })
    .join(' AND ');
}
