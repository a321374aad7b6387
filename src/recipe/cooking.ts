import type { Food } from '../food/food.ts';
import { memberOf } from '../member-of.ts';
import { words } from '../text/fold.ts';
import { ADDED, COOKING, PREPARATION, UNCOOKED } from './recipe-words.ts';

/** Words of generic foods for one that is yet to be cooked. */
const RAW = /\b(?:raw|uncooked|dry|unprepared|unheated|fresh)\b/gi;
const BRACKETS = /\([^)]*\)?/g;
const WITH_SALT = /\bwith (?:added )?(?:salt|solution)\b/i;
/** What to search for, and what generic foods call the ways that people name, the nearest first. */
const CALLED: Readonly<Record<string, { terms: readonly string[]; names: readonly RegExp[] }>> = {
  cooked: { terms: ['cooked'], names: [/\b(?:boiled|moist heat)\b/i, /\bcooked\b(?!.*\bfried\b)/i] },
  boiled: { terms: ['cooked'], names: [/\bboiled\b/i, /\bmoist heat\b/i] },
  steamed: { terms: ['cooked'], names: [/\bsteamed\b/i, /\b(?:boiled|moist heat)\b/i] },
  poached: { terms: ['cooked'], names: [/\bpoached\b/i, /\b(?:boiled|moist heat)\b/i] },
  grilled: { terms: ['cooked'], names: [/\b(?:grilled|broiled)\b/i, /\bdry heat\b/i] },
  roasted: { terms: ['cooked', 'baked', 'roasted'], names: [/\b(?:roasted|baked)\b/i, /\bdry heat\b/i] },
  fried: { terms: ['cooked', 'fried'], names: [/\bfried\b/i] },
  scrambled: { terms: ['cooked scrambled'], names: [/\bscrambled\b/i] },
};

/** How a text says that a food was cooked, in English: `grilled`; null where it does not. */
export function wayOfCooking(text: string): string | null {
  const own = ` ${words(text).join(' ')} `;
  for (const [phrase, way] of COOKING) if (own.includes(` ${phrase} `)) return way;
  return null;
}

/** Whether a text says that a food is not cooked: `dry pasta`, `Reis roh`. */
export function isSaidRaw(text: string): boolean {
  return words(text).some((word) => UNCOOKED.has(word));
}

/** Whether a text only says what was added to a food: `lightly buttered`, which names no food itself. */
export function saysAdded(text: string): boolean {
  const telling = words(text).filter((word) => !PREPARATION.has(word));
  return telling.length > 0 && telling.every((word) => ADDED.has(word));
}

/** A text without the words for how it was cooked. */
export function withoutCooking(text: string): string {
  let own = ` ${words(text).join(' ')} `;
  for (const phrase of COOKING.keys()) own = own.replace(` ${phrase} `, ' ');
  return own.trim();
}

/** A raw generic food without the words that say so; null for a food that is not raw. */
export function withoutRaw(name: string): string | null {
  const bare = name.replace(BRACKETS, ' ');
  const plain = bare.replace(RAW, ' ');
  return plain === bare ? null : words(plain).join(' ');
}

/** The words by which foods are found that were cooked in a way. */
export function termsOf(way: string): readonly string[] {
  return memberOf(CALLED, way)!.terms;
}

/** The food that was cooked in this way, without salt if there is one; null where none was. */
export function cookedIn(foods: readonly Food[], way: string): Food | null {
  for (const called of memberOf(CALLED, way)!.names) {
    const fitting = foods.filter(({ name }) => called.test(name));
    if (fitting.length > 0) return fitting.find(({ name }) => !WITH_SALT.test(name)) ?? fitting[0]!;
  }
  return null;
}

export const MEAT_AND_FISH: readonly string[] = [
  'Beef',
  'Pork',
  'Poultries',
  'Lamb',
  'Veal',
  'Game',
  'Fishes',
  'Seafood',
];

/** What is cooked before anyone eats it, so that the raw food is not what a meal means. */
const COOKED_CATEGORIES: ReadonlySet<string | null> = new Set([
  'Pastas',
  'Rices',
  'Cereal grains',
  'Legumes',
  ...MEAT_AND_FISH,
]);

/** What is cooked of other categories, by the first part of its name. */
const COOKED_KINDS =
  /^(?:beans|potatoes|sweet potato|eggplant|asparagus|artichokes|brussels sprouts|pumpkin|leeks)\b/i;
/** Made ready to be heated: `French fries, frozen, unprepared`. */
const UNREADY = /\b(?:unprepared|unheated)\b/i;
/** Grains whose names do not say that they are raw. */
const RAW_GRAINS = /^(?:cornmeal|semolina|buckwheat)\b/i;

/** Whether a food is raw that nobody eats raw. */
export function isCookedToEat({ name, category }: Food): boolean {
  const isCooked = COOKED_CATEGORIES.has(category) || COOKED_KINDS.test(name) || UNREADY.test(name);
  return RAW_GRAINS.test(name) || (isCooked && withoutRaw(name) !== null);
}
