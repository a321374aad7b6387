import { type Accents, readAccents } from './accents.ts';
import {
  type Exclusion,
  excludeBeside,
  exclusionByZero,
  exclusionInWord,
  exclusionOf,
} from './exclusions.ts';
import { words } from './fold.ts';
import { isPartly, readNegations } from './negation.ts';
import { isStopWord } from './stop-words.ts';
import { hasUnspacedScript, pairsOf, runsOf } from './unspaced-scripts.ts';

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
  /** As it was typed, if with accents. */
  accented: string | null;
  /** What the query excludes by this word: by `salt` in `without salt`, by `unsalted` itself. */
  exclusion: Exclusion | null;
  /** The typed word that negates this one: `without` for `salt`. */
  negatedBy: string | null;
}

/** Words of a query that are searched; the rest is ignored, since every word costs reads. */
const MOST_QUERY_WORDS = 12;

/** A query: all typed words, folded, and the words to search for, each once. */
export interface Query {
  text: string;
  typed: string[];
  words: QueryWord[];
}

/** Whether two words are neighbours in the names of a catalogue. */
type Neighbours = (left: string, right: string) => boolean;

/** Returns no words for a text without letters and digits. */
export function readQuery(q: string, areNeighbours: Neighbours): Query {
  const typed = words(q);
  return { text: q, typed, words: queryWords(typed, q, areNeighbours) };
}

type TypedWord = Pick<QueryWord, 'text' | 'exclusion' | 'negatedBy'>;

function queryWords(typed: string[], q: string, areNeighbours: Neighbours): QueryWord[] {
  const accents = readAccents(q);
  const all = once(typedWords(typed, areNeighbours));
  const isStop = ({ text, exclusion }: TypedWord) => exclusion === null && isStopWord(text, q);
  const kept =
    all.length <= MOST_QUERY_WORDS ? all : all.filter((word) => !isStop(word)).slice(0, MOST_QUERY_WORDS);
  const isOnlyStopWords = kept.every(isStop);
  return kept.map((word, i) => ({
    ...readWord(word, accents),
    isLast: i === kept.length - 1,
    isAlone: kept.length === 1,
    // The last word may be the start of another: `fro` and `from` of `fromage`.
    isStopWord: !isOnlyStopWords && i < kept.length - 1 && isStop(word),
  }));
}

/** The words to search for. What negates a word becomes part of it: `without salt` is `salt`, excluded. */
function typedWords(typed: string[], areNeighbours: Neighbours): TypedWord[] {
  const negations = readNegations(typed, areNeighbours);
  const read = typed.flatMap((word, i): TypedWord[] => {
    if (negations?.isNegation[i]) return [];
    const negatedBy = negations?.negatedBy[i] ?? null;
    if (negatedBy !== null) return [{ text: word, exclusion: exclusionOf(word), negatedBy }];
    const texts = hasUnspacedScript(word) ? runsOf(word) : [word];
    const byZero = exclusionByZero(typed, i);
    const isExcluding = !isPartly(typed, i);
    return texts.map((text) => ({
      text,
      exclusion: byZero ?? (isExcluding ? exclusionInWord(text) : null),
      negatedBy,
    }));
  });
  if (read.every(({ exclusion }) => exclusion === null)) return read;
  const wanted = read.filter(({ exclusion }) => exclusion === null).map(({ text }) => text);
  return read.map((word) =>
    word.exclusion === null ? word : { ...word, exclusion: excludeBeside(word.exclusion, wanted) },
  );
}

function once(typed: TypedWord[]): TypedWord[] {
  const seen = new Map(typed.map((word) => [word.text, word]));
  return [...seen.values()];
}

function readWord({ text, exclusion, negatedBy }: TypedWord, accents: Accents) {
  const isUnspaced = hasUnspacedScript(text);
  return {
    text,
    terms: isUnspaced ? requiredPairs(text) : [text],
    isUnspaced,
    accented: accents.get(text) ?? null,
    exclusion,
    negatedBy,
  };
}

/** The last character alone is a term only at the end of a run, so it is not required inside a longer one. */
function requiredPairs(run: string): string[] {
  const pairs = pairsOf(run);
  return pairs.length > 1 ? pairs.slice(0, -1) : pairs;
}
