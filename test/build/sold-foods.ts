import { randomOf } from '../random.ts';
import type { ExportRow } from './export-file.ts';

const NAMES = ['Oat', 'Rye', 'Plum', 'Honey', 'Cocoa', 'Lemon', 'Ginger', 'Almond', 'Butter', 'Barley'];
const KINDS = ['bread', 'biscuits', 'drink', 'spread', 'yogurt', 'soup', 'bar', 'syrup'];
const COUNTRIES = ['en:france', 'en:belgium', 'en:germany', 'en:united-states', 'en:cote-d-ivoire'];
const LANGUAGES = ['fr', 'en', 'de', ''];
const CATEGORIES = ['en:breads', 'en:beverages,en:sodas', 'en:spreads', 'en:null', ''];

/** Made-up products that are sold in zero, one or several countries; the same seed gives the same products. */
export function soldFoods(count: number, seed: number): ExportRow[] {
  const random = randomOf(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!;
  return Array.from({ length: count }, (_, index) => {
    const code = String(3_400_000_000_000 + index * 7 + seed);
    const language = pick(LANGUAGES);
    return {
      code,
      product_name: `${pick(NAMES)} ${pick(NAMES).toLowerCase()} ${pick(KINDS)}`,
      generic_name: random() < 0.3 ? `Made of ${pick(NAMES).toLowerCase()}` : '',
      brands: random() < 0.5 ? `${pick(NAMES)} & Co,${pick(NAMES)} Farm` : '',
      categories_tags: pick(CATEGORIES),
      countries_tags: COUNTRIES.filter(() => random() < 0.3).join(','),
      lang: language,
      'energy-kcal_100g': String(Math.floor(random() * 400)),
      proteins_100g: random() < 0.8 ? (random() * 20).toFixed(3) : '',
      fat_100g: (random() * 20).toFixed(2),
      carbohydrates_100g: (random() * 50).toFixed(1),
      alcohol_100g: random() < 0.2 ? (random() * 12).toFixed(1) : '',
      unique_scans_n: random() < 0.5 ? String(Math.floor(random() ** -0.8)) : '',
      last_modified_t: String(1_700_000_000 + Math.floor(random() * 1e7)),
    };
  });
}
