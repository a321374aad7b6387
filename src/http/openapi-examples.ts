import type { AccountView, KeyView, UsageView } from '../accounts/account-views.ts';
import type { CategoryCount, Food } from '../food/food.ts';
import { mapNutrients } from '../food/nutrients.ts';
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

/** The same with everything that parameters can add. */
const DETAILED_FOOD = {
  ...EXAMPLE_FOOD,
  portion: {
    grams: 30,
    calories_kcal: 161.7,
    protein_g: 1.89,
    fat_g: 9.27,
    carbs_g: 17.25,
    fiber_g: null,
    sugar_g: 16.89,
    sodium_mg: 12.8,
    saturated_fat_g: 3.18,
    cholesterol_mg: null,
    potassium_mg: null,
  },
  explanation: {
    confidence: {
      score: 0.94,
      band: 'complete',
      parts: { completeness: 0.97, plausibility: 1, source: 0.9, agreement: 0.9 },
      findings: [],
    },
  },
  full: {
    nutrients: { energy_kj: 2252, salt_g: 0.107, calcium_mg: 108 },
    ingredients_text: 'Sugar, vegetable oil, hazelnuts 13 %, skimmed milk powder, cocoa',
    allergens: ['en:milk', 'en:nuts'],
    traces: [],
    additives: ['en:e322'],
    labels: null,
    categories: ['en:spreads', 'en:sweet-spreads', 'en:hazelnut-spreads'],
    countries: ['en:belgium', 'en:france'],
    analysis: ['en:vegetarian'],
    nutriscore: 'e',
    nova: 4,
    quantity: '400 g',
    product_quantity: 400,
    product_quantity_unit: 'g',
    serving_unit: 'g',
    basis: 'g',
    generic_name: null,
    language: 'fr',
    names: { en: 'Hazelnut cocoa spread', fr: 'Pâte à tartiner aux noisettes' },
    modified: '2026-03-14',
  },
};

const EXAMPLE_TOTAL = {
  calories_kcal: 297.7,
  protein_g: 15.372,
  fat_g: 15.86,
  carbs_g: 23.424,
  fiber_g: 0,
  sugar_g: 24.644,
  sodium_mg: 209.8,
  saturated_fat_g: 9.101,
  cholesterol_mg: 48.8,
  potassium_mg: 644.2,
};

/** Two lines, the second of which is not counted. */
const RECIPE: Recipe = {
  lines: [
    {
      line: '2 cups whole milk',
      quantity: 2,
      unit: 'cup',
      food: {
        ...EXAMPLE_FOOD,
        id: 100000000000109,
        name: 'Milk, whole, 3.25% milkfat, with added vitamin D',
        brand: null,
        barcode: null,
        category: 'Milks',
        serving_size_g: 244,
        serving_desc: '1 cup',
        calories_kcal: 61,
        protein_g: 3.15,
        fat_g: 3.25,
        carbs_g: 4.8,
        fiber_g: 0,
        sugar_g: 5.05,
        sodium_mg: 43,
        saturated_fat_g: 1.865,
        cholesterol_mg: 10,
        potassium_mg: 132,
        source: 'usda',
        static_url: '/food/100000000000109/milk-whole.html',
      },
      grams: 488,
      method: 'measure',
      confidence: 0.95,
      stand_in: false,
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
    },
  ],
  total: EXAMPLE_TOTAL,
  per_serving: mapNutrients(({ key }) => Math.round((EXAMPLE_TOTAL[key] / 4) * 10) / 10),
  incomplete: [],
  unresolved: [1],
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
  DetailedFood: DETAILED_FOOD,
  CategoryCount: CATEGORY,
  Suggestion: { text: 'Hazelnut cocoa spread', kind: 'food', id: 3017620422003 },
  Recipe: RECIPE,
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
