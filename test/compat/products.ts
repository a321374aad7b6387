import { wordsOf } from '../words-of.ts';

/**
 * Invented products as the JSONL export has them. The first has everything that apps read; the others lack something,
 * or only fill a list.
 */

export const GRANOLA = '4006381777018';
export const COLA = '036000291452';
export const BARE = '4006381777025';
/** With an allergen as somebody typed it. */
export const SHORT = '00001234';
/** Hardly any salt, and an analysis that found out nothing. */
export const WEAK = '4006381777032';
export const ESTIMATED = 'Pancake guess';
export const LOCAL = 'Village honey';

/**
 * What most apps read of the granola: these members and these nutriments as its label has them, and nutriments that follow
 * from others.
 */
export function granola(members: string, nutriments: string, following: object = {}): object {
  const pick = (from: Record<string, unknown>, names: string) =>
    Object.fromEntries(wordsOf(names).map((name) => [name, from[name]]));
  const label = PRODUCTS[0]!;
  return { ...pick(label, members), nutriments: { ...pick(label.nutriments, nutriments), ...following } };
}

interface ExportProduct {
  code: string;
  product_name: string;
  nutriments: Record<string, number>;
  [member: string]: unknown;
}

export const PRODUCTS: readonly ExportProduct[] = [
  {
    code: GRANOLA,
    lang: 'en',
    product_name: 'Hazelnut crunch granola',
    product_name_de: 'Knuspermüsli Haselnuss',
    product_name_en: 'Hazelnut crunch granola',
    product_name_fr: 'Granola croustillant aux noisettes',
    generic_name: 'Baked oats with hazelnuts',
    brands: 'Mühlenhof, Kornblume',
    quantity: '500 g',
    product_quantity: 500,
    product_quantity_unit: 'g',
    serving_size: '1 bowl (40 g)',
    serving_quantity: 40,
    serving_quantity_unit: 'g',
    ingredients_text: 'Oats, sugar, hazelnuts 9 %, milk powder',
    allergens_tags: ['en:gluten', 'en:milk', 'en:nuts'],
    traces_tags: ['en:soybeans'],
    additives_tags: ['en:e322'],
    labels_tags: ['en:organic'],
    categories_tags: ['en:breakfasts', 'en:breakfast-cereals', 'en:mueslis'],
    countries_tags: ['en:germany', 'en:austria'],
    ingredients_analysis_tags: ['en:palm-oil-free', 'en:non-vegan', 'en:vegetarian'],
    nutriscore_grade: 'c',
    environmental_score_grade: 'b',
    nova_group: 4,
    unique_scans_n: 500,
    last_modified_t: 1_767_225_600,
    image_front_url: 'https://images.openfoodfacts.org/images/products/400/638/177/7018/front_en.7.400.jpg',
    image_front_small_url:
      'https://images.openfoodfacts.org/images/products/400/638/177/7018/front_en.7.200.jpg',
    nutriments: {
      'energy-kj_100g': 1900,
      'energy-kcal_100g': 454,
      fat_100g: 18,
      'saturated-fat_100g': 3.2,
      carbohydrates_100g: 58,
      sugars_100g: 21,
      fiber_100g: 7.5,
      proteins_100g: 10.5,
      salt_100g: 0.3,
      sodium_100g: 0.12,
      potassium_100g: 0.4,
      cholesterol_100g: 0.004,
      calcium_100g: 0.055,
      iron_100g: 0.0036,
      'vitamin-c_100g': 0.0012,
      'vitamin-b12_100g': 0.0000004,
    },
  },
  {
    code: COLA,
    lang: 'en',
    product_name: 'Cola classic',
    brands: 'Fizzco',
    quantity: '330 ml',
    product_quantity: 330,
    product_quantity_unit: 'ml',
    serving_size: '250 ml',
    serving_quantity: 250,
    serving_quantity_unit: 'ml',
    nutrition_data_per: '100ml',
    categories_tags: ['en:beverages', 'en:colas'],
    countries_tags: ['en:united-states'],
    unique_scans_n: 900,
    last_modified_t: 1_767_225_600,
    nutriments: {
      'energy-kcal_100g': 42,
      carbohydrates_100g: 10.6,
      sugars_100g: 10.6,
      fat_100g: 0,
      proteins_100g: 0,
    },
  },
  {
    code: BARE,
    product_name: 'Unlabelled rusks',
    unique_scans_n: 1,
    last_modified_t: 1_767_225_600,
    nutriments: {},
  },
  {
    code: SHORT,
    lang: 'en',
    product_name: 'Bread roll',
    allergens_tags: ['de:hühnereiweiss'],
    unique_scans_n: 2,
    last_modified_t: 1_767_225_600,
    nutriments: { 'energy-kcal_100g': 260 },
  },
  {
    code: WEAK,
    lang: 'en',
    product_name: 'Spring water with lemon',
    ingredients_text: 'Water, lemon juice',
    ingredients_analysis_tags: ['en:palm-oil-content-unknown', 'en:vegan-status-unknown'],
    allergens_tags: [],
    additives_tags: [],
    categories_tags: ['en:beverages', 'fr:eaux-aromatisées'],
    countries_tags: ['en:spain'],
    nova_group: 1,
    unique_scans_n: 3,
    last_modified_t: 1_767_225_601,
    nutriments: { 'energy-kcal_100g': 2, salt_100g: 0.0175, sodium_100g: 0.007, sugars_100g: 0.3 },
  },
  ...(
    [
      ['4006381777100', 'Apple'],
      ['4006381777117', 'Banana'],
      ['4006381777124', 'Cherry'],
      ['4006381777131', 'Date'],
      ['4006381777148', 'Elderberry'],
    ] as const
  ).map(([code, fruit], at) => ({
    code,
    lang: 'en',
    product_name: `${fruit} yogurt`,
    brands: 'Weide',
    categories_tags: ['en:yogurts'],
    countries_tags: at % 2 === 0 ? ['en:france'] : ['en:germany'],
    unique_scans_n: 10 + at,
    last_modified_t: 1_767_225_600,
    nutriments: { 'energy-kcal_100g': 90, proteins_100g: 4, fat_100g: 3, carbohydrates_100g: 12 },
  })),
];
