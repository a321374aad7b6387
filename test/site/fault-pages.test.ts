import { describe, expect, test } from 'bun:test';
import { openCatalog } from '../../src/catalog/open.ts';
import type { Catalog } from '../../src/food/catalog.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { findFaults } from './html-faults.ts';
import { openPages } from './page-client.ts';

const SECRET = 'SELECT * FROM foods at /var/lib/larder/catalog.db';
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'x-request-id': 'r-17' };
const FAILING: readonly string[] = [
  '/',
  '/?q=hazelnut',
  '/?q=hazelnut&sort=-protein_g',
  '/food/4006381333931/hazelnut-cocoa-spread.html',
  '/categories',
  '/recipes?lines=1+cup+milk',
  '/compare?ids=4006381333931',
];

async function openFailing(parts: Partial<Record<keyof Catalog, unknown>> = {}) {
  const broken = () => {
    throw new Error(SECRET);
  };
  const working = openCatalog(await fixtureCatalog());
  const catalog = {
    ...working,
    facts: working.facts,
    size: working.size,
    search: broken,
    searchRead: broken,
    find: broken,
    findFood: broken,
    findExamined: broken,
    countFacets: broken,
    listPopular: broken,
    listCategories: broken,
    ...parts,
  } as unknown as Catalog;
  return openPages({ catalog });
}

describe('A fault, in a browser,', () => {
  test.each(FAILING)('at %s is a page that says what to do and shows nothing of the fault', async (path) => {
    const { status, headers, text } = await (await openFailing()).get(path, BROWSER);
    expect([status, headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).toContain('Something went wrong here');
    expect(text).toContain('r-17');
    expect(text).not.toContain('SELECT');
    expect(await findFaults(text)).toEqual([]);
  });

  test.each([
    ['de', 'Hier ist etwas schiefgegangen'],
    ['fr', 'Une erreur s’est produite'],
    ['es', 'Algo ha fallado'],
  ])('is in the language of its reader: %s', async (language, words) => {
    const pages = await openFailing();
    const { text, headers } = await pages.get('/?q=milk', { ...BROWSER, 'accept-language': language });
    expect(text).toContain(words);
    expect(headers.get('content-language')).toBe(language);
  });

  test('is still JSON for a program, and at a route of the API', async () => {
    const pages = await openFailing();
    for (const [path, headers] of [
      ['/?q=hazelnut', {}],
      ['/results?q=hazelnut', { accept: '*/*' }],
      ['/search?q=hazelnut', BROWSER],
    ] as const) {
      const { status, text } = await pages.get(path, headers);
      expect([path, status, text]).toEqual([path, 500, '{"detail":"Internal Server Error"}']);
    }
  });

  test('is a page even where nothing of the catalogue can be read', async () => {
    const { status, text } = await (await openFailing({ facts: null })).get('/?q=hazelnut', BROWSER);
    expect(status).toBe(500);
    expect(text).toContain('Something went wrong here');
  });
});
