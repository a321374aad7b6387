import type { CountrySet } from '../../food/countries.ts';
import type { StoredRecord } from '../../food/full-record.ts';
import type { Database } from '../../sqlite/driver.ts';
import { openRecords } from './records.ts';

type FoodRow = [rank: number, name: string, calories_kcal: number | null, sodium_mg: number | null];
type OriginRow = [
  countrySetId: number | null,
  languageId: number | null,
  modified_t: number | null,
  record: Buffer | null,
];

/** Looks up what is known about a food beyond its fields. Nothing is read before the first request for it. */
export function openStoredRecords(db: Database): (id: number) => StoredRecord | null {
  const unpack = openRecords(db);
  // One query for each table, and names from memory: a join of the four takes three times as long.
  const selectFood = db.prepare('SELECT rank, name, calories_kcal, sodium_mg FROM foods WHERE id = ?').raw();
  const stored = unpack === null ? 'NULL' : 'record';
  const selectOrigin = db
    .prepare(`SELECT country_set_id, language_id, modified_t, ${stored} FROM origins WHERE rank = ?`)
    .raw();
  let names: OriginNames | null = null;
  return (id) => {
    const food = selectFood.get(id) as FoodRow | undefined;
    if (food === undefined) return null;
    const [rank, name, calories_kcal, sodium_mg] = food;
    const [countrySetId, languageId, modified_t, packed] = selectOrigin.get(rank) as OriginRow;
    names ??= readOriginNames(db);
    return {
      record: packed === null ? null : unpack!(packed, { name, calories_kcal, sodium_mg }),
      countries: names.countrySets.get(countrySetId) ?? null,
      language: names.languages.get(languageId) ?? null,
      modified_t,
    };
  };
}

/** By number. A catalogue has a few thousand sets of countries and a hundred languages. */
interface OriginNames {
  countrySets: ReadonlyMap<number | null, CountrySet>;
  languages: ReadonlyMap<number | null, string>;
}

function readOriginNames(db: Database): OriginNames {
  const read = (sql: string) => new Map(db.prepare(sql).raw().all() as [number, string][]);
  return {
    countrySets: read('SELECT country_set_id, countries FROM country_sets'),
    languages: read('SELECT language_id, language FROM languages'),
  };
}
