import { listCountries } from '../food/countries.ts';
import type { Database } from '../sqlite/driver.ts';

/** How many foods are sold in each country, most first. A food that is sold in two counts in both. */
export function countByCountry(db: Database): Record<string, number> {
  const sets = db.prepare('SELECT countries, count FROM country_sets').raw().all() as [string, number][];
  const counts = new Map<string, number>();
  for (const [set, count] of sets) {
    for (const country of listCountries(set)) counts.set(country, (counts.get(country) ?? 0) + count);
  }
  return Object.fromEntries([...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}

/** How many foods have a label in each language, most first. */
export function countByLanguage(db: Database): Record<string, number> {
  const rows = db.prepare('SELECT language, count FROM languages ORDER BY language_id').raw().all();
  return Object.fromEntries(rows as [string, number][]);
}
