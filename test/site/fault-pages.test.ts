import { describe, expect, test } from 'bun:test';
import { anonymousReads } from '../../src/admission/admission.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import type { Catalog } from '../../src/food/catalog.ts';
import { CatalogChanged } from '../../src/food/current-catalog.ts';
import { type AppOptions, createApp } from '../../src/http/app.ts';
import { DOCS_BAR } from '../../src/site/layout.ts';
import { answerFault, pageRefuser } from '../../src/site/page-answers.ts';
import { createPageRoutes } from '../../src/site/routes.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { wordsOf } from '../words-of.ts';
import { findFaults } from './html-faults.ts';
import { openPages } from './page-client.ts';

const SECRET = 'SELECT * FROM foods at /var/lib/larder/catalog.db';
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'x-request-id': 'r-17' };
const FAILING: readonly string[] = wordsOf(`
  / /?q=hazelnut /?q=hazelnut&sort=-protein_g /food/4006381333931/hazelnut-cocoa-spread.html /categories
  /recipes?lines=1+cup+milk /compare?ids=4006381333931
`);

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

describe('A browser never sees JSON in place of a page', () => {
  const send = async (path: string, method = 'GET', options: Partial<AppOptions> = {}) => {
    const catalog = openCatalog(await fixtureCatalog());
    const site = { catalog, images: 'on', publicUrl: null } as const;
    const app = createApp({
      catalog,
      pages: createPageRoutes(site),
      refusePage: pageRefuser(site),
      failPage: answerFault,
      ...options,
    });
    const answer = await app.handle(new Request(`http://localhost${path}`, { method, headers: BROWSER }));
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  test.each([
    ['a form that is not sent', '/language', 'GET', 405],
    ['a page that takes no form', '/about', 'POST', 405],
    ['a food that does not exist', '/food/1/nothing.html', 'GET', 404],
    ['a path that no page has', '/offline/', 'GET', 401],
    ['a number that is none', '/?min_fat_g=much', 'GET', 200],
  ])('at %s', async (_what, path, method, expected) => {
    const { status, headers, text } = await send(path, method);
    expect([status, headers.get('content-type')]).toEqual([expected, 'text/html; charset=utf-8']);
    expect(headers.get('allow') !== null).toBe(expected === 405);
    expect(await findFaults(text)).toEqual([]);
  });

  test.each([
    ['/docs', 500],
    ['/?q=hazelnut', 503],
  ] as const)('when %s fails with %p', async (path, status) => {
    const fail = () => {
      throw status === 500 ? new Error(SECRET) : new CatalogChanged();
    };
    const admission = { ...anonymousReads, admit: fail, budget: fail };
    const docsBar = {
      html: DOCS_BAR.html,
      get style(): string {
        return fail();
      },
    };
    const answer = await send(path, 'GET', path === '/docs' ? { docsBar } : { admission });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect(answer.text).not.toContain('SELECT');
  });

  test('after too many requests', async () => {
    const refused = {
      outcome: 'refused',
      status: 429,
      detail: 'Rate limit exceeded',
      headers: { 'retry-after': '7' },
    } as const;
    const { status, headers, text } = await send('/', 'GET', {
      admission: { ...anonymousReads, admit: () => refused },
    });
    expect([status, headers.get('content-type'), headers.get('retry-after')]).toEqual([
      429,
      'text/html; charset=utf-8',
      '7',
    ]);
    expect(text).toContain('Load this page again in 7 seconds.');
  });

  test('but a program that mistypes a path of the API does', async () => {
    for (const path of ['/food/', '/search', '/foods/nothing']) {
      expect((await send(path)).headers.get('content-type'), path).toBe('application/json');
    }
  });
});
