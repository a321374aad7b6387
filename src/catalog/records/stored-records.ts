import type { CountrySet } from '../../food/countries.ts';
import type { Food } from '../../food/food.ts';
import type { StoredRecord } from '../../food/full-record.ts';
import type { Database } from '../../sqlite/driver.ts';
import { openRecords } from './records.ts';

type OriginRow = [
  countrySetId: number | null,
  languageId: number | null,
  modified_t: number | null,
  record?: Buffer | null,
];

/** Looks up what is known about a food beyond its fields. Nothing is read before the first request for it. */
export function openStoredRecords(db: Database): (food: Food) => StoredRecord | null {
  const unpack = openRecords(db);
  const columns = ['country_set_id', 'language_id', 'modified_t', ...(unpack === null ? [] : ['record'])];
  const findOrigin = db
    .prepare(`SELECT ${columns.join(', ')} FROM origins WHERE rank = (SELECT rank FROM foods WHERE id = ?)`)
    .raw();
  let names: OriginNames | null = null;
  return (food) => {
    const row = findOrigin.get(food.id) as OriginRow | undefined;
    if (row === undefined) return null;
    const [countrySetId, languageId, modified_t, packed] = row;
    names ??= readOriginNames(db);
    return {
      record: packed == null ? null : unpack!(packed, food),
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
