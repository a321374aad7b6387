import { rmSync } from 'node:fs';
import { openTarget } from '../../src/catalog/write/target.ts';
import { writeCatalog } from '../../src/catalog/write/write.ts';
import { PlainError } from '../../src/plain-error.ts';
import { type Database, openDisposable } from '../../src/sqlite/driver.ts';
import type { CleanFood } from '../normalize/normalize.ts';
import type { OnProgress } from '../pipeline.ts';
import { BUILD_BYTES_PER_ROW } from '../pull/disk-room.ts';
import { openCatalogRecords } from '../read-catalog.ts';
import { openStage } from '../stage/stage.ts';
import { CLEAN_COLUMNS, stagedRowOf } from '../stage/staged-row.ts';
import { type Change, changeFood, type DeltaHeader, openDelta } from './delta.ts';

/** The changes wait on disk, by their ids: those of two months would not fit into memory. */
const CACHE_KIB = 16_384;
/** Progress is reported after this many foods. */
const FOODS_PER_REPORT = 1000;
/** The engine lets garbage grow with the memory of the machine; so it is collected this often. */
const FOODS_PER_COLLECTION = 20_000;

/** Room for the changes of a small catalogue whose foods all have long lists of ingredients. */
const MIN_UNPACKED_BYTES = 1 << 20;

/** What the changes of a catalogue with this many foods may take: no more than there must be room for on the disk. */
export function mostUnpackedBytes(foods: number): number {
  return Math.max(MIN_UNPACKED_BYTES, foods * BUILD_BYTES_PER_ROW);
}

/**
 * Makes the newer version of a catalogue, with the given number of foods, from the older one and what changed. Returns its
 * checksum.
 */
export async function applyDelta(
  base: string,
  delta: string,
  foods: number,
  out: string,
  onProgress: OnProgress,
): Promise<string> {
  const target = openTarget(out);
  const changesPath = `${out}.changes`;
  try {
    // A process that was killed may have left one.
    rmSync(changesPath, { force: true });
    const header = await stageChanged(base, delta, foods, target.stagePath, changesPath, onProgress);
    const { sources, cut_from = [], without = [] } = header.origin;
    const step = (name: string) => onProgress({ step: name, rows: 0, bytesRead: 0, bytesTotal: null });
    const { contentHash } = writeCatalog(target, { sources, cuts: cut_from, without }, step);
    target.commit();
    return contentHash;
  } finally {
    target.discard();
    rmSync(changesPath, { force: true });
  }
}

async function stageChanged(
  base: string,
  delta: string,
  foodsAfter: number,
  stagePath: string,
  changesPath: string,
  onProgress: OnProgress,
): Promise<DeltaHeader> {
  const records = openCatalogRecords(base);
  const db = openDisposable(changesPath, CACHE_KIB);
  const stage = openStage(stagePath);
  try {
    const header = await storeChanges(db, delta, mostUnpackedBytes(foodsAfter));
    if (header.from !== records.contentHash)
      throw new PlainError(delta, 'is for another catalogue', 'omit it');
    for (const change of newFoods(db)) stage.add(stagedRowOf(changeFood(null, change, EMPTY_FOOD)!));
    // Most foods are as they were, and a set says so sooner than the database.
    const changedIds = new Set(db.prepare('SELECT id FROM changes').pluck().all());
    const find = db.prepare('SELECT change FROM changes WHERE id = ?').pluck();
    let foods = 0;
    for (const food of records.foods()) {
      const changed = changedIds.has(food.id)
        ? changeExisting(food, JSON.parse(find.get(food.id) as string) as Change)
        : food;
      if (changed !== null) stage.add(stagedRowOf(changed));
      if (++foods % FOODS_PER_REPORT === 0) {
        onProgress({ step: 'reading', rows: foods, bytesRead: foods, bytesTotal: records.manifest.foods });
      }
      if (foods % FOODS_PER_COLLECTION === 0) Bun.gc(true);
    }
    stage.merge();
    return header;
  } finally {
    stage.close();
    db.close();
    records.close();
  }
}

/** Foods that are new or replaced are staged on their own. */
function changeExisting(food: CleanFood, change: Change): CleanFood | null {
  return change.length === 3 ? null : changeFood(food, change, EMPTY_FOOD);
}

const EMPTY_FOOD = Object.fromEntries(CLEAN_COLUMNS.map((column) => [column, null])) as unknown as CleanFood;

async function storeChanges(db: Database, path: string, mostBytes: number): Promise<DeltaHeader> {
  db.exec('CREATE TABLE changes (id INTEGER PRIMARY KEY, is_whole INTEGER, change TEXT)');
  db.exec('BEGIN');
  const insert = db.prepare('INSERT INTO changes VALUES (?, ?, ?)');
  const { header, changes, close } = await openDelta(path, mostBytes);
  try {
    for await (const change of changes) {
      insert.run(change[0], change.length === 3 ? 1 : 0, JSON.stringify(change));
    }
  } finally {
    await close();
  }
  db.exec('COMMIT');
  return header;
}

function* newFoods(db: Database): Generator<Change, void, undefined> {
  const select = db.prepare('SELECT change FROM changes WHERE is_whole = 1 ORDER BY id').pluck();
  for (const change of select.iterate() as IterableIterator<string>) yield JSON.parse(change) as Change;
}
