import type { Food } from '../food/food.ts';
import { nearestName } from '../nearest-name.ts';
import { fold, words } from '../text/fold.ts';
import { isStopWord } from '../text/stop-words.ts';
import { stem } from '../text/word-forms.ts';

/** How well the names of foods fit the words of a line. */

/** What a food is made from is not what it is: `Sauce, peanut, made from coconut, water, sugar`. */
const MADE_FROM = /\bmade (?:from|with)\b.*$/i;
/** `Cereals ready-to-eat`: not what `ready salted` means. */
const READY_TO = /\bready[- ]to[- ]\w+/gi;

/** The first food with all words of a text in its name, a generic one if there is any. */
export function bestOf(foods: readonly Food[], text: string): Food | null {
  const wanted = contentOf(text);
  if (wanted.length === 0) return null;
  const fitting = foods.filter((food) => hasAll(food, wanted));
  return fitting.find(isUnbranded) ?? fitting[0] ?? null;
}

export function hasAll({ name, brand }: Food, wanted: readonly string[]): boolean {
  const called = name.replace(MADE_FROM, '').replace(READY_TO, '');
  const own = new Set(words(`${called} ${brand ?? ''}`).map(stem));
  return wanted.every((word) => own.has(word));
}

export function contentOf(text: string): string[] {
  return words(text.replace(READY_TO, ''))
    .filter((word) => !isStopWord(word, text))
    .map(stem);
}

/** A food of no maker, somebody's own ones included: what a recipe means where it names no brand. */
export function isUnbranded({ source, brand, barcode }: Food): boolean {
  return brand === null && barcode === null && source !== 'ai_estimate';
}

/**
 * Whether a name has what a text says where it names the food: `medium rare` and `buttered` are no food, though "Beef, topside, roasted
 * medium-rare" and "Rum, hot buttered" have the words. A name without any of them was found by another name.
 */
export function isAbout({ name, brand }: Food, text: string): boolean {
  const wanted = new Set(contentOf(text));
  const isWanted = (word: string) => wanted.has(word);
  const [first = [], ...parts] = name.split(/[,(]/).map(contentOf);
  const isHead = first.some(isWanted) || parts.some((part) => part.length > 0 && part.every(isWanted));
  return brand !== null || isHead || !parts.flat().some(isWanted);
}

/** The first part of a generic name: `Potatoes`. */
export function kindOf(name: string): string {
  return words(name.split(',', 1)[0]!).map(stem).join(' ');
}

/** Whether the first part of a name says no more than a text: `Diet Coke, 12 fl oz can`. */
export function isAllOf({ name, brand }: Food, text: string): boolean {
  const wanted = new Set(contentOf(text));
  const [first = '', second] = name.split(',');
  const own = fold(first) === fold(brand ?? '') ? (second ?? first) : first;
  return contentOf(own).every((word) => wanted.has(word));
}

/** Whether a food has most of the words. A single one may be misspelt a little, but salted crisps are not salt. */
export function isSimilar(food: Food, text: string, corrected: string | null): boolean {
  const wanted = contentOf(text);
  const own = new Set(words(food.name).map(stem));
  return wanted.length > 1
    ? wanted.filter((word) => own.has(word)).length > wanted.length / 2
    : corrected !== null && nearestName(text, [corrected]) !== null;
}
