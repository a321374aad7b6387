import amountsTable from '../../data/language/amounts.tsv' with { type: 'text' };
import unitsTable from '../../data/recipe/units.tsv' with { type: 'text' };
import wordsTable from '../../data/recipe/words.tsv' with { type: 'text' };
import { readTable } from './data-table.ts';
import { fold } from './fold.ts';
import { stem } from './word-forms.ts';

/**
 * How much of a food a query asks for: `1 large egg`, `200 ml Milch`, `glass of milk`. The words of units, sizes and
 * numbers are those of recipes.
 */

/** Phrases in one string, each between line ends: a few hundred of them take a tenth of the memory of a set. */
type Phrases = string;

interface AmountWords {
  units: Phrases;
  /** `large`, `gehäufte`, `about`. */
  sizes: Phrases;
  numbers: Phrases;
  /** Between an amount and its food. */
  of: Phrases;
  /** Amounts that need no number: `glass of`. */
  whole: Phrases;
  /** Between two numbers or two foods: what follows belongs to what comes before. */
  joining: Phrases;
}

const SIZE_ROLES: ReadonlySet<string> = new Set([
  'small',
  'medium',
  'large',
  'extra large',
  'measure',
  'about',
]);
/** Units in a row: `12 oz can`. */
const MOST_UNITS = 2;
/** `couple of`, `cuillères à soupe`. */
const LONGEST_PHRASE = 4;
/** A fraction of a food has a small denominator: `80/20` beef is none. */
const LARGEST_DENOMINATOR = 16;

let known: AmountWords | null = null;

function readAmountWords(): AmountWords {
  const roles = readTable(wordsTable);
  const ofRole = (isOne: (role: string) => boolean) =>
    phrasesOf(roles.flatMap(([role, , list]) => (isOne(role!) ? list! : [])));
  return {
    units: phrasesOf(readTable(unitsTable).map(([, , , , list]) => list!)),
    sizes: ofRole((role) => SIZE_ROLES.has(role)),
    numbers: ofRole((role) => role.startsWith('number:')),
    of: ofRole((role) => role === 'of'),
    whole: phrasesOf(readTable(amountsTable).map(([, list]) => list!)),
    joining: ofRole((role) => role === 'join' || role === 'range'),
  };
}

function phrasesOf(lists: readonly string[]): Phrases {
  const phrases = new Set(lists.flatMap((list) => list.split(', ').map(fold)));
  return `\n${[...phrases].join('\n')}\n`;
}

/** A word of a text as it is compared, and where it begins. */
interface Token {
  text: string;
  from: number;
}

const NUMBER = /^(?:[0-9]+(?:[.,][0-9]+)?(?:[-–][0-9]+(?:[.,][0-9]+)?)?[½⅓⅔¼¾⅛⅜⅝⅞]?|[½⅓⅔¼¾⅛⅜⅝⅞])[x×]?$/;
const FRACTION = /^([0-9]+)[/⁄]([0-9]+)$/;
const NUMBER_AND_UNIT = /^([0-9]+(?:[.,][0-9]+)?|[½⅓⅔¼¾⅛⅜⅝⅞])(\p{L}+\.?)$/u;
const TIMES = /^[x×]$/;
const TOKENS = /[^\s'’"()]+/g;
const STARTS_LIKE_A_NUMBER = /^[0-9½⅓⅔¼¾⅛⅜⅝⅞]/;

/**
 * The food of a query that begins or ends with an amount of it, as typed; null for a query that says no amount. A number
 * alone counts as one where the rest is a food that people say, or several of something: `5 spice` is neither.
 */
export function withoutAmount(q: string, isFood: (text: string) => boolean): string | null {
  const tokens = tokensOf(q);
  if (tokens.length < 2) return null;
  known ??= readAmountWords();
  const food = afterAmount(q, tokens, known, isFood) ?? beforeAmount(q, tokens, known);
  return food === null || fold(food) === '' ? null : food;
}

function tokensOf(q: string): Token[] {
  return [...q.matchAll(TOKENS)].flatMap(({ 0: text, index }) => {
    const bare = text.replace(/[,;:]+$/, '');
    const joined = NUMBER_AND_UNIT.exec(bare);
    if (joined === null) return [{ text: bare, from: index }];
    return [
      { text: joined[1]!, from: index },
      { text: joined[2]!, from: index + joined[1]!.length },
    ];
  });
}

function afterAmount(
  q: string,
  tokens: readonly Token[],
  amount: AmountWords,
  isFood: (text: string) => boolean,
): string | null {
  const isWhole = takePhrase(tokens, 0, amount.whole);
  if (isWhole > 0) return restOf(q, tokens, isWhole);
  const first = skipAll(tokens, 0, amount.sizes);
  const counted = takeNumber(tokens, first, amount);
  if (takePhrase(tokens, counted, amount.joining) > 0) return null;
  let at = skipAll(tokens, counted, amount.sizes);
  const isCounted = counted > first;
  // No number is needed for a `medium banana`, but `petits pois` are no small ones.
  if (at > 0 && !isCounted && isFood(q)) return null;
  // `1 fillet steak` is not a fillet of steak.
  for (const from of at > 0 ? [at, counted] : []) {
    const rest = restOf(q, tokens, from);
    if (rest !== null && isFood(rest)) return rest;
  }
  if (!isCounted) return null;
  for (let units = 0; units < MOST_UNITS; units++) {
    const length = takePhrase(tokens, at, amount.units);
    if (length === 0 || at + length >= tokens.length) break;
    at = skipAll(tokens, at + length, amount.sizes);
  }
  const measured = at;
  if (measured > counted) at += takePhrase(tokens, at, amount.of);
  at = skipAll(tokens, at, amount.sizes);
  const food = restOf(q, tokens, at);
  if (food === null || (measured === counted && !areSeveral(tokens, first))) return null;
  return food;
}

/** `3 pop tarts`, but not `5 spice` nor `three bean salad`. */
function areSeveral(tokens: readonly Token[], first: number): boolean {
  const last = fold(tokens.at(-1)!.text);
  return STARTS_LIKE_A_NUMBER.test(tokens[first]!.text) && last.length > 3 && stem(last) !== last;
}

/** `rice 100 g`, `1% milk 1 cup`. */
function beforeAmount(q: string, tokens: readonly Token[], amount: AmountWords): string | null {
  for (let at = 1; at < tokens.length - 1; at++) {
    if (!STARTS_LIKE_A_NUMBER.test(tokens[at]!.text)) continue;
    const counted = takeNumber(tokens, at, amount);
    if (counted === at) continue;
    const end = skipAll(tokens, skipAll(tokens, counted, amount.sizes), amount.units);
    if (counted < tokens.length && end === tokens.length) return q.slice(0, tokens[at]!.from).trim();
  }
  return null;
}

function restOf(q: string, tokens: readonly Token[], at: number): string | null {
  return at < tokens.length ? q.slice(tokens[at]!.from) : null;
}

/** Where the numbers end that begin at a token: `2 x 100`, `1 1/2`, `half a`. */
function takeNumber(tokens: readonly Token[], from: number, { numbers }: AmountWords): number {
  let at = from;
  while (at < tokens.length) {
    const { text } = tokens[at]!;
    const length = isNumber(text) || (at > from && TIMES.test(text)) ? 1 : takePhrase(tokens, at, numbers);
    if (length === 0) break;
    at += length;
  }
  return at;
}

function isNumber(text: string): boolean {
  const fraction = FRACTION.exec(text);
  if (fraction === null) return NUMBER.test(text);
  const [, part, whole] = fraction.map(Number);
  return part! < whole! && whole! <= LARGEST_DENOMINATOR;
}

function skipAll(tokens: readonly Token[], from: number, phrases: Phrases): number {
  let at = from;
  for (let length = 1; length > 0 && at < tokens.length; at += length)
    length = takePhrase(tokens, at, phrases);
  return at;
}

/** How many tokens the longest of the phrases has that begins at one; 0 if none does. */
function takePhrase(tokens: readonly Token[], at: number, phrases: Phrases): number {
  // Most words begin none.
  if (at >= tokens.length || !phrases.includes(`\n${fold(tokens[at]!.text)}`)) return 0;
  for (let length = Math.min(LONGEST_PHRASE, tokens.length - at); length > 0; length--) {
    const text = fold(
      tokens
        .slice(at, at + length)
        .map((token) => token.text)
        .join(' '),
    );
    if (text !== '' && phrases.includes(`\n${text}\n`)) return length;
  }
  return 0;
}
