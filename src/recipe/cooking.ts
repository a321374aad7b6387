import type { Food } from '../food/food.ts';
import { words } from '../food/text.ts';
import { COOKING } from './recipe-words.ts';

/** Words of generic foods for one that is yet to be cooked. */
const UNCOOKED = /\b(?:raw|uncooked|dry|unprepared|unheated|fresh)\b/gi;
const BRACKETS = /\([^)]*\)?/g;
const WITH_SALT = /\bwith (?:added )?(?:salt|solution)\b/i;
/** What generic foods call the ways that people name, the nearest first. */
const CALLED: Readonly<Record<string, readonly RegExp[]>> = {
  cooked: [/\b(?:cooked|boiled)\b/i],
  boiled: [/\bboiled\b/i, /\bmoist heat\b/i],
  steamed: [/\bsteamed\b/i, /\b(?:boiled|moist heat)\b/i],
  poached: [/\bpoached\b/i, /\b(?:boiled|moist heat)\b/i],
  grilled: [/\b(?:grilled|broiled)\b/i, /\bdry heat\b/i],
  roasted: [/\b(?:roasted|baked)\b/i, /\bdry heat\b/i],
  fried: [/\bfried\b/i],
};

/** How a text says that a food was cooked, in English: `grilled`; null where it does not. */
export function wayOfCooking(text: string): string | null {
  const own = ` ${words(text).join(' ')} `;
  for (const [phrase, way] of COOKING) if (own.includes(` ${phrase} `)) return way;
  return null;
}

/** A text without the words for how it was cooked. */
export function withoutCooking(text: string): string {
  let own = ` ${words(text).join(' ')} `;
  for (const phrase of COOKING.keys()) own = own.replace(` ${phrase} `, ' ');
  return own.trim();
}

/** What to search for to find the cooked form of a raw generic food; null for a food that is not raw. */
export function cookedQuery(name: string): string | null {
  const plain = name.replace(BRACKETS, ' ').replace(UNCOOKED, ' ');
  return plain === name.replace(BRACKETS, ' ') ? null : `${words(plain).join(' ')} cooked`;
}

/** The food that was cooked in this way, without salt if there is one; null where none was. */
export function cookedIn(foods: readonly Food[], way: string): Food | null {
  for (const called of CALLED[way]!) {
    const fitting = foods.filter(({ name }) => called.test(name));
    if (fitting.length > 0) return fitting.find(({ name }) => !WITH_SALT.test(name)) ?? fitting[0]!;
  }
  return null;
}
