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

/** What Open Food Facts names besides, for other countries. */
const OTHERS =
  'none apple banana beef chicken gelatin kiwi matsutake orange peach pork red-caviar squid yam cashew-nuts walnuts';
const READABLE: ReadonlySet<string> = new Set([
  ...ALLERGENS,
  ...OTHERS.split(' ').map((name) => `en:${name}`),
]);

/** Whether a tag says which allergen it is. Others are what somebody typed, such as `de:hühnereiweiss`, which is egg. */
export function isReadableAllergen(tag: string): boolean {
  return READABLE.has(tag);
}
