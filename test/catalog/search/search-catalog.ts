import { nameAll } from '../../../build/names/names.ts';
import indexes from '../../../src/catalog/indexes.sql' with { type: 'text' };
import schema from '../../../src/catalog/schema.sql' with { type: 'text' };
import { staticQuality } from '../../../src/catalog/search/index/quality.ts';
import searchSchema from '../../../src/catalog/search/index/schema.sql' with { type: 'text' };
import { openSearch } from '../../../src/catalog/search/search.ts';
import type { FoodSource, SourceFilter } from '../../../src/food/food.ts';
import { readNames } from '../../../src/food/food-names.ts';
import { type Database, openWritable } from '../../../src/sqlite/driver.ts';
import { fold } from '../../../src/text/fold.ts';
import { openIndexWriter } from './index-writer.ts';

/** The part of a food that a test states; the rest has defaults. */
export interface SearchFood {
  name: string;
  brand?: string;
  category?: string;
  genericName?: string;
  id?: number;
  source?: FoodSource;
  confidence?: number;
  hasImage?: boolean;
}

/** A catalogue in memory with nothing but what a search reads. */
export function writeSearchCatalog(foods: readonly SearchFood[]): Database {
  const db = openWritable(':memory:');
  db.exec(schema);
  db.exec('BEGIN');
  const categories = [...new Set(foods.flatMap(({ category }) => category ?? []))];
  const insertCategory = db.prepare('INSERT INTO categories VALUES (?, ?, 0)');
  for (const [index, category] of categories.entries()) insertCategory.run(index + 1, category);
  const index = openIndexWriter(db);
  const insert = db.prepare(
    `INSERT INTO foods (rank, id, name, brand, category_id, image, source, confidence, names, name_words, findings)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
  );
  bestFirst(foods).forEach((food, place) => {
    const { name, brand = null, category = null, genericName = null, source = 'off' } = food;
    const { confidence = 0.9, hasImage = false } = food;
    const rank = place + 1;
    const names = nameAll({ id: food.id ?? rank, name, brand, source, language: null, names: null });
    const categoryId = category === null ? null : categories.indexOf(category) + 1;
    const image = hasImage ? 'front' : null;
    insert.run(
      rank,
      food.id ?? rank,
      name,
      brand,
      categoryId,
      image,
      source,
      confidence,
      names,
      names === null
        ? null
        : readNames(names)
            .map((one) => fold(one.name))
            .join('\t'),
    );
    index.add({
      rank,
      name,
      names: readNames(names),
      brand,
      category,
      generic_name: genericName,
      source,
    });
  });
  index.finish();
  db.exec(indexes);
  db.exec('COMMIT');
  return db;
}

function bestFirst(foods: readonly SearchFood[]): SearchFood[] {
  const qualityOf = ({ name, confidence = 0.9, hasImage = false, source = 'off' }: SearchFood) =>
    staticQuality({ name, confidence, hasImage, scans: null, source });
  return [...foods].sort((left, right) => qualityOf(right) - qualityOf(left));
}

/** A catalogue with nothing but these terms, the most common first. */
export function writeTerms(terms: readonly { term: string; names: number; fields: number }[]): Database {
  const db = openWritable(':memory:');
  db.exec(searchSchema);
  db.exec('BEGIN');
  const insert = db.prepare('INSERT INTO terms (term, names, fields, said) VALUES (?, ?, ?, 0)');
  for (const { term, names, fields } of terms) insert.run(term, names, fields);
  db.exec('COMMIT');
  return db;
}

/** Searches by words and returns names, best first. */
export function openNameSearch(foods: readonly SearchFood[]) {
  const db = writeSearchCatalog(foods);
  const search = openSearch(db);
  const selectName = db.prepare('SELECT name FROM foods WHERE rank = ?').pluck();
  return {
    db,
    search,
    find: (q: string, source: SourceFilter | null = null, limit = 10): string[] =>
      search.search({ q, limit, source }).map((rank) => selectName.get(rank) as string),
  };
}
