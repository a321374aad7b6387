import { describe, expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { PAGES, SPREAD } from '../site/page-client.ts';
import { findHindrances, loadAxe } from './axe.ts';
import { afterAll, beforeAll, openBrowser, test, type Visit } from './browser.ts';

let browser: Visit;
beforeAll(async () => {
  browser = await openBrowser(await fixtureCatalog());
});
afterAll(() => browser.close());

/** One of each kind and state, also those that say that something is not there. */
const ALL_PAGES = [
  ...PAGES,
  `${SPREAD}?grams=33`,
  '/food/9000000000025/unlabelled-cookies.html',
  '/food/1/nothing.html',
  '/?q=4006381333949',
  '/?q=hazelnutt',
  '/?q=chocolate&lang=de',
  '/?sort=-protein_g&lang=es',
  `${SPREAD}?lang=fr`,
  '/compare?ids=4006381333931,5901234123457&lang=de',
  '/food/1/nothing.html?lang=es',
  '/about?lang=de',
];

let page: Page;
beforeAll(async () => {
  page = await browser.open();
});

describe.each(ALL_PAGES)('%s', (path) => {
  beforeAll(async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(path);
    await loadAxe(page);
  });

  test.each(['light', 'dark'] as const)(
    'hinders nobody in the %s theme, as far as axe can tell',
    async (colorScheme) => {
      expect(await findHindrances(page, colorScheme)).toEqual([]);
    },
  );

  test.each([320, 360, 768, 1280])('sticks out nowhere at a width of %p pixels', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(over).toBeLessThanOrEqual(0);
  });
});

test.each(['light', 'dark'] as const)(
  'the %s theme is as light or dark as it should be',
  async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    const background = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const [red = 0] = (background.match(/\d+/g) ?? []).map(Number);
    expect(red > 128).toBe(colorScheme === 'light');
  },
);
