import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCatalog } from '../../build/pipeline.ts';
import { sharedInRun } from './fixture-catalog.ts';

let built: Promise<string> | null = null;

/** The catalogue for what goes beyond the interface: invented products with full records, as the JSONL export has them. */
export function extendedCatalog(): Promise<string> {
  built ??= sharedInRun('extended.db', build);
  return built;
}

async function build(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'larder-extensions-'));
  const path = join(directory, 'products.jsonl');
  writeFileSync(path, PRODUCTS.map((product) => `${JSON.stringify(product)}\n`).join(''));
  const estimates = join(directory, 'estimates.csv');
  writeFileSync(estimates, 'name,calories_kcal,category\nPorridge bowl,90,Breakfasts\n');
  const out = join(directory, 'catalog.db');
  const sources = [
    { source: 'off' as const, path },
    { source: 'ai_estimate' as const, path: estimates },
  ];
  await buildCatalog({ base: null, sources, out, force: false }, () => {});
  return out;
}

type Macros = [kcal: number, protein: number, fat: number, carbs: number];

const product = (
  code: string,
  name: string,
  brands: string,
  category: string,
  [kcal, protein, fat, carbs]: Macros,
  scans: number,
  more: object = {},
) => ({
  code,
  lang: 'en',
  product_name: name,
  brands,
  categories_tags: [category],
  unique_scans_n: scans,
  last_modified_t: 1_767_225_600,
  nutriments: {
    'energy-kcal_100g': kcal,
    proteins_100g: protein,
    fat_100g: fat,
    carbohydrates_100g: carbs,
    ...('nutriments' in more ? (more.nutriments as object) : {}),
  },
  ...Object.fromEntries(Object.entries(more).filter(([member]) => member !== 'nutriments')),
});

export const SKYR = 4006381000017;
export const CREPES = 4006381000024;
export const TEA = 4006381000031;

const PRODUCTS = [
  product('4006381000017', 'Plain skyr', 'Nordmilk', 'en:yogurts', [63, 11, 0.2, 4], 900, {
    product_name_de: 'Skyr natur',
    product_name_fr: 'Skyr nature',
    serving_size: '150 g',
    ingredients_text: 'Skimmed milk, cultures',
    allergens_tags: ['en:milk'],
    traces_tags: [],
    labels_tags: ['en:no-additives'],
    nutriscore_grade: 'a',
    environmental_score_grade: 'b',
    nova_group: 1,
    quantity: '450 g',
    product_quantity: 450,
    product_quantity_unit: 'g',
    countries_tags: ['en:germany', 'en:austria'],
    nutriments: { sodium_100g: 0.05, salt_100g: 0.125, calcium_100g: 0.12, sugars_100g: 4 },
  }),
  product('4006381000024', 'Crêpes', 'Café Breizh, Nordmilk', 'en:cakes', [300, 7, 10, 45], 400, {
    ingredients_text: 'Wheat flour, milk, eggs',
    allergens_tags: ['en:eggs', 'en:gluten', 'en:milk'],
    traces_tags: ['en:nuts'],
    nutriscore_grade: 'd',
    countries_tags: ['en:france'],
    nutriments: { sugars_100g: 20 },
  }),
  product('4006381000031', 'Peppermint tea', 'Kräuterhof', 'en:teas', [1, 0, 0, 0.2], 50, {
    ingredients_text: 'Peppermint',
    allergens_tags: [],
    traces_tags: [],
    nutriscore_grade: 'b',
    countries_tags: ['en:germany'],
  }),
  product('4006381000048', 'Protein bar', 'Nordmilk', 'en:snacks', [350, 30, 10, 35], 700, {
    ingredients_text: 'Milk protein, oats',
    allergens_tags: ['en:milk'],
    traces_tags: ['en:nuts'],
    nutriscore_grade: 'c',
    countries_tags: ['en:germany'],
  }),
  product('4006381000055', 'Rice cakes', 'Kräuterhof', 'en:snacks', [380, 8, 3, 80], 300, {
    ingredients_text: 'Rice',
    allergens_tags: [],
    traces_tags: ['en:sesame-seeds'],
    countries_tags: ['en:france', 'en:germany'],
  }),
  product('4006381000062', 'Mystery snack', 'kräuterhof', 'en:snacks', [400, 8, 20, 50], 200),
  product('4006381000079', 'Skyr with berries', 'Isey', 'en:yogurts', [75, 9, 0.2, 9], 100, {
    image_front_url: 'https://images.example/skyr.jpg',
  }),
];
