import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readDishes, writeDishes } from './dishes.ts';
import { type BuildRequest, buildCatalog } from './pipeline.ts';
import { openUsda } from './usda/read.ts';

/**
 * Makes the starter catalogue from `data/`, the one that is embedded in the executable, unless it exists and is newer
 * than everything it is made from. Run by `npm start`, `npm test` and `npm run compile`.
 */
const ROOT = join(import.meta.dir, '..');
export const STARTER = join(ROOT, 'dist', 'starter.db');
const DATA = join(ROOT, 'data');
const USDA = join(DATA, 'usda-sr28.tsv');
const DISHES = join(DATA, 'dishes.tsv');
/** What decides its content: the data, and all code that a build runs. */
const MADE_FROM = [DATA, join(ROOT, 'build'), join(ROOT, 'src', 'food'), join(ROOT, 'src', 'catalog')];

/** A build of the starter catalogue into `out`. The foods of the recipes are computed into a file beside it. */
export async function starterRequest(out: string): Promise<BuildRequest> {
  const dishes = join(dirname(out), 'dishes.csv');
  writeFileSync(dishes, await computeDishes());
  return {
    base: null,
    sources: [
      { source: 'usda', path: USDA },
      { source: 'community', path: join(DATA, 'branded.csv') },
      { source: 'community', path: join(DATA, 'community.csv') },
      { source: 'community', path: dishes },
      { source: 'ai_estimate', path: join(DATA, 'estimates.csv') },
    ],
    out,
    force: true,
  };
}

/** The foods of `data/dishes.tsv` as CSV, with the values of their ingredients. */
export async function computeDishes(): Promise<string> {
  const { batches } = await openUsda(USDA);
  const foods = (await Array.fromAsync(batches)).flatMap((batch) => batch.foods);
  return writeDishes(readDishes(DISHES), new Map(foods.map((food) => [food.key!, food])));
}

export async function makeStarter(): Promise<void> {
  if (existsSync(STARTER) && statSync(STARTER).mtimeMs > newestChangeMs(MADE_FROM)) return;
  mkdirSync(dirname(STARTER), { recursive: true });
  const report = await buildCatalog(await starterRequest(STARTER), () => {});
  console.error(`made the starter catalogue: ${report.foods} foods, ${report.bytes} bytes`);
}

function newestChangeMs(folders: string[]): number {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}

if (import.meta.main) await makeStarter();
