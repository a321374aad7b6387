import type { Catalog } from '../food/catalog.ts';
import type { CategoryCount } from '../food/food.ts';
import { slugOf } from '../food/static-url.ts';

/** The page of a category. */
export function categoryPath(category: string): string {
  return `/category/${slugOf(category)}`;
}

/** The category that an address means, or null. Of two that read alike in an address, the larger one is meant. */
export function findCategory(catalog: Catalog, slug: string): CategoryCount | null {
  const isMeant = ({ category }: CategoryCount) => decodeURIComponent(slugOf(category)) === slug;
  return catalog.listCategories().find(isMeant) ?? null;
}
