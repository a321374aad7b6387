import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { Glob } from 'bun';
import { chooseCategory } from '../../build/normalize/categories.ts';
import pageWords from '../../data/page-words.tsv' with { type: 'text' };
import { openCatalog } from '../../src/catalog/open.ts';
import { ALLERGENS } from '../../src/food/allergens.ts';
import { FURTHER_NUTRIENTS } from '../../src/food/further-nutrients.ts';
import { createApp } from '../../src/http/app.ts';
import { FILTER_ROWS } from '../../src/operations/filters.ts';
import { preferredLanguage } from '../../src/site/language.ts';
import { localeOf } from '../../src/site/locale.ts';
import { categoryNames, LANGUAGES, memberNames } from '../../src/site/names.ts';
import { createPageRoutes } from '../../src/site/routes.ts';
import { EN } from '../../src/site/words/en.ts';
import { extendedCatalog, SKYR } from '../contract/extended-catalog.ts';
import { type DashboardApp, dashboardApp } from './dashboard/dashboard-app.ts';
import { openPages, PAGES, type PageClient, SPREAD } from './page-client.ts';

const SITE = join(import.meta.dir, '..', '..', 'src', 'site');
const OTHERS = LANGUAGES.filter((language) => language !== 'en');

/** Every message of a language by its path, such as `search.found.one`. */
function messagesOf(words: unknown, path = ''): [string, string][] {
  if (typeof words === 'string') return [[path, words]];
  return Object.entries(words as object).flatMap(([key, value]) =>
    messagesOf(value, path === '' ? key : `${path}.${key}`),
  );
}
const placesOf = (message: string) => [...message.matchAll(/\{(\w+)\}/g)].map(([place]) => place).sort();

/** Messages that are chosen by a value, such as the name of a finding. */
const CHOSEN_BY_VALUE =
  /^(dashboard\.refused\.\w+Faults|dashboard\.provider\.failures|recipes\.(methods|reasons)|trust\.findings)\./;

describe('the table of words', () => {
  const [head = '', ...lines] = pageWords.trimEnd().split('\n');
  const english = messagesOf(EN);

  test('has a line for every message, and none besides', () => {
    expect(lines.map((line) => line.split('\t')[0]!)).toEqual(english.map(([path]) => path));
  });

  test('has every message in every language', () => {
    const columns = head.split('\t').length;
    for (const line of lines) expect(line).toMatch(new RegExp(`^[^\\t]+(\t[^\t]+){${columns - 1}}$`));
  });

  test('has no message that no page uses', async () => {
    const files = [...new Glob('**/*.ts').scanSync(SITE)].filter((path) => !path.startsWith('words/'));
    const code = (await Promise.all(files.map((path) => Bun.file(join(SITE, path)).text()))).join('\n');
    const labels = FILTER_ROWS.flatMap(([, { label = '' }]) => label.split('.').slice(1));
    const used = new Set([...(code.match(/[\w-]+/g) ?? []), ...labels]);
    const nameOf = (path: string) =>
      path
        .replace(/\.(one|other)$/, '')
        .split('.')
        .at(-1)!;
    const unused = english
      .map(([path]) => path)
      .filter((path) => !CHOSEN_BY_VALUE.test(path) && !used.has(nameOf(path)));
    expect(unused).toEqual([]);
  });

  test('has a name for every filter that pages have', () => {
    const labels = FILTER_ROWS.flatMap(([name, { field, label = `filters.${name}` }]) =>
      field === null ? [] : [label],
    );
    const messages = english.map(([path]) => path);
    expect(labels.filter((label) => !messages.includes(label))).toEqual([]);
  });
});

describe.each(OTHERS)('the words in %s', (language) => {
  const english = messagesOf(localeOf('en').words);
  const own = new Map(messagesOf(localeOf(language).words));

  test('have the places of the English ones', () => {
    // "One food" has no number, and another language may say it with one.
    const optional = (path: string) => path.endsWith('.one');
    for (const [path, message] of english) {
      const places = placesOf(own.get(path) ?? '').filter((place) => !optional(path) || place !== '{count}');
      const expected = placesOf(message).filter((place) => !optional(path) || place !== '{count}');
      expect(places, path).toEqual(expected);
    }
  });

  test('are translated: hardly any is the same as in English', () => {
    const same = english.filter(([path, message]) => own.get(path) === message && /[a-z]{4}/i.test(message));
    expect(same.length / english.length).toBeLessThan(0.12);
  });

  test('name every category that larder assigns, no two alike', () => {
    const names = categoryNames(language);
    for (const category of categoryNames('de').keys()) expect(names.get(category), category).toMatch(/\S/);
    expect(new Set(names.values()).size).toBe(names.size);
  });
});

test('every nutrient of a full record and every allergen has a name in each language', () => {
  for (const language of LANGUAGES) {
    const names = memberNames(language);
    for (const name of [...FURTHER_NUTRIENTS, ...ALLERGENS]) expect(names.get(name), name).toMatch(/\S/);
    expect([...names.values()]).not.toContain('');
    expect(names.size).toBe(memberNames('en').size);
  }
});

test('categories are called as the build calls them', () => {
  const names = [...categoryNames('de').keys()].filter((name) => name !== 'Native American foods');
  for (const name of names) expect(chooseCategory([name])).toBe(name);
});

describe('the language that a browser asks for', () => {
  test.each([
    [null, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['de-CH, de;q=0.9, en;q=0.8', 'de'],
    ['FR-fr', 'fr'],
    ['en;q=0.5, es;q=0.8', 'es'],
    ['it, fr;q=0.7, de;q=0.7', 'fr'],
    ['it;q=0.9, *;q=0.1', 'en'],
    ['de;q=0, fr;q=0.1', 'fr'],
    ['de;q=0', 'en'],
    ['nonsense;;;q=x, es ; q=0.3', 'es'],
    ['zh-Hant-TW, es-419;q=0.5', 'es'],
    [`${'x,'.repeat(50_000)}de`, 'en'],
  ] as const)('%p is %s', (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });
});

describe('pages', () => {
  let pages: PageClient;
  beforeAll(async () => {
    pages = await openPages();
  });

  test.each(PAGES)('%s are in the language of their reader', async (path) => {
    const tags = new Set<string>();
    for (const language of LANGUAGES) {
      const { text, headers } = await pages.get(path, { 'accept-language': language });
      expect(text).toContain(`<html lang="${language}">`);
      expect(text).toContain(localeOf(language).words.frame.skip);
      expect(headers.get('content-language')).toBe(language);
      expect(headers.get('vary')).toBe('Accept-Encoding, Accept-Language, Cookie');
      tags.add(headers.get('etag') ?? '');
    }
    expect(tags.size).toBe(LANGUAGES.length);
  });

  test('follow the address before the choice, and the choice before the browser', async () => {
    const languageOf = async (path: string, headers: Record<string, string>) =>
      (await pages.get(path, headers)).headers.get('content-language');
    const wishes = { 'accept-language': 'de', cookie: 'a=b; larder-language=es; c=d' };
    expect(await languageOf('/about?lang=fr', wishes)).toBe('fr');
    expect(await languageOf('/about', wishes)).toBe('es');
    expect(await languageOf('/about?lang=xx', wishes)).toBe('es');
    expect(await languageOf('/about', { ...wishes, cookie: 'larder-language=xx' })).toBe('de');
  });

  test('do not take a copy in another language for their own', async () => {
    const german = await pages.get(SPREAD, { 'accept-language': 'de' });
    const etag = german.headers.get('etag') ?? '';
    const again = { 'if-none-match': etag };
    expect((await pages.get(SPREAD, { ...again, 'accept-language': 'de' })).status).toBe(304);
    expect((await pages.get(SPREAD, { ...again, 'accept-language': 'fr' })).status).toBe(200);
    expect((await pages.get('/', { ...again, 'accept-language': 'fr' })).status).toBe(200);
  });

  test('name their versions in other languages to search engines', async () => {
    const { text } = await pages.get(SPREAD, { 'accept-language': 'fr' });
    const address = `http://localhost${SPREAD}`;
    expect(text).toContain(`<link rel="canonical" href="${address}">`);
    for (const language of LANGUAGES) {
      const link = `<link rel="alternate" hreflang="${language}" href="${address}?lang=${language}">`;
      expect(text).toContain(link);
    }
    expect(text).toContain(`<link rel="alternate" hreflang="x-default" href="${address}">`);
    const german = await pages.get(`${SPREAD}?lang=de`);
    expect(german.text).toContain(`<link rel="canonical" href="${address}?lang=de">`);
    expect((await pages.get('/?q=milk')).text).not.toContain('hreflang');
  });

  test('write numbers, nutrients, categories and sources as their language does', async () => {
    const { text } = await pages.get(SPREAD, { 'accept-language': 'de' });
    for (const words of ['Kohlenhydrate', '57,5 <span', 'Aufstriche', 'davon Zucker', 'Energie in kJ'])
      expect(text).toContain(words);
    const categories = (await pages.get('/categories', { 'accept-language': 'es' })).text;
    expect(categories).toContain('<a href="/category/cheeses">Quesos</a>');
    const missing = await pages.get('/food/1/nothing.html', { 'accept-language': 'fr' });
    expect(missing.status).toBe(404);
    expect(missing.text).toContain('Aliment introuvable');
  });
});

describe('the name of a food', () => {
  test('is the one of the language of the page, where there is one', async () => {
    const { catalog, get } = await openPages({ catalog: openCatalog(await extendedCatalog()) });
    const address = catalog.findFood(SKYR)?.static_url ?? '';
    const heading = async (language: string) =>
      /<h1[^>]*>(.*?)<\/h1>/.exec((await get(address, { 'accept-language': language })).text)?.[1];
    expect(await heading('en')).toBe('Plain skyr');
    expect(await heading('de')).toBe('Skyr natur');
    expect(await heading('fr')).toBe('Skyr nature');
    expect(await heading('es')).toBe('Plain skyr');
    const found = (await get('/?q=skyr&lang=fr')).text;
    expect(found).toContain('<span class="name" dir="auto">Skyr nature</span>');
    expect((await get(`/compare?ids=${SKYR}&lang=de`)).text).toContain('>Skyr natur</a>');
  });
});

describe('a chosen language', () => {
  const choose = async (fields: Record<string, string>, type = 'application/x-www-form-urlencoded') => {
    const catalog = openCatalog(await extendedCatalog());
    const app = createApp({ catalog, pages: createPageRoutes({ catalog, images: 'on', publicUrl: null }) });
    return app.handle(
      new Request('http://localhost/language', {
        method: 'POST',
        headers: { 'content-type': type },
        body: new URLSearchParams(fields).toString(),
      }),
    );
  };

  test('is kept for a year, and leads back to the page', async () => {
    const answer = await choose({ lang: 'de', back: '/?q=milk&lang=fr&min_fat_g=1' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/?q=milk&lang=de&min_fat_g=1');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('set-cookie')).toBe(
      'larder-language=de; Path=/; SameSite=Lax; HttpOnly; Max-Age=31536000',
    );
  });

  test.each(['//evil.example/', '/\\evil.example', 'https://evil.example', '', '/a b', '/\r\nx: y', 'x'])(
    'never leads away: %p',
    async (back) => {
      expect((await choose({ lang: 'de', back })).headers.get('location')).toBe('/?lang=de');
    },
  );

  test('that is none is English, and so is a form that cannot be read', async () => {
    for (const answer of [await choose({ lang: 'xx' }), await choose({ lang: 'de' }, 'text/plain')]) {
      expect(answer.status).toBe(303);
      expect(answer.headers.get('set-cookie')).toStartWith('larder-language=en;');
    }
  });
});

describe('a language in the address of a page', () => {
  const [NAMED, KEPT] = [{ 'accept-language': 'fr' }, { cookie: 'larder-language=de' }];
  let pages: PageClient;
  beforeAll(async () => {
    pages = await openPages();
  });
  const inGerman = (path: string) => `${path}${path.includes('?') ? '&' : '?'}lang=de`;
  const linksOf = (text: string) =>
    [...text.matchAll(/<a\b[^>]*? href="(\/[^"]*)"/g)].map(([, address = '']) =>
      address.replaceAll('&amp;', '&'),
    );
  /** What has one address for all languages. */
  const isOther = (address: string) => /^\/(docs|llms\.txt|dashboard|food\/\d+$)/.test(address);

  test.each(PAGES)('stays on every link and search of %s for readers without cookies', async (path) => {
    const { text } = await pages.get(inGerman(path), NAMED);
    const links = linksOf(text);
    expect(
      links.filter((address) => isOther(address) === new URLSearchParams(address.split('?')[1]).has('lang')),
    ).toEqual([]);
    expect(links.length).toBeGreaterThan(5);
    const forms = [...text.matchAll(/<form\b[^>]*? method="get"[^>]*>(<input[^>]*>)?/g)].map(
      ([, field]) => field,
    );
    expect(forms).toEqual(forms.map(() => '<input type="hidden" name="lang" value="de">'));
    for (const address of links.filter((address) => !isOther(address)).slice(0, 12)) {
      const answer = await pages.get(address.split('#')[0]!, NAMED);
      expect([address, answer.status, answer.headers.get('content-language')]).toEqual([address, 200, 'de']);
    }
  });

  test('is on no link where a cookie says the same, or where no language is named', async () => {
    for (const path of PAGES) {
      const kept = await pages.get(inGerman(path), KEPT);
      const plain = await pages.get(path, KEPT);
      expect(linksOf(kept.text).filter((address) => address.includes('lang='))).toEqual([]);
      expect(kept.text.includes('type="hidden" name="lang"')).toBe(false);
      expect(linksOf(plain.text).filter((address) => address.includes('lang='))).toEqual([]);
    }
  });

  test('stays in what is found while someone types', async () => {
    const { text } = await pages.get('/results?q=hazelnut&lang=de', NAMED);
    expect(linksOf(text).length).toBeGreaterThan(0);
    expect(linksOf(text).filter((address) => !address.includes('lang=de'))).toEqual([]);
  });

  test('makes another page than the same address with a cookie, for caches', async () => {
    for (const path of ['/about?lang=de', `${SPREAD}?lang=de`]) {
      const [named, kept] = [await pages.get(path, NAMED), await pages.get(path, KEPT)];
      const etag = named.headers.get('etag')!;
      expect(kept.headers.get('etag')).not.toBe(etag);
      expect((await pages.get(path, { ...KEPT, 'if-none-match': etag })).status).toBe(200);
      expect((await pages.get(path, { ...NAMED, 'if-none-match': etag })).status).toBe(304);
      expect(named.headers.get('vary')).toContain('Cookie');
      expect(named.text).toContain('?lang=de">\n<link rel="alternate"');
    }
  });
});

describe('a reader over the limit', () => {
  let dashboard: DashboardApp;
  beforeAll(async () => {
    dashboard = await dashboardApp({ hasLimits: true });
  });
  afterAll(() => dashboard.remove());

  test('learns so in their language', async () => {
    const headers = { accept: 'text/html', 'accept-language': 'es' };
    let answer = new Response();
    for (let n = 0; n < 121; n++) {
      answer = await dashboard.app.handle(new Request('http://localhost/about', { headers }));
    }
    expect(answer.status).toBe(429);
    const text = await answer.text();
    expect(text).toContain('<html lang="es">');
    expect(text).toContain('Un poco más despacio, por favor');
  });
});
