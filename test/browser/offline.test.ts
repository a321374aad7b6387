import { describe, expect, onTestFinished } from 'bun:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { SPREAD } from '../site/page-client.ts';
import { untilInPage } from '../until.ts';
import { afterAll, beforeAll, openBrowser, test, type Visit } from './browser.ts';

let browser: Visit;
beforeAll(async () => {
  browser = await openBrowser(await fixtureCatalog(), 'off');
});
afterAll(() => browser.close());

const NOTE = '.kept-note';
const TODAY = new Date().toLocaleDateString('en-GB', { dateStyle: 'long' });

/** A browser that may keep pages, after its first visit. */
async function firstVisit(options: BrowserContextOptions = {}, visit = browser): Promise<Page> {
  const page = await visit.visitAlone({ serviceWorkers: 'allow', ...options });
  await page.goto('/');
  await page.evaluate('navigator.serviceWorker.ready');
  await untilInPage(page, 'navigator.serviceWorker.controller !== null');
  return page;
}

const keptFoods = (page: Page) => page.locator('.kept a.food .name').allTextContents();

/** Foods are kept in the background, after they are shown. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const kept = `caches.open('larder-foods').then((foods) => foods.match('${path}', { ignoreVary: true })).then(Boolean)`;
  await untilInPage(page, kept);
}

describe('Without a network', () => {
  test('a food that was seen opens, and says that it was kept', async () => {
    const page = await firstVisit();
    await open(page, SPREAD);
    expect(await page.locator(NOTE).isVisible()).toBe(false);
    const online = await page.locator('main').innerText();
    await page.context().setOffline(true);
    await page.goto(SPREAD);
    expect(await page.locator(NOTE).innerText()).toContain(`as it was on ${TODAY}`);
    expect(await page.locator('main').innerText()).toBe(online);
    // With its style and its script.
    await page.locator('#grams').fill('50');
    await page.getByText('in 50 g').first().waitFor();
    await page.context().setOffline(false);
    await page.goto(SPREAD);
    expect(await page.locator(NOTE).isVisible()).toBe(false);
  });

  test('the search page opens with the foods that were seen, the last one first, and searches them', async () => {
    const alone = await openBrowser(await fixtureCatalog(), 'off');
    onTestFinished(() => alone.close());
    const page = await firstVisit({}, alone);
    await open(page, SPREAD);
    await open(page, '/food/9000000000025/unlabelled-cookies.html');
    await page.context().setOffline(true);
    await alone.stopServing();
    await page.goto('/');
    await page.locator(NOTE).waitFor();
    expect(await keptFoods(page)).toEqual(['Unlabelled cookies', 'Hazelnut cocoa spread']);
    // A name is as wide as its list.
    const widths = await page.evaluate<number[]>(
      "['.kept .what', '.kept .foods'].map((part) => document.querySelector(part).getBoundingClientRect().width)",
    );
    expect(widths[0]! / widths[1]!).toBeGreaterThan(0.8);
    await page.locator('#q').fill('HAZEL');
    await page.locator('.kept a.food').nth(1).waitFor({ state: 'detached' });
    await page.locator('.kept a.food').click();
    expect(await page.locator('h1').innerText()).toBe('Hazelnut cocoa spread');
    await page.goto('/?q=%22%3E%3Cb%3Enothing');
    expect(await page.locator('#q').inputValue()).toBe('"><b>nothing');
    expect(await keptFoods(page)).toEqual([]);
    await page.getByText('No food that is kept on this device matches').waitFor();
  });

  test('another page leads to what is kept', async () => {
    const page = await firstVisit();
    await open(page, SPREAD);
    await page.context().setOffline(true);
    await page.goto('/categories');
    await page.locator(NOTE).waitFor();
    expect(await keptFoods(page)).toEqual(['Hazelnut cocoa spread']);
  });

  test('the pages are in the language that was chosen last', async () => {
    const page = await firstVisit();
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await page.getByText('Stöbern').waitFor();
    const isGerman = `caches.match('/offline', { ignoreVary: true }).then((page) => page.headers.get('content-language') === 'de')`;
    await untilInPage(page, isGerman);
    await page.context().setOffline(true);
    await page.goto('/');
    expect(await page.locator(NOTE).innerText()).toContain('Keine Verbindung');
  });
});

test('The last hundred foods are kept, and no more', async () => {
  const page = await firstVisit();
  await page.evaluate(`(async () => {
    const foods = await caches.open('larder-foods');
    for (let id = 1; id <= 100; id++) await foods.put('/food/' + id + '/x.html', new Response('<h1>' + id + '</h1>'));
  })()`);
  await open(page, SPREAD);
  await untilInPage(
    page,
    "caches.open('larder-foods').then((foods) => foods.keys()).then((keys) => keys.length === 100)",
  );
  await page.context().setOffline(true);
  await page.goto('/');
  const names = await keptFoods(page);
  expect([names[0], names[1], names.at(-1), names.length]).toEqual([
    'Hazelnut cocoa spread',
    '100',
    '2',
    100,
  ]);
});

test('A fault of the service is shown, not hidden behind what was kept', async () => {
  const page = await firstVisit();
  await open(page, SPREAD);
  await page.goto('/food/4006381333932/nothing.html');
  expect(await page.locator(NOTE).count()).toBe(0);
  expect(await page.locator('h1').innerText()).toBe('No such food');
});

test('The site can be put on a home screen', async () => {
  const page = await firstVisit();
  const devTools = await page.context().newCDPSession(page);
  const { errors, data } = await devTools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { name, display, start_url, icons } = JSON.parse(data ?? '') as {
    name: string;
    display: string;
    start_url: string;
    icons: { src: string; sizes: string }[];
  };
  expect([name, display, start_url]).toEqual(['larder', 'standalone', '/']);
  for (const { src, sizes } of icons) {
    const size = await page.evaluate<string>(
      `(async () => { const image = new Image(); image.src = '${src}'; await image.decode(); return image.naturalWidth + 'x' + image.naturalHeight; })()`,
    );
    expect(size).toBe(sizes);
  }
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
    [],
  );
});
