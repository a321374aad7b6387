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
  /** Every food, by ascending id. */
  foodsById(): IterableIterator<CleanFood>;
  /** The foods at these ranks, in this order. */
  foodsAt(ranks: Iterable<number>): IterableIterator<CleanFood>;
  close(): void;
}

/** With the full record as it is packed. */
const SELECT = `
    SELECT ${CLEAN_COLUMNS.join(', ')} FROM foods JOIN origins USING (rank)
    LEFT JOIN categories USING (category_id)
    LEFT JOIN country_sets USING (country_set_id)
    LEFT JOIN languages USING (language_id)`;

/** Opens a catalogue from a file or from memory. Every byte of a file is checked first. */
export function openCatalogRecords(file: string | Buffer, name?: string): CatalogRecords {
  if (typeof file === 'string') checkBytes(file);
  const { db, manifest, contentHash, close } = openCatalog(file, name);
  const { select, complete } = openFoods(db);
  const all = db.prepare(`${select} ORDER BY rank`);
  const byId = db.prepare(`${select} ORDER BY id`);
  const one = db.prepare(`${select} WHERE rank = ?`);
  return {
    db,
    manifest,
    contentHash,
    bytes: typeof file === 'string' ? statSync(file).size : file.length,
    *foods() {
      for (const row of all.iterate() as IterableIterator<StoredRow>) yield complete(row);
    },
    *foodsById() {
      for (const row of byId.iterate() as IterableIterator<StoredRow>) yield complete(row);
    },
    *foodsAt(ranks) {
      for (const rank of ranks) yield complete(one.get(rank) as StoredRow);
    },
    close,
  };
}

/** Looks up records by id in a catalogue that is already open. */
export function recordFinder(db: Database): (id: number) => CleanFood | null {
  const { select, complete } = openFoods(db);
  const one = db.prepare(`${select} WHERE id = ?`);
  return (id) => {
    const row = one.get(id) as StoredRow | undefined;
    return row === undefined ? null : complete(row);
  };
}

type StoredRow = Omit<CleanFood, 'record'> & { record: Buffer | null };

/** How to select foods, and to unpack the full record of a row. */
function openFoods(db: Database): { select: string; complete(row: StoredRow): CleanFood } {
  const unpack = openRecords(db);
  return {
    select: SELECT,
    complete: ({ record, ...food }) => ({
      ...food,
      record: record === null ? null : writeRecord(unpack(record, food)),
    }),
  };
}

/** A catalogue made from a damaged file would get a valid checksum, and nobody would ever notice the damage. */
function checkBytes(path: string): void {
  const checksum = statSync(path, { throwIfNoEntry: false })?.isFile() ? readChecksum(path) : null;
  if (checksum !== null) refuseAltered(path, checksum);
}
