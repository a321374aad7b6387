import { expect } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { buildCatalog } from '../../build/pipeline.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import type { Food } from '../../src/food/food.ts';
import { categoryPath } from '../../src/site/category-pages.ts';
import { afterAll, beforeAll, openBrowser, test, type Visit } from './browser.ts';
import findHarm from './find-harm.client.js' with { type: 'text' };
import { FOODS, hostileCsv, hostileFoods, PAYLOADS } from './script-payloads.ts';

/**
 * Pages are read with the policy switched off, so that escaping alone must hold; that the policy holds as well has a
 * test of its own.
 */
let browser: Visit;
let directory: string;
let foods: Food[];
let categories: string[];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'larder-payloads-'));
  const input = join(directory, 'community.csv');
  const file = join(directory, 'catalog.db');
  writeFileSync(input, hostileCsv(hostileFoods()));
  await buildCatalog(
    { base: null, sources: [{ source: 'community', path: input }], out: file, force: false },
    () => {},
  );
  const catalog = openCatalog(file);
  foods = catalog.listBest(FOODS + 1);
  categories = catalog.listCategories().map(({ category }) => category);
  catalog.close();
  browser = await openBrowser(file);
});
afterAll(async () => {
  await browser.close();
  rmSync(directory, { recursive: true });
});

/** Lists of a kind to look at: the page of each food has shown every payload already. */
const LISTS = 10;
/** Pages side by side, for the sake of time; and small ones, since nobody looks at them. */
const VISITORS = 3;
const VIEWPORT = { width: 390, height: 300 };
/** Playwright would look with every frame, and so have every frame drawn. */
const POLL_MS = 50;
const IS_DONE = "!document.getElementById('results').hasAttribute('aria-busy')";

async function visitAll(
  paths: readonly string[],
  look: (page: Page, path: string) => Promise<void>,
): Promise<void> {
  const waiting = [...paths];
  await Promise.all(
    Array.from({ length: Math.min(VISITORS, paths.length) }, async () => {
      const page = await browser.open({ bypassCSP: true, viewport: VIEWPORT });
      await page.addInitScript('window.heard = []; window.ran = (number) => window.heard.push(number);');
      page.on('dialog', (dialog) => dialog.dismiss());
      for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
        await page.goto(path, { waitUntil: 'load' });
        await look(page, path);
      }
      await page.context().close();
    }),
  );
}

/** What is on a page that a payload would have changed. */
interface Harm {
  heard: number[];
  /** Elements that our pages never hold, and attributes that would run. */
  foreign: string[];
  address: string;
}

const harmOn = (page: Page) => page.evaluate<Harm>(findHarm);

test('hostile names, brands, categories, servings and pictures come through the build as they were written', () => {
  expect(foods).toHaveLength(FOODS);
  expect(foods.filter(({ name }) => name.includes('<')).length).toBeGreaterThan(FOODS / 2);
  expect(foods.filter(({ brand }) => brand?.includes('<')).length).toBeGreaterThan(FOODS / 2);
  expect(foods.filter((food) => food.serving_desc?.includes('<')).length).toBeGreaterThan(FOODS / 2);
  expect(categories.filter((category) => category.includes('<')).length).toBeGreaterThan(10);
});

test(`${PAYLOADS} payloads never run on the pages of their foods, and are shown as they were written`, async () => {
  const byPath = new Map(foods.map((food) => [food.static_url ?? '', food]));
  expect(byPath.size).toBe(FOODS);
  await visitAll([...byPath.keys()], async (page, path) => {
    const food = byPath.get(path) as Food;
    const { heard, foreign, address } = await harmOn(page);
    expect({ heard, foreign, address }).toEqual({ heard: [], foreign: [], address: path });
    const shown = await page.evaluate(`({
      name: document.querySelector('h1').textContent,
      brand: document.querySelector('.of')?.textContent ?? null,
      category: document.querySelectorAll('.path a')[1]?.textContent ?? null,
      serving: document.querySelector('.serving q')?.textContent ?? null,
      data: JSON.parse(document.querySelector('script[type="application/ld+json"]').textContent).name,
    })`);
    expect(shown).toEqual({
      name: food.name,
      brand: food.brand,
      category: food.category,
      serving: food.serving_desc,
      data: food.brand === null ? food.name : `${food.name}, ${food.brand}`,
    });
  });
});

test('payloads never run in lists, in searches, or while one types', async () => {
  const queries = foods
    .slice(0, LISTS)
    .map(({ name }) => `/?${new URLSearchParams({ q: name.slice(0, 180) })}`);
  const lists = ['/', '/categories', ...new Set(categories.slice(0, LISTS).map(categoryPath)), ...queries];
  await visitAll(lists, async (page, path) => {
    const { heard, foreign } = await harmOn(page);
    expect({ path, heard, foreign }).toEqual({ path, heard: [], foreign: [] });
  });
  await visitAll(['/'], async (page) => {
    for (const { name } of foods) {
      const answered = page.waitForResponse(/\/results/);
      await page.locator('#q').fill(name.slice(0, 180));
      await answered;
      await page.waitForFunction(IS_DONE, undefined, { polling: POLL_MS });
      const { heard, foreign } = await harmOn(page);
      expect({ name, heard, foreign }).toEqual({ name, heard: [], foreign: [] });
    }
  });
});

test('a payload that did get into a page would still not run', async () => {
  const page = await browser.visit();
  await page.goto('/');
  const ran = await page.evaluate(`(async () => {
    window.heard = 0;
    const refused = [];
    const all = new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        if (refused.push(effectiveDirective) === 3) resolve();
      });
    });
    const place = document.createElement('div');
    document.body.append(place);
    place.innerHTML = '<img src="x" onerror="heard++"><a id="lure" href="javascript:heard++">a</a>';
    const script = document.createElement('script');
    script.textContent = 'heard++';
    place.append(script);
    document.getElementById('lure').click();
    await all;
    return { heard: window.heard, refused: refused.sort() };
  })()`);
  expect(ran).toEqual({ heard: 0, refused: ['script-src-attr', 'script-src-elem', 'script-src-elem'] });
});
