import { statSync } from 'node:fs';
import { creditOf } from '../../food/credit.ts';
import { readNames } from '../../food/food-names.ts';
import { type RecordPart, withoutParts } from '../../food/food-record.ts';
import { NUTRIENTS } from '../../food/nutrients.ts';
import { type RecordFacets, readFacets } from '../../food/record-facets.ts';
import { type Database, openDisposable } from '../../sqlite/driver.ts';
import { withLittleGarbage } from '../../sqlite/little-garbage.ts';
import { APPLICATION_ID, SCHEMA_VERSION } from '../catalog-file.ts';
import { BLANK_CHECKSUM, CHECKSUM_PREFIX, writeChecksum } from '../checksum.ts';
import indexesSql from '../indexes.sql' with { type: 'text' };
import { type Cut, type Manifest, type SourceFile, writeManifest } from '../manifest.ts';
import { RecordBlocks } from '../records/record-blocks.ts';
import recordsSql from '../records/schema.sql' with { type: 'text' };
import schemaSql from '../schema.sql' with { type: 'text' };
import { openSearchIndexWriter } from '../search/index/search-index.ts';
import { openColumnWriter } from './columns.ts';
import { type NumberedNames, openSortedFoods, type SortedFood, type SortedFoods } from './sorted-foods.ts';
import { writeSuggestions } from './suggestions.ts';
import { type Target, WATCHED_NUTRIENTS } from './target.ts';

/** Of the page sizes tried (4 to 16 KB), this one stored foods and search index in the fewest bytes. */
const PAGE_BYTES = 4096;
/** What is written from start to end needs no more. */
const CACHE_KIB = 16_384;

const FOOD_COLUMNS = [
  'id',
  'name',
  'brand',
  'category_id',
  'serving_size_g',
  'serving_desc',
  ...NUTRIENTS,
  'image',
  'source',
  'confidence',
  'findings',
  'scans',
  'kind',
  'names',
  'name_words',
] as const;
/** What a later build or a slice needs to know about each food. */
const ORIGIN_COLUMNS = ['also', 'modified_t', 'alcohol_g', 'country_set_id', 'language_id'] as const;
/** The columns whose known values are counted in the manifest. */
const COUNTED_COLUMNS = [
  'brand',
  'category_id',
  'serving_size_g',
  'serving_desc',
  ...NUTRIENTS,
  'image',
  'scans',
] as const;

/** What a catalogue is made from. */
interface Origin {
  sources: SourceFile[];
  /** For a slice: its cuts, the oldest first. */
  cuts: readonly Cut[];
  /** What is left out of the full records. */
  without?: readonly RecordPart[];
}

interface WrittenCatalog {
  manifest: Manifest;
  contentHash: string;
  bytes: number;
}

/** Writes the staged foods as a finished catalogue, to be put in place with `target.commit()`. */
export function writeCatalog(
  { catalogPath, stagePath }: Target,
  origin: Origin,
  onStep: (step: string) => void,
): WrittenCatalog {
  onStep('sorting');
  const foods = openSortedFoods(stagePath);
  const db = openCatalogFile(catalogPath);
  let manifest: Manifest;
  try {
    db.exec('BEGIN');
    const names = numberNames(db, foods);
    const index = openSearchIndexWriter(db);
    const columns = openColumnWriter(db, foods.count, names);
    const records = openRecordWriter(db, origin.without ?? []);
    const insertFood = openInsert(db, 'foods', FOOD_COLUMNS);
    const insertOrigin = openInsert(db, 'origins', ORIGIN_COLUMNS);
    let rank = 0;
    onStep('writing foods');
    for (const food of withLittleGarbage(foods)) {
      rank++;
      const numbered = Object.assign(food, numbersOf(food, names));
      insertFood(rank, numbered);
      insertOrigin(rank, numbered);
      index.add({ rank, name: food.name, names: readNames(food.names), source: food.source }, termsIn(food));
      columns.add(food, records.add(food));
    }
    onStep('writing words');
    index.finish();
    onStep('writing columns');
    columns.finish();
    onStep('writing suggestions');
    writeSuggestions(db, foods.count);
    db.exec(indexesSql);
    manifest = describeCatalog(db, origin, records.finish());
    writeManifest(db, manifest);
    db.exec('COMMIT');
  } finally {
    foods.close();
    db.close();
  }
  onStep('computing the checksum');
  const contentHash = writeChecksum(catalogPath);
  return { manifest, contentHash, bytes: statSync(catalogPath).size };
}

function openCatalogFile(path: string): Database {
  const db = openDisposable(path, CACHE_KIB);
  db.pragma(`page_size = ${PAGE_BYTES}`);
  db.pragma(`application_id = ${APPLICATION_ID}`);
  db.pragma(`user_version = ${SCHEMA_VERSION}`);
  db.exec(schemaSql);
  db.prepare('INSERT INTO checksum (content_sha256) VALUES (?)').run(CHECKSUM_PREFIX + BLANK_CHECKSUM);
  return db;
}

/** Numbers the names that foods share: the most common come first, since small numbers take the fewest bytes. */
function numberNames(db: Database, foods: SortedFoods): NumberedNames {
  const write = (column: keyof NumberedNames, table: string) => {
    const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?, ?)`);
    const counts = foods.countValues(column);
    return new Map(
      counts.map(([value, count], at) => {
        insert.run(at + 1, value, count);
        return [value, at + 1];
      }),
    );
  };
  return {
    category: write('category', 'categories'),
    countries: write('countries', 'country_sets'),
    language: write('language', 'languages'),
  };
}

function numbersOf({ category, countries, language }: SortedFood, names: NumberedNames) {
  return {
    category_id: names.category.get(category) ?? null,
    country_set_id: names.countries.get(countries) ?? null,
    language_id: names.language.get(language) ?? null,
  };
}

/** Inserts rows by their rank. */
function openInsert<Column extends string>(db: Database, table: string, columns: readonly Column[]) {
  const places = columns.map(() => '?').join(', ');
  const insert = db.prepare(`INSERT INTO ${table} (rank, ${columns.join(', ')}) VALUES (?, ${places})`);
  return (rank: number, row: Readonly<Record<Column, unknown>>) =>
    insert.run(rank, ...columns.map((column) => row[column]));
}

/** The words of a food as the stage has them. */
function termsIn({ words, name_words, terms }: SortedFood) {
  return {
    nameWords: wordsIn(words),
    otherWords: name_words === null ? [] : name_words.split('\t').map(wordsIn),
    terms,
  };
}

function wordsIn(folded: string): string[] {
  return folded === '' ? [] : folded.split(' ');
}

interface RecordCounts {
  /** How many foods have a record, and how many have ingredients. */
  full_record: number;
  ingredients_text: number;
}

/** Writes full records, and says what foods can be filtered by of those. */
function openRecordWriter(db: Database, without: readonly RecordPart[]) {
  db.exec(recordsSql);
  const insert = db.prepare('INSERT INTO records (block, records) VALUES (?, ?)');
  const blocks = new RecordBlocks((block, packed) => insert.run(block, packed));
  const counts: RecordCounts = { full_record: 0, ingredients_text: 0 };
  return {
    add({ record, facets }: SortedFood): RecordFacets {
      const text = withoutParts(record, without);
      blocks.add(text);
      const kept = readFacets(text === null ? null : facets);
      if (text !== null) counts.full_record++;
      if (kept.hasIngredients && !without.includes('ingredients')) counts.ingredients_text++;
      return kept;
    },
    finish(): RecordCounts {
      blocks.finish();
      return counts;
    },
  };
}

function describeCatalog(
  db: Database,
  { sources, cuts, without = [] }: Origin,
  records: RecordCounts,
): Manifest {
  const counts = COUNTED_COLUMNS.map((column) => `count(${column}) AS ${column}`).join(', ');
  const { foods, category_id, image, ...filled } = db
    .prepare(`SELECT count(*) AS foods, ${counts} FROM foods`)
    .get() as Record<string, number>;
  const watched = WATCHED_NUTRIENTS.map((nutrient) => `count(${nutrient}) AS ${nutrient}`).join(', ');
  const bySource = db
    .prepare(`SELECT source, count(*) AS foods, ${watched} FROM foods GROUP BY source ORDER BY source`)
    .all() as ({ source: string; foods: number } & Record<string, number>)[];
  const foods_by_source = Object.fromEntries(bySource.map(({ source, foods }) => [source, foods]));
  const fill_by_source = Object.fromEntries(
    bySource.map(({ source, foods: _, ...known }) => [source, known as Record<string, number>]),
  );
  const newest = sources.map((source) => source.newest ?? '').sort();
  return {
    schema_version: SCHEMA_VERSION,
    foods: foods!,
    foods_by_source,
    fill: { ...filled, category: category_id!, image_url: image!, ...records },
    fill_by_source,
    sources,
    ...(cuts.length > 0 && { cut_from: [...cuts] }),
    ...(without.length > 0 && { without: [...new Set(without)].sort() }),
    dump_date: newest.at(-1) || null,
    ...creditOf({ foods_by_source, sources }),
  };
}
