import { readFileSync } from 'node:fs';
import { NUTRIENTS, type Nutrient } from '../src/food/nutrients.ts';
import { parseAmount } from './raw/amount.ts';
import { InputError } from './raw/input.ts';
import type { RawFood } from './raw/raw-food.ts';
import { findPicture } from './tables/pictures.ts';

/**
 * Dishes and drinks whose values are computed from generic foods, by the recipes in `data/dishes.tsv`. They become a
 * CSV of community foods, like one that a self-hoster writes.
 */
export interface Dish {
  name: string;
  category: string;
  servingG: number;
  serving: string;
  /** What the dish weighs when it is done; less than its ingredients where water has boiled away. */
  cookedG: number;
  ingredients: readonly Ingredient[];
}

export interface Ingredient {
  grams: number;
  ndbNumber: string;
}

const COLUMNS = ['name', 'category', 'serving_g', 'serving', 'cooked_g', 'ingredients'];
/** The words at the end are for the reader of the file. */
const INGREDIENT = /^(\S+) (\d{5}) .+$/;
const REMEDY = 'see data/README.md for the columns';
/** Values of a hundred grams, to as many decimals as the catalogue keeps. */
const DECIMALS = 3;

export function readDishes(path: string): Dish[] {
  const [header, ...rows] = readFileSync(path, 'utf8').trimEnd().split('\n');
  if (header !== COLUMNS.join('\t')) throw new InputError(`${path}:1`, 'not the header of dishes', REMEDY);
  return rows.map((row, at) => readDish(row.split('\t'), `${path}:${at + 2}`));
}

function readDish(fields: readonly string[], where: string): Dish {
  const [name = '', category = '', servingG = '', serving = '', cookedG = '', list = ''] = fields;
  const ingredients = list.split('; ').map((text) => readIngredient(text, where));
  const rawG = ingredients.reduce((sum, { grams }) => sum + grams, 0);
  return {
    name,
    category,
    servingG: readGrams(servingG, where),
    serving,
    cookedG: cookedG === '' ? rawG : readGrams(cookedG, where),
    ingredients,
  };
}

function readIngredient(text: string, where: string): Ingredient {
  const [, grams = '', ndbNumber = ''] = INGREDIENT.exec(text) ?? [];
  return { grams: readGrams(grams, `${where}: "${text}"`), ndbNumber };
}

function readGrams(text: string, where: string): number {
  const grams = parseAmount(text);
  if (grams === null || grams <= 0) throw new InputError(where, `"${text}" is not a weight in grams`, REMEDY);
  return grams;
}

/** What a nutrient of the dish is in 100 g; unknown as soon as it is unknown for any ingredient. */
export function computeNutrient(
  { ingredients, cookedG }: Pick<Dish, 'ingredients' | 'cookedG'>,
  nutrient: Nutrient,
  foods: ReadonlyMap<string, Pick<RawFood, Nutrient>>,
): number | null {
  let sum = 0;
  for (const { grams, ndbNumber } of ingredients) {
    const food = foods.get(ndbNumber);
    if (food === undefined)
      throw new InputError('dishes', `no generic food has the number ${ndbNumber}`, REMEDY);
    const value = food[nutrient];
    if (value === null) return null;
    sum += (value * grams) / cookedG;
  }
  return Number(sum.toFixed(DECIMALS));
}

/** The dishes as a CSV of community foods. */
export function writeDishes(
  dishes: readonly Dish[],
  foods: ReadonlyMap<string, Pick<RawFood, Nutrient>>,
): string {
  const header = ['name', 'category', 'serving_size_g', 'serving_desc', ...NUTRIENTS, 'image_url'];
  const rows = dishes.map((dish) => [
    quote(dish.name),
    quote(dish.category),
    dish.servingG,
    quote(`${dish.serving} (${dish.servingG} g)`),
    ...NUTRIENTS.map((nutrient) => computeNutrient(dish, nutrient, foods) ?? ''),
    findPicture(dish.name) ?? '',
  ]);
  return `${[header, ...rows].map((row) => row.join(',')).join('\n')}\n`;
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
