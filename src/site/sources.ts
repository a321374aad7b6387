import type { Food, FoodSource } from '../food/food.ts';
import { FOOD_TABLES, isTableName } from '../food/food-tables.ts';
import type { Locale } from './locale.ts';

/** Where a source explains itself; null for those that have no page. */
export function sourcePage(source: FoodSource): string | null {
  if (source === 'off') return 'https://world.openfoodfacts.org/';
  return isTableName(source) ? FOOD_TABLES[source].page : null;
}

/** What a source is called, and where its values come from, in the language of a page. */
export function sourceWords(source: FoodSource, locale: Locale): { short: string; origin: string } {
  if (!isTableName(source)) return locale.words.sources[source];
  const { short, title, publisher } = FOOD_TABLES[source];
  return { short, origin: locale.say(locale.words.sources.ofTable, { title, publisher }) };
}

/** The product's page at Open Food Facts, which pages with its data should link to; null for other foods. */
export function openDatabasePage({ source, barcode }: Food): string | null {
  return source === 'off' && barcode !== null ? `https://world.openfoodfacts.org/product/${barcode}` : null;
}
