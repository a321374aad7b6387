import type { CountrySet } from '../../food/countries.ts';
import type { StoredRecord } from '../../food/full-record.ts';
import type { Database } from '../../sqlite/driver.ts';
import { openRecords } from './records.ts';

interface Row {
  rank: number;
  name: string;
  calories_kcal: number | null;
  sodium_mg: number | null;
  countries: CountrySet | null;
  language: string | null;
  modified_t: number | null;
}

/** Looks up what is known about a food beyond its fields. Nothing is read before the first request for it. */
export function openStoredRecords(db: Database): (id: number) => StoredRecord | null {
  const records = openRecords(db);
  const select = db.prepare(`
    SELECT rank, name, calories_kcal, sodium_mg, countries, language, modified_t
    FROM foods JOIN origins USING (rank)
    LEFT JOIN country_sets USING (country_set_id)
    LEFT JOIN languages USING (language_id)
    WHERE id = ?`);
  return (id) => {
    const row = select.get(id) as Row | undefined;
    if (row === undefined) return null;
    const { rank, countries, language, modified_t } = row;
    return { record: records?.at(rank, row) ?? null, countries, language, modified_t };
  };
}
