import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type OpenedCatalog, openCatalog } from '../../src/catalog/open.ts';
import { createApp } from '../../src/http/app.ts';
import { listen } from '../../src/http/listen.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

describe('The documentation in a browser', () => {
  let catalog: OpenedCatalog;
  let server: Bun.Server<undefined>;
  let browser: Browser;
  let page: Page;
  const asked: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    catalog = openCatalog(await fixtureCatalog());
    const app = createApp({ catalog });
    server = listen((request) => app.fetch(request), { host: '127.0.0.1', port: 0 });
    browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
    page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(new URL('/docs', server.url).href);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await server.stop(true);
    catalog.close();
  });

  test('needs nothing but itself', () => {
    expect(asked).toEqual([new URL('/docs', server.url).href]);
    expect(complaints).toEqual([]);
  });

  test('allows only its own style and script, and no frame around it', async () => {
    const { headers } = await fetch(new URL('/docs', server.url));
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toContain('http');
  });

  test('has every endpoint', async () => {
    expect(await page.locator('.address').allInnerTexts()).toEqual(
      ['/search', '/food/{food_id}', '/barcode/{code}', '/foods/popular', '/foods/categories', '/health'].map(
        (path) => `GET\n${path}`,
      ),
    );
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
