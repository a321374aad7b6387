import type { Food, FoodSource } from '../food/food.ts';

/** The sources of foods, in words. */
interface SourceWords {
  /** For a badge. */
  short: string;
  /** Completes "Its values …". */
  origin: string;
  url: string | null;
}

export const SOURCE_WORDS: Readonly<Record<FoodSource, SourceWords>> = {
  off: {
    short: 'Open Food Facts',
    origin: 'were copied from the label by contributors to Open Food Facts.',
    url: 'https://world.openfoodfacts.org/',
  },
  usda: {
    short: 'USDA',
    origin:
      'are from the nutrient database of the United States Department of Agriculture (SR28). This is a generic food rather than a product.',
    url: 'https://www.ars.usda.gov/northeast-area/beltsville-md-bhnrc/beltsville-human-nutrition-research-center/methods-and-application-of-food-composition-laboratory/mafcl-site-pages/sr11-sr28/',
  },
  community: {
    short: 'Community',
    origin: 'were entered by the people who run this catalogue.',
    url: null,
  },
  ai_estimate: {
    short: 'AI estimate',
    origin: 'were estimated by an AI. Nobody measured them, and no label states them.',
    url: null,
  },
};

/** The product's page at Open Food Facts, which pages with its data should link to; null for other foods. */
export function openDatabasePage({ source, barcode }: Food): string | null {
  return source === 'off' && barcode !== null ? `https://world.openfoodfacts.org/product/${barcode}` : null;
}
