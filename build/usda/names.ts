import { MEAT_WORDS, WORDS } from './abbreviations.ts';
import { GARBLED } from './garbled.ts';
import { BRANDS, PHRASES, STATES, WORDS_WITH_CAPITALS } from './proper-names.ts';
import { MEAT_READINGS, READINGS } from './readings.ts';

/** A word still in capitals, as the source writes them; what a reading has written is not one. */
const SHOUTED_WORD = /(?<![A-Za-z])[0-9]*[A-Z][A-Z0-9'.-]*(?![a-z])/g;

/**
 * The name a person would write for a food that USDA SR28 describes in capitals and abbreviations:
 * "MILK, WHL, 3.25% MILKFAT" becomes "Milk, whole, 3.25% milkfat".
 */
export function nameFood(description: string): string {
  const mended = GARBLED.get(description.trim());
  if (mended !== undefined) return mended;
  const spelled = spellOut(tidy(description.toUpperCase()));
  return capitaliseFirst(nameProducts(restoreCapitals(spelled)));
}

/** Spacing, stray commas and brackets, which the source leaves as they were typed. */
function tidy(description: string): string {
  // A description with no commas at all parts its segments by two spaces.
  const parted = description.includes(',') ? description : description.replace(/ {2,}/g, ', ');
  return parted
    .replaceAll('\\', '')
    .replace(/(\d["%])(?=[A-Z])/g, '$1 ')
    .replace(/(?<=[A-Z])\(/g, ' (')
    .replace(/\)(?=[A-Z0-9])/g, ') ')
    .replace(/\s+/g, ' ')
    .replace(/\( /g, '(')
    .replace(/ \)/g, ')')
    .replace(/[ ,]*,[ ,]*/g, ', ')
    .replace(/, \)/g, ')')
    .replace(/, \(/g, ' (')
    .replace(/^[ ,.]+|[ ,.-]+$/g, '')
    .replace(/\([^)]*$/, '$&)');
}

const RED_MEAT = /^(?:BEEF|BF|PORK|PRK|LAMB|VEAL)\b/;
const MEAT = /^(?:BEEF|BF|PORK|PRK|LAMB|VEAL|GAME MEAT|CHICKEN|CHICKN|CHCKN|CKN|TURKEY|DUCK)\b/;
/** How much fat was left on a cut: `0" FAT`, `TO 1/4" FAT`, or no more than `1/8"`. */
const TRIMMED = /(^|, )(?:TO )?(\d+(?:\/\d+)?)"? ?(?:(?<=")|FAT|FT|FA|F)(?=,|$)/g;

function spellOut(description: string): string {
  const isRedMeat = RED_MEAT.test(description);
  const isMeat = MEAT.test(description);
  let text = description;
  for (const [pattern, words] of isMeat ? [...MEAT_READINGS, ...READINGS] : READINGS) {
    text = text.replace(pattern, words);
  }
  if (isMeat) text = text.replace(TRIMMED, '$1trimmed to $2" fat');
  return text.replace(
    SHOUTED_WORD,
    (word) => (isRedMeat ? MEAT_WORDS.get(word) : undefined) ?? findWord(word),
  );
}

function findWord(word: string): string {
  return WORDS.get(word) ?? WORDS.get(word.replace(/\.$/, '')) ?? word;
}

const ORDINAL = /^\d+(?:ST|ND|RD|TH)$/;
const PHRASES_AS_PRINTED = new Map(PHRASES.map((phrase) => [phrase.toLowerCase(), phrase]));
const ANY_PHRASE = new RegExp(`\\b(?:${PHRASES.map(literally).join('|')})(?![\\w'])`, 'gi');

function restoreCapitals(text: string): string {
  return text
    .replace(SHOUTED_WORD, (word, at: number) => caseWord(word, text.slice(0, at)))
    .replace(ANY_PHRASE, (phrase) => PHRASES_AS_PRINTED.get(phrase.toLowerCase()) ?? phrase);
}

function caseWord(word: string, before: string): string {
  const name = WORDS_WITH_CAPITALS.get(word);
  if (name !== undefined) return name;
  if (ORDINAL.test(word)) return word.toLowerCase();
  // Vitamins, and names such as "Special K"; the article and the "n" between two words are small.
  if (/\d/.test(word)) return word;
  if (/^[B-MO-Z]$/.test(word)) return word;
  if (word === 'A' && /vitamins? $/i.test(before)) return word;
  return word.toLowerCase();
}

const BRANDS_LONGEST_FIRST = [...BRANDS].sort((a, b) => b.length - a.length);
const LEADING_BRAND = new RegExp(`^(?:${BRANDS_LONGEST_FIRST.map(literally).join('|')})(?![\\w'])`, 'i');
const BRANDS_AS_PRINTED = new Map(BRANDS.map((brand) => [brand.toLowerCase(), brand]));

/** A comma within brackets parts nothing. */
const SEGMENT = /, (?![^(]*\))/;

/** From a brand on, segments name a product and are written as names, save those that tell only its state. */
function nameProducts(text: string): string {
  const segments = text.split(SEGMENT);
  const first = segments.findIndex((segment) => LEADING_BRAND.test(segment));
  if (first < 0) return text;
  const named = segments.map((segment, at) =>
    at < first || tellsState(segment) ? segment : nameProduct(segment),
  );
  return named.filter((segment, at) => !isRepeatedBrand(segment, named[at + 1])).join(', ');
}

function nameProduct(segment: string): string {
  const brand = LEADING_BRAND.exec(segment)?.[0] ?? '';
  return (BRANDS_AS_PRINTED.get(brand.toLowerCase()) ?? '') + capitaliseWords(segment.slice(brand.length));
}

/** "Kellogg, Kellogg's Rice Krispies" says the maker twice. */
function isRepeatedBrand(segment: string, next: string | undefined): boolean {
  return BRANDS_AS_PRINTED.has(segment.toLowerCase()) && (next ?? '').startsWith(segment);
}

const SMALL_WORDS = new Set(
  "'n 'n' a an and as by con de del for from in la lb n n' of on or oz the to with without".split(' '),
);

function capitaliseWords(text: string): string {
  let depth = 0;
  return text.replace(/[()]|[A-Za-z0-9&'.!-]+/g, (word) => {
    if (word === '(' || word === ')') {
      depth += word === '(' ? 1 : -1;
      return word;
    }
    if (depth > 0 || SMALL_WORDS.has(word)) return word;
    return word.replace(/(?:^'?|-)[a-z]/g, (letter) => letter.toUpperCase());
  });
}

const STATE_BY_ITS_FIRST_WORD =
  /^(?:with|without|no|made|from|contains|includes|formerly|fortified|added|not|\()\b/;

function tellsState(segment: string): boolean {
  if (STATE_BY_ITS_FIRST_WORD.test(segment)) return true;
  return segment.split(/[ /]/).every((word) => STATES.has(word) || /^[\d.%-]+$/.test(word));
}

function capitaliseFirst(text: string): string {
  return text.replace(/^[^A-Za-z0-9]*[a-z]/, (start) => start.toUpperCase());
}

function literally(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
