import { remember } from '../../src/food/remember.ts';
import { cleanText } from './clean-text.ts';

/** Longer names are ingredient lists or advertising; 818,846 real rows hold 449 names over 100 characters. */
export const LONGEST_NAME = 200;
/** Shorter words in capitals are acronyms or brands more often than shouting: "KFC", "LU", "H2O". */
const SHORTEST_SHOUT = 4;

const LETTER = /\p{L}/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const LOWER_CASE = /\p{Ll}/u;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const VOWEL = /[AEIOUYÀ-ÖØ-Ý]/;
const CAPITAL_RUN = /\p{Lu}/gu;
const WRAPPING_QUOTES = /^(["“”«])(.*)(["“”»])$/u;
/** What people and programs write where they know nothing. */
const PLACEHOLDER =
  /^(?:n\/?a|none|null|nan|undefined|unknown|unnamed|untitled|unbranded|no (?:brand|name)|sans (?:marque|nom)|inconnue?|desconocido|sconosciuto|unbekannt|to be (?:completed|determined|defined)|tbd|todo|[aà] compl[eé]ter|por completar|a completar|da completare|zu erg[aä]nzen|product(?: name)?|produit|produkt|prodotto|producto|name|nom|test(?: product| barcode)?|-+|\.+|\?+|x+)$/i;
/** A barcode, or a weight, in place of a name. "1664" is a beer. */
const BARCODE_NAME = /^\d[\d -]{6,}\d$/;
const WEIGHT_NAME = /^\d+(?:[.,]\d+)?\s?(?:g|gr|kg|mg|ml|cl|dl|l|oz|lb)$/i;

// Words that stay small inside a title in the languages of the data.
const SMALL_WORDS = new Set(
  'a à al alla aan am and au aux avec by con d da das de dei del della den der des di die do du e ed el en et for from im in l la las le les los mit met na no o of on og ou per por pour s sans sur the to und un una une van von with y z'.split(
    ' ',
  ),
);
// Acronyms with a vowel, which would otherwise be taken for words.
const ACRONYMS = new Set([
  'UHT',
  'AOP',
  'AOC',
  'IGP',
  'DOP',
  'IPA',
  'USA',
  'UK',
  'EU',
  'GMO',
  'OGM',
  'XXL',
  'XL',
]);

/** A name or a brand made readable, or null when nothing in it can be read. */
export function cleanName(text: string): string | null {
  const cleaned = unwrap(cleanText(text));
  if (!LETTER_OR_DIGIT.test(cleaned) || PLACEHOLDER.test(cleaned) || BARCODE_NAME.test(cleaned)) return null;
  return cut(isShouting(cleaned) ? quieten(cleaned) : cleaned);
}

/**
 * The first candidate that reads like a name. One that is damaged (U+FFFD), is a weight or has no letter ("1664" is a
 * beer, "250" is not) is used only when there is no other.
 */
export function chooseName(candidates: readonly string[]): string | null {
  let fallback: string | null = null;
  for (const candidate of candidates) {
    const name = cleanName(candidate);
    if (name === null) continue;
    if (LETTER.test(name) && !WEIGHT_NAME.test(name) && !name.includes('\ufffd')) return name;
    fallback ??= name;
  }
  return fallback;
}

/** Brands of one record, cleaned, each once, in the order of the label. */
export const splitBrands = remember((brands: string): readonly string[] => {
  const seen = new Set<string>();
  const distinct: string[] = [];
  for (const part of brands.split(',')) {
    const brand = cleanName(part);
    if (brand === null || seen.has(brand.toLowerCase())) continue;
    seen.add(brand.toLowerCase());
    distinct.push(brand);
  }
  return distinct;
});

/** Articles and prepositions, in the languages of the data. */
export function isSmallWord(word: string): boolean {
  return SMALL_WORDS.has(word);
}

function isShouting(text: string): boolean {
  if (LOWER_CASE.test(text)) return false;
  return (text.match(CAPITAL_RUN)?.length ?? 0) >= SHORTEST_SHOUT;
}

/** Title case, since the language of a name is not known and a German noun keeps its capital. */
function quieten(text: string): string {
  let first = true;
  return text.replace(WORD, (word) => {
    const quiet = quietenWord(word, first);
    first = false;
    return quiet;
  });
}

function quietenWord(word: string, first: boolean): string {
  if (ACRONYMS.has(word) || (word.length <= 5 && !VOWEL.test(word) && LETTER.test(word) && word.length > 1))
    return word;
  const lower = word.toLowerCase();
  if (!first && SMALL_WORDS.has(lower)) return lower;
  return lower.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
}

function unwrap(text: string): string {
  const inside = WRAPPING_QUOTES.exec(text)?.[2]?.trim();
  return inside && !/["“”«»]/.test(inside) ? inside : text;
}

function cut(text: string): string {
  const points = text.length > LONGEST_NAME ? [...text] : null;
  if (points === null || points.length <= LONGEST_NAME) return text;
  const kept = points.slice(0, LONGEST_NAME - 1).join('');
  const lastSpace = kept.lastIndexOf(' ');
  return `${lastSpace > LONGEST_NAME / 2 ? kept.slice(0, lastSpace) : kept}…`;
}
