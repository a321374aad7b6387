import type { CountrySet } from '../../food/countries.ts';
import type { Food } from '../../food/food.ts';
import { readNames } from '../../food/food-names.ts';
import type { FoodRecord } from '../../food/food-record.ts';
import type { StoredRecord } from '../../food/full-record.ts';
import { type Database, numberOf, readNumbered, textOf } from '../../sqlite/driver.ts';
import { readCheckedRecord } from './checked-record.ts';
import { type FindRecordText, openRecordBlocks } from './record-blocks.ts';

type OriginRow = [
  rank: number,
  countrySetId: number | null,
  languageId: number | null,
  modified_t: unknown,
  names: unknown,
];

/** In seconds; a later one is not a date. */
const MAX_TIME_S = 8.64e12;

function timeOf(stored: unknown): number | null {
  const seconds = numberOf(stored);
  return seconds === null || seconds > MAX_TIME_S ? null : seconds;
}

/** Looks up what is known about a food beyond its fields. Nothing is read before the first request for it. */
export function openStoredRecords(db: Database): (food: Food) => StoredRecord | null {
  const findText = openRecordBlocks(db);
  const findOrigin = db
    .prepare(
      'SELECT rank, country_set_id, language_id, modified_t, names FROM foods JOIN origins USING (rank) WHERE id = ?',
    )
    .raw();
  let origins: OriginNames | null = null;
  return (food) => {
    const row = findOrigin.get(food.id) as OriginRow | undefined;
    if (row === undefined) return null;
    const [rank, countrySetId, languageId, modified_t, names] = row;
    origins ??= readOriginNames(db);
    return {
      record: findIntact(findText, rank),
      countries: origins.countrySets.get(countrySetId) ?? null,
      language: origins.languages.get(languageId) ?? null,
      names: readNames(textOf(names)),
      modified_t: timeOf(modified_t),
    };
  };
}

/** A record that is damaged is unknown; the food itself is not. */
function findIntact(find: FindRecordText, rank: number): FoodRecord | null {
  try {
    const text = find(rank);
    return text === null ? null : readCheckedRecord(text);
  } catch {
    return null;
  }
}

/** By number. A catalogue has a few thousand sets of countries and a hundred languages. */
interface OriginNames {
  countrySets: ReadonlyMap<number | null, CountrySet>;
  languages: ReadonlyMap<number | null, string>;
}

function readOriginNames(db: Database): OriginNames {
  return {
    countrySets: readNumbered(db, 'SELECT country_set_id, countries FROM country_sets'),
    languages: readNumbered(db, 'SELECT language_id, language FROM languages'),
  };
}
