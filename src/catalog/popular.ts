import type { PopularRequest } from '../food/catalog.ts';
import type { Database } from '../sqlite/driver.ts';

/** Each this many foods of a list, its place is written down, so that no page skips more than that many. */
export const POPULAR_MARK_EVERY = 1000;
/** Stands for the list over all categories; the numbers of categories start at 1. */
export const ALL_CATEGORIES = 0;

/** Answers which foods stand on a page of a list of popular foods, as their ranks. */
export function openPopular(db: Database): (request: PopularRequest, categoryId: number | null) => number[] {
  const findMark = db
    .prepare('SELECT popularity FROM popular_marks WHERE category_id = ? AND has_image = ? AND mark = ?')
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
    const mark = Math.floor(offset / POPULAR_MARK_EVERY);
    const from = findMark.get(category, hasImage ? 1 : 0, mark) as number | undefined;
    if (from === undefined) return [];
    const list =
      categoryId === null
        ? hasImage
          ? pages.allWithImage
          : pages.all
        : hasImage
          ? pages.categoryWithImage
          : pages.category;
    const named = { limit, offset: offset % POPULAR_MARK_EVERY, from };
    return list.all(categoryId === null ? named : { ...named, category: categoryId }) as number[];
  };
}
