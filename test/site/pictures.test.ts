import { describe, expect, test } from 'bun:test';
import { drawPack } from '../../packaging/pictures.ts';
import { PICTURE_EDITION, picturePath } from '../../src/food/own-picture.ts';
import { CATEGORY_PICTURES, pictureOfCategory } from '../../src/site/category-picture.ts';
import { PICTURE_NAMES, PICTURE_PATHS, unpackPictures } from '../../src/site/pictures.ts';
import { openPages } from './page-client.ts';

const MAX_BYTES = 2.5e6;
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
/** Browsers keep a picture for a year: whoever changes a drawing raises PICTURE_EDITION, and then this. */
const DRAWN = { edition: 1, sha256: 'fdc447c800803aff44a0e0706f773c3f182896ecbe718263165b3945a64d78c6' };

const pack = drawPack(PICTURE_NAMES);
const pictures = unpackPictures(new Uint8Array(pack));

describe('the pack of pictures', () => {
  test('has every picture in both sizes, as PNG of that many pixels', () => {
    expect([...pictures.keys()].sort()).toEqual([...PICTURE_PATHS].sort());
    for (const [path, bytes] of pictures) {
      const png = Buffer.from(bytes);
      const size = Number(/-(\d+)\.png$/.exec(path)![1]);
      expect({
        path,
        starts: png.subarray(0, 8),
        wide: png.readUInt32BE(16),
        high: png.readUInt32BE(20),
      }).toEqual({ path, starts: PNG, wide: size, high: size });
    }
  });

  test('is small enough to go into the executable', () => {
    expect(pack.length).toBeLessThan(MAX_BYTES);
  });

  test('has the drawings of its edition', () => {
    const sha256 = new Bun.CryptoHasher('sha256').update(pack).digest('hex');
    expect({ edition: PICTURE_EDITION, sha256 }).toEqual(DRAWN);
  });
});

describe('a picture', () => {
  test('is served to anyone, to be kept for ever', async () => {
    const { get } = await openPages();
    const { status, headers } = await get(picturePath('banana', 400));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  test.each([
    '/pictures/1/unicorn-400.png',
    '/pictures/1/banana-300.png',
    '/pictures/2/banana-400.png',
    '/pictures/1/banana-400.png/',
    '/pictures/1/',
    '/pictures',
  ])('%s does not exist', async (path) => {
    const { get } = await openPages();
    expect((await get(path)).status).toBe(401);
  });
});

describe('a category has a picture that says what it is', () => {
  test.each([
    ['Cheeses', 'cheese-wedge'],
    ['Fruits', 'red-apple'],
    ['Fruit juices', 'beverage-box'],
    ['Vegetables', 'carrot'],
    ['Vegetable oils', 'jar'],
    ['Breads', 'bread'],
    ['Beef', 'cut-of-meat'],
    ['Poultries', 'poultry-leg'],
    ['Fishes', 'fish'],
    ['Waters', 'droplet'],
    ['Alcoholic beverages', 'wine-glass'],
    ['Breakfast cereals', 'bowl-with-spoon'],
    ['Ice creams', 'ice-cream'],
    ['Creams', 'glass-of-milk'],
    ['Peanut butters', 'peanuts'],
    ['Something new', 'fork-and-knife-with-plate'],
    [null, 'fork-and-knife-with-plate'],
  ])('%p: %s', (category, picture) => {
    expect(pictureOfCategory(category)).toBe(picture);
    expect(CATEGORY_PICTURES).toContain(picture);
  });
});
