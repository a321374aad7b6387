import { readNames } from '../food/food-names.ts';
import { type Database, textOf } from '../sqlite/driver.ts';

/** Finds the rank of the same food of the table that people who speak a language mean; null for the food itself, and for none. */
export function openVersions(db: Database): (id: number, language: string) => number | null {
  const select = db.prepare(
    'SELECT rank, id, names FROM foods WHERE kind = (SELECT kind FROM foods WHERE id = ?) ORDER BY rank',
  );
  return (id, language) => {
    const versions = select.all(id) as { rank: number; id: number; names: string | null }[];
    const meant = versions.find(({ names }) =>
      readNames(textOf(names)).some((one) => one.kind === 'everyday' && one.language === language),
    );
    return meant === undefined || meant.id === id ? null : meant.rank;
  };
}
