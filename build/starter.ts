import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { FOOD_TABLES, TABLE_NAMES, type TableName } from '../src/food/food-tables.ts';
import { type PackedFoods, packFiles, packFoods } from './built-in.ts';
import { readDishes, writeDishes } from './dishes.ts';
import { type BuildRequest, buildCatalog } from './pipeline.ts';
import { prepareInputs } from './prepare/prepare-inputs.ts';
import type { BuildSource } from './read/open-input.ts';
import type { StagedRow } from './stage/staged-row.ts';
import { openTable } from './tables/read.ts';

/**
 * Makes the starter catalogue from `data/`, the one that is embedded in the executable, unless it exists and is newer
 * than everything it is made from. Run by `npm start`, `npm test` and `npm run compile`.
 */
const ROOT = join(import.meta.dir, '..');
export const STARTER = join(ROOT, 'dist', 'starter.db');
const DATA = join(ROOT, 'data');
/** The foods of all composition tables, and the dishes, which are embedded as well, for other catalogues. */
const PACK = join(ROOT, 'dist', 'tables.pack');
/** The tables of the starter catalogue; the others are only added to catalogues that people build. */
const STARTER_TABLES: readonly TableName[] = [
  'usda',
  'foundation',
  'fndds',
  'ciqual',
  'bls',
  'cofid',
  'swiss',
];
const USDA = tableFile('usda');
const DISHES = join(DATA, 'dishes.tsv');
/** What decides its content: the data, and all code that a build runs. */
const MADE_FROM = [
  DATA,
  join(ROOT, 'build'),
  ...['catalog', 'food', 'text'].map((folder) => join(ROOT, 'src', folder)),
];

/** A build of the starter catalogue into `out`, or of one with other tables. The foods of the recipes are computed into a file beside it. */
export async function starterRequest(
  out: string,
  tables: readonly TableName[] = STARTER_TABLES,
): Promise<BuildRequest> {
  const dishes = join(dirname(out), 'dishes.csv');
  writeFileSync(dishes, await computeDishes());
  return {
    base: null,
    sources: [
      ...tables.map((source) => ({ source, path: tableFile(source) })),
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
  const { batches } = await openTable('usda', USDA);
  const foods = (await Array.fromAsync(batches)).flatMap((batch) => batch.foods);
  return writeDishes(readDishes(DISHES), new Map(foods.map((food) => [food.key!, food])));
}

function tableFile(name: TableName): string {
  return join(DATA, 'tables', FOOD_TABLES[name].file);
}

export async function makeStarter(): Promise<void> {
  const newestMs = newestChangeMs(MADE_FROM);
  if ([STARTER, PACK].every((path) => existsSync(path) && statSync(path).mtimeMs > newestMs)) return;
  mkdirSync(dirname(STARTER), { recursive: true });
  const request = await starterRequest(STARTER);
  writeFileSync(PACK, await packBuiltIn());
  const report = await buildCatalog(request, () => {});
  console.error(`made the starter catalogue: ${report.foods} foods, ${report.bytes} bytes`);
}

/** With the dishes that were computed for the starter. */
async function packBuiltIn(): Promise<Buffer> {
  const files: BuildSource[] = [
    ...TABLE_NAMES.map((source) => ({ source, path: tableFile(source) })),
    { source: 'community', path: join(DATA, 'community.csv') },
    { source: 'community', path: join(dirname(STARTER), 'dishes.csv') },
  ];
  const packed: PackedFoods[] = [];
  for (const file of files) packed.push(await packFile(file));
  return packFiles(packed);
}

async function packFile(file: BuildSource): Promise<PackedFoods> {
  const rows: StagedRow[] = [];
  for await (const { batches } of prepareInputs([file]))
    for await (const batch of batches) {
      if (batch.refused.length > 0) throw new Error(`${file.path} has rows that are refused`);
      rows.push(...batch.rows);
    }
  const content = readFileSync(file.path);
  const sha256 = new Bun.CryptoHasher('sha256').update(content).digest('hex');
  return packFoods({ source: file.source, name: basename(file.path), sha256, bytes: content.length }, rows);
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
