import { describe, expect, test } from 'bun:test';
import { packImage, pictureLanguage, unpackImage } from '../../src/food/image.ts';

const NUTELLA = 3017620422003;
const FRONT = 'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.820';

describe('a picture of Open Food Facts', () => {
  test('is kept as language and revision', () => {
    expect(unpackImage(NUTELLA, 'en.820')).toEqual({
      image_url: `${FRONT}.400.jpg`,
      image_thumb_url: `${FRONT}.200.jpg`,
    });
  });

  test('of another code or folder is kept whole, with a thumbnail of its own', () => {
    const url = 'https://images.openfoodfacts.org/images/products/20031817/front_de.3.400.jpg';
    expect(unpackImage(20031817, packImage(20031817, url, url))).toEqual({
      image_url: url,
      image_thumb_url: url.replace('.400.', '.200.'),
    });
  });

  test('tells the language of its label', () => {
    const elsewhere = 'https://images.openfoodfacts.org/images/products/20031817/front_de.3.400.jpg';
    expect(pictureLanguage(packImage(NUTELLA, `${FRONT}.400.jpg`, null))).toBe('en');
    expect(pictureLanguage(packImage(20031817, elsewhere, null))).toBe('de');
    expect(pictureLanguage(packImage(NUTELLA, `${FRONT.replace('_en', '_xx')}.400.jpg`, null))).toBeNull();
    expect(pictureLanguage('https://shop.example/soup.jpg https://shop.example/small.jpg')).toBeNull();
    expect(pictureLanguage(null)).toBeNull();
  });

  test.each(['front.8', 'front_pt_br.8'])('is shown if it is %j, as some old ones are called', (file) => {
    const url = `${FRONT.replace('front_en.820', file)}.400.jpg`;
    expect(unpackImage(NUTELLA, packImage(NUTELLA, url, null)).image_url).toBe(url);
  });
});

describe('another picture', () => {
  test('is kept with its thumbnail', () => {
    const packed = packImage(10 ** 15, 'https://example.org/a.png', 'https://example.org/a-small.png');
    expect(unpackImage(10 ** 15, packed)).toEqual({
      image_url: 'https://example.org/a.png',
      image_thumb_url: 'https://example.org/a-small.png',
    });
  });
});

describe('a picture that larder serves', () => {
  const BANANA = { image_url: '/pictures/1/banana-400.png', image_thumb_url: '/pictures/1/banana-200.png' };

  test('is kept by its name, and has a path from the root', () => {
    expect(packImage(10 ** 15, BANANA.image_url, null)).toBe('/banana');
    expect(unpackImage(10 ** 15, '/banana')).toEqual(BANANA);
  });

  test('has an absolute address where the server knows its own', () => {
    expect(unpackImage(10 ** 15, '/banana', 'https://food.example')).toEqual({
      image_url: 'https://food.example/pictures/1/banana-400.png',
      image_thumb_url: 'https://food.example/pictures/1/banana-200.png',
    });
  });
});
