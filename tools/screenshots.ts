import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { makeStarter, STARTER } from '../build/starter.ts';
import { openBrowser } from '../test/browser/browser.ts';

/**
 * `npm run screenshots`: the pictures in the README, taken from the starter catalogue. They look like the committed ones
 * where the fonts Liberation Sans and Noto Serif are installed; letters of other fonts are wider or narrower.
 */
const IMAGES = join(import.meta.dir, '..', 'docs', 'images');
/** A desktop window. */
const VIEWPORT = { width: 1120, height: 850 };
/** The README shows the pictures at a quarter of this width, and they stay sharp when enlarged. */
const PIXEL_RATIO = 1.5;
/** At this quality WebP is a quarter of the size of PNG and the letters are still crisp. */
const WEBP_QUALITY = 85;

const PAGES = {
  search: '/?q=whole+millk',
  meal: '/eaten?meal=two+eggs+and+a+slice+of+toast+with+butter%2C+200+ml+orange+juice',
};

/** Through the DevTools protocol, since Playwright itself writes PNG and JPEG only. */
async function capture(page: Page): Promise<Buffer> {
  const devTools = await page.context().newCDPSession(page);
  const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality: WEBP_QUALITY });
  return Buffer.from(data, 'base64');
}

/** Pictures are loaded when they come into view, and decoded later: without this their place may still be empty. */
const LOADED = `Promise.all([...document.images]
  .filter((image) => image.getBoundingClientRect().top < innerHeight)
  .map((image) => image.decode()))`;

await makeStarter();
mkdirSync(IMAGES, { recursive: true });
const browser = await openBrowser(STARTER);
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.open({ colorScheme, viewport: VIEWPORT, deviceScaleFactor: PIXEL_RATIO });
    for (const [name, path] of Object.entries(PAGES)) {
      await page.goto(path);
      await page.evaluate(LOADED);
      const file = join(IMAGES, `${name}-${colorScheme}.webp`);
      writeFileSync(file, await capture(page));
      console.log(file);
    }
  }
} finally {
  await browser.close();
}
