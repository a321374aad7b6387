import { memberOf } from '../member-of.ts';
import { readAllergen, unknownAllergen } from './allergens.ts';
import type { Catalog } from './catalog.ts';
import type { FoodSource } from './food.ts';
import { ALL_NUTRIENTS, type FoodFilters } from './food-filters.ts';
import type { Nutriscore } from './food-record.ts';
import { type CheckTag, type TagFilters, tagChecks, tagConditions } from './tag-filters.ts';

/** Filters by the names that the API has for them. What is null or left out filters nothing. */
export interface SentFilters extends TagFilters {
  q?: string | null;
  brand?: string | null;
  category?: string | null;
  country?: string | null;
  source?: FoodSource | null;
  has_image?: boolean;
  min_confidence?: number | null;
  nutriscore?: readonly Nutriscore[] | null;
  allergen_free?: readonly string[] | null;
}

export function readFilters(sent: SentFilters, bounds = boundsIn(sent)): FoodFilters {
  const { q = null, brand = null, category = null, country = null, source = null } = sent;
  return {
    ...{ q, bounds, brand, category, country, source },
    hasImage: sent.has_image ?? false,
    minConfidence: sent.min_confidence ?? null,
    nutriscores: sent.nutriscore ?? [],
    allergenFree: (sent.allergen_free ?? []).flatMap(readAllergen),
    where: tagConditions(sent),
  };
}

/** Bounds by names such as `min_protein_g`. */
export function boundsIn(sent: object): FoodFilters['bounds'] {
  const limit = (name: string) => memberOf(sent as Readonly<Record<string, number | null>>, name) ?? null;
  return ALL_NUTRIENTS.map((nutrient) => ({
    nutrient,
    min: limit(`min_${nutrient}`),
    max: limit(`max_${nutrient}`),
  })).filter(({ min, max }) => min !== null || max !== null);
}

/** What only the catalogue can tell about filters. */
export function filterChecks(
  catalog: Pick<Catalog, 'hasAllergenTag' | 'knownTags'>,
): Record<'allergen_free' | keyof ReturnType<typeof tagChecks>, CheckTag> {
  return {
    allergen_free: (name) => unknownAllergen(name, (tag) => catalog.hasAllergenTag(tag)),
    ...tagChecks((kind) => catalog.knownTags(kind)),
  };
}
