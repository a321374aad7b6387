import { readTable } from '../../src/text/data-table.ts';
import kindsTable from './kinds.tsv' with { type: 'text' };
import wordsTable from './words.tsv' with { type: 'text' };

/**
 * Words for made-up products: common food words of five languages, and words made of syllables for the long tail of real
 * names (818,846 real names have 110,000 different words, more than half of them only once).
 */
export const LANGUAGES = ['en', 'fr', 'de', 'es', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Per 100 g: protein, fat, carbohydrate, fibre, salt, alcohol; then the share of sugar and of saturated fat. */
export interface Profile {
  protein: number;
  fat: number;
  carbs: number;
  fiber: number;
  salt: number;
  alcohol: number;
  sugarShare: number;
  saturatedShare: number;
}

/** A kind of food: its path in the tree of categories, what it is called, and what is in it. */
export interface Kind {
  path: string[];
  nouns: Record<Language, string>;
  profile: Profile;
}

export const KINDS: readonly Kind[] = readTable(kindsTable).map(([path = '', ...rest]) => {
  const nouns = LANGUAGES.map((language, at) => [language, rest[at]!]);
  const [protein, fat, carbs, fiber, salt, alcohol, sugarShare, saturatedShare] = rest
    .slice(LANGUAGES.length)
    .map(Number);
  return {
    path: path.split('>'),
    nouns: Object.fromEntries(nouns) as Kind['nouns'],
    profile: { protein, fat, carbs, fiber, salt, alcohol, sugarShare, saturatedShare } as Profile,
  };
});

const WORDS = new Map(
  readTable(wordsTable).map(([language, words, syllables]) => [language, { words, syllables }]),
);

function splitColumn(language: Language, column: 'words' | 'syllables'): string[] {
  return WORDS.get(language)![column]!.split(' ');
}

/** Different words in one language. The rarest appear once in a million rows or never, as in the real dump. */
export const WORDS_PER_LANGUAGE = 60_000;

/** The word of a rank: common ones first, then words made of syllables; the same rank always gives the same word. */
export function listWords(language: Language): string[] {
  const words = new Set(splitColumn(language, 'words'));
  const syllables = splitColumn(language, 'syllables');
  for (let number = 0; words.size < WORDS_PER_LANGUAGE; number++) words.add(makeWord(number, syllables));
  return [...words];
}

/** Multiplying by an odd constant visits all numbers in an order that looks random. */
export function makeWord(number: number, syllables: readonly string[]): string {
  let rest = Math.imul(number + 1, 0x9e3779b1) >>> 0;
  let word = '';
  const length = 2 + (rest % 5 > 1 ? 1 : 0) + (number > 30_000 ? 1 : 0);
  for (let syllable = 0; syllable < length; syllable++) {
    word += syllables[rest % syllables.length];
    rest = Math.floor(rest / syllables.length) + number;
  }
  return word;
}

/** Different brands: about as many as a million real rows have. */
export const BRAND_COUNT = 60_000;

export function listBrands(): string[] {
  const brands = new Set<string>();
  for (let number = 0; brands.size < BRAND_COUNT; number++) {
    const language = LANGUAGES[number % LANGUAGES.length]!;
    const syllables = splitColumn(language, 'syllables');
    const first = capitalize(makeWord(number, syllables));
    const second = number % 3 === 0 ? ` ${capitalize(makeWord(number + 7919, syllables))}` : '';
    brands.add(number % 17 === 0 ? `${first}'s` : `${first}${second}`);
  }
  return [...brands];
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function toSlug(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
