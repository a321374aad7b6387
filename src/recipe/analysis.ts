import type { Catalog } from '../food/catalog.ts';
import type { Food } from '../food/food.ts';
import { mapNutrients, NUTRIENTS, type Nutrient } from '../food/nutrients.ts';
import { weighPortion } from '../food/portion.ts';
import { LANGUAGES, type Language } from '../text/languages.ts';
import { findFood } from './food-match.ts';
import { unitFor, weigh } from './grams.ts';
import { guessLanguage, IngredientFoods } from './ingredient-foods.ts';
import { readIngredientLine } from './ingredient-line.ts';
import type { Reason } from './reason.ts';
import type { AnalyzedRecipe, ReadLine } from './recipe.ts';
import { TELLING_WORDS } from './recipe-words.ts';

/** What `analyzeRecipe` (analyze.ts) does. */

/** How sure a line is that names more foods than the one it is read as. */
const ONE_OF_SEVERAL = 0.5;
/** The most that a line can be sure of whose food merely stands in for what it names. */
const STAND_IN = 0.5;
/** Digits of a line's confidence. */
const CONFIDENCE_STEPS = 100;

export function analyzeLines(
  catalog: Catalog,
  lines: readonly string[],
  servings: number,
  chosen: ReadonlyMap<number, Food>,
  wanted: string | null,
): AnalyzedRecipe {
  // A line in another language than the rest of its recipe is read by its own words.
  const names = new IngredientFoods(catalog);
  const fallback = LANGUAGES.find((one) => one === wanted) ?? 'en';
  const language = guessLanguage(names, lines, fallback, TELLING_WORDS);
  const read = lines.map((line, at) =>
    readLine(
      catalog,
      names,
      line,
      guessLanguage(names, [line], language, TELLING_WORDS),
      chosen.get(at) ?? null,
    ),
  );
  const portions = read.flatMap(({ food, grams }) =>
    food === null || grams === null ? [] : [weighPortion(food, grams)],
  );
  const sums = mapNutrients(({ key }) => sum(portions.map((portion) => portion[key])));
  return {
    read,
    recipe: {
      lines: read.map(({ reason, foods, ...line }) => line),
      total: rounded(sums, 1),
      per_serving: rounded(sums, servings),
      incomplete: NUTRIENTS.filter((nutrient) => portions.some((portion) => portion[nutrient] === null)),
      unresolved: read.flatMap(({ reason }, at) => (reason === null ? [] : [at])),
    },
  };
}

function readLine(
  catalog: Catalog,
  names: IngredientFoods,
  line: string,
  language: Language,
  choice: Food | null,
): ReadLine {
  const read = readIngredientLine(line, names, language);
  const { quantity } = read;
  const nothing = { grams: null, method: 'none', confidence: 0, stand_in: false } as const;
  if (read.isHeading || read.typed === '') {
    const reason: Reason = { kind: read.isHeading ? 'heading' : 'noIngredient' };
    return { line, quantity, unit: read.unit?.name ?? null, food: null, ...nothing, reason, foods: [] };
  }
  const match = findFood(catalog, names, read, language);
  const food = choice ?? match.foods[0] ?? null;
  const meant =
    choice === null ? match : { ...match, certainty: 1, isNamed: true, isStandIn: false, measureWord: null };
  const unit = food === null ? read.unit : unitFor(read, food, meant.measureWord);
  const known = { line, quantity: round(quantity), unit: unit?.name ?? null, food, foods: match.foods };
  if (food === null) return { ...known, ...nothing, reason: { kind: 'noFood', name: read.name } };
  const weight = weigh(read, food, meant, catalog.findRecord(food)?.record?.measures);
  const standIn = { stand_in: meant.isStandIn };
  if ('reason' in weight) return { ...known, ...nothing, ...standIn, reason: weight.reason };
  const certainty = meant.certainty * weight.certainty * (read.hasOthers ? ONE_OF_SEVERAL : 1);
  const confidence = meant.isStandIn ? Math.min(certainty, STAND_IN) : certainty;
  return {
    ...known,
    grams: Math.round(weight.grams * GRAM_STEPS) / GRAM_STEPS,
    method: weight.method,
    confidence: Math.round(confidence * CONFIDENCE_STEPS) / CONFIDENCE_STEPS,
    ...standIn,
    reason: null,
  };
}

/** Grams to hundredths, like portions; quantities to thousandths, so that a third is 0.333. */
const GRAM_STEPS = 100;
const QUANTITY_STEPS = 1000;

function round(quantity: number | null): number | null {
  return quantity === null ? null : Math.round(quantity * QUANTITY_STEPS) / QUANTITY_STEPS;
}

function sum(amounts: readonly (number | null)[]): number {
  return amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0);
}

/** Totals with as many digits as a portion has. */
function rounded(sums: Record<Nutrient, number>, servings: number): Record<Nutrient, number> {
  return mapNutrients(({ key, unit }) => {
    const steps = unit === 'g' ? 1000 : 10;
    return Math.round((sums[key] / servings) * steps) / steps;
  });
}
