import { statSync } from 'node:fs';
import { readChecksum, refuseAltered } from '../src/catalog/checksum.ts';
import type { Manifest } from '../src/catalog/manifest.ts';
import { openCatalog } from '../src/catalog/open.ts';
import { openRecords } from '../src/catalog/records/records.ts';
import { writeRecord } from '../src/food/food-record.ts';
import type { Database } from '../src/sqlite/driver.ts';
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
  /** The foods at these ranks, in this order. */
  foodsAt(ranks: Iterable<number>): IterableIterator<CleanFood>;
  close(): void;
}

/** Everything but the full records, which are packed. */
const STORED_COLUMNS = CLEAN_COLUMNS.filter((column) => column !== 'record');
const RECORDS = `
  SELECT rank, ${STORED_COLUMNS.join(', ')} FROM foods JOIN origins USING (rank)
  LEFT JOIN categories USING (category_id)
  LEFT JOIN country_sets USING (country_set_id)
  LEFT JOIN languages USING (language_id)`;

/** Opens a catalogue from a file or from memory. Every byte of a file is checked first. */
export function openCatalogRecords(file: string | Buffer, name?: string): CatalogRecords {
  if (typeof file === 'string') checkBytes(file);
  const { db, manifest, contentHash, close } = openCatalog(file, name);
  const all = db.prepare(`${RECORDS} ORDER BY rank`);
  const one = db.prepare(`${RECORDS} WHERE rank = ?`);
  const complete = recordCompleter(db);
  return {
    db,
    manifest,
    contentHash,
    bytes: typeof file === 'string' ? statSync(file).size : file.length,
    *foods() {
      for (const row of all.iterate() as IterableIterator<StoredRow>) yield complete(row);
    },
    *foodsAt(ranks) {
      for (const rank of ranks) yield complete(one.get(rank) as StoredRow);
    },
    close,
  };
}

/** Looks up records by id in a catalogue that is already open. */
export function recordFinder(db: Database): (id: number) => CleanFood | null {
  const one = db.prepare(`${RECORDS} WHERE id = ?`);
  const complete = recordCompleter(db);
  return (id) => {
    const row = one.get(id) as StoredRow | undefined;
    return row === undefined ? null : complete(row);
  };
}

type StoredRow = Omit<CleanFood, 'record'> & { rank: number };

/** Adds the full record to a row. */
function recordCompleter(db: Database): (row: StoredRow) => CleanFood {
  const records = openRecords(db);
  return ({ rank, ...food }) => {
    const record = records?.at(rank, food) ?? null;
    return { ...food, record: record === null ? null : writeRecord(record) };
  };
}

/** A catalogue made from a damaged file would get a valid checksum, and nobody would ever notice the damage. */
function checkBytes(path: string): void {
  const checksum = statSync(path, { throwIfNoEntry: false })?.isFile() ? readChecksum(path) : null;
  if (checksum !== null) refuseAltered(path, checksum);
}
