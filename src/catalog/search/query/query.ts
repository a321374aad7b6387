import { words } from '../../../food/text.ts';
import { isSmallWord } from './stop-words.ts';
import { hasUnspacedScript, pairsOf, runsOf } from './terms.ts';

/** One word that was typed, and how it takes part in the search. */
export interface QueryWord {
  text: string;
  /** The terms that all must be there: the word itself, or the pairs of a script without spaces. */
  terms: string[];
  /** Typed last, so perhaps not typed to the end. */
  isLast: boolean;
  /** The only word. */
  isAlone: boolean;
  /** Names no food; helps to order answers, and no food is left out for the lack of it. */
  isSmall: boolean;
  isUnspaced: boolean;
}

/** A query has a few words; of more than these, the rest is not looked at. Every word costs reads. */
const MOST_QUERY_WORDS = 12;

/** What was typed: all of it folded, and the words that are looked for, each once. */
export interface Query {
  typed: string[];
  words: QueryWord[];
}

/** There are no words when the text holds no letter and no digit. */
export function readQuery(q: string): Query {
  const typed = words(q);
  return { typed, words: queryWords(typed) };
}

function queryWords(typed: string[]): QueryWord[] {
  const texts = distinct(typed.flatMap((word) => (hasUnspacedScript(word) ? runsOf(word) : [word])));
  const kept = texts.length <= MOST_QUERY_WORDS ? texts : withoutSmall(texts).slice(0, MOST_QUERY_WORDS);
  const onlySmall = kept.every(isSmallWord);
  return kept.map((text, i) => {
    const isUnspaced = hasUnspacedScript(text);
    return {
      text,
      terms: isUnspaced ? requiredPairs(text) : [text],
      isLast: i === kept.length - 1,
      isAlone: kept.length === 1,
      // The last word may be the beginning of another: `fro` and `from` of `fromage`.
      isSmall: !onlySmall && i < kept.length - 1 && isSmallWord(text),
      isUnspaced,
    };
  });
}

/** The last character alone is a term only where a run ends; inside a longer run it is not asked for. */
function requiredPairs(run: string): string[] {
  const pairs = pairsOf(run);
  return pairs.length > 1 ? pairs.slice(0, -1) : pairs;
}

function withoutSmall(texts: string[]): string[] {
  return texts.filter((text) => !isSmallWord(text));
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts)];
}
