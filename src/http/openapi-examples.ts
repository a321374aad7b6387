import type { AccountView, KeyView, UsageView } from '../accounts/account-views.ts';
import type { CategoryCount, Food } from '../food/food.ts';
import { mapNutrients, NUTRIENTS } from '../food/nutrients.ts';
import { weighPortion } from '../food/portion.ts';
import type { Meal } from '../recipe/meal.ts';
import type { Recipe } from '../recipe/recipe.ts';
import type { Issue } from './validation.ts';

/** Examples for the OpenAPI document: invented products and people. */
export const EXAMPLE_FOOD: Food = {
  id: 3017620422003,
  name: 'Hazelnut cocoa spread',
  brand: 'Example',
  barcode: '3017620422003',
  category: 'Spreads',
  serving_size_g: 15,
  serving_desc: '1 tbsp (15 g)',
  calories_kcal: 539,
  protein_g: 6.3,
  fat_g: 30.9,
  carbs_g: 57.5,
  fiber_g: null,
  sugar_g: 56.3,
  sodium_mg: 42.8,
  saturated_fat_g: 10.6,
  cholesterol_mg: null,
  potassium_mg: null,
  image_url: null,
  image_thumb_url: null,
  source: 'off',
  confidence: 0.94,
  static_url: '/food/3017620422003/hazelnut-cocoa-spread.html',
};

const GRAMS = 30;
const { grams: _, ...TOTAL } = weighPortion(EXAMPLE_FOOD, GRAMS);

/** Two lines, the second of which is not counted. */
const RECIPE: Recipe = {
  lines: [
    {
      line: '2 tbsp hazelnut cocoa spread',
      quantity: 2,
      unit: 'tbsp',
      food: EXAMPLE_FOOD,
      grams: GRAMS,
      method: 'measure',
      confidence: 0.95,
      stand_in: false,
      ignored: null,
    },
    {
      line: 'salt to taste',
      quantity: null,
      unit: null,
      food: null,
      grams: null,
      method: 'none',
      confidence: 0,
      stand_in: false,
      ignored: null,
    },
  ],
  total: mapNutrients(({ key }) => TOTAL[key] ?? 0),
  per_serving: mapNutrients(({ key }) => Math.round(((TOTAL[key] ?? 0) / 2) * 1000) / 1000),
  incomplete: NUTRIENTS.filter((nutrient) => TOTAL[nutrient] === null),
  unresolved: [1],
};

/** Two foods, the second of which is not known. */
const MEAL: Meal = {
  items: RECIPE.lines.map(({ line: _, ...read }, at) => ({
    text: at === 0 ? '2 tbsp hazelnut cocoa spread' : 'a zblorkel',
    ...read,
  })),
  total: RECIPE.total,
  incomplete: RECIPE.incomplete,
  unresolved: RECIPE.unresolved,
};

const CATEGORY: CategoryCount = { category: 'Snacks', count: 1204 };

const KEY: KeyView = {
  id: 7,
  name: 'production',
  kind: 'named',
  scope: 'read',
  hint: 'lrd_k_4x8Z…',
  expires: '2027-01-31T23:59:59.999Z',
  per_minute: 60,
  created: '2026-11-15T12:00:00.000Z',
  last_used: null,
  revoked: null,
};

const ACCOUNT: AccountView = {
  name: 'ada',
  plan: 'pro',
  created: '2026-11-15T12:00:00.000Z',
  has_password: true,
  second_factor: false,
  recovery_codes_left: 0,
};

const DAY_OF_USE: UsageView = {
  day: '2026-11-15',
  key_id: 7,
  key_name: 'production',
  requests: 1204,
  limited: 3,
};

/** By the name of the schema. A schema that is not listed has an example in each of its fields. */
export const EXAMPLES: Readonly<Record<string, object>> = {
  Food: EXAMPLE_FOOD,
  DetailedFood: EXAMPLE_FOOD,
  CategoryCount: CATEGORY,
  Suggestion: { text: 'Hazelnut cocoa spread', kind: 'food', id: 3017620422003 },
  Recipe: RECIPE,
  Meal: MEAL,
  FacetCounts: { category: [{ value: 'Spreads', count: 214 }], brand: [{ value: 'Example', count: 31 }] },
  Key: KEY,
  ShownKey: { ...KEY, key: 'lrd_k_4x8ZqB1mVt7RkW3nYc9LpD0sHa2uGe5jF' },
  Account: ACCOUNT,
  DayOfUse: DAY_OF_USE,
};

export const EXAMPLE_ISSUE: Issue = {
  type: 'string_too_short',
  loc: ['query', 'q'],
  msg: 'String should have at least 2 characters',
  input: 'a',
  ctx: { min_length: 2 },
};
