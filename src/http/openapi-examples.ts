import type { AccountView, KeyView, UsageView } from '../accounts/account-views.ts';
import type { CategoryCount, Food } from '../food/food.ts';
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
