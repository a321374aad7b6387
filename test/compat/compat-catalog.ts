import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCatalog } from '../../build/pipeline.ts';
import { LOCAL, PRODUCTS } from './products.ts';

let built: Promise<string> | null = null;

/** A catalogue of the products, and of one food without a barcode. */
export function compatCatalog(): Promise<string> {
  built ??= build();
  return built;
}

async function build(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'larder-compat-'));
  const path = join(directory, 'products.jsonl');
  writeFileSync(path, PRODUCTS.map((product) => `${JSON.stringify(product)}\n`).join(''));
  const community = join(directory, 'community.csv');
  writeFileSync(community, `name,calories_kcal,category\n${LOCAL},304,Spreads\n`);
  const out = join(directory, 'catalog.db');
  const sources = [
    { source: 'off' as const, path },
    { source: 'community' as const, path: community },
  ];
  await buildCatalog({ base: null, sources, out, force: false }, () => {});
  return out;
}
