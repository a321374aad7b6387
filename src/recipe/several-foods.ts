import { readQuantity } from './quantity.ts';
import { BESIDE_WORDS, isMeasured, MIXED_WORDS, takePhrase, UNITS } from './recipe-words.ts';

/** A line without the foods that it names beside its first. */
export interface FirstFood {
  text: string;
  hasOthers: boolean;
}

/** `2 tbsp each parsley and chives`, `je 1 EL Petersilie und Schnittlauch`. */
const EACH_BEHIND = /^(?<amount>[\d½¼¾⅓⅔⅛./\s–-]+(?:\p{L}+\.?\s)?)each(?:\sof)?:?\s/u;
const EACH_BEFORE = /^(?:je|jeweils)\s(?=[\d½¼¾⅓⅔⅛])/u;
const WORD_START = /(?<=\s)[^\s]/g;

/**
 * The first food of a line with its own amount, as a line has one answer. `isFood` says whether a text with an amount names
 * a food: `1 cup plus 2 tbsp flour` names one only at its end.
 */
export function firstFood(line: string, isFood: (text: string) => boolean): FirstFood {
  const each = line.replace(EACH_BEHIND, '$<amount>').replace(EACH_BEFORE, '');
  if (readQuantity(each) === null) return { text: line, hasOthers: false };
  for (const { index } of each.matchAll(WORD_START)) {
    const before = each.slice(0, index).replace(/[\s,;]+$/, '');
    if (isOutside(before) && isOther(each.slice(index)) && isFood(before)) {
      return { text: before, hasOthers: true };
    }
  }
  return { text: each, hasOthers: each !== line };
}

function isOutside(before: string): boolean {
  return before.lastIndexOf('(') <= before.lastIndexOf(')');
}

/** `plus 1 egg yolk`, `with 2 tbsp water`: an amount of something else. */
function isOther(text: string): boolean {
  const beside = takePhrase(BESIDE_WORDS, text);
  if (beside !== null) return readQuantity(beside.rest) !== null;
  const mixed = takePhrase(MIXED_WORDS, text);
  const amount = mixed === null ? null : readQuantity(mixed.rest);
  const unit = amount === null ? null : takePhrase(UNITS, mixed!.rest.slice(amount.length));
  return unit !== null && isMeasured(unit.value);
}
