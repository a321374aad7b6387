import { memberOf } from '../member-of.ts';
import type { Language } from './recipe-language.ts';
import { foldLine } from './recipe-words.ts';

const BULLET = /^\s*(?:[-–—•*·▢☐□✓]|\d+\.?\)(?=\s)|\d{1,2}\.(?=\s)|\[\s?\])\s*/u;
const SPACES = /[\s\u00a0]+/g;
/** `400g/14oz`, `150ml/¼ pint`, `1kg/2lb 4oz`, `175-225g/6-8oz`: the same amount repeated. */
const SAME_AMOUNT =
  /(?<=\p{L}\.?)\s?\/(?:\s?[-–]?\s?[\d½¼¾⅓⅔⅛⅜⅝⅞][\d.,/½¼¾⅓⅔⅛⅜⅝⅞–-]*\s?(?:[½¼¾⅓⅔⅛⅜⅝⅞]|\d\/\d)?\s?(?:fl\.?\s?oz|oz|lbs?|k?g|ml|cl|l|litres?|pints?|pt|cups?|tbsp|tsp)(?!\p{L})\.?)+/gu;
/** A weight among amounts that are repeated. */
const WEIGHT_BEHIND_SLASH = /[\d½¼¾⅓⅔⅛.,/\s–-]*[\d½¼¾⅓⅔⅛]\s?(?<!fl\.?\s?)(?:oz|lbs?|k?g)(?!\p{L})/u;
const WEIGHT_BEFORE_SLASH = /(?:^|[^\p{L}])(?<!fl\.?\s?)(?:oz|lbs?|k?g)\.?$/u;
/** `2kg-3kg` is a range, though a dash elsewhere joins words. */
const DASH_BETWEEN_AMOUNTS = /(?<=\d\s?(?:k?g|ml|cl|l|oz|lb))-(?=\d)/gu;
/** `6 Eier Größe M`: egg sizes differ by less than the precision of a recipe. */
const EGG_SIZE = /\s\(?(?:größe|gr\.|taille|talla|tamaño|size)\s(?:xl|[sml])\b\)?/gu;
/**
 * English abbreviates some units to an initial, and its case distinguishes spoons: `2 T sugar`, `1 t salt`, `1 c milk`.
 */
const INITIAL = /(?<=[\d½¼¾⅓⅔⅛]\s?)[TtCc](?=\.?(?:[\s,)]|$))(?!\.?\s(?:à|a|d[aei]|del|du|von)\s|\.?\sd')/gu;
const INITIALS: Readonly<Record<string, string>> = { T: ' tbsp', t: ' tsp', C: ' cup', c: ' cup' };
/** German joins a part and its unit: `ein Viertelliter`. */
const JOINED_PART = /(?<!\p{L})(dreiviertel|viertel|achtel|halbe[nrs]?)(?=(?:liter|kilo|pfund)(?!\p{L}))/gu;
/** `1 quart de litre` means a quarter, not a quart; likewise `3 cuartos de kilo`. */
const FOURTHS =
  /(?<!\p{N})([1-3]) (?:quarts?|cuartos?|quart[oi]) (?=d[ei] (?:l|litr[eo]|kg|kilo|chilo|livre|libra)(?!\p{L}))/gu;
/** `2 chili di farina`, `patate, 2 chili`: Italian kilograms. Everywhere else a chili is a pepper. */
const CHILI_KILOS =
  /(?<!\p{L})chili(?=\sd(?:i|el|ei|ell[aeo]|egli)\s|\sd(?:ell)?')|(?<=\p{L}[^\p{L}]*\d\s?)chili$/gu;
/** `12-fl-oz can`, `400-g-Dose`: dashes within and behind a unit. */
const FLUID_OUNCES = /(?<=\d[\s-]?)fl\.?-oz(?!\p{L})/gu;
const DASH_BEHIND_UNIT = /(?<=\d[\s-]?(?:k?g|ml|cl|l|oz|lb|gramm?|liter|ounce|pound))-(?=\p{L})/gu;
/** `1 (2-inch) piece`: how long it is, in brackets or without. */
const LENGTH_IN_BRACKETS = /\(([\d½¼¾][\d½¼¾.,/\s]*-?(?:inch|cm))\)/gu;
/** `Greek-style yoghurt` is what others call Greek. */
const STYLE = /(?<=\p{L})-style(?!\p{L})/gu;
const DEMI = /\bdemi-(?=\p{L})/gu;

/** A line in lower case, without what precedes or repeats its amount, and with joined or short units spelt out. */
export function tidyLine(line: string, language: Language): string {
  const spelt = language === 'en' ? line.replace(INITIAL, (initial) => memberOf(INITIALS, initial)!) : line;
  return foldLine(spelt)
    .replace(SPACES, ' ')
    .replace(BULLET, '')
    .replace(SAME_AMOUNT, weightOfSame)
    .replace(DASH_BETWEEN_AMOUNTS, ' - ')
    .replace(FLUID_OUNCES, 'fl oz')
    .replace(DASH_BEHIND_UNIT, ' ')
    .replace(EGG_SIZE, '')
    .replace(CHILI_KILOS, 'chilo')
    .replace(LENGTH_IN_BRACKETS, '$1')
    .replace(STYLE, '')
    .replace(DEMI, 'demi ')
    .replace(JOINED_PART, '$1 ')
    .replace(FOURTHS, '$1/4 ')
    .trim();
}

/** `1 cup/130 g`: of the same amount repeated, a weight says most; behind another weight it adds nothing. */
function weightOfSame(repeated: string, at: number, line: string): string {
  const weight = WEIGHT_BEFORE_SLASH.test(line.slice(0, at))
    ? undefined
    : repeated
        .split(/\/(?=\s?[\d½¼¾⅓⅔⅛]+[^/]*\p{L})/u)
        .findLast((amount) => WEIGHT_BEHIND_SLASH.test(amount));
  if (weight === undefined) return '';
  const isInside = line.lastIndexOf('(', at) > line.lastIndexOf(')', at);
  return isInside ? `, ${weight.trim()} total` : ` (${weight.trim()} total)`;
}
