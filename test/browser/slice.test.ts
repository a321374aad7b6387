import { expect } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openCatalogRecords } from '../../build/read-catalog.ts';
import { planSlice, writeSlice } from '../../build/slice.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { examplesIn, findExample, SEARCH_EXAMPLE } from '../docs/catalogue-page.ts';
import { afterAll, beforeAll, browse, complaintsOf, test, type Visit } from './browser.ts';

const SQLITE = dirname(Bun.resolveSync('@sqlite.org/sqlite-wasm/sqlite3.wasm', import.meta.dir));

let site: Visit;
const requests: string[] = [];
beforeAll(async () => {
  const slice = await sliceOfProducts(20);
  site = await browse(
    (request) => {
      const { pathname } = new URL(request.url);
      requests.push(`${request.method} ${pathname}`);
      return answerFile(pathname, slice);
    },
    () => {},
  );
});
afterAll(() => site.close());

async function sliceOfProducts(top: number): Promise<string> {
  const out = join(mkdtempSync(join(tmpdir(), 'larder-slice-')), 'slice.db');
  const parent = openCatalogRecords(await fixtureCatalog());
  await writeSlice(parent, planSlice(parent, { countries: null, languages: null, top }), out, () => {});
  parent.close();
  return out;
}

/** Files as any server of static files sends them, and nothing else. */
function answerFile(path: string, slice: string): Response {
  const [page] = examplesIn('html');
  if (path === '/') return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  if (path === '/search.js') {
    return new Response(findExample(SEARCH_EXAMPLE), { headers: { 'content-type': 'text/javascript' } });
  }
  if (path === '/slice.db') return new Response(Bun.file(slice));
  const [, file] = /^\/sqlite-wasm\/([\w-]+\.(?:mjs|wasm))$/.exec(path) ?? [];
  return file === undefined
    ? new Response('Not found', { status: 404 })
    : new Response(Bun.file(join(SQLITE, file)));
}

test('The page of docs/catalogue.md searches a slice in a browser, without a network once it is loaded', async () => {
  const page = await site.visitAlone();
  const complaints = complaintsOf(page);
  await page.goto('/');
  const input = page.locator('input:enabled');
  await input.waitFor();
  await site.stopServing();
  await page.context().setOffline(true);
  const loaded = requests.length;

  const foodsFor = async (text: string) => {
    await input.fill(text);
    return page.locator('li').allTextContents();
  };
  expect(await foodsFor('hazelnuts')).toEqual([
    'Hazelnut cocoa spread (Nusskern)',
    'Hazelnut cream (Leszczyna)',
  ]);
  expect(await foodsFor('flake corn')).toEqual(['Corn flakes (Morning Field)']);
  // Accents may be left out, a word may be that of a brand, and the last one may be unfinished.
  expect(await foodsFor('gruyere alp')).toEqual(['Gruyère (Alpage)']);
  expect(await foodsFor('alpage')).toEqual(['Gruyère (Alpage)', 'Emmentaler (Alpage)']);
  expect(await foodsFor('"')).toEqual([]);
  expect(await foodsFor('nothing like it')).toEqual([]);

  expect(requests.length).toBe(loaded);
  expect(requests.filter((request) => request !== 'GET /favicon.ico').toSorted()).toEqual([
    'GET /',
    'GET /search.js',
    'GET /slice.db',
    'GET /sqlite-wasm/index.mjs',
    'GET /sqlite-wasm/sqlite3.wasm',
  ]);
  expect(complaints).toEqual([]);
});
