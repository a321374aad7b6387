import { remember } from '../../src/remember.ts';
import { cleanText } from './clean-text.ts';

/** Longer names are ingredient lists or advertising; of 818,846 real rows, 449 have names over 100 characters. */
export const MAX_NAME_LENGTH = 200;
/** Shorter words in capitals are acronyms or brands more often than shouting: "KFC", "LU", "H2O". */
const MIN_SHOUT_LENGTH = 4;
/** Longer words have a vowel, in the languages that write them. */
const MAX_ACRONYM_LENGTH = 5;

const LETTER = /\p{L}/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const LOWER_CASE = /\p{Ll}/u;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Of Latin, Cyrillic, Greek and Armenian capitals, without their accents. */
const VOWEL = /[AEIOUYÆØŒАЕИОУЫЭЮЯІЄΑΕΗΙΟΥΩԱԵԷԸԻՈՕ]/u;
const CAPITAL_RUN = /\p{Lu}/gu;
/** What is left of a name that was cut inside a quotation. */
const DANGLING_QUOTE = /^([^"“«]+)\s["“«]$/u;
const WRAPPING_QUOTES = /^(["“”«])(.*)(["“”»])$/u;
/** What people and programs write when they know nothing. */
const PLACEHOLDER = new RegExp(
  `^(?:${[
    'n/?a|none|null|nan|undefined|unnamed|untitled|unbranded|tbd|todo|-+|\\.+|\\?+|x+',
    'no (?:brand|name)|not (?:available|applicable|known|specified|provided)',
    '(?:unknown|unnamed|untitled)(?: (?:brand|food|item|name|product))?',
    'to be (?:completed|determined|defined)|(?:product|name) to be completed|(?:product|brand)(?: name)?|name',
    'test(?: product| barcode)?',
    '(?:produit|nom|marque)(?: du produit)?(?: (?:inconnue?|sans nom|[aà] compl[eé]ter|test))?',
    'sans (?:marque|nom)|inconnue?|[aà] compl[eé]ter|non (?:renseign|sp[eé]cifi)[eé]e?',
    'produkt|produktname|name des produkts|(?:unbekannt(?:es produkt|e marke)?)|ohne (?:marke|namen?)|zu erg[aä]nzen',
    '(?:producto|nombre|marca)(?: del producto)?(?: (?:desconocid[oa]|sin nombre|por completar))?',
    'desconocid[oa]|sin (?:marca|nombre|t[ií]tulo)|(?:por|a) completar',
    '(?:produto|nome)(?: do produto)?(?: (?:desconhecido|sem nome))?|desconhecid[oa]|sem (?:marca|nome)',
    '(?:prodotto|nome)(?: del prodotto)?(?: (?:sconosciuto|senza nome))?|sconosciut[oa]|senza (?:marca|nome)|da completare',
    'onbekend(?: product)?|productnaam|zonder (?:merk|naam)|bez (?:marki|nazwy)|nieznan[ya]',
    'без (?:бренда|марки|названия)|неизвестн(?:о|ый продукт)',
  ].join('|')})$`,
  'iu',
);
/** A barcode, or a weight, in place of a name. "1664" is a beer. */
const BARCODE_NAME =
  /^(?:(?:barcode|code(?:[- ]?barres?)?|c[oó]digo(?: de barras)?|ean|gtin|upc)(?:[- ]?(?:8|12|13|14|a|e))?\s?[:.#-]?\s?)?\d[\d -]{6,}\d$/i;
const WEIGHT_NAME =
  /^(?:\d+\s?[x×*]\s?)?\d+(?:[.,]\d+)?\s?(?:g|grs?|gram(?:m?es|m|s)?|gramos|kg|kilos?|mg|ml|cl|dl|l|ltr?|lit(?:re|er|ro)s?|(?:fl\.? ?)?oz|lbs?)\.?\s?[e℮]?$/i;

// Words that stay small inside a title in the languages of the data.
const SMALL_WORDS = new Set(
  'a à al alla aan am and au aux avec by con d da das de dei del della den der des di die do du e ed el en et for from im in l la las le les los mit met na no o of on og ou per por pour s sans sur the to und un una une van von with y z без в для и из на по с со'.split(
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
  'ГМО',
  'ГОСТ',
]);

/** A name or a brand made readable, or null when none of it can be read. */
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
    if (LETTER.test(name) && !isWeight(name) && !name.includes('\ufffd')) return name;
    fallback ??= name;
  }
  return fallback;
}

/** Whether a name is but a weight, so that a brand says more. */
export function isWeight(name: string): boolean {
  return WEIGHT_NAME.test(name);
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
  return (text.match(CAPITAL_RUN)?.length ?? 0) >= MIN_SHOUT_LENGTH;
}

/** Title case, since the language of a name is not known and a German noun keeps its capital. */
function quieten(text: string): string {
  return text.replace(WORD, (word, at: number) => {
    if (isAcronym(word)) return word;
    const lower = word.toLowerCase();
    if (SMALL_WORDS.has(lower) && isSmallHere(lower, text.slice(0, at), text.slice(at + word.length)))
      return lower;
    return lower.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
  });
}

function isAcronym(word: string): boolean {
  if (ACRONYMS.has(word)) return true;
  return (
    word.length > 1 &&
    word.length <= MAX_ACRONYM_LENGTH &&
    LETTER.test(word) &&
    !VOWEL.test(word.normalize('NFD'))
  );
}

/** Not at either end of a name, nor where it is a letter: "Vitamin D", "Vitamin E Oil". */
function isSmallHere(word: string, before: string, after: string): boolean {
  if (!LETTER_OR_DIGIT.test(before)) return false;
  if (word.length === 1 && VITAMIN_BEFORE.test(before)) return false;
  if (CLIPPED.test(word)) return ELIDED.test(after) || APOSTROPHE_LAST.test(before);
  return LETTER_OR_DIGIT.test(after);
}

/** Words only next to an apostrophe, which capitals often lack: "d'Isigny", "JUS D ORANGE", "Kellogg's". */
const CLIPPED = /^[dls]$/;
const ELIDED = /^(?:['’´`]|\s+[AEIOUYHÀ-ÖØ-Ý])/;
const APOSTROPHE_LAST = /['’´`]$/;
const VITAMIN_BEFORE = /vitamin\p{L}*(?:\s\p{L}\d*[,+&/]?)*\s$/iu;

function unwrap(text: string): string {
  const inside = WRAPPING_QUOTES.exec(text)?.[2]?.trim();
  if (inside === undefined) return DANGLING_QUOTE.exec(text)?.[1] ?? text;
  return inside && !/["“”«»]/.test(inside) ? inside : text;
}

function cut(text: string): string {
  const points = text.length > MAX_NAME_LENGTH ? [...text] : null;
  if (points === null || points.length <= MAX_NAME_LENGTH) return text;
  const kept = points.slice(0, MAX_NAME_LENGTH - 1).join('');
  const lastSpace = kept.lastIndexOf(' ');
  return `${lastSpace > MAX_NAME_LENGTH / 2 ? kept.slice(0, lastSpace) : kept}…`;
}
