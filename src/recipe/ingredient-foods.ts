import type { Catalog, NamedFood } from '../food/catalog.ts';
import type { Food } from '../food/food.ts';
import { words } from '../text/fold.ts';
import { isNounLast, LANGUAGES, type Language } from '../text/languages.ts';
import { isStopWord } from '../text/stop-words.ts';
import { COOKING } from './recipe-words.ts';

/** The food that everyday words of a recipe mean. */
export interface IngredientFood {
  readonly food: Food;
  /** What people call it in English: `onion`. */
  readonly english: string;
  /** Whether it merely stands in for what the words name: `Quark` is looked up as Greek yogurt. */
  readonly isStandIn: boolean;
  /** Whether it was found only without the ending of a word. */
  readonly isCut: boolean;
}

/** A food that some words of a phrase name, those words, and the ones after them. */
export interface NamedWithin {
  readonly food: IngredientFood;
  readonly named: readonly string[];
  readonly behind: readonly string[];
}

/** Hardly a name of a food has more words; each phrase of a line is looked up. */
const MAX_WORDS = 6;
/** Shorter endings of a word say too little: `öl` is at the end of many words. */
const MIN_HEAD = 4;

/** The foods of a catalogue by what people call them, for one recipe or meal, which may name the same food again. */
export class IngredientFoods {
  readonly #catalog: Catalog;
  readonly #known = new Map<string, readonly NamedFood[]>();
  /** Whether foods are meant as they are eaten: toast is toasted then. */
  readonly isEaten: boolean;
  #lookupsLeft: number;
  readonly #asked: string | null;

  /** Foods are those of the table of the language that was asked for, if any. */
  constructor(
    catalog: Catalog,
    asked: string | null,
    { isEaten = false, lookups = Number.POSITIVE_INFINITY } = {},
  ) {
    this.#asked = asked;
    this.#catalog = catalog;
    this.isEaten = isEaten;
    this.#lookupsLeft = lookups;
  }

  /**
   * A food as its table has it, or as that of the language that was asked for, unless a number that the text says is only in the
   * first: `ground beef (80/20)`.
   */
  asAsked(food: Food, text: string): Food {
    const version = this.#asked === null ? null : this.#catalog.findVersion(food, this.#asked);
    const numbers = text.match(/\d+/g) ?? [];
    const isOther = numbers.some((number) => food.name.includes(number) && !version?.name.includes(number));
    return version === null || isOther ? food : version;
  }

  /** The food that these words name as a whole; null when they are the name of none. */
  named(phrase: readonly string[], language: Language): IngredientFood | null {
    if (phrase.length === 0 || phrase.length > MAX_WORDS) return null;
    const found = this.#find(phrase.join(' '));
    const inLanguage = found.find((one) => one.language === language);
    // A name in another language may be a word of this one: a French bar is a bass, a German `Rind` is beef.
    const [first] =
      language === 'en' && phrase.length === 1 ? found.filter(({ isRecipeOnly }) => !isRecipeOnly) : found;
    return inLanguage ?? first ?? null;
  }

  /**
   * The food that some of the words name, by the longest phrase. Of two equally long ones, the last in languages that put
   * the noun at the end, the first in those that put it first.
   */
  within(phrase: readonly string[], language: Language): NamedWithin | null {
    const isHeadLast = isNounLast(language);
    for (let length = Math.min(MAX_WORDS, phrase.length); length > 0; length--) {
      const starts = Array.from({ length: phrase.length - length + 1 }, (_, at) => at);
      for (const start of isHeadLast ? starts.reverse() : starts) {
        if (this.isEaten && length === 1 && saysNoFood(phrase[start]!, phrase)) continue;
        const food = this.named(phrase.slice(start, start + length), language);
        const end = start + length;
        if (food !== null) return { food, named: phrase.slice(start, end), behind: phrase.slice(end) };
      }
    }
    return null;
  }

  /** Whether some of the words name a food: single ones first, most of which were looked up for the language of the line. */
  hasFood(phrase: readonly string[], language: Language): boolean {
    const isFood = (word: string) =>
      !(this.isEaten && saysNoFood(word, phrase)) && this.named([word], language) !== null;
    return phrase.some(isFood) || this.within(phrase, language) !== null;
  }

  /** The food at the end of a German compound, and what stands before it: `Walnussbrot` is bread. */
  atEnd(word: string): { food: IngredientFood; before: string } | null {
    for (let start = 1; start <= word.length - MIN_HEAD; start++) {
      const food = this.#find(word.slice(start), true).find(({ language }) => language === 'de');
      if (food !== undefined) return { food, before: word.slice(0, start) };
    }
    return null;
  }

  /** The only language that has a word, for a food or otherwise; null where there are others, or none. */
  languageOf(word: string, otherwise: Language | undefined): Language | null {
    const named = this.#find(word).map(({ language }) => language);
    const [first, ...others] = new Set(otherwise === undefined ? named : [otherwise, ...named]);
    return others.length === 0 ? (LANGUAGES.find((language) => language === first) ?? null) : null;
  }

  #find(text: string, isUncut = false): readonly NamedFood[] {
    const key = isUncut ? `-${text}` : text;
    const before = this.#known.get(key);
    if (before !== undefined || this.#lookupsLeft <= 0) return before ?? [];
    this.#lookupsLeft--;
    const found = this.#catalog.findNamed(text, isUncut);
    const eaten = this.isEaten ? found.filter(({ isRecipeOnly }) => !isRecipeOnly) : found;
    const known = eaten.length > 0 ? eaten : found;
    // What stands in for a food comes after the food itself.
    const meant = known.toSorted((a, b) => Number(a.isStandIn) - Number(b.isStandIn));
    this.#known.set(key, meant);
    return meant;
  }
}

/** In a sentence, `the` is no tea, and `frito` no Frito. */
function saysNoFood(word: string, phrase: readonly string[]): boolean {
  return isStopWord(word, word) || (phrase.length > 1 && COOKING.has(word));
}

const HAS_LETTER = /\p{L}/u;
/** Words of a line that tell its language, each of which is looked up: hardly a line has more. */
const MAX_TELLING_WORDS = 16;

/** The language that most telling words of some lines belong to; the given one when there are none. */
export function guessLanguage(
  foods: IngredientFoods,
  lines: readonly string[],
  otherwise: Language,
  tellingWords: ReadonlyMap<string, Language>,
): Language {
  const told = lines.flatMap((line) =>
    words(line)
      .filter((word) => HAS_LETTER.test(word))
      .slice(0, MAX_TELLING_WORDS)
      .map((word) => foods.languageOf(word, tellingWords.get(word))),
  );
  const count = (language: Language) => told.filter((one) => one === language).length;
  return LANGUAGES.reduce((best, language) => (count(language) > count(best) ? language : best), otherwise);
}
