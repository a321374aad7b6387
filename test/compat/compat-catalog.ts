import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCatalog } from '../../build/pipeline.ts';
import { hasValidCheckDigit } from '../../src/food/barcode.ts';
import { ESTIMATED, LOCAL, PRODUCTS } from './products.ts';

let built: Promise<string> | null = null;
let builtMany: Promise<string> | null = null;

/** A catalogue of the products, and of one food without a barcode. */
export function compatCatalog(): Promise<string> {
  built ??= buildProducts(PRODUCTS);
  return built;
}

/** More products than a search ranks. */
export const MANY = 230;

/** A catalogue of products that all have a word in their names. */
export function manyProducts(): Promise<string> {
  const products = Array.from({ length: MANY }, (_, at) => ({
    code: codeOfMany(at),
    lang: 'en',
    product_name: `Cracker no. ${at}${at % 3 === 0 ? ' with sea salt' : ''}`,
    unique_scans_n: MANY - at,
    nutriments: { 'energy-kcal_100g': 400 + at, proteins_100g: 8, fat_100g: 10, carbohydrates_100g: 60 },
  }));
  builtMany ??= buildProducts(products);
  return builtMany;
}

/** An EAN-13 with its check digit. */
export function codeOfMany(at: number): string {
  const gtin = 4_006_381_800_000 + at * 10;
  return String(Array.from({ length: 10 }, (_, digit) => gtin + digit).find(hasValidCheckDigit));
}

/** A catalogue of these products, as the JSONL export has them, with two foods of other sources. */
export async function buildProducts(products: readonly object[]): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'larder-compat-'));
  const path = join(directory, 'products.jsonl');
  writeFileSync(path, products.map((product) => `${JSON.stringify(product)}\n`).join(''));
  const community = join(directory, 'community.csv');
  writeFileSync(community, `name,calories_kcal,category\n${LOCAL},304,Spreads\n`);
  const estimates = join(directory, 'estimates.csv');
  writeFileSync(estimates, `name,calories_kcal,category\n${ESTIMATED},90,Breakfasts\n`);
  const out = join(directory, 'catalog.db');
  const sources = [
    { source: 'off' as const, path },
    { source: 'community' as const, path: community },
    { source: 'ai_estimate' as const, path: estimates },
  ];
  await buildCatalog({ base: null, sources, out, force: false }, () => {});
  return out;
}
