import type { Food, FoodSource } from '../food/food.ts';

/** Where a source explains itself; null for those that have no page. */
export const SOURCE_PAGES: Readonly<Record<FoodSource, string | null>> = {
  off: 'https://world.openfoodfacts.org/',
  usda: 'https://www.ars.usda.gov/northeast-area/beltsville-md-bhnrc/beltsville-human-nutrition-research-center/methods-and-application-of-food-composition-laboratory/mafcl-site-pages/sr11-sr28/',
  community: null,
  ai_estimate: null,
};

/** The product's page at Open Food Facts, which pages with its data should link to; null for other foods. */
export function openDatabasePage({ source, barcode }: Food): string | null {
  return source === 'off' && barcode !== null ? `https://world.openfoodfacts.org/product/${barcode}` : null;
}
