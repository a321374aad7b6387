import { describe, expect, test } from 'bun:test';
import { drawPack } from '../../packaging/pictures.ts';
import { PICTURE_EDITION, picturePath } from '../../src/food/own-picture.ts';
import { EXAMPLE_FOOD } from '../../src/http/openapi-examples.ts';
import { ENGLISH } from '../../src/site/locale.ts';
import { renderDrawing, renderPicture, renderThumb } from '../../src/site/picture.ts';
import { PICTURE_NAMES, PICTURE_PATHS, unpackPictures } from '../../src/site/pictures.ts';
import { openPages } from './page-client.ts';

const MAX_BYTES = 2.5e6;
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
/** Browsers keep a picture for a year: whoever changes a drawing raises PICTURE_EDITION, and then this. */
const DRAWN = { edition: 1, sha256: '1fed5d1b3b0e75abf3b829a9b61a48954f3d149c4c029b492cd0f19361565f4c' };

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

describe('a food', () => {
  const [PHOTO, DRAWING] = ['https://images.example/a.jpg', picturePath('banana', 400)];
  const site = { images: 'on', publicUrl: null } as const;
  const pictured = (address: string | null) => ({
    ...EXAMPLE_FOOD,
    image_url: address,
    image_thumb_url: address,
  });
  const shown = (address: string | null, images: 'on' | 'off' = 'on') =>
    [
      renderThumb(pictured(address), { ...site, images }),
      renderPicture(pictured(address), { ...site, images }, ENGLISH),
      renderDrawing(pictured(address), { ...site, images }),
    ].map((part) => part !== null);

  test('without a picture has nothing in its place', () => {
    expect(shown(null)).toEqual([false, false, false]);
    expect(shown('http://images.example/a.jpg')).toEqual([false, false, false]);
  });

  test('with a photograph has it in lists and on its page, unless pictures are off', () => {
    expect(shown(PHOTO)).toEqual([true, true, false]);
    expect(shown(PHOTO, 'off')).toEqual([false, false, false]);
  });

  test('with a drawing of ours has it in lists and beside its name', () => {
    expect(shown(DRAWING)).toEqual([true, false, true]);
    expect(shown(DRAWING, 'off')).toEqual([true, false, true]);
  });
});
