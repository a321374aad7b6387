import { openTarget } from '../../src/catalog/write/target.ts';
import { writeCatalog } from '../../src/catalog/write/write.ts';
import { PlainError } from '../../src/plain-error.ts';
import type { OnProgress } from '../pipeline.ts';
import { BUILD_BYTES_PER_ROW } from '../pull/disk-room.ts';
import { openCatalogRecords } from '../read-catalog.ts';
import { openStage } from '../stage/stage.ts';
import { stagedRowOf } from '../stage/staged-row.ts';
import { changeFood, type DeltaHeader, openDelta, pairById } from './delta.ts';

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
  try {
    const header = await stageChanged(base, delta, foods, target.stagePath, onProgress);
    const { sources, cut_from = [], without = [] } = header.origin;
    const step = (name: string) => onProgress({ step: name, rows: 0, bytesRead: 0, bytesTotal: null });
    const { contentHash } = writeCatalog(target, { sources, cuts: cut_from, without }, step);
    target.commit();
    return contentHash;
  } finally {
    target.discard();
  }
}

/** The foods of the older version and the changes are both in the order of their ids, so neither waits in memory. */
async function stageChanged(
  base: string,
  delta: string,
  foodsAfter: number,
  stagePath: string,
  onProgress: OnProgress,
): Promise<DeltaHeader> {
  const { header, changes, close } = await openDelta(delta, mostUnpackedBytes(foodsAfter));
  const records = openCatalogRecords(base);
  const stage = openStage(stagePath);
  try {
    if (header.from !== records.contentHash)
      throw new PlainError(delta, 'is for another catalogue', 'omit it');
    let foods = 0;
    const pairs = pairById(
      records.foodsById(),
      changes,
      ({ id }) => id,
      ([id]) => id,
    );
    for await (const [food, change] of pairs) {
      const changed = change === null ? food : changeFood(food, change);
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
    records.close();
    await close();
  }
}
