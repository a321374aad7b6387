import { describe, expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { untilInPage } from '../until.ts';
import { wordsOf } from '../words-of.ts';
import { afterAll, beforeAll, openBrowser, test, type Visit } from './browser.ts';

const UNFOLD = "document.querySelectorAll('details').forEach((each) => (each.open = true))";

describe('The documentation in a browser', () => {
  let site: Visit;
  let page: Page;
  const asked: string[] = [];
  const complaints: string[] = [];

  let foldedHeight = 0;
  beforeAll(async () => {
    site = await openBrowser(await fixtureCatalog());
    page = await site.open({ viewport: { width: 390, height: 844 } });
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto('/docs');
    foldedHeight = await page.evaluate<number>('document.documentElement.scrollHeight');
    await page.evaluate(UNFOLD);
  });
  afterAll(() => site.close());

  test('is short on a phone, where every endpoint is folded', () => {
    expect(foldedHeight).toBeLessThan(12_000);
  });

  test('unfolds the endpoint that a link leads to', async () => {
    const linked = await site.visit({ viewport: { width: 1280, height: 900 } });
    await linked.goto('/docs#getFood');
    expect(await linked.locator('#getFood button').isVisible()).toBe(true);
    expect(await linked.locator('#searchFoods button').isVisible()).toBe(false);
  });

  test('has the bar at the same place as other pages', async () => {
    const both = await site.visit({ viewport: { width: 1280, height: 900 } });
    const places = [];
    for (const path of ['/docs', '/about']) {
      await both.goto(path);
      const [brand, last] = [both.locator('.bar .brand'), both.locator('.bar nav li').last()];
      places.push([await brand.boundingBox(), await last.boundingBox()]);
    }
    expect(places[0]).toEqual(places[1]!);
  });

  test('needs nothing but itself', () => {
    expect(asked).toEqual([`${site.origin}/docs`]);
    expect(complaints).toEqual([]);
  });

  test('allows only its own style and script, and no frame around it', async () => {
    const { headers } = await fetch(`${site.origin}/docs`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toContain('http');
  });

  test('has the bar of the site, on the entry for the API', async () => {
    expect(await page.locator('.bar .brand').getAttribute('href')).toBe('/');
    expect(await page.locator('.bar [aria-current]').innerText()).toBe('API');
    await page.locator('#bar-q').waitFor();
  });

  test('has every endpoint', async () => {
    expect(await page.locator('.address').allInnerTexts()).toEqual(
      wordsOf(`
        /search /food/{food_id} /barcode/{code} /foods/popular /foods/categories /foods/bulk /foods/find
        /foods/facets /suggest /recipe /meal /health
      `).map((path) => `GET\n${path}`),
    );
  });

  test('leads past the list of endpoints with the first key, and shows code as code', async () => {
    const read = await site.visit();
    await read.goto('/docs');
    await read.keyboard.press('Tab');
    await read.keyboard.press('Enter');
    expect(await read.evaluate<string>('document.activeElement.id')).toBe('top');
    await read.evaluate(UNFOLD);
    const hint = read
      .locator('#searchFoods .field', { has: read.locator('#searchFoods-grams') })
      .locator('p');
    expect(await hint.innerText()).toBe(
      'The nutrients of this many grams as well, as portion (above 0, at most 100,000)',
    );
    expect(await hint.locator('code').innerText()).toBe('portion');
  });

  test('sends a request and shows the answer', async () => {
    await page.fill('#searchFoods-q', 'hazelnut');
    await page.fill('#searchFoods-limit', '1');
    await page.click('#searchFoods button');
    await page.waitForSelector('#searchFoods .verdict .ok');
    expect(await page.textContent('#searchFoods .verdict')).toContain('200');
    expect(await page.textContent('#searchFoods .curl')).toContain('/search?q=hazelnut&limit=1');
    const shown = JSON.parse((await page.textContent('#searchFoods .body')) ?? '');
    expect(shown).toHaveLength(1);
  });

  test('has examples in its forms that find something as they are', async () => {
    const untouched = await site.visit();
    await untouched.goto('/docs');
    await untouched.evaluate(UNFOLD);
    const forms = untouched.locator('form[data-path]');
    for (const form of await forms.all()) await form.locator('button').click();
    await untilInPage(
      untouched,
      `document.querySelectorAll('.verdict :is(.ok, .not-ok)').length === ${await forms.count()}`,
    );
    const verdicts = await untouched.locator('.verdict').allInnerTexts();
    expect(verdicts.filter((verdict) => /^\s*4\d\d /.test(verdict))).toEqual([]);
    expect(await untouched.textContent('#getFoods .curl')).toContain('/foods/bulk?ids=4006381333931');
  });

  test('repeats a parameter for each line of its field', async () => {
    await page.fill('#analyzeRecipe-line', '30 g hazelnut spread\nsalt, to taste\n');
    await page.click('#analyzeRecipe button');
    await page.waitForSelector('#analyzeRecipe .verdict .ok');
    const { unresolved } = JSON.parse((await page.textContent('#analyzeRecipe .body')) ?? '');
    expect(unresolved).toEqual([1]);
    expect(await page.textContent('#analyzeRecipe .curl')).toContain(
      '/recipe?line=30+g+hazelnut+spread&line=salt%2C+to+taste',
    );
  });

  test('bounds the nutrient that is chosen', async () => {
    await page.selectOption('#findFoods-nutrient', 'sugar_g');
    await page.fill('#findFoods .bounds input[aria-label="at most"]', '1');
    await page.click('#findFoods button');
    await page.waitForSelector('#findFoods .verdict .ok');
    expect(await page.textContent('#findFoods .curl')).toContain('/foods/find?max_sugar_g=1');
  });

  test('is under 100 kB, with all nutrients in one field and shared problems in one place', async () => {
    expect((await page.content()).length).toBeLessThan(100_000);
    expect(await page.locator('#problems td:first-child').allInnerTexts()).toContain('429');
    await page.locator('#searchFoods a[href="#problems"]').click();
    expect(await page.locator('#problems').isVisible()).toBe(true);
  });

  test('puts a value into the path, whatever its characters', async () => {
    await page.fill('#getFood-food_id', '1/2?x');
    await page.click('#getFood button');
    await page.waitForSelector('#getFood .verdict .not-ok');
    expect(await page.textContent('#getFood .body')).toContain('"input": "1/2?x"');
  });

  test('sends the key that is typed in, and shows it nowhere', async () => {
    await page.fill('#key', 'top-secret');
    await page.click('#listCategories button');
    await page.waitForSelector('#listCategories .verdict .not-ok');
    expect(await page.textContent('#listCategories .verdict')).toContain('401');
    expect(await page.content()).not.toContain('top-secret');
    await page.fill('#key', '');
  });

  test('never takes what comes back for markup', async () => {
    await page.fill('#searchFoods-q', 'ab');
    await page.fill('#searchFoods-limit', '<img src=x onerror=alert(1)>');
    await page.click('#searchFoods button');
    await page.waitForSelector('#searchFoods .verdict .not-ok');
    expect(await page.locator('#searchFoods .body img').count()).toBe(0);
    expect(await page.textContent('#searchFoods .body')).toContain('<img src=x onerror=alert(1)>');
  });

  test('fits a phone', async () => {
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });
});
