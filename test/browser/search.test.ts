import { describe, expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { SPREAD } from '../site/page-client.ts';
import { untilInPage } from '../until.ts';
import { afterAll, atRest, beforeAll, openBrowser, test, type Visit } from './browser.ts';

let browser: Visit;
beforeAll(async () => {
  browser = await openBrowser(await fixtureCatalog());
});
afterAll(() => browser.close());

const focused = (page: Page) =>
  page.evaluate<string>("document.activeElement.getAttribute('href') ?? document.activeElement.id");
const searchFor = async (page: Page, text: string) => {
  // The box has the focus from the start, but the browser gives it a moment after the page has loaded.
  await untilInPage(page, "document.activeElement.id === 'q'");
  await page.keyboard.type(text);
  await page.locator('.summary', { hasText: `for ${text}` }).waitFor();
};

describe('someone who types', () => {
  test('sees results without leaving the page, and can share its address', async () => {
    const page = await browser.visit();
    await page.goto('/');
    await searchFor(page, 'hazelnut');
    expect(await page.locator(`a.food[href="${SPREAD}"]`).count()).toBe(1);
    await page.waitForURL(`${browser.origin}/?q=hazelnut`);
    expect(await page.locator('#search-status').textContent()).toContain('2 foods for hazelnut');
    const again = await browser.visit();
    await again.goto(page.url());
    await Promise.all([atRest(page), atRest(again)]);
    expect(await again.locator('#results').innerHTML()).toBe(await page.locator('#results').innerHTML());
  });

  test('goes to a food and back by the keyboard alone', async () => {
    const page = await browser.visit();
    await page.goto('/categories');
    await page.keyboard.press('/');
    expect(await focused(page)).toBe('bar-q');
    await page.goto('/');
    expect(await focused(page)).toBe('q');
    await searchFor(page, 'hazelnut');
    const [first, second] = await page
      .locator('a.food')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const steps: [string, string][] = [
      ['ArrowDown', first ?? ''],
      ['ArrowDown', second ?? ''],
      ['ArrowUp', first ?? ''],
      ['ArrowUp', 'q'],
      ['ArrowDown', first ?? ''],
      ['Escape', 'q'],
    ];
    for (const [key, target] of steps) {
      await page.keyboard.press(key);
      expect(await focused(page), key).toBe(target);
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${first}`);
    await page.goBack();
    await page.waitForURL(`${browser.origin}/?q=hazelnut`);
    expect(await page.locator('a.food').count()).toBe(2);
  });

  test('sees categories again when the box is emptied', async () => {
    const page = await browser.visit();
    await page.goto('/?q=hazelnut');
    await page.locator('#q').fill('');
    await page.locator('.cloud').waitFor();
    await page.waitForURL(`${browser.origin}/`);
  });

  test('sees the answer to the last letters, however late an earlier one comes', async () => {
    const page = await browser.visit();
    const [early, late, done] = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
    await page.route(/\/results\?q=tomato$/, async (route) => {
      early!.resolve();
      await late!.promise;
      await route.continue().catch(() => {});
      done!.resolve();
    });
    await page.goto('/');
    await page.locator('#q').fill('tomato');
    await early!.promise;
    await page.locator('#q').fill('gruyere');
    await page.locator('.summary', { hasText: 'for gruyere' }).waitFor();
    late!.resolve();
    await done!.promise;
    // Whatever comes of it comes before the answer to the next letters.
    await page.evaluate("fetch('/results?q=soup').then((answer) => answer.text())");
    expect(await page.locator('a.food').first().textContent()).toContain('Gruyère');
  });

  test('asks at most once in 250 ms, and for the last letters in the end', async () => {
    const page = await browser.visitAlone();
    // The clock of the page stands still but for what the test lets pass.
    await page.clock.install({ time: 0 });
    await page.goto('/');
    await page.clock.pauseAt(3_600_000);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/results') asked.push(searchParams.get('q') ?? '');
    });
    const LETTERS = 'peanut butter';
    const PACE_MS = 150;
    for (let typed = 1; typed <= LETTERS.length; typed++) {
      await page.locator('#q').fill(LETTERS.slice(0, typed));
      await page.clock.runFor(PACE_MS);
    }
    await page.clock.runFor(1000);
    await page.locator('.summary', { hasText: 'for peanut butter' }).waitFor();
    expect(asked.length).toBeLessThanOrEqual(1 + (LETTERS.length * PACE_MS) / 250);
    expect(asked.length).toBeGreaterThan(2);
    expect(asked.at(-1)).toBe(LETTERS);
  });

  test('is told to wait when there were too many, and gets the answer then', async () => {
    const page = await browser.visit();
    let refusals = 1;
    await page.route(/\/results/, (route) =>
      refusals-- > 0
        ? route.fulfill({ status: 429, headers: { 'retry-after': '3' }, body: '{"detail":"…"}' })
        : route.continue(),
    );
    await page.goto('/');
    // Filled in at once: while someone types slowly, a refused request is given up for the next one.
    await page.locator('#q').fill('hazelnut');
    await page.getByText('Trying again in 3 seconds').first().waitFor();
    await page.locator('a.food', { hasText: 'Hazelnut' }).first().waitFor();
  });

  test('finds by a typed barcode', async () => {
    const page = await browser.visit();
    await page.goto('/');
    await searchFor(page, '4006381333931');
    expect(await page.locator('a.food').count()).toBe(1);
  });
});

describe('without a script', () => {
  test('the form searches, and results lead to foods', async () => {
    const page = await browser.visit({ javaScriptEnabled: false });
    await page.goto('/');
    await page.locator('#q').fill('hazelnutt');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(`${browser.origin}/?q=hazelnutt`);
    expect(await page.locator('.summary').textContent()).toContain('Showing results for hazelnut');
    await page.locator('a.food').first().click();
    expect(await page.locator('h1').textContent()).toStartWith('Hazelnut');
  });
});

describe('filters', () => {
  const found = (page: Page) => page.locator('a.food .name').allTextContents();

  test.each([true, false])('narrow the results by a plain form (scripts: %p)', async (javaScriptEnabled) => {
    const page = await browser.visit({ javaScriptEnabled });
    await page.goto('/?q=hazelnut');
    await page.locator('#filter-brand').fill('nusskern');
    await page.getByLabel('Energy, at least (kcal)').fill('500');
    await page.getByLabel('Sort by').selectOption('-protein_g');
    await page.getByRole('button', { name: 'Show foods' }).click();
    await page.waitForURL(/brand=nusskern/);
    expect(await found(page)).toEqual(['Hazelnut cocoa spread']);
    const sent = new URL(page.url()).searchParams;
    expect(sent.get('q')).toBe('hazelnut');
    // A script leaves out what is empty.
    expect(sent.has('max_fat_g')).toBe(!javaScriptEnabled);
    await page.getByRole('link', { name: 'Remove this filter' }).filter({ hasText: 'nusskern' }).click();
    await page.waitForURL((url) => !url.search.includes('brand'));
    expect(await found(page)).toHaveLength(2);
  });

  test('are still in use while one types on', async () => {
    const page = await browser.visit();
    await page.goto('/?q=hazelnut&brand=nusskern');
    await page.locator('#q').fill('spread');
    await page.locator('.summary', { hasText: 'for spread' }).waitFor();
    expect(await found(page)).toEqual(['Hazelnut cocoa spread']);
    await page.waitForURL(`${browser.origin}/?q=spread&brand=nusskern`);
  });

  test('are folded on a phone, and always open where there is room', async () => {
    const phone = await browser.visit({ viewport: { width: 390, height: 800 } });
    await phone.goto('/?q=hazelnut');
    expect(await phone.locator('#filter-brand').isVisible()).toBe(false);
    await phone.getByText('Filters', { exact: true }).click();
    expect(await phone.locator('#filter-brand').isVisible()).toBe(true);
    const wide = await browser.visit({ viewport: { width: 1280, height: 800 } });
    await wide.goto('/?q=hazelnut');
    expect(await wide.locator('#filter-brand').isVisible()).toBe(true);
  });
});

describe('a camera', () => {
  /** Stands in for the camera and the detector of a phone: it sees the same barcode in every frame, or is refused. */
  const pretend = (page: Page, code: string | null) =>
    page.addInitScript(`
      const seen = ${JSON.stringify(code)};
      window.BarcodeDetector = class {
        static async getSupportedFormats() { return ['ean_13']; }
        async detect() { return [{ rawValue: seen }]; }
      };
      const getUserMedia = async () => {
        if (seen === null) throw new DOMException('no', 'NotAllowedError');
        const canvas = document.createElement('canvas');
        canvas.getContext('2d').fillRect(0, 0, 10, 10);
        return canvas.captureStream(5);
      };
      const enumerateDevices = async () => [{ kind: 'videoinput' }];
      Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia, enumerateDevices } });
    `);
  const isCameraOpen = (page: Page) => page.evaluate<boolean>("document.getElementById('camera').open");

  test('finds the food whose barcode it sees', async () => {
    const page = await browser.visitAlone();
    await pretend(page, '4006381333931');
    await page.goto('/');
    await page.getByRole('button', { name: 'Scan a barcode with the camera' }).click();
    await page.waitForURL('/?q=4006381333931');
    expect(await page.locator('a.food').count()).toBe(1);
    expect(await isCameraOpen(page)).toBe(false);
  });

  test('that may not be used is explained', async () => {
    const page = await browser.visitAlone();
    await pretend(page, null);
    await page.goto('/');
    await page.locator('#scan').click();
    await page.getByText('The camera is not available. Type the digits').waitFor();
    await page.keyboard.press('Escape');
    expect(await isCameraOpen(page)).toBe(false);
  });

  test('is not offered where there is none', async () => {
    const page = await browser.visitAlone();
    await page.addInitScript("Object.defineProperty(navigator, 'mediaDevices', { value: undefined })");
    await page.goto('/');
    expect(await page.locator('#scan').isVisible()).toBe(false);
  });

  test('of a phone needs https, and the page says how to get it', async () => {
    const page = await browser.visitAlone({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 800 },
    });
    // What a browser has on a page that came over http from another machine.
    await page.addInitScript("Object.defineProperty(navigator, 'mediaDevices', { value: undefined })");
    await page.goto('/');
    await page.locator('#scan').tap();
    await page.getByText('Browsers allow the camera only over https').waitFor();
    await page.getByRole('link', { name: 'See how to get that at home' }).tap();
    await page.getByRole('heading', { name: 'larder on your phone' }).waitFor();
  });
});
