import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STARTER } from '../../build/starter.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import type { Catalog } from '../../src/food/catalog.ts';
import { analyzeMeal } from '../../src/recipe/analyze.ts';
import type { MealItem } from '../../src/recipe/meal.ts';
import { readFlags } from '../bench/flags.ts';
import { type Expectation, foldName, readExpectation } from './judge.ts';

/**
 * `npm run eval -- meal [--catalog FILE] [--meals FILE]`: reads the sentences of meals.tsv, and prints by language how many foods are
 * right, how many of those have grams in range, and how many sentences have the right number of items; and the same by kind. An
 * expected item is the parts of a name (as in `sq:`), a range of grams, or `none` where it must not be weighed, and behind `!` a
 * word that must be among those that are ignored, `!-` where none may be; `-` is a word that is no food, and must be listed as such.
 */
interface ExpectedItem {
  text: string;
  food: Expectation;
  grams: readonly [number, number] | 'none' | null;
  ignored: string | null;
}

interface ExpectedMeal {
  language: string;
  text: string;
  items: ExpectedItem[];
  /** What the sentence is an example of. */
  kind: string;
}

export interface MealOutcome {
  expected: ExpectedMeal;
  isNumberRight: boolean;
  /**
   * For each expected item what was read, and whether the food, with what is ignored beside it, and the grams are right; grams are
   * null where the food is wrong.
   */
  items: { read: MealItem | undefined; isFoodRight: boolean; areGramsRight: boolean | null }[];
}

const OWN_MEALS = join(import.meta.dir, 'meals.tsv');

export function readMeals(file = OWN_MEALS): ExpectedMeal[] {
  const [, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n');
  return rows.map((row) => {
    const [language = '', text = '', items = '', kind = ''] = row.split('\t');
    return { language, text, items: items.split(';').map((item) => readItem(item.trim())), kind };
  });
}

function readItem(text: string): ExpectedItem {
  const [parts = '', ...others] = text.split(' ');
  const ignored = others.find((other) => other.startsWith('!'))?.slice(1) ?? null;
  const range = others.find((other) => !other.startsWith('!'));
  const [from, to] = range?.split('-').map(Number) ?? [];
  return {
    text,
    food: readExpectation(parts === '-' ? 'none' : `sq:${parts}`),
    grams: range === 'none' ? 'none' : from === undefined || to === undefined ? null : [from, to],
    ignored,
  };
}

export function evaluateMeals(catalog: Catalog, meals: readonly ExpectedMeal[]): MealOutcome[] {
  return meals.map((expected) => {
    const { items } = analyzeMeal(catalog, expected.text).meal;
    return {
      expected,
      isNumberRight: items.length === expected.items.length,
      items: expected.items.map((one, at) => judge(one, items[at])),
    };
  });
}

function judge(
  { food, grams, ignored }: ExpectedItem,
  read: MealItem | undefined,
): MealOutcome['items'][number] {
  const name = read?.food?.name ?? null;
  const isNamed = food.kind === 'nothing' ? read !== undefined && name === null : food.matches(name ?? '');
  const isFoodRight = isNamed && isIgnored(ignored, read!);
  const weighed = read?.grams ?? 0;
  const areGramsRight =
    !isFoodRight || grams === null
      ? null
      : grams === 'none'
        ? read!.grams === null
        : weighed >= grams[0] && weighed <= grams[1];
  return { read, isFoodRight, areGramsRight };
}

/** The most that an item may be sure of beside which words are ignored. */
const SURE_OF_PART = 0.5;

function isIgnored(word: string | null, { ignored, confidence }: MealItem): boolean {
  if (word === null) return true;
  if (word === '-') return ignored === null;
  return confidence <= SURE_OF_PART && ignored !== null && foldName(ignored).includes(word);
}

/** The shares of foods, of grams and of sentences with the right number of items. */
export function shareMeals(outcomes: readonly MealOutcome[]) {
  const items = outcomes.flatMap((outcome) => outcome.items);
  const weighed = items.filter(({ areGramsRight }) => areGramsRight !== null);
  return {
    foods: items.filter(({ isFoodRight }) => isFoodRight).length / items.length,
    grams: weighed.filter(({ areGramsRight }) => areGramsRight).length / weighed.length,
    numbers: outcomes.filter(({ isNumberRight }) => isNumberRight).length / outcomes.length,
  };
}

export function runMeal(args: readonly string[]): void {
  const flags = readFlags(args, ['catalog', 'meals'], []);
  const meals = readMeals(flags.meals);
  const catalog = openCatalog(flags.catalog ?? STARTER);
  const outcomes = evaluateMeals(catalog, meals);
  catalog.close();
  for (const { expected, isNumberRight, items } of outcomes) {
    const wrong = items.flatMap(({ read, isFoodRight, areGramsRight }, at) =>
      isFoodRight && areGramsRight !== false
        ? []
        : [
            `${expected.items[at]!.text} ← ${read?.text} (${read?.food?.name}, ${read?.grams} g, ${read?.method}, ${read?.confidence}, ignored ${read?.ignored})`,
          ],
    );
    if (!isNumberRight) wrong.push('another number of items');
    if (wrong.length > 0) console.log(`${expected.language} ${expected.text}: ${wrong.join('; ')}`);
  }
  printShares('language', meals, outcomes, ({ language }) => language);
  printShares('kind', meals, outcomes, ({ kind }) => kind);
}

function printShares(
  title: string,
  meals: readonly ExpectedMeal[],
  outcomes: readonly MealOutcome[],
  groupOf: (meal: ExpectedMeal) => string,
): void {
  console.log(`${title.padEnd(11)}meals   foods   grams  number`);
  for (const group of [...new Set(meals.map(groupOf)), 'all']) {
    const own = outcomes.filter(({ expected }) => group === 'all' || groupOf(expected) === group);
    const { foods, grams, numbers } = shareMeals(own);
    const shares = [foods, grams, numbers].map((share) => `${(100 * share).toFixed(1)} %`.padStart(8));
    console.log(group.padEnd(9) + String(own.length).padStart(7) + shares.join(''));
  }
}
