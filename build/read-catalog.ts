import { statSync } from 'node:fs';
import { readChecksum, refuseAltered } from '../src/catalog/checksum.ts';
import type { Manifest } from '../src/catalog/manifest.ts';
import { openCatalog } from '../src/catalog/open.ts';
import { type FindRecordText, openRecordBlocks } from '../src/catalog/records/record-blocks.ts';
import { type Database, openReadOnly } from '../src/sqlite/driver.ts';
import type { CleanFood } from './normalize/normalize.ts';
import { CLEAN_COLUMNS } from './stage/staged-row.ts';

/** A catalogue read back as the records it was built from: building from them alone gives the same catalogue again. */
export interface CatalogRecords {
  readonly manifest: Manifest;
  readonly contentHash: string;
  readonly bytes: number;
  readonly db: Database;
  /** Every food, best first. */
  foods(): IterableIterator<CleanFood>;
  /** Every food, by ascending id. */
  foodsById(): IterableIterator<CleanFood>;
  /** The foods at these ranks, in this order. */
  foodsAt(ranks: Iterable<number>): IterableIterator<CleanFood>;
  close(): void;
}

const selectFoods = (record: string) => `
  SELECT rank, ${CLEAN_COLUMNS.map((column) => (column === 'record' ? `${record} AS record` : column)).join(', ')}
  FROM foods JOIN origins USING (rank)
  LEFT JOIN categories USING (category_id)
  LEFT JOIN country_sets USING (country_set_id)
  LEFT JOIN languages USING (language_id)`;
const SELECT = selectFoods('NULL');

/** Opens a catalogue from a file or from memory. Every byte of a file is checked first. */
export function openCatalogRecords(file: string | Buffer, name?: string): CatalogRecords {
  if (typeof file === 'string') checkBytes(file);
  const { db, manifest, contentHash, close } = openCatalog(file, name);
  const complete = openCompletion(db);
  const all = db.prepare(`${SELECT} ORDER BY rank`);
  const one = db.prepare(`${SELECT} WHERE rank = ?`);
  return {
    db,
    manifest,
    contentHash,
    bytes: typeof file === 'string' ? statSync(file).size : file.length,
    *foods() {
      for (const row of all.iterate() as IterableIterator<StoredRow>) yield complete(row);
    },
    *foodsById() {
      // A statement cannot ask its own connection for records.
      const blocks = openReadOnly(file);
      try {
        yield* sortById(db, openRecordBlocks(blocks));
      } finally {
        blocks.close();
      }
    },
    *foodsAt(ranks) {
      for (const rank of ranks) yield complete(one.get(rank) as StoredRow);
    },
    close,
  };
}

/** Looks up records by id in a catalogue that is already open. */
export function recordFinder(db: Database): (id: number) => CleanFood | null {
  const complete = openCompletion(db);
  const one = db.prepare(`${SELECT} WHERE id = ?`);
  return (id) => {
    const row = one.get(id) as StoredRow | undefined;
    return row === undefined ? null : complete(row);
  };
}

type StoredRow = CleanFood & { rank: number };

/** Adds the full record to the row of a food. */
function openCompletion(db: Database): (row: StoredRow) => CleanFood {
  const find = openRecordBlocks(db);
  return ({ rank, ...food }) => ({ ...food, record: find(rank) });
}

/** SQLite reads foods and records from end to end and sorts them on disk: an index would lead here and there. */
function* sortById(db: Database, find: FindRecordText): Generator<CleanFood, void, undefined> {
  db.function('record_at', (rank) => find(rank as number));
  const rows = db.prepare(`${selectFoods('record_at(rank)')} ORDER BY +id`).iterate();
  for (const { rank: _, ...food } of rows as IterableIterator<StoredRow>) yield food;
}

/** A catalogue made from a damaged file would get a valid checksum, and nobody would ever notice the damage. */
function checkBytes(path: string): void {
  const checksum = statSync(path, { throwIfNoEntry: false })?.isFile() ? readChecksum(path) : null;
  if (checksum !== null) refuseAltered(path, checksum);
}
