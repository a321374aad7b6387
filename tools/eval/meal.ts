import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STARTER } from '../../build/starter.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import type { Catalog } from '../../src/food/catalog.ts';
import { analyzeMeal } from '../../src/recipe/analyze.ts';
import type { MealItem } from '../../src/recipe/meal.ts';
import { readFlags } from '../bench/flags.ts';
import { type Expectation, readExpectation } from './judge.ts';

/**
 * `npm run eval -- meal [--catalog FILE] [--meals FILE]`: reads the sentences of meals.tsv, and prints by language how many foods are
 * right, how many of those have grams in range, and how many sentences have the right number of items. An expected item is the
 * parts of a name (as in `sq:`) and a range of grams; `-` is a word that is no food, and must be listed as such.
 */
interface ExpectedItem {
  text: string;
  food: Expectation;
  grams: readonly [number, number] | null;
}

interface ExpectedMeal {
  language: string;
  text: string;
  items: ExpectedItem[];
}

export interface MealOutcome {
  expected: ExpectedMeal;
  isNumberRight: boolean;
  /** For each expected item what was read, and whether food and grams are right; grams are null where the food is wrong. */
  items: { read: MealItem | undefined; isFoodRight: boolean; areGramsRight: boolean | null }[];
}

const OWN_MEALS = join(import.meta.dir, 'meals.tsv');

export function readMeals(file = OWN_MEALS): ExpectedMeal[] {
  const [, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n');
  return rows.map((row) => {
    const [language = '', text = '', items = ''] = row.split('\t');
    return { language, text, items: items.split(';').map((item) => readItem(item.trim())) };
  });
}

function readItem(text: string): ExpectedItem {
  const [parts = '', range] = text.split(' ');
  const [from, to] = range?.split('-').map(Number) ?? [];
  return {
    text,
    food: readExpectation(parts === '-' ? 'none' : `sq:${parts}`),
    grams: from === undefined || to === undefined ? null : [from, to],
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

function judge({ food, grams }: ExpectedItem, read: MealItem | undefined): MealOutcome['items'][number] {
  const name = read?.food?.name ?? null;
  const isFoodRight =
    food.kind === 'nothing' ? read !== undefined && name === null : food.matches(name ?? '');
  const weighed = read?.grams ?? 0;
  const areGramsRight = isFoodRight && grams !== null ? weighed >= grams[0] && weighed <= grams[1] : null;
  return { read, isFoodRight, areGramsRight };
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
            `${expected.items[at]!.text} ← ${read?.text} (${read?.food?.name}, ${read?.grams} g, ${read?.method})`,
          ],
    );
    if (!isNumberRight) wrong.push('another number of items');
    if (wrong.length > 0) console.log(`${expected.language} ${expected.text}: ${wrong.join('; ')}`);
  }
  console.log('language   meals   foods   grams  number');
  for (const language of [...new Set(meals.map((meal) => meal.language)), 'all']) {
    const own = outcomes.filter(({ expected }) => language === 'all' || expected.language === language);
    const { foods, grams, numbers } = shareMeals(own);
    const shares = [foods, grams, numbers].map((share) => `${(100 * share).toFixed(1)} %`.padStart(8));
    console.log(language.padEnd(9) + String(own.length).padStart(7) + shares.join(''));
  }
}
