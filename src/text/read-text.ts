import { type Accents, readAccents } from './accents.ts';
import { type Amount, type FoodNames, foodOf, readAmountOfQuery } from './amount.ts';
import {
  type Exclusion,
  excludeBeside,
  exclusionByZero,
  exclusionInWord,
  exclusionOf,
} from './exclusions.ts';
import { words } from './fold.ts';
import { tokenizeAmounts } from './measured.ts';
import { isPartly, readNegations } from './negation.ts';
import { isStopWord } from './stop-words.ts';
import type { Tokens } from './tokens.ts';
import { hasUnspacedScript, requiredPairs, runsOf } from './unspaced-scripts.ts';
import { stem } from './word-forms.ts';

/** One typed word and its part in the text. */
export interface TextWord {
  /** Folded. */
  text: string;
  /** What its singular and its plural share. */
  stem: string;
  /** As it was typed, if with accents. */
  accented: string | null;
  /** Which of all typed words it is. */
  position: number;
  /** The terms that must all be present: the word itself, or the character pairs of a script without spaces. */
  terms: string[];
  isUnspaced: boolean;
  /** Typed last, so perhaps unfinished. */
  isLast: boolean;
  /** The only word. */
  isAlone: boolean;
  /** Helps to order the answers; no food is excluded for lacking it. */
  isStopWord: boolean;
  /** What the text excludes by this word: by `salt` in `without salt`, by `unsalted` itself. */
  exclusion: Exclusion | null;
  /** The typed word that negates this one: `without` for `salt`. */
  negatedBy: string | null;
}

/** Words of a text that are searched; the rest is ignored, since every word costs reads. */
const MAX_WORDS = 12;

/** What a text is compared with to be understood. */
export interface Knowledge {
  /** Whether two words are neighbours in the names of a catalogue. */
  areNeighbours: (left: string, right: string) => boolean;
  foods: FoodNames;
}
const NOTHING: Knowledge = { areNeighbours: () => false, foods: { language: null, find: () => null } };

/** What someone typed, understood once. A text without letters and digits has no words. */
export class Text {
  readonly text: string;
  /** All typed words, folded, in their order. */
  readonly typed: string[];
  readonly #knowledge: Knowledge;
  #words: TextWord[] | null = null;
  #tokens: Tokens | null = null;
  #amount: Amount | null | undefined;

  constructor(text: string, knowledge: Knowledge) {
    this.text = text;
    this.typed = words(text);
    this.#knowledge = knowledge;
  }

  /** The words to look for, each once; those that negate others are part of them. */
  get words(): TextWord[] {
    this.#words ??= readWords(this.typed, this.text, this.#knowledge.areNeighbours);
    return this.#words;
  }

  /** What must not be in the food: `without salt`, `sugar-free`, `sans gluten`, `0 %`. */
  get exclusions(): Exclusion[] {
    return this.words.flatMap(({ exclusion }) => exclusion ?? []);
  }

  get tokens(): Tokens {
    this.#tokens ??= tokenizeAmounts(this.text, this.#knowledge.foods.language);
    return this.#tokens;
  }

  /** How much of a food it says; null where it says no amount. */
  get amount(): Amount | null {
    if (this.#amount === undefined) this.#amount = readAmountOfQuery(this.tokens, this.#knowledge.foods);
    return this.#amount;
  }

  /** What is left without the amount, as typed. */
  get food(): string {
    return this.amount === null ? this.text : foodOf(this.amount);
  }
}

export function readText(text: string, knowledge: Partial<Knowledge> = {}): Text {
  return new Text(text, { ...NOTHING, ...knowledge });
}

type TypedWord = Pick<TextWord, 'text' | 'position' | 'exclusion' | 'negatedBy'>;

function readWords(typed: string[], q: string, areNeighbours: Knowledge['areNeighbours']): TextWord[] {
  const accents = readAccents(q);
  const all = once(typedWords(typed, areNeighbours));
  const isStop = ({ text, exclusion }: TypedWord) => exclusion === null && isStopWord(text, q);
  const kept = all.length <= MAX_WORDS ? all : all.filter((word) => !isStop(word)).slice(0, MAX_WORDS);
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
function typedWords(typed: string[], areNeighbours: Knowledge['areNeighbours']): TypedWord[] {
  const negations = readNegations(typed, areNeighbours);
  const read = typed.flatMap((word, position): TypedWord[] => {
    if (negations?.isNegation[position]) return [];
    const negatedBy = negations?.negatedBy[position] ?? null;
    if (negatedBy !== null) return [{ text: word, position, exclusion: exclusionOf(word), negatedBy }];
    const texts = hasUnspacedScript(word) ? runsOf(word) : [word];
    const byZero = exclusionByZero(typed, position);
    const isExcluding = !isPartly(typed, position);
    return texts.map((text) => ({
      text,
      position,
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

function readWord(word: TypedWord, accents: Accents) {
  const { text } = word;
  const isUnspaced = hasUnspacedScript(text);
  return {
    ...word,
    stem: stem(text),
    terms: isUnspaced ? requiredPairs(text) : [text],
    isUnspaced,
    accented: accents.get(text) ?? null,
  };
}
