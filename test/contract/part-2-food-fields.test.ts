import { expect } from 'bun:test';
import { json, runScenarios, shows } from './scenario.ts';

const FIELDS = [
  ...['id', 'name', 'brand', 'barcode', 'category', 'serving_size_g', 'serving_desc'],
  ...['calories_kcal', 'protein_g', 'fat_g', 'carbs_g', 'fiber_g', 'sugar_g', 'sodium_mg'],
  ...['saturated_fat_g', 'cholesterol_mg', 'potassium_mg'],
  ...['image_url', 'image_thumb_url', 'source', 'confidence', 'static_url'],
];
const hasAllFields = (foods: object[]) => {
  expect(foods.length).toBeGreaterThan(0);
  for (const food of foods) expect(Object.keys(food)).toEqual(FIELDS);
};

runScenarios('Part 2.1: a food', [
  ...[
    '/food/4006381333931',
    '/barcode/4006381333931',
    '/search?q=hazelnut',
    '/foods/popular?has_image=false',
  ].map((target) =>
    json<object | object[]>(`has exactly the 22 fields, in order: ${target}`, target, (body) =>
      hasAllFields([body].flat()),
    ),
  ),
  shows('shows its label', '/food/4006381333931', {
    id: 4006381333931,
    name: 'Hazelnut cocoa spread',
    brand: 'Nusskern',
    barcode: '4006381333931',
    serving_size_g: 15,
    calories_kcal: 539,
    protein_g: 6.3,
    fat_g: 30.9,
    carbs_g: 57.5,
    fiber_g: 3.4,
    sugar_g: 56.3,
    sodium_mg: 42.8,
    source: 'off',
    static_url: '/food/4006381333931/hazelnut-cocoa-spread.html',
  }),
  shows('has null for what its label does not tell', '/food/5901234123457', {
    fiber_g: null,
    saturated_fat_g: null,
    cholesterol_mg: null,
    potassium_mg: null,
  }),
  shows('has zero for what its label tells to be zero', '/food/5000000000029', {
    calories_kcal: 0,
    protein_g: 0,
    fat_g: 0,
    carbs_g: 0,
    sugar_g: 0,
  }),
  shows('may tell nothing but its name', '/food/9000000000025', {
    calories_kcal: null,
    protein_g: null,
    fat_g: null,
    image_url: null,
    image_thumb_url: null,
  }),
  shows('has the addresses of its picture and thumbnail', '/food/036000291452', {
    image_url: 'https://images.example/036000291452.jpg',
    image_thumb_url: 'https://images.example/036000291452.small.jpg',
  }),
  json<{ confidence: number }[]>(
    'has a confidence from 0 to 1',
    '/foods/popular?has_image=false',
    (foods) => {
      for (const { confidence } of foods) expect(confidence >= 0 && confidence <= 1).toBe(true);
    },
  ),
  json<Record<string, unknown>[]>(
    'has numbers without noise',
    '/foods/popular?has_image=false&limit=500',
    (foods) => {
      const values = foods.flatMap((food) => Object.values(food));
      for (const number of values.filter((value) => typeof value === 'number'))
        expect(String(number)).toMatch(/^\d+(\.\d{1,4})?$/);
    },
  ),
]);
