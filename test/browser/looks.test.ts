import { describe, expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { PAGES, SPREAD } from '../site/page-client.ts';
import { findHindrances, loadAxe } from './axe.ts';
import { afterAll, beforeAll, openBrowser, test, type Visit } from './browser.ts';

let browser: Visit;
beforeAll(async () => {
  browser = await openBrowser(await fixtureCatalog());
});
afterAll(() => browser.close());

/** It may have to be built. */
const MAX_BUILD_MS = 300_000;
beforeAll(makeStarter, MAX_BUILD_MS);

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

test.each([
  ['desktop', { width: 1280, height: 900 }, 9],
  ['phone', { width: 390, height: 844 }, 7],
] as const)('a %s shows many results at once', async (_, viewport, least) => {
  const starter = await openBrowser(STARTER);
  try {
    const one = await starter.open({
      viewport,
      hasTouch: viewport.width < 500,
      isMobile: viewport.width < 500,
    });
    await one.goto('/?q=bread');
    const whole = `[...document.querySelectorAll('a.food')].filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length`;
    expect(await one.evaluate<number>(whole)).toBeGreaterThanOrEqual(least);
  } finally {
    await starter.close();
  }
});

test('the box to compare appears where a mouse or a key is, and always for fingers', async () => {
  const opacity = (visited: Page, at: number) =>
    visited.evaluate<number>(`Number(getComputedStyle(document.querySelectorAll('.pick')[${at}]).opacity)`);
  const desk = await browser.visit({ viewport: { width: 1280, height: 900 } });
  await desk.goto('/?q=hazelnut');
  await desk.mouse.move(0, 0);
  expect([await opacity(desk, 0), await opacity(desk, 1)]).toEqual([0, 0]);
  await desk.locator('a.food').first().hover();
  expect([await opacity(desk, 0), await opacity(desk, 1)]).toEqual([1, 0]);
  await desk.mouse.move(0, 0);
  await desk.locator('a.food').nth(1).focus();
  expect([await opacity(desk, 0), await opacity(desk, 1)]).toEqual([0, 1]);
  await desk.getByLabel('Compare Hazelnut cream').check();
  expect([await opacity(desk, 0), await opacity(desk, 1)]).toEqual([1, 1]);
  const phone = await browser.visit({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await phone.goto('/?q=hazelnut');
  expect([await opacity(phone, 0), await opacity(phone, 1)]).toEqual([1, 1]);
});

test('whatever can be pressed is large enough for a finger', async () => {
  const phone = await browser.visit({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const small: Record<string, string[]> = {};
  for (const path of [...ALL_PAGES, '/docs']) {
    await phone.goto(path);
    const found = await phone.evaluate<string[]>(TOO_SMALL);
    if (found.length > 0) small[path] = found;
  }
  expect(small).toEqual({});
});

/** What 21 pixels above or below the middle of a control is not that control any more; links within a text are as high as its lines. */
const TOO_SMALL = `(() => {
  document.querySelectorAll('details').forEach((each) => (each.open = true));
  const isInText = (each) =>
    each.matches('a') && [...each.parentElement.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');
  return [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter((each) => {
    if (!each.checkVisibility() || each.closest('.unseen, .skip') || isInText(each)) return false;
    const area = each.labels?.length > 0 && each.matches('[type=checkbox], [type=radio]') ? each.labels[0] : each;
    area.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = area.getBoundingClientRect();
    if (width < 1 || height < 1) return false;
    return [-21, 21].some((off) => {
      const hit = document.elementFromPoint(left + width / 2, top + height / 2 + off);
      return hit === null || !area.contains(hit);
    });
  }).map((each) => each.outerHTML.slice(0, 90));
})()`;

test.each(['en', 'de'])('letters twice as large fit on a phone, in %s', async (language) => {
  const large = await browser.visitAlone({ viewport: { width: 375, height: 800 } });
  const devTools = await large.context().newCDPSession(large);
  await devTools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  for (const path of [
    SPREAD,
    '/',
    '/?q=hazelnut',
    '/about',
    '/categories',
    '/eaten?meal=1+egg',
    '/recipes',
    '/docs',
  ]) {
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

describe.each(['en', 'de', 'fr', 'es'])('in %s', (language) => {
  test.each([794, 1280])(
    'the word below a box to tick stays in its column at a width of %p',
    async (width) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`/?q=hazelnut&lang=${language}`);
      const over = await page.evaluate<number>(`(() => {
      const word = document.createRange();
      word.selectNodeContents(document.querySelector('.pick > [aria-hidden]'));
      const [text, column] = [word, document.querySelector('.pick')].map((part) => part.getBoundingClientRect());
      return Math.max(column.left - text.left, text.right - column.right);
    })()`);
      expect(over).toBeLessThanOrEqual(1);
    },
  );

  test('no source of a food is cut', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const path of [`/?lang=${language}`, `/?q=hazelnut&lang=${language}`]) {
      await page.goto(path);
      const cut = await page.evaluate<number>(`(() => {
        const origin = document.querySelector('.origin');
        origin.textContent = 'USDA Foundation';
        return origin.scrollWidth - origin.clientWidth;
      })()`);
      expect(cut, path).toBeLessThanOrEqual(0);
    }
  });

  test('the macronutrients of a food are on one line', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/?q=hazelnut&lang=${language}`);
    const lines = await page.evaluate<number>(`(() => {
      const list = document.querySelector('.macro-list');
      list.querySelectorAll('b').forEach((figure) => (figure.textContent = '26.3'));
      return new Set([...list.children].map((one) => Math.round(one.getBoundingClientRect().top))).size;
    })()`);
    expect(lines).toBe(1);
  });

  test('no nutrient of a filter is torn from its unit', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/?q=hazelnut&lang=${language}`);
    expect(await page.evaluate<string[]>(UNITS_APART)).toEqual([]);
  });

  test.each([320, 360, 390])('no word or amount is torn at a width of %p', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of [
      '/',
      '/?q=hazelnut',
      `${SPREAD}?grams=244`,
      '/about',
      '/phone',
      '/recipes?lines=1+egg',
      '/eaten?meal=two+eggs+and+toast',
    ]) {
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
      expect(await page.evaluate<string[]>(TORN), path).toEqual([]);
    }
  });
});

/** Nutrients whose name ends above the line of their unit. */
const UNITS_APART = `(() => {
  document.querySelectorAll('details').forEach((each) => (each.open = true));
  const end = document.createRange();
  return [...document.querySelectorAll('.range small')].filter((unit) => {
    const name = unit.previousSibling;
    end.setStart(name, name.data.trimEnd().length - 1);
    end.setEnd(name, name.data.trimEnd().length);
    return end.getBoundingClientRect().bottom < unit.getBoundingClientRect().top + 1;
  }).map((unit) => unit.parentElement.textContent);
})()`;

/**
 * Amounts whose unit is on another line, and words that go on in the next line without a hyphen; soft hyphens show one. A word of one piece of text is
 * enough: pieces that belong together do not break.
 */
const TORN = `(() => {
  const torn = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node; (node = walker.nextNode()); ) {
    if (node.parentElement.closest('script, option, pre, code, .unseen') || !node.parentElement.checkVisibility()) continue;
    // For screen readers only.
    if (node.parentElement.getBoundingClientRect().width <= 1) continue;
    for (const word of node.data.matchAll(/\\d[\\d.,]*[ \\u00a0](?:g|mg|µg|ml|kcal|kJ|%)(?!\\p{L})|[\\p{L}\\u00ad]{4,}/gu)) {
      if (word[0].includes('\\u00ad')) continue;
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      if (new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top))).size > 1)
        torn.push(word[0]);
    }
  }
  return torn;
})()`;
