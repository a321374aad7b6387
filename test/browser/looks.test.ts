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

  test.each([320, 360, 768, 794, 1280])('sticks out nowhere at a width of %p pixels', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(over).toBeLessThanOrEqual(0);
    expect(await page.evaluate<string[]>(TABLES_OUTSIDE)).toEqual([]);
  });
});

/** Tables that end beyond the card they are in. */
const TABLES_OUTSIDE = `[...document.querySelectorAll('.card table, .label table')].filter((table) =>
  table.getBoundingClientRect().right > table.closest('.card, .label').getBoundingClientRect().right
).map(({ className }) => className)`;

test.each(['en', 'de'])('letters twice as large fit on a phone, in %s', async (language) => {
  const large = await browser.visitAlone({ viewport: { width: 375, height: 800 } });
  const devTools = await large.context().newCDPSession(large);
  await devTools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  for (const path of [SPREAD, '/', '/?q=hazelnut', '/about', '/categories', '/recipes', '/docs']) {
    await large.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
    expect(await large.evaluate<string>('getComputedStyle(document.documentElement).fontSize')).toBe('32px');
    const over = await large.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(over, path).toBeLessThanOrEqual(0);
  }
});

test('on paper there is nothing to press', async () => {
  const paper = await browser.visit();
  await paper.goto(SPREAD);
  await paper.emulateMedia({ media: 'print' });
  for (const part of [
    '.bar',
    '.portion',
    '.languages',
    '.to-compare',
    '.for-programs',
    'footer a[href="/docs"]',
  ])
    expect(await paper.locator(part).first().isVisible(), part).toBe(false);
  expect(await paper.locator('footer .credit').isVisible()).toBe(true);
  await paper.emulateMedia({ media: null });
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
