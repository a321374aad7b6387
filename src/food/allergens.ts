/**
 * The allergens that labels in the European Union must name (Regulation 1169/2011, annex II), by the tags of Open Food
 * Facts.
 */
export const ALLERGENS = [
  'en:gluten',
  'en:crustaceans',
  'en:eggs',
  'en:fish',
  'en:peanuts',
  'en:soybeans',
  'en:milk',
  'en:nuts',
  'en:celery',
  'en:mustard',
  'en:sesame-seeds',
  'en:sulphur-dioxide-and-sulphites',
  'en:lupin',
  'en:molluscs',
] as const;
export type Allergen = (typeof ALLERGENS)[number];
