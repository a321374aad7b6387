import { describe, expect } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { temporaryFolder } from '../build/export-file.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { afterAll, atRest, beforeAll, openBrowser, test, type Visit } from './browser.ts';
import { fakeCamera, filmBarcode } from './filmed-barcode.ts';

const folder = temporaryFolder();
const film = join(folder, 'camera.y4m');
let browser: Visit;
beforeAll(async () => {
  filmBarcode(film, '4006381333931');
  browser = await openBrowser(await fixtureCatalog(), 'on', fakeCamera(film));
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** A phone that is held in front of a barcode, and whose browser cannot read barcodes itself. */
async function scan(code: string): Promise<{ page: Page; loaded: string[] }> {
  filmBarcode(film, code);
  const page = await browser.visitAlone({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 800 },
  });
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  page.context().on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.addInitScript('delete window.BarcodeDetector');
  await page.goto('/');
  await atRest(page);
  expect(loaded.filter((path) => /barcode-reader|zxing/.test(path))).toEqual([]);
  await page.getByRole('button', { name: 'Scan a barcode with the camera' }).tap();
  return { page, loaded };
}

describe('A camera that sees a barcode, by the decoder that larder brings,', () => {
  test.each([
    ['EAN-13', '4006381333931', 'Hazelnut cocoa spread'],
    ['UPC-A', '036000291452', null],
    ['EAN-8', '96385074', null],
  ])('finds the food of an %s', async (_kind, code, name) => {
    const { page, loaded } = await scan(code);
    await page.waitForURL(/\/\?q=\d+$/);
    expect(loaded.filter((path) => /barcode-reader|zxing/.test(path))).not.toEqual([]);
    expect(await page.locator('a.food').count()).toBe(1);
    expect(await page.locator('a.food').getAttribute('href')).toContain(`/food/${Number(code)}/`);
    if (name !== null) expect(await page.locator('a.food .name').textContent()).toBe(name);
    expect(await page.evaluate<boolean>("document.getElementById('camera').open")).toBe(false);
    // The camera is off again.
    expect(await page.evaluate<boolean>("document.getElementById('camera-view').srcObject === null")).toBe(
      true,
    );
  });

  test('offers to search by name where nothing has that barcode', async () => {
    const { page } = await scan('5449000000996');
    await page.getByText('No food in this catalogue has the barcode 5449000000996').first().waitFor();
    await page.getByLabel('What is it called?').fill('hazelnut');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/\?q=hazelnut$/);
    expect(await page.locator('a.food').count()).toBe(2);
  });
});

test('A decoder that cannot be loaded is explained', async () => {
  const page = await browser.visitAlone({ hasTouch: true });
  await page.addInitScript('delete window.BarcodeDetector');
  await page.route(/barcode-reader/, (route) => route.abort());
  await page.goto('/');
  await page.locator('#scan').tap();
  await page.getByText('The barcode reader could not be loaded.').waitFor();
});
