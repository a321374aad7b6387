import type { CategoryCount, Food } from '../food/food.ts';
import type { Issue } from './params.ts';

/** What the description of the interface shows; an invented product. */
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

export const EXAMPLE_CATEGORIES: CategoryCount[] = [
  { category: 'Snacks', count: 1204 },
  { category: 'Cheeses', count: 311 },
];

export const EXAMPLE_ISSUE: Issue = {
  type: 'string_too_short',
  loc: ['query', 'q'],
  msg: 'String should have at least 2 characters',
  input: 'a',
  ctx: { min_length: 2 },
};
