import { describe, expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { SPREAD } from '../site/page-client.ts';
import { untilInPage } from '../until.ts';
import { afterAll, beforeAll, openBrowser, test, type Visit } from './browser.ts';

let browser: Visit;
beforeAll(async () => {
  browser = await openBrowser(await fixtureCatalog());
});
afterAll(() => browser.close());

/** The lines of the label, as they are seen. */
const label = (page: Page) => page.locator('#facts tr').allInnerTexts();

test.each([320, 390])('the figures of the label stand apart at a width of %p pixels', async (width) => {
  const page = await browser.visit({ viewport: { width, height: 800 } });
  await page.goto(`${SPREAD}?grams=244`);
  const gaps = await page.evaluate<number[]>(`[...document.querySelectorAll('#facts tbody tr')].map((row) => {
    const [, first, second] = [...row.cells].map((cell) => {
      const text = document.createRange();
      text.selectNodeContents(cell);
      return text.getBoundingClientRect();
    });
    return second.left - first.right;
  })`);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4);
  const heads = await page.locator('#facts thead th').allInnerTexts();
  expect(heads.slice(1, 3)).toEqual(['per\u00a0100\u00a0g', 'in 244\u00a0g']);
});

test.each(['en', 'de', 'fr', 'es'])('no figure of a table breaks on a phone, in %s', async (language) => {
  const page = await browser.visit({ viewport: { width: 360, height: 800 } });
  await page.goto(`${SPREAD}?lang=${language}`);
  const broken = await page.evaluate<string[]>(`[...document.querySelectorAll('.nutrients :is(td, th.daily)')]
    .filter((cell) => {
      const text = document.createRange();
      text.selectNodeContents(cell);
      const bottoms = [...text.getClientRects()].map(({ bottom }) => bottom);
      return Math.max(...bottoms) - Math.min(...bottoms) > 8;
    }).map(({ textContent }) => textContent)`);
  expect(broken).toEqual([]);
});

describe('the weight of a portion', () => {
  test('changes the label while it is typed, to what the server would print', async () => {
    const page = await browser.visit();
    const plain = await browser.visit({ javaScriptEnabled: false });
    await page.goto(SPREAD);
    const before = await label(page);
    for (const grams of ['250', '0.5', '33.3', '7', '1234.5', '10000']) {
      await page.locator('#grams').fill(grams);
      await plain.goto(`${SPREAD}?grams=${grams}`);
      expect(await label(page), `${grams} g`).toEqual(await label(plain));
      await page.waitForURL(`${browser.origin}${SPREAD}?grams=${grams}`);
    }
    await page.getByText('1 serving').click();
    expect(await label(page)).toEqual(before);
  });

  test('that is none takes the column away', async () => {
    const page = await browser.visit();
    await page.goto(SPREAD);
    for (const grams of ['', '0', '-4', '10001']) {
      await page.locator('#grams').fill('50');
      expect(await page.locator('[data-portion]').first().isVisible()).toBe(true);
      await page.locator('#grams').fill(grams);
      expect(await page.locator('[data-portion]').first().isVisible()).toBe(false);
    }
  });

  test('leaves unknown what is unknown', async () => {
    const page = await browser.visit();
    await page.goto('/food/9000000000025/unlabelled-cookies.html');
    await page.locator('#grams').fill('40');
    const cells = await page.locator('#facts tbody td:not(.daily)').allInnerTexts();
    expect(new Set(cells)).toEqual(new Set(['unknown', '–']));
  });

  test('can be sent without a script', async () => {
    const page = await browser.visit({ javaScriptEnabled: false });
    await page.goto(SPREAD);
    await page.locator('#grams').fill('200');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL(`${browser.origin}${SPREAD}?grams=200`);
    expect(await label(page)).toContain('Energy\t539 kcal\t1,078 kcal\t');
  });
});

describe('a picture', () => {
  const PIXEL = Buffer.from('R0lGODlhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADs=', 'base64');

  /** Evaluated in the page: waits until a picture has loaded. */
  const LOADED = '(image) => image.decode()';
  /** Waits until changes are painted and observers have been notified. */
  const painted = (page: Page) =>
    page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
    );

  test('that does not load leaves its place, and nothing in it', async () => {
    const page = await browser.visit();
    await page.goto(SPREAD);
    await page.locator('.picture img').waitFor({ state: 'attached' });
    await untilInPage(
      page,
      "getComputedStyle(document.querySelector('.picture img')).visibility === 'hidden'",
    );
    const { width, height } = (await page.locator('.picture').boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThan(100);
  });

  test.each([390, 1280])(
    'asked for at a width of %p tells nobody where, and moves nothing when it comes late',
    async (width) => {
      const page = await browser.visitAlone({ viewport: { width, height: 800 } });
      const referrers: (string | undefined)[] = [];
      let pageIsThere = Promise.withResolvers<void>();
      await page.route('https://images.example/**', async (route) => {
        referrers.push(route.request().headers().referer);
        await pageIsThere.promise;
        await route.fulfill({ contentType: 'image/gif', body: PIXEL });
      });
      await page.addInitScript(`
        window.shift = 0;
        const add = (shifts) => { for (const { value } of shifts) window.shift += value; };
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: 'layout-shift' });
        window.shifted = () => { add(observer.takeRecords()); return window.shift; };
      `);
      for (const path of [SPREAD, '/', '/?q=chocolate', '/category/cheeses']) {
        pageIsThere = Promise.withResolvers();
        const picture = page.waitForResponse(/images\.example/);
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        // A slow browser paints a page in pieces while it comes, and moves them: that is not the picture's doing.
        await painted(page);
        const before = await page.evaluate<number>('shifted()');
        pageIsThere.resolve();
        await picture;
        await page.locator('img[src*="images.example"]').first().evaluate(LOADED);
        await painted(page);
        expect((await page.evaluate<number>('shifted()')) - before, path).toBe(0);
      }
      expect(new Set(referrers)).toEqual(new Set([undefined]));
    },
  );

  test('is never asked for when pictures are off', async () => {
    const without = await openBrowser(await fixtureCatalog(), 'off');
    try {
      const page = await without.open();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).origin));
      for (const path of [SPREAD, '/', '/?q=chocolate', '/category/cheeses', '/about']) {
        await page.goto(path);
        expect(await page.locator('.picture, .thumb').count(), path).toBe(0);
      }
      expect(new Set(asked)).toEqual(new Set([without.origin]));
    } finally {
      await without.close();
    }
  });
});
