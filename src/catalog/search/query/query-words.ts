import { words } from '../../../food/text.ts';
import { isStopWord } from './stop-words.ts';
import { hasUnspacedScript, pairsOf, runsOf } from './terms.ts';

/** One typed word and its part in the search. */
export interface QueryWord {
  text: string;
  /** The terms that must all be present: the word itself, or the character pairs of a script without spaces. */
  terms: string[];
  /** Typed last, so perhaps unfinished. */
  isLast: boolean;
  /** The only word. */
  isAlone: boolean;
  /** Helps to order the answers; no food is excluded for lacking it. */
  isStopWord: boolean;
  isUnspaced: boolean;
}

/** Words of a query that are searched; the rest is ignored, since every word costs reads. */
const MOST_QUERY_WORDS = 12;

/** A query: all typed words, folded, and the words to search for, each once. */
export interface Query {
  typed: string[];
  words: QueryWord[];
}

/** Returns no words for a text without letters and digits. */
export function readQuery(q: string): Query {
  const typed = words(q);
  return { typed, words: queryWords(typed) };
}

function queryWords(typed: string[]): QueryWord[] {
  const texts = distinct(typed.flatMap((word) => (hasUnspacedScript(word) ? runsOf(word) : [word])));
  const kept = texts.length <= MOST_QUERY_WORDS ? texts : withoutStopWords(texts).slice(0, MOST_QUERY_WORDS);
  const isOnlyStopWords = kept.every(isStopWord);
  return kept.map((text, i) => {
    const isUnspaced = hasUnspacedScript(text);
    return {
      text,
      terms: isUnspaced ? requiredPairs(text) : [text],
      isLast: i === kept.length - 1,
      isAlone: kept.length === 1,
      // The last word may be the start of another: `fro` and `from` of `fromage`.
      isStopWord: !isOnlyStopWords && i < kept.length - 1 && isStopWord(text),
      isUnspaced,
    };
  });
}

/** The last character alone is a term only at the end of a run, so it is not required inside a longer one. */
function requiredPairs(run: string): string[] {
  const pairs = pairsOf(run);
  return pairs.length > 1 ? pairs.slice(0, -1) : pairs;
}

function withoutStopWords(texts: string[]): string[] {
  return texts.filter((text) => !isStopWord(text));
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts)];
}
