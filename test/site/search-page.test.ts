import { describe, expect, test } from 'bun:test';
import type { Catalog } from '../../src/food/catalog.ts';
import type { Food } from '../../src/food/food.ts';
import { ENGLISH } from '../../src/site/locale.ts';
import { openPages, SPREAD } from './page-client.ts';

const pages = await openPages();

describe('the search page', () => {
  test('finds what the API finds, in the same order', async () => {
    const found = pages.catalog.search({ q: 'chocolate', limit: 20, source: null });
    const { text } = await pages.get('/?q=chocolate');
    const links = [...text.matchAll(/<a class="food" href="([^"]+)"/g)].map(([, href]) => href);
    expect(links).toEqual(found.map(({ static_url }) => static_url ?? ''));
    expect(links.length).toBeGreaterThan(1);
  });

  test('shows the corrected query where a spelling was corrected', async () => {
    const { text } = await pages.get('/?q=hazelnutt');
    expect(text).toContain('Showing results for <a href="/?q=hazelnut"><b>hazelnut</b></a>');
    expect(text).toContain(SPREAD);
    expect((await pages.get('/?q=hazelnut')).text).not.toContain('Showing results for');
  });

  test('finds a typed barcode in any of its forms', async () => {
    for (const q of ['4006381333931', '4-006381-333931', '04006381333931']) {
      const { text } = await pages.get(`/?q=${q}`);
      expect(text).toContain(SPREAD);
      expect(text).toContain('One food');
    }
  });

  test('says so when nothing matches', async () => {
    expect((await pages.get('/?q=zzzzzz')).text).toContain(
      'No food in this catalogue matches <q>zzzzzz</q>.',
    );
    const unknownCode = (await pages.get('/?q=4006381333948')).text;
    expect(unknownCode).toContain('has the barcode <b>4006381333948</b>');
    expect(unknownCode).not.toContain('mistyped');
    expect((await pages.get('/?q=4006381333949')).text).toContain('a digit may be mistyped');
  });

  test('says when no food has all the words', async () => {
    const part = (await pages.get('/?q=hazelnut+zeppelin')).text;
    expect(part).toContain(
      'No food has all the words of <q>hazelnut zeppelin</q>. The nearest, without <q>zeppelin</q>, per 100 g:',
    );
    expect((await pages.get('/?q=hazelnut')).text).not.toContain('No food has all the words');
  });

  test('says what a catalogue without products has, where it has nothing', async () => {
    const few = 'and few brands: search for what it is';
    const facts = { ...pages.catalog.facts, foods_by_source: { usda: 9 }, sources: [] };
    const { catalog } = pages;
    const plain = Object.assign(Object.create(catalog), { facts }) as Catalog;
    const { get } = await openPages({ catalog: plain });
    expect((await get('/?q=zzzzzz')).text).toContain(few);
    expect((await pages.get('/?q=zzzzzz')).text).not.toContain(few);
  });

  test('shows categories and popular foods without a query', async () => {
    for (const path of ['/', '/?q=', '/?q=%20', '/results']) {
      const { text } = await pages.get(path);
      expect(text).toContain('href="/category/spreads"');
      expect(text).toContain('Popular foods');
      expect(text).toContain(SPREAD);
    }
  });

  test('greets with foods of many kinds, no two of one kind in a row, while the API keeps its order', async () => {
    const { catalog } = pages;
    const [water, coffee, milk] = catalog.listBest(3);
    const of = (food: Food | undefined, category: string, count: number) =>
      Array.from(
        { length: count },
        (_, at): Food => ({
          ...food!,
          id: food!.id + at,
          name: `${food!.name} ${at}`,
          category,
        }),
      );
    const popular = [...of(water, 'Waters', 4), ...of(coffee, 'Coffees', 4), ...of(milk, 'Milks', 5)];
    const { get } = await openPages({
      images: 'off',
      catalog: {
        ...catalog,
        facts: catalog.facts,
        size: catalog.size,
        listPopular: ({ limit }: { limit: number }) => popular.slice(0, limit),
      } as unknown as Catalog,
    });
    const { text } = await get('/');
    const kinds = [...text.matchAll(/<span class="kind">[^<]*?\b(Water|Coffees|Milk)\b/g)].map(
      ([, kind]) => kind,
    );
    expect(kinds).toEqual(Array(4).fill(['Water', 'Coffees', 'Milk']).flat());
  });

  test('asks for more than one letter, and truncates a query that is too long', async () => {
    expect((await pages.get('/?q=a')).text).toContain('Type at least 2 characters.');
    const { status, text } = await pages.get(`/?q=${'milk%20'.repeat(400)}`);
    expect(status).toBe(200);
    expect(text).toContain('value="milk milk');
  });

  test('gives the script the same results as the page', async () => {
    const fragment = (await pages.get('/results?q=soup')).text;
    expect(fragment).not.toContain('<html');
    expect((await pages.get('/?q=soup')).text).toContain(fragment);
  });
});

describe('categories', () => {
  test('are all listed with their counts', async () => {
    const { text } = await pages.get('/categories');
    for (const { category, count } of pages.catalog.listCategories()) {
      expect(text).toContain(`>${ENGLISH.category(category)}</a> <span class="count">${count}</span>`);
    }
  });

  test('have English names in the singular where a plural is unusual', () => {
    expect(['Poultries', 'Fishes', 'Fruits'].map((name) => ENGLISH.category(name))).toEqual([
      'Poultry',
      'Fish',
      'Fruits',
    ]);
  });

  test('show all their foods, page by page', async () => {
    const { text } = await pages.get('/category/spreads');
    expect(text).toContain('3 foods');
    expect(text.match(/class="food"/g)).toHaveLength(3);
  });
});
