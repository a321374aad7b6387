import { statSync } from 'node:fs';
import { readSeal, refuseAltered } from '../src/catalog/checksum.ts';
import type { Manifest } from '../src/catalog/manifest.ts';
import { openCatalog } from '../src/catalog/open.ts';
import type { Database } from '../src/sqlite/driver.ts';
import type { CleanFood } from './normalize/normalize.ts';
import { CLEAN_COLUMNS } from './stage/staged-row.ts';

/** A catalogue as the records it was made of: built from them alone, it is the same catalogue again. */
export interface FormerCatalog {
  readonly manifest: Manifest;
  readonly contentHash: string;
  readonly bytes: number;
  readonly db: Database;
  /** Every food, best first. */
  foods(): IterableIterator<CleanFood>;
  /** The foods of these ranks, in their order. */
  foodsAt(ranks: Iterable<number>): IterableIterator<CleanFood>;
  close(): void;
}

const RECORDS = `
  SELECT ${CLEAN_COLUMNS.join(', ')} FROM foods JOIN origins USING (rank)
  LEFT JOIN categories USING (category_id)
  LEFT JOIN country_sets USING (country_set_id)
  LEFT JOIN languages USING (language_id)`;

/** Opens a catalogue to build upon, a file or bytes in memory, and checks each of its bytes. */
export function openFormer(file: string | Buffer, name?: string): FormerCatalog {
  if (typeof file === 'string') checkBytes(file);
  const { db, manifest, contentHash, close } = openCatalog(file, name);
  const all = db.prepare(`${RECORDS} ORDER BY rank`);
  const one = db.prepare(`${RECORDS} WHERE rank = ?`);
  return {
    db,
    manifest,
    contentHash,
    bytes: typeof file === 'string' ? statSync(file).size : file.length,
    foods: () => all.iterate() as IterableIterator<CleanFood>,
    *foodsAt(ranks) {
      for (const rank of ranks) yield one.get(rank) as CleanFood;
    },
    close,
  };
}

/** Looks records up by their id in a catalogue that is open already. */
export function recordFinder(db: Database): (id: number) => CleanFood | null {
  const one = db.prepare(`${RECORDS} WHERE id = ?`);
  return (id) => (one.get(id) as CleanFood | undefined) ?? null;
}

/** What is made of a damaged file would be sealed anew, and its damage be found by nobody. */
function checkBytes(path: string): void {
  const seal = statSync(path, { throwIfNoEntry: false })?.isFile() ? readSeal(path) : null;
  if (seal !== null) refuseAltered(path, seal);
}
