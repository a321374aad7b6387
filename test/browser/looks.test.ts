import { describe, expect } from 'bun:test';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { PAGES, SPREAD } from '../site/page-client.ts';
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
];

describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
  let page: Page;
  beforeAll(async () => {
    page = await browser.visit({ colorScheme, viewport: { width: 390, height: 800 } });
  });

  test.each(ALL_PAGES)('%s hinders nobody, as far as axe can tell', async (path) => {
    await page.goto(path);
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<axe.AxeResults>("axe.run({ resultTypes: ['violations'] })");
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });

  test('the page is as light or dark as it should be', async () => {
    await page.goto('/');
    const background = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const [red = 0] = (background.match(/\d+/g) ?? []).map(Number);
    expect(red > 128).toBe(colorScheme === 'light');
  });
});

describe('at any width', () => {
  test.each([360, 768, 1280])('of %p pixels nothing sticks out', async (width) => {
    const page = await browser.visit({ viewport: { width, height: 800 } });
    for (const path of ALL_PAGES) {
      await page.goto(path);
      const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect(over, path).toBeLessThanOrEqual(0);
    }
  });
});
