import { describe, expect, test } from 'bun:test';
import { drawPack } from '../../packaging/pictures.ts';
import { PICTURE_EDITION, picturePath } from '../../src/food/own-picture.ts';
import { CATEGORY_PICTURES, NEUTRAL_SIGN, pictureOfCategory } from '../../src/site/category-picture.ts';
import { PICTURE_NAMES, PICTURE_PATHS, unpackPictures } from '../../src/site/pictures.ts';
import { openPages } from './page-client.ts';

const MAX_BYTES = 2.5e6;
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
/** Browsers keep a picture for a year: whoever changes a drawing raises PICTURE_EDITION, and then this. */
const DRAWN = { edition: 1, sha256: '47dd815fc23159f6b53df4cfba1cb3ee40a09e4c75a8608491c67a821077671a' };

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

describe('a food without a picture', () => {
  test.each([
    ['Bananas', 'banana'],
    ['Waters', 'droplet'],
  ])('is drawn where all foods of its category look like that: %s', (category, picture) => {
    expect(pictureOfCategory(category)).toBe(picture);
  });

  test.each([
    'Vegetables',
    'Fruits',
    'Cheeses',
    'Milks',
    'Meals',
    'Pizzas',
    'Poultries',
    'Condiments',
    'Something new',
    null,
  ])('has the neutral sign in a category of many looks: %p', (category) => {
    expect(pictureOfCategory(category)).toBe(NEUTRAL_SIGN);
    expect(CATEGORY_PICTURES).toContain(NEUTRAL_SIGN);
  });
});
