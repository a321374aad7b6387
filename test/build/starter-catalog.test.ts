import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { type OpenedCatalog, openCatalog } from '../../src/catalog/open.ts';
import { FOOD_TABLES } from '../../src/food/food-tables.ts';
import { identifyByWords } from '../../src/food/identity.ts';
import { picturePath } from '../../src/food/own-picture.ts';
import { PICTURE_PATHS } from '../../src/site/pictures.ts';
import { openPages, type PageClient } from '../site/page-client.ts';

/** What a person wants to see of a hundred staples: name, serving, category and picture. */
interface Staple {
  ndbNumber: string;
  name: string;
  serving: string;
  category: string;
  /** Empty where no icon shows just that food. */
  picture: string;
}
const STAPLES = readFileSync(join(import.meta.dir, 'staples.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((row): Staple => {
    const [ndbNumber = '', name = '', serving = '', category = '', picture = ''] = row.split('\t');
    return { ndbNumber, name, serving, category, picture };
  });

let catalog: OpenedCatalog;
let pages: PageClient;
beforeAll(async () => {
  await makeStarter();
  catalog = openCatalog(STARTER);
  pages = await openPages({ catalog });
}, 300_000);
afterAll(() => catalog.close());

const popular = (hasImage: boolean, limit: number) =>
  catalog.listPopular({ limit, offset: 0, category: null, hasImage });

test('there are a hundred staples, each once', () => {
  expect(STAPLES).toHaveLength(100);
  expect(new Set(STAPLES.map(({ ndbNumber }) => ndbNumber)).size).toBe(100);
});

describe('a staple has the name, serving, category and picture that a person wants', () => {
  test.each(STAPLES.map((staple) => [staple.name, staple] as const))('%s', (_, staple) => {
    const { name, serving_desc, category, image_url, image_thumb_url } =
      catalog.findFood(identifyByWords(['usda', staple.ndbNumber])) ?? {};
    const { picture } = staple;
    expect({ name, serving_desc, category, image_url, image_thumb_url }).toEqual({
      name: staple.name,
      serving_desc: staple.serving,
      category: staple.category,
      image_url: picture === '' ? null : picturePath(picture, 400),
      image_thumb_url: picture === '' ? null : picturePath(picture, 200),
    });
  });
});

describe('the popular foods', () => {
  const EVERYDAY =
    /^(?:beverages, (?:water|coffee|carbonated)|water|milk|sugars|banana|lettuce|catsup|tomato|apple)/i;

  test('begin with what people eat and drink every day', () => {
    const first = popular(false, 12).map(({ name }) => name);
    expect(first.filter((name) => !EVERYDAY.test(name))).toEqual([]);
  });

  test('with a picture, as asked for by default, are enough for a page of a hundred', () => {
    const pictured = popular(true, 500);
    expect(pictured.length).toBeGreaterThanOrEqual(150);
    expect(pictured.slice(0, 10).filter(({ name }) => !EVERYDAY.test(name))).toEqual([]);
    const served = new Set(PICTURE_PATHS);
    expect(pictured.filter(({ image_url }) => !served.has(image_url!))).toEqual([]);
    expect(pictured.filter(({ image_thumb_url }) => !served.has(image_thumb_url!))).toEqual([]);
  });

  test('are not what the home page begins with, but foods that people look up, each with its picture', async () => {
    const { text } = await pages.get('/');
    const links = [...text.matchAll(/href="\/food\/\d+\/([^"]+)\.html"/g)].map(([, slug]) => slug);
    expect([...new Set(links)].slice(0, 3)).toEqual([
      'bananas-raw',
      'egg-whole-raw-fresh',
      'milk-whole-3-25-milkfat-with-added-vitamin-d',
    ]);
    expect(text).toContain(`<img src="${picturePath('banana', 200)}"`);
  });
});

test.each(['en', 'de', 'fr', 'es'])(
  'the home page in %s begins with foods that have a name in it',
  async (language) => {
    const { text } = await pages.get(`/?lang=${language}`);
    const names = [...text.matchAll(/<span class="name"([^>]*)>/g)].map(([, attributes]) => attributes);
    expect(names).toEqual(Array(12).fill(' dir="auto"'));
  },
);

test.each([
  ['de', 'bls', 'Vollmilch|Fettarme Milch'],
  ['fr', 'ciqual', 'Lait demi-écrémé|Lait entier'],
] as const)('the home page in %s has the foods of its table', async (language, table, milk) => {
  const { text } = await pages.get(`/?lang=${language}`);
  const origin = `<span class="origin">${FOOD_TABLES[table].short}</span>`;
  expect(text.split(origin).length - 1).toBeGreaterThanOrEqual(9);
  expect(text).toMatch(new RegExp(`>(?:${milk})<`));
});

test('a food that its table calls as people do has no second name below', async () => {
  const { text } = await pages.get('/?q=eau+du+robinet&lang=fr');
  const [, below] = />Eau du robinet<\/span> <span class="kind">(.*?)<\/span>/.exec(text) ?? [];
  expect(below).toBe('Eaux');
});

test('a plain food comes before the rare ones of its kind', () => {
  const fruits = catalog.listPopular({ limit: 5, offset: 0, category: 'Fruits', hasImage: false });
  expect(fruits.map(({ name }) => name.split(',')[0])).toEqual([
    'Bananas',
    'Apples',
    'Grapes',
    'Oranges',
    'Strawberries',
  ]);
});

test('a picture has the address of the server where it is known', () => {
  const withUrl = openCatalog(STARTER, 'starter', null, {
    publicUrl: 'https://food.example',
    language: 'en',
  });
  try {
    expect(withUrl.findFood(identifyByWords(['usda', '09040']))).toMatchObject({
      image_url: 'https://food.example/pictures/1/banana-400.png',
      image_thumb_url: 'https://food.example/pictures/1/banana-200.png',
    });
  } finally {
    withUrl.close();
  }
});

test('few categories have a single food', () => {
  const lonely = catalog.listCategories().filter(({ count }) => count === 1);
  expect(lonely.length).toBeLessThanOrEqual(2);
});

test('a community food without a barcode has the id of its name, as before', () => {
  const id = identifyByWords(['community', 'name', 'homemade pancakes', '']);
  expect(catalog.findFood(id)).toMatchObject({ name: 'Homemade pancakes', source: 'community' });
});
