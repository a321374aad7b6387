import { closeSync, openSync, statSync } from 'node:fs';
import type { Catalog, ExaminedFood, SearchRequest } from '../food/catalog.ts';
import type { MatchScore } from '../food/detailed-food.ts';
import type { Food } from '../food/food.ts';
import { findTyped } from '../food/identity.ts';
import { staticUrl } from '../food/static-url.ts';
import { onDemand } from '../on-demand.ts';
import { PlainError } from '../plain-error.ts';
import { type Database, openReadOnly } from '../sqlite/driver.ts';
import { damagedFile } from '../sqlite/file-bytes.ts';
import { openRowids } from '../sqlite/index-entries.ts';
import { type DatabaseFile, openDatabaseFile } from '../sqlite/pages.ts';
import { openRows } from '../sqlite/rows.ts';
import { APPLICATION_ID, CatalogError, SCHEMA_VERSION } from './catalog-file.ts';
import { CHECKSUM_PREFIX } from './checksum.ts';
import type { Finding } from './finding.ts';
import type { FoodFinder } from './food-finder.ts';
import { FOOD_COLUMNS, type FoodRow, findingsOf, foodOf } from './food-row.ts';
import { rememberRanks } from './known-ranks.ts';
import { type Manifest, readContentHash, readManifest } from './manifest.ts';
import { openPopular } from './popular.ts';
import { openStoredRecords } from './records/stored-records.ts';
import type { Explanation } from './search/search.ts';
import { openShortFoods } from './short-foods.ts';
import type { Suggester } from './suggest/suggester.ts';

/** A catalogue with access to its file, for code that inspects or extends it. */
export interface OpenedCatalog extends Catalog {
  readonly finder: FoodFinder | null;
  readonly suggester: Suggester;
  readonly manifest: Manifest;
  readonly db: Database;
  /** The food at a rank that a search returned. */
  foodAt(rank: number): Food;
  /** How well the foods at these ranks match a text. */
  scoreFoods(q: string, ranks: readonly number[]): MatchScore[];
  /** The steps and scores of a search. */
  explainSearch(request: SearchRequest): Explanation;
  /** Loads what searches need, which otherwise happens with the first one. */
  prepareSearch(): void;
}

const REBUILD = 'rebuild it with `larder build`';
/**
 * The file is mapped into memory: reading a food takes a third less time, and all threads share the pages, which the
 * system reclaims when it needs them. This is the most that SQLite maps; it reads the rest.
 */
const MAPPED_BYTES = 0x7fff0000;
/** What is mapped is not copied, so SQLite's own cache has little to hold. */
const CACHE_KIB = 2048;

/**
 * Opens a catalogue, from a file or from memory, and checks in a few milliseconds that it is one, is complete and has
 * the right version. Checking every byte is left to `verifyCatalog`.
 */
export function openCatalog(
  file: string | Buffer,
  name = typeof file === 'string' ? file : 'catalogue',
  /** Called after every search, for metrics. */
  onSearch: ((explanation: Explanation) => void) | null = null,
  /** Where clients reach this server, for the addresses of its own pictures; null gives paths from the root. */
  publicUrl: string | null = null,
): OpenedCatalog {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const opened = openOnce(file, name, onSearch, publicUrl ?? '');
    if (opened !== null) return opened;
  }
  throw damaged(name, damagedFile());
}

/** A file is rarely replaced just while it is opened, let alone several times: then its pages are wrong. */
const MOST_ATTEMPTS = 3;

/** Null if the file was replaced meanwhile. */
function openOnce(
  file: string | Buffer,
  name: string,
  onSearch: ((explanation: Explanation) => void) | null,
  base: string,
): OpenedCatalog | null {
  if (typeof file === 'string') checkFile(file);
  const db = openDatabase(file, name);
  let pages: DatabaseFile | null = null;
  const close = () => {
    pages?.close();
    db.close();
  };
  try {
    checkKind(db, name);
    const manifest = readManifest(db);
    const contentHash = readContentHash(db);
    pages = openDatabaseFile(file);
    if (isSameFile(pages, db, contentHash)) {
      return prepareCatalog({ db, pages, name, manifest, contentHash, onSearch, base, close });
    }
  } catch (error) {
    close();
    throw damaged(name, error);
  }
  close();
  return null;
}

/** Both were opened by the same path, but the file may have been replaced in between. */
function isSameFile(pages: DatabaseFile, db: Database, contentHash: string): boolean {
  const [stored] = openRows<[string]>(pages, db, 'checksum', ['content_sha256'])(1) ?? [];
  return stored?.slice(CHECKSUM_PREFIX.length) === contentHash;
}

function checkFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found)
    throw new CatalogError(path, 'no such file', 'check the path, or create it with `larder build`');
  if (found.isDirectory()) throw new CatalogError(path, 'is a directory', 'give the catalogue file in it');
  if (found.size === 0) throw new CatalogError(path, 'is empty', REBUILD);
  try {
    closeSync(openSync(path, 'r'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CatalogError(path, `cannot be read (${code})`, 'check its permissions');
  }
}

function openDatabase(file: string | Buffer, name: string): Database {
  try {
    const db = openReadOnly(file);
    db.pragma(`mmap_size = ${MAPPED_BYTES}`);
    db.pragma(`cache_size = -${CACHE_KIB}`);
    db.pragma('query_only = ON');
    // The file is never written, so the lock can be kept: taking it for every read costs as much as the read.
    db.pragma('locking_mode = EXCLUSIVE');
    return db;
  } catch (error) {
    throw damaged(name, error);
  }
}

function checkKind(db: Database, name: string): void {
  const applicationId = db.pragma('application_id', { simple: true });
  if (applicationId !== APPLICATION_ID) {
    throw new CatalogError(
      name,
      'is a database, but not a larder catalogue',
      'give a file made by `larder build`',
    );
  }
  const version = db.pragma('user_version', { simple: true }) as number;
  if (version > SCHEMA_VERSION) {
    throw new CatalogError(
      name,
      `has schema ${version}, which is newer than this version of larder supports (${SCHEMA_VERSION})`,
      'update larder',
    );
  }
  if (version < SCHEMA_VERSION) {
    throw new CatalogError(
      name,
      `has schema ${version}, which is older than this version of larder supports (${SCHEMA_VERSION})`,
      REBUILD,
    );
  }
  checkLength(db, name);
}

/** A truncated copy is shorter than its header says; one that something was appended to is longer. */
function checkLength(db: Database, name: string): void {
  if (db.memory || db.name === '') return;
  const pages = db.pragma('page_count', { simple: true }) as number;
  const pageBytes = db.pragma('page_size', { simple: true }) as number;
  const { size } = statSync(db.name);
  if (size !== pages * pageBytes) {
    const what = size < pages * pageBytes ? `is incomplete: ${size} of` : `is too long: ${size} instead of`;
    throw new CatalogError(name, `${what} ${pages * pageBytes} bytes`, 'copy it again');
  }
}

function damaged(name: string, error: unknown): PlainError {
  if (error instanceof PlainError) return error;
  const code = (error as { code?: string }).code ?? '';
  if (code === 'SQLITE_NOTADB') {
    return new CatalogError(name, 'is not a larder catalogue', 'give a file made by `larder build`');
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new CatalogError(name, `is damaged (${reason})`, 'copy it again, or build it again');
}

const loadFinding = () => require('./finding.ts') as typeof import('./finding.ts');

interface OpenedFile {
  name: string;
  db: Database;
  /** The same file, for single rows. */
  pages: DatabaseFile;
  manifest: Manifest;
  contentHash: string;
  onSearch: ((explanation: Explanation) => void) | null;
  base: string;
  close: () => void;
}

function prepareCatalog({
  name,
  db,
  pages,
  manifest,
  contentHash,
  onSearch,
  base,
  close,
}: OpenedFile): OpenedCatalog {
  const categories = db
    .prepare('SELECT category_id, category, count FROM categories ORDER BY category_id')
    .all() as {
    category_id: number;
    category: string;
    count: number;
  }[];
  const nameOf = new Map(categories.map(({ category_id, category }) => [category_id, category]));
  const idOf = new Map(categories.map(({ category_id, category }) => [category, category_id]));
  const { rankOf, note } = rememberRanks(openRowids(pages, db, 'foods_by_id'));
  const rowAt = openRows<FoodRow>(pages, db, 'foods', FOOD_COLUMNS);
  const namesFrom = db.prepare('SELECT id, name FROM foods WHERE rank > ? ORDER BY rank LIMIT ?');
  const confidenceAt = db.prepare('SELECT confidence FROM foods WHERE rank = ?').pluck();
  const popular = openPopular(db);
  const finding = onDemand((): Finding => {
    try {
      return loadFinding().openFinding({ db, pages, manifest, categories: nameOf, onSearch });
    } catch (error) {
      throw damaged(name, error);
    }
  });
  const findRecord = openStoredRecords(db, pages, rankOf);
  const toFood = (row: FoodRow) => foodOf(row, nameOf, base);
  const foodAt = (rank: number) => {
    const food = toFood(rowAt(rank)!);
    note(food.id, rank);
    return food;
  };
  const foodsAt = (ranks: number[]) => ranks.map(foodAt);
  const shortAt = openShortFoods(pages, db, nameOf, foodAt);

  const findRow = (id: number) => {
    const rank = rankOf(id);
    return rank === undefined ? undefined : rowAt(rank);
  };
  const findExamined = (id: number): ExaminedFood | null => {
    const row = findRow(id);
    return row === undefined ? null : { food: toFood(row), findings: findingsOf(row) };
  };
  const findFood = (id: number) => {
    const row = findRow(id);
    return row === undefined ? null : toFood(row);
  };
  return {
    db,
    manifest,
    contentHash,
    size: manifest.foods,
    facts: manifest,
    findFood,
    findShortFood(id) {
      const rank = rankOf(id);
      return rank === undefined ? null : shortAt(rank);
    },
    findExamined,
    findRecord,
    findBarcode: (code) => findTyped(code, findFood),
    foodAt,
    scoreFoods: (q, ranks) => finding().search.scoreFoods(q, ranks),
    explainSearch: (request) => finding().search.explain(request),
    search: (request) => foodsAt(finding().search.search(request)),
    searchRead(request) {
      const { ranks, corrected, matches } = finding().searchRead(request);
      return { foods: foodsAt(ranks), corrected, matches };
    },
    prepareSearch: finding,
    get finder() {
      return finding().finder;
    },
    find(request) {
      const { finder, search } = finding();
      const found = finder?.find(request);
      if (found === undefined) return null;
      const ranks = found.ranks.slice(request.offset);
      const matches = request.isExplained && request.q !== null ? search.scoreFoods(request.q, ranks) : [];
      return { foods: foodsAt(ranks), total: found.total, matches };
    },
    countFacets: (request) => finding().finder?.countFacets(request) ?? null,
    get suggester() {
      return finding().suggester;
    },
    suggest: (request) => finding().suggester.suggest(request).suggestions,
    listPopular(request) {
      if (request.category === null) return foodsAt(popular(request, null));
      const categoryId = idOf.get(request.category);
      return categoryId === undefined ? [] : foodsAt(popular(request, categoryId));
    },
    listCategories: () => categories.map(({ category, count }) => ({ category, count })),
    // Ranks run from 1 to the number of foods without a gap, the best food first.
    listBest: (limit) => foodsAt(Array.from({ length: Math.min(limit, manifest.foods) }, (_, i) => i + 1)),
    listAddresses(offset, limit) {
      const rows = namesFrom.all(offset, limit) as { id: number; name: string }[];
      return rows.map(({ id, name }) => staticUrl(id, name));
    },
    sampleConfidence(most) {
      const count = Math.min(most, manifest.foods);
      const step = manifest.foods / count;
      return Array.from({ length: count }, (_, i) => confidenceAt.get(1 + Math.floor(i * step)) as number);
    },
    close,
  };
}
