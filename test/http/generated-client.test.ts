import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateApi } from 'swagger-typescript-api';
import { openCatalog } from '../../src/catalog/open.ts';
import { createApp } from '../../src/http/app.ts';
import { listen } from '../../src/http/listen.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';

const ROOT = join(import.meta.dir, '..', '..');

/** A program written against the generated client: it must compile, and print what it reads. */
const PROGRAM = `
import { Api, type Food } from './client';

const { search, food, barcode, foods, health } = new Api({ baseUrl: process.argv[2] ?? '' });
const found: Food[] = (await search.searchFoods({ q: 'hazelnut', limit: 2 })).data;
const first: Food = (await food.getFood(4006381333931)).data;
const brand: string | null = first.brand;
const scanned: Food = (await barcode.getFoodByBarcode('0036000291452')).data;
const popular: Food[] = (await foods.listPopularFoods({ limit: 3, has_image: true })).data;
const counts: number[] = (await foods.listCategories()).data.map(({ count }) => count);
const size: number = (await health.getHealth()).data.foods_in_db;
const missed = await food.getFood(2).catch((problem) => problem);
const detail: string = missed.error.detail;
console.log(JSON.stringify({ found: found.length, first: first.name, brand, scanned: scanned.barcode, popular: popular.length, counts: counts.length > 0, size, status: missed.status, detail }));
`;

describe('A client generated from the OpenAPI document', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'larder-client-'));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  test('compiles and reads real responses', async () => {
    const catalog = openCatalog(await fixtureCatalog());
    const app = createApp({ catalog });
    const server = listen((request) => app.fetch(request), { host: '127.0.0.1', port: 0 });
    try {
      const spec = await (await fetch(new URL('/openapi.json', server.url))).json();
      await generateApi({ spec, fileName: 'client.ts', output: directory, silent: true });
      writeFileSync(join(directory, 'program.ts'), PROGRAM);
      expect(await compile(directory)).toBe('');
      const run = Bun.spawn([process.execPath, join(directory, 'program.ts'), server.url.origin], {
        stderr: 'inherit',
      });
      expect(JSON.parse(await new Response(run.stdout).text())).toEqual({
        found: 2,
        first: 'Hazelnut cocoa spread',
        brand: 'Nusskern',
        scanned: '036000291452',
        popular: 3,
        counts: true,
        size: catalog.size,
        status: 404,
        detail: 'Food not found',
      });
    } finally {
      await server.stop(true);
      catalog.close();
    }
  }, 30_000);
});

/** The errors of the compiler in strict mode. */
async function compile(directory: string): Promise<string> {
  const config = {
    compilerOptions: {
      strict: true,
      noEmit: true,
      target: 'ESNext',
      module: 'ESNext',
      moduleResolution: 'bundler',
      lib: ['ESNext', 'DOM', 'DOM.Iterable'],
      types: ['bun-types'],
      typeRoots: [join(ROOT, 'node_modules')],
      skipLibCheck: true,
    },
    files: ['program.ts'],
  };
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(config));
  const compiler = Bun.spawn(['node', join(ROOT, 'node_modules/.bin/tsc'), '-p', directory], {
    stdout: 'pipe',
  });
  return new Response(compiler.stdout).text();
}
