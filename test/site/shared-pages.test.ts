import { describe, expect, test } from 'bun:test';
import { openCatalog } from '../../src/catalog/open.ts';
import type { Catalog } from '../../src/food/catalog.ts';
import { CurrentCatalog } from '../../src/food/current-catalog.ts';
import { Busy, ClientGone } from '../../src/http/answer.ts';
import { createApp } from '../../src/http/app.ts';
import { CatalogAnswers } from '../../src/http/catalog-answers.ts';
import { runInThisThread, type TaskRunner } from '../../src/http/task.ts';
import { PAGE_TASKS } from '../../src/site/rendered-pages.ts';
import { createPageRoutes } from '../../src/site/routes.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { emptyCatalog } from '../http/empty-catalog.ts';
import { wordsOf } from '../words-of.ts';

const fixture = openCatalog(await fixtureCatalog());

/** An app whose pages are made a moment later, as by another thread, and which counts what is made. */
function openCounted({ catalog = fixture, first }: { catalog?: Catalog; first?: Error } = {}) {
  const site = { catalog, images: 'on', publicUrl: null } as const;
  const here = runInThisThread(() => PAGE_TASKS, site);
  const made: string[] = [];
  const tasks: TaskRunner = {
    async run(call, task) {
      made.push(call.target.path);
      await Bun.sleep(0);
      if (made.length === 1 && first !== undefined) throw first;
      return here.run(call, task);
    },
  };
  const answers = new CatalogAnswers(catalog, tasks);
  const app = createApp({ catalog, answers, pages: createPageRoutes(site, answers) });
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await app.handle(new Request(`http://localhost${path}`, { headers }));
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  return { get, made };
}

describe('A page that is the same for everyone', () => {
  test.each(
    wordsOf(`
    / /about /categories /category/spreads /recipes /compare /sitemap.xml /sitemap/1.xml
    /sitemap/pages.xml
  `),
  )('is made once, for all who ask at the same moment and for those who follow: %s', async (path) => {
    const { get, made } = openCounted();
    const together = await Promise.all(Array.from({ length: 45 }, () => get(path)));
    const later = await get(path);
    expect(made).toEqual([path]);
    expect(new Set([...together, later].map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(later).toMatchObject({ status: 200, text: (await openCounted().get(path)).text });
  });

  test('is not made again for a query that it does not take', async () => {
    const { get, made } = openCounted();
    const plain = await get('/about');
    for (const query of ['?x=1', '?x=2', '?lang=xx', '?q=milk']) {
      expect((await get(`/about${query}`)).text).toBe(plain.text);
    }
    await get('/sitemap/1.xml');
    await get('/sitemap/1.xml?x=1');
    expect(made).toEqual(['/about', '/sitemap/1.xml']);
  });

  test('is made for each language, whether it is asked for in the address or by the browser', async () => {
    const { get, made } = openCounted();
    const german = { 'accept-language': 'de' };
    const pages = [
      await get('/about'),
      await get('/about', german),
      await get('/about?lang=de&x=1'),
      await get('/about?lang=DE', german),
    ].map(({ text }) => text);
    expect(made).toHaveLength(3);
    expect(pages.map((text) => /<html lang="(..)">/.exec(text)?.[1])).toEqual(['en', 'de', 'de', 'de']);
    expect(pages[3]).toBe(pages[2]!);
    expect(pages.map((text) => /rel="canonical" href="([^"]*)"/.exec(text)?.[1])).toEqual([
      'http://localhost/about',
      'http://localhost/about',
      'http://localhost/about?lang=de',
      'http://localhost/about?lang=de',
    ]);
  });

  test('is compressed for each reader in the coding that the reader asked for', async () => {
    const { get } = openCounted();
    const codings = await Promise.all(
      ['zstd', 'gzip', 'identity'].map((coding) => get('/about', { 'accept-encoding': coding })),
    );
    expect(codings.map(({ headers }) => headers.get('content-encoding'))).toEqual(['zstd', 'gzip', null]);
  });

  test('is made again from another catalogue', async () => {
    const catalog = new CurrentCatalog(emptyCatalog({ contentHash: 'a'.repeat(64) }));
    const { get, made } = openCounted({ catalog });
    const before = await get('/sitemap/pages.xml');
    catalog.replaceBy(fixture);
    const after = await get('/sitemap/pages.xml');
    expect(made).toHaveLength(2);
    expect(after.text).not.toBe(before.text);
    expect(after.text).toContain('/category/spreads');
  });

  test.each([
    ['gone', new ClientGone()],
    ['refused', new Busy()],
  ])('is made for the others when the first to ask is %s', async (_how, first) => {
    const { get, made } = openCounted({ first });
    const [one, other] = await Promise.all([get('/about'), get('/about')]);
    expect(one.status).not.toBe(200);
    expect(other).toMatchObject({ status: 200, text: (await openCounted().get('/about')).text });
    expect(made).toHaveLength(2);
  });
});

test('Searches and lists by page are made for each request', async () => {
  const { get, made } = openCounted();
  const paths = ['/?q=hazelnut', '/results?q=hazelnut', '/results', '/category/spreads?page=2'];
  for (const path of [...paths, ...paths]) await get(path);
  expect(made).toHaveLength(2 * paths.length);
});
