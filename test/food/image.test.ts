import { describe, expect, test } from 'bun:test';
import { packImage, pictureLanguage, unpackImage } from '../../src/food/image.ts';
import { ownPicturePath } from '../../src/food/own-picture.ts';

const NUTELLA = 3017620422003;
const FRONT = 'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.820';

describe('a picture of Open Food Facts', () => {
  test.each([
    [`${FRONT}.400.jpg`],
    [`${FRONT}.200.jpg`],
    [FRONT.replace('https://images.', 'http://static.').concat('.400.jpg')],
    [FRONT.replace('https://images.', 'http://en.').concat('.400.jpg')],
  ])('%s is kept as language and revision', (url) => {
    expect(packImage(NUTELLA, url, null)).toBe('en.820');
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

  test.each([
    'ingredients_fr.3.400.jpg',
    'nutrition_fr.3.400.jpg',
    'packaging_fr.3.400.jpg',
    'front_fr.400.jpg',
    'front_fr.jpg',
    'front_fr.3.jpg',
    '1.400.jpg',
    '1.jpg',
    '',
  ])('is none if it is %j, which does not show the food or does not exist', (file) => {
    for (const host of ['https://images', 'http://static', 'https://world']) {
      const folder = FRONT.replace('https://images', host).replace('front_en.820', '');
      expect(packImage(NUTELLA, folder + file, folder + file)).toBeNull();
    }
  });

  test.each(['front.8', 'front_pt_br.8'])('is shown if it is %j, as some old ones are called', (file) => {
    const url = `${FRONT.replace('front_en.820', file)}.400.jpg`;
    expect(unpackImage(NUTELLA, packImage(NUTELLA, url, null)).image_url).toBe(url);
  });

  test('in the folder for broken codes is none', () => {
    expect(
      packImage(NUTELLA, 'https://images.openfoodfacts.org/images/products/invalid/front_fr.3.400.jpg', null),
    ).toBeNull();
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

  test.each([
    'http://example.org/a.png',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'https://example.org/a b.png',
    'https://example.org/"onerror=alert(1)',
    `https://example.org/${'a'.repeat(600)}`,
    '//example.org/a.png',
    '',
  ])('at %j is not shown', (url) => {
    expect(packImage(NUTELLA, url, null)).toBeNull();
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

  test.each([
    '/pictures/1/../banana-400.png',
    '/pictures/1/banana-400.png?x=1',
    '/pictures/banana-400.png',
    '/pictures/1/Banana-400.png',
    '/etc/passwd',
    '//evil.example/pictures/1/banana-400.png',
    'http://evil.example/pictures/1/banana-400.png',
  ])('is not mistaken for %s', (address) => {
    expect(packImage(10 ** 15, address, null)).toBeNull();
    expect(ownPicturePath(address, 'https://food.example')).toBeNull();
  });

  test('is recognised with and without the address of the server', () => {
    const path = BANANA.image_url;
    expect(ownPicturePath(path, null)).toBe(path);
    expect(ownPicturePath(`https://food.example${path}`, 'https://food.example')).toBe(path);
    expect(ownPicturePath(`https://food.example${path}`, null)).toBeNull();
    expect(ownPicturePath(null, null)).toBeNull();
  });
});
