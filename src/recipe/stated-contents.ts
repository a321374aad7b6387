import { words } from '../text/fold.ts';
import { wayOfCooking } from './cooking.ts';
import { addNext, METRIC } from './further-amount.ts';
import { readQuantity } from './quantity.ts';
import {
  EACH_PHRASES,
  isMeasured,
  JUICED,
  MIXED_WORDS,
  REMARK_WORDS,
  TOTAL_PHRASES,
  takePhrase,
  UNITS,
  type Unit,
  ZESTED,
} from './recipe-words.ts';

/** A weight or volume that a line gives beside its amount: `1 (14 oz) can`, `2 cups (250 g) flour`. */
export interface Contents {
  quantity: number;
  unit: Unit;
  /** Whether it is all of the line, or what each package or piece holds; null where only the food can tell. */
  isTotal: boolean | null;
}

export const PARENTHESES = /\(([^()]*)\)|\[([^[\]]*)\]/g;
/** `(2 sticks, 226 g; plus more)`. */
const PARTS = /[,;]\s/;
const FIRST_DIGIT = /[\d½¼¾⅓⅔]/;
/** `(+ 2 tbsp)`: not the same amount. */
const SIGN = /^\s*[+&]/;
/** `à 150 g`: without its accent, the word is another elsewhere. */
const EACH_BEFORE = /^\s*[àa]\s(?=\d)/u;
/** Volumes that differ from hand to hand, so that another one in brackets is the more exact. */
const VAGUE: ReadonlySet<string> = new Set(['handful', 'glass', 'shot', 'pinch', 'dash', 'splash', 'drop']);
/** How far apart two volumes may be that are meant to be the same. */
const SAME_VOLUME_WITHIN = 0.3;

/** `14 oz`, `(14 oz)`, `14-ounce`: a weight or volume that says how much something holds. */
export function readContents(
  text: string,
): { contents: Contents; rest: string; isBracketed: boolean } | null {
  const bracket = /^[([]([^()[\]]*)[)\]]\s*/.exec(text);
  const within = bracket === null ? text : bracket[1]!;
  const amount = readQuantity(within);
  if (amount === null) return null;
  const unit = takePhrase(UNITS, within.slice(amount.length).replace(/^-/, ''));
  if (unit === null || !isMeasured(unit.value)) return null;
  const next = addNext({ quantity: amount.value, unit: unit.value }, unit.rest);
  const behind = next?.rest ?? unit.rest;
  const rest = bracket === null ? behind.replace(/^-/, '') : text.slice(bracket[0].length);
  const contents = { quantity: next?.quantity ?? amount.value, unit: unit.value, isTotal: false };
  return { contents, rest, isBracketed: bracket !== null };
}

/** A weight or volume in brackets behind an amount: of each package, otherwise of everything. */
export function contentsBehind(text: string, quantity: number | null, unit: Unit | null): Contents | null {
  for (const { 0: all, 1: round, 2: square, index } of text.matchAll(PARENTHESES)) {
    const within = round ?? square ?? '';
    const line = text.replace(all, '');
    for (const part of within.split(PARTS)) {
      if (isRemark(part, line)) break;
      const start = part.search(FIRST_DIGIT);
      // `soaked in 1 cup water` is about the water.
      const isMixed = MIXED_WORDS.find(words(part.slice(0, Math.max(0, start))).at(-1) ?? '') !== null;
      const found = start === -1 || isMixed ? null : readContents(part.slice(start));
      if (found === null || isOtherVolume(found.contents, quantity, unit)) continue;
      const isBefore = index === 0;
      return { ...found.contents, isTotal: isTotal(within, found.contents, quantity, unit, isBefore) };
    }
  }
  return null;
}

/** `or 1 tsp powder`, `plus 2 tbsp`, `makes 3 cups`, `3 cups cooked`, `3 tbsp juice`: not the amount of this food. */
function isRemark(within: string, line: string): boolean {
  const own = words(within);
  const isOfCooked = wayOfCooking(within) !== null && wayOfCooking(line) === null;
  const isOfPart = own.some(isPart) && !words(line).some(isPart);
  return SIGN.test(within) || REMARK_WORDS.has(own[0] ?? '') || isOfCooked || isOfPart;
}

/** The juice or zest of a fruit. */
function isPart(word: string): boolean {
  return JUICED.has(word) || ZESTED.has(word);
}

/** Whether a line already has an exact volume that differs from the one in brackets. */
function isOtherVolume(contents: Contents, quantity: number | null, unit: Unit | null): boolean {
  if (quantity === null || unit?.kind !== 'volume' || contents.unit.kind !== 'volume') return false;
  if (VAGUE.has(unit.name)) return false;
  const ratio = (contents.quantity * contents.unit.amount!) / (quantity * unit.amount!);
  return Math.abs(ratio - 1) > SAME_VOLUME_WITHIN;
}

/**
 * `½ can (400 g)` and `½ can (200 g)` are both written, and so are `2 tubs of cream (200 g)` and `(400 g)`; but right behind
 * the unit it is the size of a package, and 28 ounces are one of those.
 */
function isTotal(
  within: string,
  contents: Contents,
  quantity: number | null,
  unit: Unit | null,
  isRightBehind: boolean,
): boolean | null {
  const text = ` ${words(within).join(' ')} `;
  const says = (phrases: readonly string[]) => phrases.some((phrase) => text.includes(` ${phrase} `));
  if (says(TOTAL_PHRASES)) return true;
  if (says(EACH_PHRASES) || EACH_BEFORE.test(within)) return false;
  if (unit?.kind !== 'package') return true;
  if (quantity === null || quantity === 1) return false;
  return quantity < 1 || (!isRightBehind && METRIC.has(contents.unit.name)) ? null : false;
}
