import { type Stats, statSync } from 'node:fs';
import {
  type Catalog,
  type ExaminedFood,
  type Installation,
  type SearchRequest,
  USUAL_INSTALLATION,
} from '../food/catalog.ts';
import type { MatchScore } from '../food/detailed-food.ts';
import type { Food } from '../food/food.ts';
import { findTyped } from '../food/identity.ts';
import { staticUrl } from '../food/static-url.ts';
import { onDemand } from '../on-demand.ts';
import { PlainError } from '../plain-error.ts';
import {
  AT_MOST,
  type Database,
  damagedFile,
  isCode,
  numberOf,
  openReadOnly,
  textOf,
} from '../sqlite/driver.ts';

import { APPLICATION_ID, CatalogError, SCHEMA_VERSION } from './catalog-file.ts';
import { findForeignSchema } from './check-schema.ts';
import { type Columns, openColumns } from './columns/columns.ts';
import { pageOf } from './columns/popular.ts';
import type { FoodFinder } from './food-finder.ts';
import type { FoodSearch } from './food-search.ts';
import { openAllergenTags, openKnownTags } from './known-tags.ts';
import { type Manifest, readContentHash, readManifest } from './manifest.ts';
import { openNames } from './names.ts';
import { type FileState, isSameState, OpenFile, stateOf } from './open-file.ts';
import { AFTER_FOOD, FOOD_COLUMNS, type FoodRow, findingsOf, foodOf } from './records/food-row.ts';
import { openStoredRecords } from './records/stored-records.ts';
import type { Candidate, Explanation, TextRequest } from './search/search.ts';
import type { Suggester } from './suggest/suggester.ts';
import { openVersions } from './versions.ts';

/** A catalogue with access to its file, for code that inspects or extends it. */
export interface OpenedCatalog extends Catalog {
  readonly finder: FoodFinder;
  /** What foods are filtered, ordered and counted by. */
  readonly columns: Columns;
  readonly suggester: Suggester;
  readonly manifest: Manifest;
  readonly db: Database;
  /** The state of its file when it was opened; null for one in memory. */
  readonly fileState: FileState | null;
  /** Its file was found damaged, though its times say that nobody has touched it. */
  distrust(): void;
  /** The food at a rank, and that of a candidate of a search. */
  foodAt(rank: number): Food;
  foodOf(candidate: Candidate): Food;
  /** How well the foods at these ranks match a text. */
  scoreFoods(request: TextRequest, ranks: readonly number[]): MatchScore[];
  /** The steps and scores of a search. */
  explainSearch(request: SearchRequest): Explanation;
  /** Loads what searches need, which otherwise happens with the first one. */
  prepareSearch(): void;
}

const REBUILD = 'rebuild it with `larder build`';
const RENEW = 'build it again with `larder build`, or pull it again with `larder pull`';
/** What a connection keeps of the file. More of it is in the cache of the operating system, which all threads share. */
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
  installation: Installation = USUAL_INSTALLATION,
): OpenedCatalog {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const opened = openOnce(file, name, onSearch, installation);
    if (opened !== null) return opened;
  }
  throw new CatalogError(name, 'changes while it is being opened', 'wait until it is complete');
}

/** A file is rarely replaced just while it is opened, let alone several times. */
const MAX_ATTEMPTS = 3;

/** Null if the file was replaced or changed meanwhile. */
function openOnce(
  file: string | Buffer,
  name: string,
  onSearch: ((explanation: Explanation) => void) | null,
  installation: Installation,
): OpenedCatalog | null {
  const source = typeof file === 'string' ? openSource(file) : null;
  let db: Database | null = null;
  const close = () => {
    db?.close();
    source?.close();
  };
  // SQLite opens the path by itself, and may have found another file there.
  const hasMoved = () => source !== null && (source.hasChanged || !isAt(file as string, source.state));
  try {
    db = openDatabase(file);
    checkKind(db, name);
    const foreign = findForeignSchema(db);
    if (foreign !== null) throw new CatalogError(name, foreign, 'get it from where it was built');
    const manifest = readManifest(db);
    const contentHash = readContentHash(db);
    const catalog = prepareCatalog({
      db,
      source,
      name,
      manifest,
      contentHash,
      onSearch,
      installation,
      close,
    });
    if (!hasMoved()) return catalog;
  } catch (error) {
    const isMoved = hasMoved();
    close();
    if (isMoved) return null;
    throw damaged(name, error);
  }
  close();
  return null;
}

function openSource(path: string): OpenFile {
  const found = lookAt(path);
  if (!found)
    throw new CatalogError(path, 'no such file', 'check the path, or create it with `larder build`');
  if (found.isDirectory()) throw new CatalogError(path, 'is a directory', 'give the catalogue file in it');
  if (found.size === 0) throw new CatalogError(path, 'is empty', REBUILD);
  try {
    return new OpenFile(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** A path through a file (`catalog.db/x`) leads nowhere either. */
function lookAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): CatalogError {
  const { code } = error as NodeJS.ErrnoException;
  const remedy = code === 'EACCES' ? 'check its permissions' : 'check the path';
  return new CatalogError(path, `cannot be read (${code})`, remedy);
}

function isAt(path: string, state: FileState): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && isSameState(stateOf(found), state);
}

/**
 * The file is not mapped into memory: somebody who copies another one over it would end the process. Nothing in its schema
 * is trusted.
 */
function openDatabase(file: string | Buffer): Database {
  const db = openReadOnly(file);
  db.pragma('mmap_size = 0');
  db.pragma('trusted_schema = OFF');
  db.pragma('cell_size_check = ON');
  db.pragma(`cache_size = -${CACHE_KIB}`);
  db.pragma('query_only = ON');
  // The file is never written, so the lock can be kept: taking it for every read costs as much as the read.
  db.pragma('locking_mode = EXCLUSIVE');
  return db;
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
  if (version !== SCHEMA_VERSION) {
    const what = `has schema ${version}, and this version of larder reads schema ${SCHEMA_VERSION}`;
    throw new CatalogError(name, what, version > SCHEMA_VERSION ? 'update larder' : RENEW);
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

const loadFoodSearch = () => require('./food-search.ts') as typeof import('./food-search.ts');

interface OpenedFile {
  name: string;
  db: Database;
  /** Null for one in memory. */
  source: OpenFile | null;
  manifest: Manifest;
  contentHash: string;
  onSearch: ((explanation: Explanation) => void) | null;
  installation: Installation;
  close: () => void;
}

function prepareCatalog({
  name,
  db,
  source,
  manifest,
  contentHash,
  onSearch,
  installation,
  close,
}: OpenedFile): OpenedCatalog {
  const categories = readCategories(db);
  const nameOf = new Map(categories.map(({ category_id, category }) => [category_id, category]));
  const { findFood, findExamined, readFood, foodAt, foodsAt, knownAt } = openFoods(
    db,
    nameOf,
    installation.publicUrl ?? '',
  );
  const foodSearch = onDemand((): FoodSearch => {
    try {
      return loadFoodSearch().createFoodSearch({
        db,
        columns: columns(),
        categories: nameOf,
        onSearch,
        genericNameOf: (rank) => findRecord(foodAt(rank))?.record?.generic_name ?? null,
        readFood,
      });
    } catch (error) {
      throw damaged(name, error);
    }
  });
  const columns = onDemand(() => openColumns(db, manifest.foods));
  const findRecord = openStoredRecords(db);
  const rankOfVersion = openVersions(db);
  return {
    db,
    manifest,
    contentHash,
    fileState: source?.state ?? null,
    size: manifest.foods,
    facts: manifest,
    get hasChanged() {
      return source?.hasChanged ?? false;
    },
    distrust: () => source?.distrust(),
    findFood,
    findExamined,
    findRecord,
    nameIn: openNames(db, findRecord, installation.language),
    findBarcode: (code) => findTyped(code, findFood),
    foodAt,
    scoreFoods: (request, ranks) => foodSearch().search.scoreFoods(request, ranks),
    explainSearch: (request) => foodSearch().search.explain(request),
    search: (request) => foodSearch().searchRead(request).foods,
    searchRead: (request) => foodSearch().searchRead(request),
    foodOf: (candidate) => foodSearch().foodOf(candidate),
    prepareSearch: foodSearch,
    get columns() {
      return columns();
    },
    get finder() {
      return foodSearch().finder;
    },
    find(request) {
      const { finder, search } = foodSearch();
      const found = finder.find(request);
      const ranks = found.ranks.slice(request.offset);
      const { q, language = null, isExplained = false } = request;
      const matches = isExplained && q !== null ? search.scoreFoods({ q, language }, ranks) : [];
      return { foods: foodsAt(ranks), total: found.total, matches };
    },
    countFacets: (request) => foodSearch().finder.countFacets(request),
    countTags: (request) => foodSearch().finder.countTags(request),
    hasAllergenTag: openAllergenTags(db, manifest.foods),
    knownTags: openKnownTags(db, manifest.foods),
    findNamed: (text, isUncut) =>
      foodSearch()
        .search.listSaid(text, true, isUncut)
        .map(({ rank, ...said }) => ({ food: foodAt(rank), ...said })),
    findVersion(food, language) {
      const rank = rankOfVersion(food.id, language);
      return rank === null ? null : foodAt(rank);
    },
    get suggester() {
      return foodSearch().suggester;
    },
    suggest: (request) => foodSearch().suggester.suggest(request).suggestions,
    ...openLists(db, manifest.foods, categories, columns, knownAt),
    close,
  };
}

/** Reads foods by their ids and ranks. */
function openFoods(db: Database, nameOf: ReadonlyMap<number, string>, base: string) {
  const readFood = (row: FoodRow) => foodOf(row, nameOf, base);
  const rowOf = db.prepare(`SELECT ${FOOD_COLUMNS} FROM foods WHERE id = ?`).raw();
  const rowAt = db.prepare(`SELECT ${FOOD_COLUMNS} FROM foods WHERE rank = ?`).raw();
  const findExamined = (id: number): ExaminedFood | null => {
    const row = rowOf.get(id) as FoodRow | undefined;
    return row === undefined ? null : { food: readFood(row), findings: findingsOf(row) };
  };
  const rowsAt = db
    .prepare(`SELECT ${FOOD_COLUMNS}, rank FROM foods WHERE rank IN (SELECT value FROM json_each(?))`)
    .raw();
  const foodAt = (rank: number) => {
    const row = rowAt.get(rank) as FoodRow | undefined;
    if (row === undefined) throw damagedFile();
    return readFood(row);
  };
  const knownAt = (ranks: readonly number[]) => {
    if (ranks.length === 0) return [];
    const rows = rowsAt.all(JSON.stringify(ranks)) as FoodRow[];
    const foods = new Map(rows.map((row) => [row[AFTER_FOOD], readFood(row)]));
    return ranks.flatMap((rank) => foods.get(rank) ?? []);
  };
  return {
    readFood,
    findExamined,
    findFood: (id: number) => findExamined(id)?.food ?? null,
    foodAt,
    foodsAt(ranks: readonly number[]) {
      const foods = knownAt(ranks);
      if (foods.length < ranks.length) throw damagedFile();
      return foods;
    },
    /** Those that are there: a list is a table of its own, and may have ranks that no food has. */
    knownAt,
  };
}

/** Lists foods and categories. */
function openLists(
  db: Database,
  foods: number,
  categories: readonly StoredCategory[],
  columns: () => Columns,
  knownAt: (ranks: readonly number[]) => Food[],
): Pick<Catalog, 'listPopular' | 'listCategories' | 'listBest' | 'listAddresses' | 'sampleConfidence'> {
  const idOf = new Map(categories.map(({ category_id, category }) => [category, category_id]));
  const namesFrom = db.prepare(`SELECT id, name FROM foods WHERE rank > ? ORDER BY rank LIMIT ${AT_MOST}`);
  const confidenceAt = db.prepare('SELECT confidence FROM foods WHERE rank = ?').pluck();
  return {
    listPopular(request) {
      const categoryId = request.category === null ? null : idOf.get(request.category);
      return categoryId === undefined ? [] : knownAt(pageOf(columns(), categoryId, request));
    },
    listCategories: () => categories.map(({ category, count }) => ({ category, count })),
    // Ranks run from 1 to the number of foods without a gap, the best food first.
    listBest: (limit) => knownAt(Array.from({ length: Math.min(limit, foods) }, (_, i) => i + 1)),
    listAddresses(offset, limit) {
      const rows = namesFrom.all(offset, limit) as { id: unknown; name: unknown }[];
      return rows.map(({ id, name }) => staticUrl(numberOf(id) ?? 0, textOf(name) ?? ''));
    },
    sampleConfidence(most) {
      const count = Math.min(most, foods);
      const step = foods / count;
      return Array.from(
        { length: count },
        (_, i) => numberOf(confidenceAt.get(1 + Math.floor(i * step))) ?? 0,
      );
    },
  };
}

interface StoredCategory {
  category_id: number;
  category: string;
  count: number;
}

/** A catalogue has a few hundred. The pages of an altered one may lead to the same rows again and again. */
const MAX_CATEGORIES = 10_000;

function readCategories(db: Database): StoredCategory[] {
  const rows = db
    .prepare(`SELECT category_id, category, count FROM categories ORDER BY category_id LIMIT ${AT_MOST}`)
    .all(MAX_CATEGORIES);
  return (rows as StoredCategory[])
    .filter(({ category_id }) => isCode(category_id))
    .map(({ category_id, category, count }) => ({
      category_id,
      category: textOf(category) ?? '',
      count: Math.floor(numberOf(count) ?? 0),
    }));
}
