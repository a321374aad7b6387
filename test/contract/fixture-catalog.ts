import { copyFileSync, existsSync, linkSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCatalog } from '../../build/pipeline.ts';
import { COMMUNITY_CSV, ESTIMATES_CSV, PRODUCTS, type Product } from './fixture-foods.ts';

let built: Promise<string> | null = null;

/**
 * The fixture as `larder build` makes it: the path of a file that is removed after the tests, with their temporary directory.
 * The first file of a run that asks for it builds it for all (`LARDER_TEST_RUN`, see test/run.ts).
 */
export function fixtureCatalog(): Promise<string> {
  built ??= sharedInRun('fixture.db', build);
  return built;
}

/** A catalogue for all test files of a run. It is never replaced once it is there, since a server would notice. */
export async function sharedInRun(name: string, make: () => Promise<string>): Promise<string> {
  const { LARDER_TEST_RUN: folder } = process.env;
  if (folder === undefined) return make();
  const shared = join(folder, name);
  if (existsSync(shared)) return shared;
  const own = `${shared}.${process.pid}`;
  copyFileSync(await make(), own);
  try {
    linkSync(own, shared);
  } catch (error) {
    // Another file has made the same at the same time.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return shared;
}

async function build(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'larder-contract-'));
  const write = (name: string, text: string) => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  const file = join(directory, 'catalog.db');
  await buildCatalog(
    {
      base: null,
      sources: [
        { source: 'off', path: write('export.tsv', exportOf(PRODUCTS)) },
        { source: 'community', path: write('community.csv', COMMUNITY_CSV) },
        { source: 'ai_estimate', path: write('estimates.csv', ESTIMATES_CSV) },
      ],
      out: file,
      force: false,
    },
    () => {},
  );
  return file;
}

const COLUMNS: Record<string, (product: Product) => string | number | null> = {
  code: ({ code }) => code,
  last_modified_t: () => 1_700_000_000,
  product_name: ({ name }) => name,
  brands: ({ brand }) => brand,
  categories_tags: ({ category }) => category,
  serving_size: ({ serving }) => serving,
  unique_scans_n: ({ scans }) => scans,
  image_url: ({ code, image }) => (image ? `https://images.example/${code}.jpg` : ''),
  image_small_url: ({ code, image }) => (image ? `https://images.example/${code}.small.jpg` : ''),
  'energy-kcal_100g': ({ kcal }) => kcal,
  proteins_100g: ({ protein }) => protein,
  fat_100g: ({ fat }) => fat,
  carbohydrates_100g: ({ carbs }) => carbs,
  fiber_100g: ({ fiber }) => fiber,
  sugars_100g: ({ sugar }) => sugar,
  sodium_100g: ({ sodium }) => sodium,
};

/** The tab-separated export with these products. */
function exportOf(products: Product[]): string {
  const names = Object.keys(COLUMNS);
  const rows = products.map((product) => names.map((name) => COLUMNS[name]?.(product) ?? '').join('\t'));
  return `${[names.join('\t'), ...rows].join('\n')}\n`;
}
