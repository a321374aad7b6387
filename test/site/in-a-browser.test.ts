import { describe, expect } from 'bun:test';
import { openCatalog } from '../../src/catalog/open.ts';
import { findHindrances, loadAxe } from '../browser/axe.ts';
import { afterAll, atRest, beforeAll, browse, complaintsOf, test, type Visit } from '../browser/browser.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { dashboardApp, PASSWORD } from './dashboard/dashboard-app.ts';
import { SPREAD } from './page-client.ts';

/** One page a template, in one theme at one width; test/browser has the others, and what people do on them. */
const TEMPLATES = [
  '/',
  '/?q=hazelnut',
  SPREAD,
  '/food/1/nothing.html',
  '/categories',
  '/category/spreads',
  '/compare?ids=4006381333931,5901234123457',
  '/recipes?lines=30+g+hazelnut+cocoa+spread%0Asalt+to+taste&servings=2',
  '/about',
  '/phone',
  '/dashboard/sign-in',
];

let browser: Visit;
beforeAll(async () => {
  const catalog = openCatalog(await fixtureCatalog());
  const at = await dashboardApp({ catalog, clock: null });
  browser = await browse(
    (request) => at.app.fetch(request),
    async () => {
      await at.remove();
      catalog.close();
    },
  );
});
afterAll(() => browser.close());

async function visitor() {
  const page = await browser.visit({ viewport: { width: 390, height: 800 } });
  return { page, complaints: complaintsOf(page) };
}

describe('in a browser', () => {
  test.each(TEMPLATES)('%s loads without a complaint, fits a phone, and hinders nobody', async (path) => {
    const { page, complaints } = await visitor();
    await page.goto(path);
    await atRest(page);
    const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect({ complaints, isTooWide: over > 0 }).toEqual({ complaints: [], isTooWide: false });
    await loadAxe(page);
    expect(await findHindrances(page, 'light')).toEqual([]);
  });

  test('what someone types is searched for', async () => {
    const { page, complaints } = await visitor();
    await page.goto('/');
    await page.locator('#q').fill('hazelnut');
    await page.locator(`a.food[href="${SPREAD}"]`).waitFor();
    await page.waitForURL('**/?q=hazelnut');
    expect(complaints).toEqual([]);
  });

  test('someone signs up, and makes a key that works', async () => {
    const { page, complaints } = await visitor();
    await page.goto('/dashboard/sign-up');
    await page.getByLabel('User name').fill('ada');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create the account', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('production');
    await page.getByRole('button', { name: 'Create the key', exact: true }).click();
    const authorization = `Bearer ${await page.locator('#secret').textContent()}`;
    const answer = await fetch(`${browser.origin}/food/4006381333931`, { headers: { authorization } });
    expect({ status: answer.status, complaints }).toEqual({ status: 200, complaints: [] });
  });
});
