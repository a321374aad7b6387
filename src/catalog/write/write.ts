import { NUTRIENTS } from '../../food/nutrients.ts';
import { type Database, openDisposable } from '../../sqlite/driver.ts';
import { SEAL_MARK, UNSEALED } from '../checksum.ts';
import indexesSql from '../indexes.sql' with { type: 'text' };
import {
  APPLICATION_ID,
  LICENCE,
  type Manifest,
  SCHEMA_VERSION,
  type SourceFile,
  writeManifest,
} from '../manifest.ts';
import { ALL_CATEGORIES, POPULAR_MARK_EVERY } from '../popular.ts';
import schemaSql from '../schema.sql' with { type: 'text' };
import { termsOf } from '../search/index/document.ts';
import { copyTiers } from '../search/index/tiers.ts';
import { openWordWriter } from '../search/index/words.ts';
import { startShelves } from './index-thread.ts';
import { readDocuments } from './search-documents.ts';
import type { Target } from './target.ts';
import { writeOrigins } from './write-origins.ts';

/** Pages of this size held foods and search index in the fewest bytes of the sizes tried (4 to 16 KB). */
const PAGE_BYTES = 4096;
const CACHE_KIB = 65_536;

const FOOD_COLUMNS = `id, name, brand, category_id, serving_size_g, serving_desc, ${NUTRIENTS.join(', ')}, image,
  source, confidence, findings, scans`;
const FILLED = [
  'brand',
  'category_id',
  'serving_size_g',
  'serving_desc',
  ...NUTRIENTS,
  'image',
  'scans',
] as const;

/**
 * Writes the staged foods as a finished catalogue file, and gives what it says about itself. The foods by their terms
 * are indexed meanwhile in a thread of their own, and taken over at the end.
 */
export async function writeCatalog(
  { catalogPath, stagePath, shelvesPath, scratchPath }: Target,
  sources: SourceFile[],
  onStep: (step: string) => void,
): Promise<Manifest> {
  onStep('sorting');
  sortFoods(stagePath);
  // Reading leaves much behind that is of no use any more, and two threads need the room.
  Bun.gc(true);
  const shelves = startShelves(stagePath, shelvesPath);
  const db = openCatalogFile(catalogPath);
  try {
    attach(db, stagePath, 'stage');
    attach(db, scratchPath, 'scratch');
    db.exec('BEGIN');
    onStep('indexing words');
    // Before the foods, so that they take the pages that ordering the vocabulary leaves free.
    writeWords(db);
    // The vocabulary is large, and the foods need the room.
    Bun.gc(true);
    onStep('writing foods');
    writeCategories(db);
    writeFoods(db);
    writePopular(db);
    writeOrigins(db);
    db.exec(indexesSql);
    const manifest = describe(db, sources);
    writeManifest(db, manifest);
    db.exec('COMMIT');
    db.exec('DETACH stage; DETACH scratch');
    onStep('indexing foods');
    await shelves.finished;
    attach(db, shelvesPath, 'shelves');
    db.exec('BEGIN');
    copyTiers(db, 'shelves');
    db.exec('COMMIT');
    db.exec('DETACH shelves');
    db.exec('ANALYZE');
    return manifest;
  } finally {
    shelves.end();
    db.close();
  }
}

function openCatalogFile(path: string): Database {
  const db = openDisposable(path, CACHE_KIB);
  db.pragma(`page_size = ${PAGE_BYTES}`);
  db.pragma(`application_id = ${APPLICATION_ID}`);
  db.pragma(`user_version = ${SCHEMA_VERSION}`);
  db.exec(schemaSql);
  db.prepare('INSERT INTO seal (content_sha256) VALUES (?)').run(SEAL_MARK + UNSEALED);
  return db;
}

/** A working file, thrown away if the build dies. A thread that reads the same one must not be kept out. */
function attach(db: Database, path: string, name: string): void {
  db.prepare('ATTACH ? AS ?').run(path, name);
  db.pragma(`${name}.journal_mode = OFF`);
  db.pragma(`${name}.synchronous = OFF`);
  db.pragma(`${name}.locking_mode = NORMAL`);
}

/** Best first, and by id among equals, so that the order does not depend on the order of the rows read. */
function sortFoods(stagePath: string): void {
  const db = openDisposable(stagePath, CACHE_KIB);
  try {
    db.exec('CREATE TABLE sorted AS SELECT * FROM staged ORDER BY quality DESC, id');
    db.exec('DROP TABLE staged');
  } finally {
    db.close();
  }
}

/** The largest first: small numbers take the fewest bytes. */
function writeCategories(db: Database): void {
  db.exec(`
    INSERT INTO categories (category, count)
    SELECT category, count(*) FROM stage.sorted WHERE category IS NOT NULL
    GROUP BY category ORDER BY count(*) DESC, category`);
}

function writeWords(db: Database): void {
  const words = openWordWriter(db, 'scratch');
  for (const document of readDocuments(db, 'stage.sorted')) words.add(document, termsOf(document));
  words.finish();
}

function writeFoods(db: Database): void {
  db.exec(`
    INSERT INTO foods (rank, ${FOOD_COLUMNS})
    SELECT sorted.rowid, ${FOOD_COLUMNS}
    FROM stage.sorted LEFT JOIN categories USING (category) ORDER BY sorted.rowid`);
}

/** Scans times confidence, then confidence, then id: no two foods share a place, so paging never repeats one. */
function writePopular(db: Database): void {
  db.exec(`
    INSERT INTO popular (rank, category_id, has_image)
    SELECT rank, category_id, image IS NOT NULL FROM foods
    ORDER BY coalesce(scans, 0) * confidence DESC, confidence DESC, id`);
  const insert = db.prepare('INSERT INTO popular_marks VALUES (?, ?, ?, ?)');
  for (const mark of findPopularMarks(db)) insert.run(...mark);
}

/** Every thousandth food of each list: category, whether with pictures only, number of the mark, place. */
function findPopularMarks(db: Database): [number, number, number, number][] {
  const marks: [number, number, number, number][] = [];
  const counts = new Map<number, number>();
  const count = (category: number, hasImage: number, popularity: number) => {
    const list = category * 2 + hasImage;
    const before = counts.get(list) ?? 0;
    counts.set(list, before + 1);
    if (before % POPULAR_MARK_EVERY === 0) {
      marks.push([category, hasImage, before / POPULAR_MARK_EVERY, popularity]);
    }
  };
  const rows = db
    .prepare('SELECT popularity, coalesce(category_id, 0), has_image FROM popular ORDER BY popularity')
    .raw()
    .iterate() as IterableIterator<[number, number, number]>;
  for (const [popularity, category, hasImage] of rows) {
    for (let list = 0; list <= hasImage; list++) {
      count(ALL_CATEGORIES, list, popularity);
      if (category !== ALL_CATEGORIES) count(category, list, popularity);
    }
  }
  return marks;
}

function describe(db: Database, sources: SourceFile[]): Manifest {
  const counts = FILLED.map((column) => `count(${column}) AS ${column}`).join(', ');
  const { foods, category_id, image, ...filled } = db
    .prepare(`SELECT count(*) AS foods, ${counts} FROM foods`)
    .get() as Record<string, number>;
  const bySource = db
    .prepare('SELECT source, count(*) FROM foods GROUP BY source ORDER BY source')
    .raw()
    .all();
  const newest = sources.map((source) => source.newest ?? '').sort();
  return {
    schema_version: SCHEMA_VERSION,
    foods: foods!,
    foods_by_source: Object.fromEntries(bySource as [string, number][]),
    fill: { ...filled, category: category_id!, image_url: image! },
    sources,
    dump_date: newest.at(-1) || null,
    licence: LICENCE.name,
    licence_url: LICENCE.url,
    credit: LICENCE.credit,
  };
}
