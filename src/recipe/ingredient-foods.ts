import foodTable from '../../data/recipe/foods.tsv' with { type: 'text' };
import { readPhrase, readTable } from '../text/data-table.ts';
import { words } from '../text/fold.ts';
import { LANGUAGES, type Language } from '../text/languages.ts';
import { stem } from '../text/word-forms.ts';

/** The food that everyday words of a recipe mean, by its name in lists of generic foods. */
export interface IngredientFood {
  /** `Onions, raw`. */
  readonly name: string;
  /** Its first English word: `onion`. */
  readonly english: string;
  /** Whether it merely stands in for what the words name: `Quark` is looked up as Greek yogurt. */
  readonly isStandIn: boolean;
  /** Whether it was found only without the ending of a word. */
  readonly isCut: boolean;
}

type ByLanguage = Map<Language, IngredientFood>;

/** Words that name the same food in different forms share a key; the first kind of key is the most certain. */
const KEYS: readonly ((word: string) => string)[] = [(word) => word, stem];

/** How words end in the forms of a language that share all the rest: `pomodori` and `pomodoro`, `Zwiebeln` and `Zwiebel`. */
const ENDINGS: Readonly<Record<Language, RegExp | null>> = {
  en: null,
  de: /(?:er|en|em|e|n)$/,
  fr: /e$/,
  es: /[aeo]$/,
  it: /[aeio]$/,
};
/** Shorter words are too much alike without their ending. */
const SHORTEST_CUT = 5;

/** The table of foods, by each kind of key. */
class FoodIndex {
  readonly byKey: readonly Map<string, ByLanguage>[] = KEYS.map(() => new Map());
  /** By what is left of words without the endings of their own language: in others, `paneer` would be a plural of `pane`. */
  readonly withoutEndings = new Map<string, IngredientFood>();
  /** The number of words in the longest phrase of the table. */
  longestPhrase = 1;

  constructor() {
    for (const [name = '', ...columns] of readTable(foodTable)) {
      const english = readPhrase(columns[0]!.split(', ', 1)[0]!).phrase;
      const plain: IngredientFood = { name, english, isStandIn: false, isCut: false };
      const standIn = { ...plain, isStandIn: true };
      for (const [at, language] of LANGUAGES.entries()) {
        for (const { phrase, isStandIn } of columns[at]!.split(', ').map(readPhrase))
          this.#add(words(phrase), language, isStandIn ? standIn : plain);
      }
    }
  }

  #add(phrase: readonly string[], language: Language, food: IngredientFood): void {
    this.longestPhrase = Math.max(this.longestPhrase, phrase.length);
    for (const [at, keyOf] of KEYS.entries()) {
      const key = phrase.map(keyOf).join(' ');
      const known = this.byKey[at]!.get(key) ?? new Map();
      if (!known.has(language)) known.set(language, food);
      this.byKey[at]!.set(key, known);
    }
    const key = keyWithoutEndings(phrase, language);
    if (!this.withoutEndings.has(key)) this.withoutEndings.set(key, { ...food, isCut: true });
  }
}

let index: FoodIndex | null = null;

/** Built for the first recipe: it takes ten megabytes, and a server has a thread for each core. */
function foodIndex(): FoodIndex {
  index ??= new FoodIndex();
  return index;
}

function keyWithoutEndings(phrase: readonly string[], language: Language): string {
  const cut = phrase.map((word) => {
    const stemmed = stem(word);
    const ending = stemmed.length < SHORTEST_CUT ? null : ENDINGS[language];
    return ending === null ? stemmed : stemmed.replace(ending, '');
  });
  return [language, ...cut].join(' ');
}

/** Foods in another language that are other words in English: a French bar is a bass, a German `Rind` is beef. */
const RATHER_ENGLISH: ReadonlySet<string> = new Set(['bar', 'more', 'rind', 'the']);

/** The food that these words name as a whole; null when they are not in the table. */
export function foodNamed(phrase: readonly string[], language: Language): IngredientFood | null {
  const { byKey, withoutEndings, longestPhrase } = foodIndex();
  if (phrase.length === 0 || phrase.length > longestPhrase) return null;
  if (language === 'en' && phrase.length === 1 && RATHER_ENGLISH.has(phrase[0]!)) return null;
  for (const [at, keyOf] of KEYS.entries()) {
    const found = byKey[at]!.get(phrase.map(keyOf).join(' '));
    if (found !== undefined) return found.get(language) ?? found.values().next().value!;
  }
  for (const one of [language, ...LANGUAGES]) {
    const found = withoutEndings.get(keyWithoutEndings(phrase, one));
    if (found !== undefined) return found;
  }
  return null;
}

/** Whether the noun of a name is its last word: `apple juice`, but `jus de pomme`. */
export function isNounLast(language: Language): boolean {
  return language === 'en' || language === 'de';
}

/**
 * The food that some of the words name, by the longest phrase. Of two equally long ones, the last in languages that put
 * the noun at the end, the first in those that put it first. `behind` are the words after it.
 */
export function foodWithin(
  phrase: readonly string[],
  language: Language,
): { food: IngredientFood; length: number; behind: readonly string[] } | null {
  const isHeadLast = isNounLast(language);
  for (let length = Math.min(foodIndex().longestPhrase, phrase.length); length > 0; length--) {
    const starts = Array.from({ length: phrase.length - length + 1 }, (_, at) => at);
    for (const start of isHeadLast ? starts.reverse() : starts) {
      const food = foodNamed(phrase.slice(start, start + length), language);
      if (food !== null) return { food, length, behind: phrase.slice(start + length) };
    }
  }
  return null;
}

/** Shorter endings of a word say too little: `öl` is at the end of many words. */
const SHORTEST_HEAD = 4;

/** The food at the end of a German compound: `Walnussbrot` is bread. */
export function foodAtEnd(word: string): IngredientFood | null {
  const [byWords] = foodIndex().byKey;
  for (let start = 1; start <= word.length - SHORTEST_HEAD; start++) {
    const food = byWords!.get(word.slice(start))?.get('de');
    if (food !== undefined) return food;
  }
  return null;
}

/** Every word of the table with the languages that use it. */
export function listWords(): Map<string, Set<Language>> {
  const found = new Map<string, Set<Language>>();
  for (const [key, foods] of foodIndex().byKey[0]!) {
    for (const word of key.split(' ')) {
      const languages = found.get(word) ?? new Set();
      for (const language of foods.keys()) languages.add(language);
      found.set(word, languages);
    }
  }
  return found;
}
