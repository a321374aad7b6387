import { openCatalogRecords } from '../../build/read-catalog.ts';
import { openStage } from '../../build/stage/stage.ts';
import { stagedRowOf } from '../../build/stage/staged-row.ts';
import { openTarget } from '../../src/catalog/write/target.ts';
import { writeCatalog } from '../../src/catalog/write/write.ts';
import { randomOf } from '../../test/random.ts';

/** What happens to the foods of a catalogue within a week. */
const SHARES = { gone: 0.001, added: 0.005, changed: 0.02, scanned: 0.1 } as const;
/** Copies of foods get barcodes that no product has. */
const FIRST_NEW_ID = 2_000_000_000_000;

/**
 * Writes the catalogue as it might be a week later: some foods are gone, some are new (copies of others under other
 * names), some have another name, energy and time of change, and many have other scans, so that the order changes.
 */
export async function writeWeekLater(from: string, out: string, seed: number): Promise<void> {
  const records = openCatalogRecords(from);
  const target = openTarget(out);
  const random = randomOf(seed);
  const stage = openStage(target.stagePath);
  let added = 0;
  try {
    for (const food of records.foods()) {
      if (random() < SHARES.gone) continue;
      const renewed = { ...food };
      if (random() < SHARES.changed) {
        renewed.name = `${food.name} ${Math.floor(random() * 1000)}`;
        renewed.calories_kcal = food.calories_kcal === null ? null : Math.round(random() * 500);
        renewed.modified_t = (food.modified_t ?? 1_750_000_000) + Math.floor(random() * 604_800);
        if (food.record !== null) renewed.record = changeIngredients(food.record, random());
      }
      if (random() < SHARES.scanned) renewed.scans = (food.scans ?? 0) + Math.ceil(random() * 40);
      stage.add(stagedRowOf(renewed));
      if (random() < SHARES.added) {
        const id = FIRST_NEW_ID + seed * 10_000_000 + added++;
        stage.add(stagedRowOf({ ...food, id, name: `${food.name} ${added} g`, image: null }));
      }
    }
    stage.merge();
  } finally {
    stage.close();
  }
  try {
    const { sources, cut_from = [], without = [] } = records.manifest;
    const newest = `2026-0${1 + (seed % 9)}-01`;
    const renewed = sources.map((source) => ({ ...source, newest }));
    await writeCatalog(target, { sources: renewed, cuts: cut_from, without }, () => {});
    target.commit();
  } finally {
    records.close();
    target.discard();
  }
}

function changeIngredients(record: string, share: number): string {
  return record.replace(/"ingredients_text":"([^"\\]*)/, (_, text: string) => {
    return `"ingredients_text":"${text}, ${Math.floor(share * 100)} % water`;
  });
}

if (import.meta.main) {
  const [from, out] = process.argv.slice(2);
  await writeWeekLater(from!, out!, 1);
}
