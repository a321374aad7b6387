import type { Food } from '../food/food.ts';
import { memberOf } from '../member-of.ts';
import { amountWords } from '../text/amount-words.ts';
import { type Exclusion, exclusionOf } from '../text/exclusions.ts';
import { words } from '../text/fold.ts';
import type { Language } from '../text/languages.ts';
import { markers } from '../text/negating-words.ts';
import { readText } from '../text/read-text.ts';
import { isStopWord } from '../text/stop-words.ts';
import { bracketsIn, textOf, tokenize } from '../text/tokens.ts';
import { stem } from '../text/word-forms.ts';
import { saysAdded, withoutCooking } from './cooking.ts';
import { isUnbranded } from './fitting-foods.ts';
import type { FoodMatch } from './food-match.ts';
import type { IngredientFoods } from './ingredient-foods.ts';
import { ADDED, COOKING, isUnit, MADE_OF, PREPARATION, UNCOOKED } from './recipe-words.ts';

/** Words of a meal that name or deny a food beside the one that is counted. Nothing that was said is left out silently. */

/** What of a meal's line is neither counted nor lacking in the food that is, as typed. */
export function wordsLeft(
  names: IngredientFoods,
  { line, typed, denied }: { line: string; typed: string; denied: readonly string[] },
  food: Food,
  { said }: FoodMatch,
  language: Language,
): string[] {
  const known = new Set([...said, ...words(`${food.name} ${food.brand ?? ''}`)].map(stem));
  const uncooked = new Set(words(withoutCooking(line)));
  const isLeft = (word: string) =>
    uncooked.has(word) &&
    !known.has(stem(word)) &&
    !isStopWord(word, line) &&
    !saysHow(word) &&
    (ADDED.has(word) || (names.named([word], language)?.food.id ?? food.id) !== food.id);
  const others = runsOf(typed.match(WORD) ?? [], (word) => words(word).some(isLeft));
  const excluded = readText(typed).words.flatMap(({ text, exclusion }) =>
    exclusion === null || known.has(stem(text)) || isWithout(food, exclusion) ? [] : [text],
  );
  const bracketed = bracketsIn(tokenize(line)).flatMap(({ within }) =>
    words(textOf(within)).some(isLeft) ? [textOf(within, 'typed')] : [],
  );
  return [...others, ...excluded, ...bracketed, ...denied.filter((text) => !isHonoured(food, text))];
}

/** A share such as `85%` is no amount. */
const NUMBER = /\p{N}+(?![\p{N}.,]*\s?%)/gu;
const NONE = '0';
/** A sign of a unit whose number could not be read. */
const UNIT_SIGN = /(?<![\p{L}\p{N}])(?:k?g|mg|[mcd]l)(?![\p{L}\p{N}])/iu;

/**
 * Whether a text without its amount has a number that neither names its food nor is part of what that is called: an amount that
 * could not be read, for which no portion may be counted.
 */
export function hasUnreadAmount(typed: string, { name }: Food, { said }: FoodMatch): boolean {
  const known = `${name} ${said.join(' ')}`;
  if (UNIT_SIGN.test(typed)) return true;
  return (typed.match(NUMBER) ?? []).some((number) => number !== NONE && !known.includes(number));
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Words side by side, as texts. */
function runsOf(all: readonly string[], isMeant: (word: string) => boolean): string[] {
  const runs: string[] = [];
  let isRun = false;
  for (const word of all) {
    const isOne = isMeant(word);
    if (isOne) runs.push(isRun ? `${runs.pop()} ${word}` : word);
    isRun = isOne;
  }
  return runs;
}

/** Words for an amount, a size, and how something is prepared. */
function saysHow(word: string): boolean {
  const { sizes, numbers } = amountWords();
  const tokens = tokenize(word);
  return (
    PREPARATION.has(word) ||
    COOKING.has(word) ||
    UNCOOKED.has(word) ||
    isUnit(word) ||
    sizes.get(tokens) !== null ||
    numbers.get(tokens) !== null
  );
}

const HAS_LETTER = /\p{L}/u;

/** Whether a food has nothing of what was left out: `without sugar` in black coffee. */
function isHonoured(food: Food, denied: string): boolean {
  // What a dish was made of is part of it, but not as much as it may say, and what was added is not in the food.
  if (MADE_OF.take(tokenize(denied)) !== null || saysAdded(denied)) return false;
  const named = words(denied).filter(
    (word) => !markers.before.has(word) && !isStopWord(word, denied) && HAS_LETTER.test(word),
  );
  return named.every((word) => isWithout(food, exclusionOf(word)));
}

/** At most this much is none of it. */
const TRACES = {
  sugar: { nutrient: 'sugar_g', most: 0.5 },
  fat: { nutrient: 'fat_g', most: 0.5 },
  salt: { nutrient: 'sodium_mg', most: 10 },
} as const;
/** Parts of a food and what no nutrient tells, which a plain food may well have. */
const WITHIN: ReadonlySet<string | null> = new Set(
  'alcohol caffeine lactose gluten meat skin bone shell seed yolk gas'.split(' '),
);
/** Foods of one thing, to which all else is added. */
const PLAIN: ReadonlySet<string | null> = new Set([
  'Breads',
  'Fries',
  'Fruits',
  'Pastas',
  'Potatoes',
  'Rices',
  'Vegetables',
]);
/** A drink with less has nothing in it. */
const NOTHING_KCAL = 5;

function isWithout(food: Food, { substance, absent, present }: Exclusion): boolean {
  const own = words(food.name);
  if (own.some((_, at) => absent.lengthAt(own, at) > 0)) return true;
  if (own.some((_, at) => present.lengthAt(own, at) > 0)) return false;
  const traces = substance === null ? undefined : memberOf(TRACES, substance);
  const amount = traces === undefined ? null : food[traces.nutrient];
  if (amount !== null) return amount <= traces!.most;
  const isPlain = PLAIN.has(food.category) && isUnbranded(food);
  return !WITHIN.has(substance) && (isPlain || (food.calories_kcal ?? NOTHING_KCAL) < NOTHING_KCAL);
}
