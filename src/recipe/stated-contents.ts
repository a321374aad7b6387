import type { Amount } from '../text/amount.ts';
import { fold, words } from '../text/fold.ts';
import { type Contents, isMetric, readContents } from '../text/measured.ts';
import { bracketsIn, type Tokens, textOf } from '../text/tokens.ts';
import { wayOfCooking } from './cooking.ts';
import { EACH, JUICED, MIXED, REMARKS, TOTAL, ZESTED } from './recipe-words.ts';

/** Volumes that differ from hand to hand, so that another one in brackets is the more exact. */
const VAGUE: ReadonlySet<string> = new Set(['handful', 'glass', 'shot', 'pinch', 'dash', 'splash', 'drop']);
/** How far apart two volumes may be that are meant to be the same. */
const SAME_VOLUME_WITHIN = 0.3;

type Counted = Pick<Amount, 'quantity' | 'unit'>;

/** A weight or volume in brackets behind an amount: of each package, otherwise of everything. */
export function readStatedContents(tokens: Tokens, counted: Counted): Contents | null {
  for (const { within, start, end } of bracketsIn(tokens)) {
    const line = textOf([...tokens.slice(0, start), ...tokens.slice(end)]);
    for (const part of splitParts(within)) {
      if (isRemark(part, line)) break;
      const first = part.findIndex(({ value }) => value !== null);
      // `soaked in 1 cup water` is about the water.
      const isMixed = first > 0 && MIXED.get(part.slice(first - 1, first)) !== null;
      const found = first === -1 || isMixed ? null : readContents(part.slice(first));
      if (found === null || isOtherVolume(found.contents, counted)) continue;
      return { ...found.contents, isTotal: isTotal(within, found.contents, counted, start === 0) };
    }
  }
  return null;
}

/** `(2 sticks, 226 g; plus more)`. */
function splitParts(tokens: Tokens): Tokens[] {
  const at = tokens.findIndex(({ text }) => text === ',' || text === ';');
  return at === -1 ? [tokens] : [tokens.slice(0, at), ...splitParts(tokens.slice(at + 1))];
}

/** `or 1 tsp powder`, `+ 2 tbsp`, `makes 3 cups`, `3 cups cooked`, `3 tbsp juice`: not the amount of this food. */
function isRemark(tokens: Tokens, line: string): boolean {
  const within = textOf(tokens);
  const isOfCooked = wayOfCooking(within) !== null && wayOfCooking(line) === null;
  const isOfPart = words(within).some(isPart) && !words(line).some(isPart);
  return /^[+&]/.test(within) || REMARKS.has(words(within)[0] ?? '') || isOfCooked || isOfPart;
}

/** The juice or zest of a fruit. */
function isPart(word: string): boolean {
  return JUICED.has(word) || ZESTED.has(word);
}

/** Whether a line already has an exact volume that differs from the one in brackets. */
function isOtherVolume(contents: Contents, { quantity, unit }: Counted): boolean {
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
  within: Tokens,
  contents: Contents,
  { quantity, unit }: Counted,
  isRightBehind: boolean,
): boolean | null {
  const text = ` ${fold(textOf(within))} `;
  const says = (phrases: readonly string[]) => phrases.some((phrase) => text.includes(` ${phrase} `));
  if (says(TOTAL)) return true;
  // `à 150 g`: without its accent, the word is another elsewhere.
  if (says(EACH) || /^[àa]$/.test(within[0]!.text)) return false;
  if (unit?.kind !== 'package') return true;
  if (quantity === null || quantity === 1) return false;
  return quantity < 1 || (!isRightBehind && isMetric(contents.unit)) ? null : false;
}
