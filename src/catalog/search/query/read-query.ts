import { words } from '../../../text/fold.ts';
import { type Knowledge, readText, type Text, type TextWord } from '../../../text/read-text.ts';

/** A text as a search reads it: the words to look for, and all that were typed. */
export type Query = Pick<Text, 'text' | 'typed' | 'words'>;
export type QueryWord = TextWord;

/** What reading a text needs to know of the names of a catalogue. */
export interface KnownNames extends Knowledge {
  /** Whether people call a food so, in a language or in any. */
  isName(text: string, language?: string): boolean;
  /** Whether a text is the whole name of a food, its own or another. */
  isWholeName(text: string): boolean;
}

/** What someone typed into a search: what it says of how much is meant need not be in a name. */
export function readQuery(q: string, known: KnownNames): Query {
  const text = readText(q, known);
  const { amount, food } = text;
  const foodWords = words(food);
  if (amount === null || foodWords.length === 0 || known.isWholeName(q)) return text;
  // What comes first says how much is eaten; at the end it may be the size of a package, which a name can have.
  const isAtEnd = foodWords.every((word, at) => text.typed.at(at - foodWords.length) === word);
  if (isAtEnd && (known.isName(food) || foodWords.length > 1)) return readText(food, known);
  const wanted = new Set(foodWords);
  const isOptional = (word: QueryWord) => word.exclusion === null && !wanted.has(word.text);
  const optional = text.words.map((word) => (isOptional(word) ? { ...word, isStopWord: true } : word));
  return { text: q, typed: text.typed, words: optional };
}
