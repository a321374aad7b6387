import type { CountrySet } from '../../food/countries.ts';
import type { FoodSource } from '../../food/food.ts';
import type { RecordText } from '../../food/food-record.ts';
import { NUTRIENTS, type Nutrition } from '../../food/nutrients.ts';
import type { FacetText } from '../../food/record-facets.ts';
import { type Database, openReadOnly } from '../../sqlite/driver.ts';

/** A food as a build leaves it in its stage, with all that follows from it alone. */
export interface SortedFood extends Nutrition {
  id: number;
  name: string;
  brand: string | null;
  also: string | null;
  kind: number | null;
  /** Its other names, and the folded words of each (src/food/food-names.ts). */
  names: string | null;
  name_words: string | null;
  category: string | null;
  serving_size_g: number | null;
  serving_desc: string | null;
  image: string | null;
  source: FoodSource;
  confidence: number;
  findings: number;
  alcohol_g: number | null;
  scans: number | null;
  modified_t: number | null;
  countries: CountrySet | null;
  language: string | null;
  /** The folded words of its name, and its terms (search/index/document.ts). */
  words: string;
  terms: string;
  facets: FacetText | null;
  record: RecordText | null;
}

const COLUMNS = `id, name, brand, also, kind, names, name_words, category, serving_size_g, serving_desc, ${NUTRIENTS.join(', ')},
  image, source, confidence, findings, alcohol_g, scans, modified_t, countries, language, words, terms, facets, record`;
/** Foods are sorted by runs of this size, which are then merged. */
const SORTING_CACHE_KIB = 32_768;

/** The names that foods refer to by number: numbers by name. */
export interface NumberedNames {
  category: ReadonlyMap<string | null, number>;
  countries: ReadonlyMap<string | null, number>;
  language: ReadonlyMap<string | null, number>;
}

/** The foods of a stage, in the order in which a catalogue has them. */
export interface SortedFoods extends Iterable<SortedFood> {
  readonly count: number;
  /** The distinct values of a column with their counts, the most common first, then alphabetically. */
  countValues(column: keyof NumberedNames): [value: string, count: number][];
  close(): void;
}

/** Best first, and by id among equals, so that the order does not depend on the order of the input. */
export function openSortedFoods(stagePath: string): SortedFoods {
  const db: Database = openReadOnly(stagePath);
  db.pragma(`cache_size = -${SORTING_CACHE_KIB}`);
  return {
    count: db.prepare('SELECT count(*) FROM staged').pluck().get() as number,
    countValues: (column) =>
      db
        .prepare(
          `SELECT ${column}, count(*) FROM staged WHERE ${column} IS NOT NULL
           GROUP BY ${column} ORDER BY count(*) DESC, ${column}`,
        )
        .raw()
        .all() as [string, number][],
    [Symbol.iterator]: () =>
      db
        .prepare(`SELECT ${COLUMNS} FROM staged ORDER BY quality DESC, id`)
        .iterate() as IterableIterator<SortedFood>,
    close: () => db.close(),
  };
}
