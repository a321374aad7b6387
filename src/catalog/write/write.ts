import { statSync } from 'node:fs';
import { creditOf } from '../../food/credit.ts';
import type { RecordPart } from '../../food/food-record.ts';
import { NUTRIENTS } from '../../food/nutrients.ts';
import { type Database, openDisposable } from '../../sqlite/driver.ts';
import { withLittleGarbage } from '../../sqlite/little-garbage.ts';
import { APPLICATION_ID, SCHEMA_VERSION } from '../catalog-file.ts';
import { BLANK_CHECKSUM, CHECKSUM_PREFIX, writeChecksum } from '../checksum.ts';
import indexesSql from '../indexes.sql' with { type: 'text' };
import { type Cut, type Manifest, type SourceFile, writeManifest } from '../manifest.ts';
import schemaSql from '../schema.sql' with { type: 'text' };
import { termsOf } from '../search/index/document.ts';
import { openSearchIndexWriter, type SearchIndexWriter } from '../search/index/search-index.ts';
import { openColumnWriter } from './columns.ts';
import { openRecordsFile } from './packing-thread.ts';
import { copyRecords, type RecordCounts } from './records.ts';
import { readDocuments } from './search-documents.ts';
import { writeSuggestions } from './suggestions.ts';
import { type Target, WATCHED_NUTRIENTS } from './target.ts';

/** Of the page sizes tried (4 to 16 KB), this one stored foods and search index in the fewest bytes. */
const PAGE_BYTES = 4096;
const SORTING_CACHE_KIB = 65_536;
/** What is written from start to end needs less. */
const CACHE_KIB = 16_384;
const ATTACHED_CACHE_KIB = 2048;
/** Fewer leave little garbage, and collecting it would take longer than writing them. */
const MANY_FOODS = 20_000;

const FOOD_COLUMNS = `id, name, brand, category_id, serving_size_g, serving_desc, ${NUTRIENTS.join(', ')}, image,
  source, confidence, findings, scans, kind, names, name_words`;
/** What is sorted: all but the full records, which take most of the space and are sorted apart. */
const SORTED_COLUMNS = `id, name, brand, also, kind, names, name_words, category, serving_size_g, serving_desc, ${NUTRIENTS.join(', ')},
  image, source, findings, alcohol_g, scans, modified_t, countries, language, confidence`;
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

/**
 * Writes the staged foods as a finished catalogue, to be put in place with `target.commit()`. The full records take as
 * long as everything else, so a second thread packs them into a separate file, which is copied in.
 */
export async function writeCatalog(
  { catalogPath, stagePath, recordsPath, scratchPath }: Target,
  origin: Origin,
  onStep: (step: string) => void,
): Promise<WrittenCatalog> {
  onStep('sorting');
  const foods = sortFoods(stagePath);
  /** Each step leaves a lot of garbage behind, and two threads need the memory. */
  const beginStep = (step: string) => {
    onStep(step);
    if (foods >= MANY_FOODS) Bun.gc(true);
  };
  const { without = [] } = origin;
  const records = openRecordsFile({ stagePath, recordsPath, without }, foods);
  const db = openCatalogFile(catalogPath);
  let manifest: Manifest;
  try {
    attach(db, stagePath, 'stage');
    attach(db, scratchPath, 'scratch');
    db.exec('BEGIN');
    beginStep('indexing');
    const index = indexFoods(db);
    beginStep('writing words');
    // Before the foods, so that they reuse the pages that sorting the vocabulary leaves free.
    index.finish();
    beginStep('writing foods');
    writeCategories(db);
    writeFoods(db);
    writeOriginNames(db);
    beginStep('writing columns');
    const columns = openColumnWriter(db, foods);
    columns.writeFields();
    beginStep('packing records');
    const counts = await records.finish();
    // A database cannot be attached within a transaction.
    db.exec('COMMIT');
    attach(db, recordsPath, 'packed');
    db.exec('BEGIN');
    columns.writeFacets();
    beginStep('writing suggestions');
    writeSuggestions(db, foods);
    writeOrigins(db);
    copyRecords(db, 'packed');
    db.exec(indexesSql);
    manifest = describeCatalog(db, origin, counts);
    writeManifest(db, manifest);
    db.exec('COMMIT');
    db.exec('DETACH stage; DETACH scratch; DETACH packed');
  } finally {
    records.end();
    db.close();
  }
  beginStep('computing the checksum');
  const contentHash = writeChecksum(catalogPath);
  return { manifest, contentHash, bytes: statSync(catalogPath).size };
}

/**
 * Best first, and by id among equals, so that the order does not depend on the order of the input. Returns how many there
 * are.
 */
function sortFoods(stagePath: string): number {
  const db = openDisposable(stagePath, SORTING_CACHE_KIB);
  try {
    db.exec(`CREATE TABLE sorted AS SELECT ${SORTED_COLUMNS} FROM staged ORDER BY quality DESC, id`);
    return db.prepare('SELECT count(*) FROM sorted').pluck().get() as number;
  } finally {
    db.close();
  }
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

/** Attaches a working file, which is discarded if the build dies. The packing thread must be able to read it too. */
function attach(db: Database, path: string, name: string): void {
  db.prepare('ATTACH ? AS ?').run(path, name);
  db.pragma(`${name}.journal_mode = OFF`);
  db.pragma(`${name}.synchronous = OFF`);
  db.pragma(`${name}.locking_mode = NORMAL`);
  // No faster with sixteen times as much, also where full records are looked up here and there.
  db.pragma(`${name}.cache_size = -${ATTACHED_CACHE_KIB}`);
}

/** Writes the foods by their words, and gathers the words. */
function indexFoods(db: Database): SearchIndexWriter {
  const index = openSearchIndexWriter(db, 'scratch');
  for (const document of withLittleGarbage(readDocuments(db, 'stage.sorted')))
    index.add(document, termsOf(document));
  return index;
}

/** The largest first, since small ids take the fewest bytes. */
function writeCategories(db: Database): void {
  db.exec(`
    INSERT INTO categories (category, count)
    SELECT category, count(*) FROM stage.sorted WHERE category IS NOT NULL
    GROUP BY category ORDER BY count(*) DESC, category`);
}

function writeFoods(db: Database): void {
  db.exec(`
    INSERT INTO foods (rank, ${FOOD_COLUMNS})
    SELECT sorted.rowid, ${FOOD_COLUMNS}
    FROM stage.sorted LEFT JOIN categories USING (category) ORDER BY sorted.rowid`);
}

/**
 * Writes the country sets and languages of the foods. Their ids start with the most common one and are alphabetical among
 * equals: the same foods always get the same ids, and small ids take the fewest bytes.
 */
function writeOriginNames(db: Database): void {
  db.exec(`
    INSERT INTO country_sets (countries, count)
    SELECT countries, count(*) FROM stage.sorted WHERE countries IS NOT NULL
    GROUP BY countries ORDER BY count(*) DESC, countries;

    INSERT INTO languages (language, count)
    SELECT language, count(*) FROM stage.sorted WHERE language IS NOT NULL
    GROUP BY language ORDER BY count(*) DESC, language`);
}

/** Writes what a later build or a slice needs to know about each food. */
function writeOrigins(db: Database): void {
  db.exec(`
    INSERT INTO origins (rank, also, modified_t, alcohol_g, country_set_id, language_id)
    SELECT sorted.rowid, also, modified_t, alcohol_g, country_set_id, language_id
    FROM stage.sorted LEFT JOIN country_sets USING (countries) LEFT JOIN languages USING (language)
    ORDER BY sorted.rowid`);
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
