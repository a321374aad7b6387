import { describe, expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { SPREAD } from '../site/page-client.ts';
import { afterAll, beforeAll, openBrowser, test, type Visit } from './browser.ts';

let browser: Visit;
beforeAll(async () => {
  browser = await openBrowser(await fixtureCatalog());
});
afterAll(() => browser.close());

const compared = (page: Page) => page.locator('.compare thead .name').allTextContents();

describe.each([true, false])('someone whose browser runs scripts: %p', (javaScriptEnabled) => {
  test('chooses foods in a list, adds one and removes one', async () => {
    const page = await browser.visit({ javaScriptEnabled });
    await page.goto('/?q=hazelnut');
    await page.getByLabel('Compare Hazelnut cocoa spread').check();
    await page.getByLabel('Compare Hazelnut cream').check();
    await page.getByRole('button', { name: 'Compare the chosen foods' }).click();
    await page.waitForURL(/\/compare\?ids=\d+&ids=\d+$/);
    expect((await compared(page)).sort()).toEqual(['Hazelnut cocoa spread', 'Hazelnut cream']);
    await page.getByRole('searchbox', { name: 'Add a food' }).fill('peanut butter');
    await page.locator('.compare-add button').click();
    await page.getByRole('link', { name: 'Add Peanut butter, smooth' }).click();
    await page.waitForURL(/ids=\d+,\d+,\d+$/);
    await page.getByRole('link', { name: 'Remove Hazelnut cream' }).click();
    await page.waitForURL(/ids=\d+,\d+$/);
    expect(await compared(page)).toEqual(['Hazelnut cocoa spread', 'Peanut butter, smooth']);
  });
});

test('a food leads to its comparison', async () => {
  const page = await browser.visit();
  await page.goto(SPREAD);
  await page.getByRole('link', { name: 'Compare with other foods' }).click();
  await page.waitForURL('**/compare?ids=4006381333931');
  expect(await compared(page)).toEqual(['Hazelnut cocoa spread']);
});

test('on a phone four foods fit side by side, and their names stay in sight', async () => {
  const page = await browser.visit({ viewport: { width: 390, height: 700 } });
  const { foods } = await (await fetch(`${browser.origin}/foods/popular?limit=4&has_image=false`))
    .json()
    .then((list) => ({ foods: list as { id: number }[] }));
  await page.goto(`/compare?ids=${foods.map(({ id }) => id).join(',')}`);
  expect(await compared(page)).toHaveLength(4);
  await page.locator('.compare tbody tr').nth(8).scrollIntoViewIfNeeded();
  const heads = await page.locator('.compare thead th').all();
  for (const head of heads) {
    const box = await head.boundingBox();
    expect(box!.x).toBeGreaterThanOrEqual(0);
    expect(box!.x + box!.width).toBeLessThanOrEqual(390);
    expect(box!.y + box!.height).toBeGreaterThan(0);
  }
});

describe('the language of the pages', () => {
  test.each([true, false])(
    'is the browser’s, until one chooses another (scripts: %p)',
    async (javaScriptEnabled) => {
      const page = await browser.visit({ javaScriptEnabled, locale: 'fr-CH' });
      await page.goto('/?q=hazelnut&sort=-protein_g');
      expect(await page.locator('html').getAttribute('lang')).toBe('fr');
      await page.getByRole('button', { name: 'Deutsch' }).click();
      await page.waitForURL('**/?q=hazelnut&sort=-protein_g&lang=de');
      expect(await page.locator('html').getAttribute('lang')).toBe('de');
      expect(await page.locator('.summary').textContent()).toContain('2 Treffer für');
      await page.goto('/about');
      expect(await page.locator('h1').textContent()).toBe('Über diesen Katalog');
    },
  );

  test('is also that of what is found while one types, and of numbers that change', async () => {
    const page = await browser.visit({ locale: 'de' });
    await page.goto('/');
    await page.locator('#q').fill('hazelnut');
    await page.locator('.summary', { hasText: '2 Treffer für' }).waitFor();
    await page.goto(`${SPREAD}?grams=15`);
    const printed = await page.locator('#facts tr').allInnerTexts();
    await page.locator('#grams').fill('30');
    await page.locator('#grams').fill('15');
    expect(await page.locator('#facts tr').allInnerTexts()).toEqual(printed);
    expect(printed.join()).toContain('4,64 g');
  });
});
