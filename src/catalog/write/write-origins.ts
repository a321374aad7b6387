import type { Database } from '../../sqlite/driver.ts';

/**
 * Writes what a later build or a slice needs of each food and answers do not show. Sets of countries and languages are
 * numbered from the most common on, and by their text among equals: the same foods give the same numbers, and small
 * numbers take the fewest bytes.
 */
export function writeOrigins(db: Database): void {
  db.exec(`
    INSERT INTO country_sets (countries, count)
    SELECT countries, count(*) FROM stage.sorted WHERE countries IS NOT NULL
    GROUP BY countries ORDER BY count(*) DESC, countries;

    INSERT INTO languages (language, count)
    SELECT language, count(*) FROM stage.sorted WHERE language IS NOT NULL
    GROUP BY language ORDER BY count(*) DESC, language;

    INSERT INTO origins (rank, also, modified_t, alcohol_g, country_set_id, language_id)
    SELECT sorted.rowid, also, modified_t, alcohol_g, country_set_id, language_id
    FROM stage.sorted LEFT JOIN country_sets USING (countries) LEFT JOIN languages USING (language)
    ORDER BY sorted.rowid`);
}
