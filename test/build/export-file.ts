import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCatalog } from '../../build/pipeline.ts';

/** A row of an export, by column. */
export type ExportRow = Record<string, string>;

/** A new temporary folder for a test. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'larder-test-'));
}

/** Writes rows as a tab-separated export: no quoting, one line per product. */
export function writeExport(path: string, rows: readonly ExportRow[]): string {
  const columns = ['code', 'product_name', ...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (column, index, all) => all.indexOf(column) === index,
  );
  const lines = rows.map((row) => columns.map((column) => row[column] ?? '').join('\t'));
  writeFileSync(path, `${[columns.join('\t'), ...lines].join('\n')}\n`);
  return path;
}

/** Builds a catalogue from nothing but these rows, and returns its path in the folder. */
export async function buildFrom(
  folder: string,
  rows: readonly ExportRow[],
  name = 'catalog',
): Promise<string> {
  const out = join(folder, `${name}.db`);
  const sources = [{ source: 'off' as const, path: writeExport(join(folder, `${name}.tsv`), rows) }];
  await buildCatalog({ base: null, sources, out, force: true }, () => {});
  return out;
}

const USDA = join(import.meta.dir, '../../data/usda-sr28.tsv');

/** Writes the first generic foods of the table that comes with larder. */
export function writeGenericFoods(path: string, foods: number): string {
  const lines = readFileSync(USDA, 'utf8')
    .split('\n')
    .slice(0, 1 + foods);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

/** Products with the kinds of errors that real rows have. */
export const PRODUCTS: readonly ExportRow[] = [
  {
    code: '3017620422003',
    product_name: 'Nutella',
    generic_name: 'P&acirc;te &agrave; tartiner aux noisettes',
    brands: 'Ferrero,Nutella',
    categories_tags: 'en:breakfasts,en:spreads,en:sweet-spreads,en:hazelnut-spreads,fr:pates-a-tartiner',
    serving_size: '15 g',
    'energy-kcal_100g': '539',
    'energy-kj_100g': '2252',
    proteins_100g: '6.3',
    fat_100g: '30.9',
    'saturated-fat_100g': '10.6',
    carbohydrates_100g: '57.5',
    sugars_100g: '56.3',
    salt_100g: '0.107',
    image_url: 'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.820.400.jpg',
    unique_scans_n: '4212',
    last_modified_t: '1767225600',
  },
  {
    code: '0049000006346',
    product_name: 'COCA-COLA CLASSIC',
    brands: 'Coca-Cola',
    categories_tags: 'en:beverages,en:carbonated-drinks,en:sodas,en:colas',
    serving_size: '12 fl oz (355 ml)',
    energy_100g: '180',
    proteins_100g: '0',
    fat_100g: '0',
    carbohydrates_100g: '10.986',
    sugars_100g: '10.986',
    sodium_100g: '0.0127',
    unique_scans_n: '900',
    last_modified_t: '1767139200',
  },
  {
    code: '20031817',
    product_name: 'Pulled chicken salad',
    proteins_100g: '4.1',
    fat_100g: '5.1',
    carbohydrates_100g: '10.9',
  },
  { code: '2150223004755', product_name: 'Poitrine de poulet fumé', proteins_100g: '-3', fat_100g: '1' },
  {
    code: '3760079799010',
    product_name: 'Rice flour “organic”',
    'energy-kcal_100g': '360',
    proteins_100g: '60',
    fat_100g: '30',
    carbohydrates_100g: '76',
  },
  { code: '8710438052619', product_name: '  Frites\u00a0&amp; ketchup ', categories_tags: 'en:null' },
  {
    code: '4009249021179',
    product_name: '',
    generic_name: 'Roggenbrot',
    'energy-kcal_100g': '1109',
    proteins_100g: '9',
    fat_100g: '3',
    carbohydrates_100g: '49',
  },
  { code: '3222477066045', product_name: '' },
  { code: '04252614', product_name: 'Short code soda', sugars_100g: '9,5' },
  { code: '00000000000000000000000007', product_name: 'Long zeros' },
  { code: 'no-digits', product_name: 'Kiosk sandwich' },
];
