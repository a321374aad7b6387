import type { PopularRequest } from '../food/catalog.ts';
import type { Database } from '../sqlite/driver.ts';

/** The position of every thousandth food of a list is stored, so that no page has to skip more than that. */
export const POPULAR_OFFSET_STEP = 1000;
/** Identifies the list of all categories; the ids of categories start at 1. */
export const ALL_CATEGORIES = 0;

/** Returns the ranks of the foods on one page of a list of popular foods. */
export function openPopular(db: Database): (request: PopularRequest, categoryId: number | null) => number[] {
  const findStart = db
    .prepare('SELECT popularity FROM popular_offsets WHERE category_id = ? AND has_image = ? AND step = ?')
    .pluck();
  const page = (where: string) =>
    db
      .prepare(`SELECT rank FROM popular WHERE ${where} ORDER BY popularity LIMIT @limit OFFSET @offset`)
      .pluck();
  const pages = {
    all: page('popularity >= @from'),
    allWithImage: page('popularity >= @from AND has_image = 1'),
    category: page('category_id = @category AND popularity >= @from'),
    categoryWithImage: page('category_id = @category AND popularity >= @from AND has_image = 1'),
  };
  return ({ limit, offset, hasImage }, categoryId) => {
    const category = categoryId ?? ALL_CATEGORIES;
    const step = Math.floor(offset / POPULAR_OFFSET_STEP);
    const from = findStart.get(category, hasImage ? 1 : 0, step) as number | undefined;
    if (from === undefined) return [];
    const list =
      categoryId === null
        ? hasImage
          ? pages.allWithImage
          : pages.all
        : hasImage
          ? pages.categoryWithImage
          : pages.category;
    const named = { limit, offset: offset % POPULAR_OFFSET_STEP, from };
    return list.all(categoryId === null ? named : { ...named, category: categoryId }) as number[];
  };
}
