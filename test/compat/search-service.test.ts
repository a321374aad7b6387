import { afterAll, describe, expect, test } from 'bun:test';
import { openCatalog } from '../../src/catalog/open.ts';
import { Busy } from '../../src/http/answer.ts';
import { wordsOf } from '../words-of.ts';
import { buildProducts, codeOfMany, compatCatalog } from './compat-catalog.ts';
import { GRANOLA } from './products.ts';
import { countingCatalog, serveApp } from './served-app.ts';
import {
  has,
  hasBrand,
  isCalled,
  isFreeOf,
  isKnown,
  lacks,
  TAGGED,
  type TaggedProduct,
  taggedCatalog,
  tagsOf,
} from './tagged-products.ts';

const catalog = openCatalog(await taggedCatalog());
const granola = openCatalog(await compatCatalog());
const send = serveApp({ catalog });
afterAll(() => {
  catalog.close();
  granola.close();
});

const PREFIX = '/search-a-licious';
const search = (query: Record<string, string>) => send(`${PREFIX}/search?${new URLSearchParams(query)}`);
const post = (body: unknown) =>
  send(`${PREFIX}/search`, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });

/** The codes of all hits with a barcode, and the count. */
async function findAll(q: string, more: Record<string, string> = {}) {
  const codes: string[] = [];
  let count = 0;
  for (let page = 1; page < 6; page++) {
    const { body, status } = await search({ q, fields: 'code', page_size: '100', page: `${page}`, ...more });
    expect(status).toBe(200);
    count = body.count;
    codes.push(...body.hits.map(({ code }: { code: string }) => code));
    expect(body.page_count).toBe(Math.ceil(count / 100));
  }
  expect(codes).toHaveLength(count);
  return codes.filter((code) => code.length === 13);
}

describe('The search service', () => {
  test('is at the root of hosts that begin with search., and under a prefix elsewhere', async () => {
    const query = '/search?q=chocolate&page_size=3';
    const { text, status, body } = await send(PREFIX + query);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual([
      ...['hits', 'aggregations', 'facets', 'charts', 'page', 'page_size', 'page_count', 'debug', 'took'],
      ...['timed_out', 'count', 'is_count_exact', 'warnings'],
    ]);
    for (const host of ['search.openfoodfacts.org', 'Search.home.example:8080', 'SEARCH.x']) {
      const there = await send(query, { headers: { host } });
      expect(there.text).toBe(text);
      const posted = { method: 'POST', headers: { host }, body: '{"q":"chocolate","page_size":3}' };
      expect((await send('/search', posted)).text).toBe(text);
    }
    expect((await send(`http://search.example${query}`)).text).toBe(text);
    // `/search` of every other host is that of the API.
    const off = serveApp({ catalog, isOn: false });
    for (const headers of [{}, { host: 'world.openfoodfacts.org' }, { host: 'research.example' }]) {
      expect(Array.isArray((await send('/search?q=chocolate', { headers })).body)).toBe(true);
      const posted = { method: 'POST', headers, body: '{"q":"chocolate"}' };
      expect((await send('/search', posted)).text).toBe((await off('/search', posted)).text);
    }
  });

  test.each(
    wordsOf(`
    /search/ /searches?q=x /document /document/ /document/1/2 /autocomplete/ /v1/search?q=x
  `),
  )('does not have %s', async (path) => {
    expect((await send(PREFIX + path)).status).toBe(401);
    expect((await send(path, { headers: { host: 'search.example' } })).status).toBe(401);
  });

  test('does not exist without the flag', async () => {
    const off = serveApp({ catalog, isOn: false });
    expect((await off(`${PREFIX}/search?q=chocolate`)).status).toBe(401);
    const headers = { host: 'search.example' };
    expect(Array.isArray((await off('/search?q=chocolate', { headers })).body)).toBe(true);
    expect((await off('/autocomplete?q=a&taxonomy_names=brands', { headers })).status).toBe(401);
  });

  test('has the routes that keep a client going', async () => {
    const headers = { host: 'search.example' };
    for (const prefix of [PREFIX, '']) {
      const health = await send(`${prefix}/health`, { headers });
      expect(health).toMatchObject({ status: 200, body: { status: 'success' } });
      const robots = await send(`${prefix}/robots.txt`, { headers });
      expect(robots.status).toBe(200);
      expect(robots.answer.headers.get('content-type')).toContain('text/plain');
    }
    expect((await send('/health')).body).not.toEqual({ status: 'success' });
  });

  test('finds a document by its code', async () => {
    const ask = serveApp({ catalog: granola });
    const { status, body } = await ask(`${PREFIX}/document/${GRANOLA}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ code: GRANOLA, brands: ['Mühlenhof', 'Kornblume'] });
    expect(await ask(`${PREFIX}/document/4000000000006`)).toMatchObject({
      status: 404,
      text: '{"detail":"code not found"}',
    });
  });

  test('has hits in the form of version 2, with lists for some texts', async () => {
    const ask = serveApp({ catalog: granola });
    const { body, text } = await ask(`${PREFIX}/search?q=granola`);
    const [hit] = body.hits;
    expect(hit).toMatchObject({
      code: GRANOLA,
      product_name: 'Hazelnut crunch granola',
      product_name_de: 'Knuspermüsli Haselnuss',
      brands: ['Mühlenhof', 'Kornblume'],
      brands_tags: ['muhlenhof', 'kornblume'],
      categories: ['en:breakfasts', 'en:breakfast-cereals', 'en:mueslis'],
      labels: ['en:organic'],
      countries: ['en:austria', 'en:germany'],
      quantity: '500 g',
      nutriscore_grade: 'c',
      nova_group: 4,
      environmental_score_grade: 'b',
      image_front_small_url: expect.stringContaining('front_en.7.200.jpg'),
      nutriments: { fat_100g: 18, 'energy-kcal_100g': 454 },
    });
    expect(JSON.stringify(body.hits)).not.toContain('null');
    expect(text).toContain('"aggregations":null');
    const inFrench = await ask(`${PREFIX}/search?q=granola&langs=fr,en&fields=product_name,_score`);
    expect(inFrench.body.hits).toEqual([
      { product_name: 'Hazelnut crunch granola', _score: expect.any(Number) },
    ]);
  });

  test('has a score that falls, for best matches only', async () => {
    const { body } = await search({ q: 'milk chocolate deluxe', page_size: '50' });
    const scores = body.hits.map(({ _score }: { _score: number }) => _score);
    expect(scores.every(Number.isFinite)).toBe(true);
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
    const named = await search({ q: 'milk', fields: 'code' });
    expect('_score' in named.body.hits[0]).toBe(false);
    const sorted = await search({ q: 'milk', sort_by: 'code' });
    expect('_score' in sorted.body.hits[0]).toBe(false);
  });
});

type Test = (product: TaggedProduct) => boolean;
const called = isCalled;
const all =
  (...tests: Test[]): Test =>
  (one) =>
    tests.every((test) => test(one));
const any =
  (...tests: Test[]): Test =>
  (one) =>
    tests.some((test) => test(one));
const not =
  (test: Test): Test =>
  (one) =>
    !test(one);
const france = has('countries_tags', 'en:france');
const norway = has('countries_tags', 'en:norway');
const sugars = (meets: (grams: number) => boolean) => (one: TaggedProduct) =>
  one.nutriments.sugars_100g !== undefined && meets(one.nutriments.sugars_100g);

const QUERIES: readonly [q: string, test: Test][] = [
  ['chocolate', called('chocolate')],
  ['dark chocolate', all(called('dark'), called('chocolate'))],
  ['"dark chocolate"', (one) => one.product_name.includes('dark chocolate')],
  ['"chocolate dark"', () => false],
  ['chocolate AND deluxe', all(called('chocolate'), called('deluxe'))],
  ['plum OR goat', any(called('plum'), called('goat'))],
  ['(plum OR goat) AND deluxe', all(any(called('plum'), called('goat')), called('deluxe'))],
  ['plum OR goat deluxe', any(called('plum'), all(called('goat'), called('deluxe')))],
  ['plum OR goat -deluxe', all(any(called('plum'), called('goat')), not(called('deluxe')))],
  ['chocolate +NOT (deluxe OR milk)', all(called('chocolate'), not(called('deluxe')), not(called('milk')))],
  ['chocolate NOT -deluxe', all(called('chocolate'), called('deluxe'))],
  ['chocolate -!deluxe', all(called('chocolate'), called('deluxe'))],
  ['plum OR -deluxe', any(called('plum'), not(called('deluxe')))],
  ['-deluxe OR plum', any(called('plum'), not(called('deluxe')))],
  ['NOT deluxe OR plum', any(called('plum'), not(called('deluxe')))],
  ['plum OR goat NOT deluxe', all(any(called('plum'), called('goat')), not(called('deluxe')))],
  ['plum OR NOT deluxe', any(called('plum'), not(called('deluxe')))],
  ['-deluxe plum OR goat', all(any(called('plum'), called('goat')), not(called('deluxe')))],
  ['plum OR +goat AND -deluxe', any(called('plum'), all(called('goat'), not(called('deluxe'))))],
  ['chocolate NOT milk', all(called('chocolate'), not(called('milk')))],
  ['chocolate -milk', all(called('chocolate'), not(called('milk')))],
  ['chocolate +deluxe', all(called('chocolate'), called('deluxe'))],
  ['chocolate~2 deluxe^3', all(called('chocolate'), called('deluxe'))],
  ['dark\\ chocolate', all(called('dark'), called('chocolate'))],
  ['chocolate +countries_tags:"en:norway"', all(called('chocolate'), norway)],
  ['milk AND countries_tags:"en:germany"', all(called('milk'), has('countries_tags', 'en:germany'))],
  ['(countries_tags:"en:france" OR countries_tags:"en:norway")', any(france, norway)],
  ['countries:france', france],
  ['countries:"France"', france],
  ['countries_tags:(en:france OR en:norway)', any(france, norway)],
  ['countries_tags:(france AND norway)', all(france, norway)],
  ['brands_tags:"lidl"', hasBrand('Lidl')],
  ['brands:"Marks & Spencer"', hasBrand('Marks & Spencer')],
  [
    'labels_tags:"en:vegan" -allergens_tags:"en:milk"',
    all(has('labels_tags', 'en:vegan'), isFreeOf('en:milk')),
  ],
  [
    'NOT (labels:vegan OR labels:organic)',
    all(lacks('labels_tags', 'en:vegan'), lacks('labels_tags', 'en:organic')),
  ],
  ['categories:"en:sweet-snacks"', has('categories_tags', 'en:sweet-snacks')],
  ['categories:"Sweet snacks"', has('categories_tags', 'en:sweet-snacks')],
  ['categories:*', isKnown('categories_tags')],
  ['NOT additives_tags:*', (one) => tagsOf(one, 'additives_tags') === null],
  ['allergens:*', isKnown('allergens_tags')],
  ['nutriscore_grade:a', (one) => one.nutriscore_grade === 'a'],
  ['nutrition_grades_tags:(a OR b)', (one) => ['a', 'b'].includes(one.nutriscore_grade ?? '')],
  ['nutriscore_grade:[b TO d]', (one) => ['b', 'c', 'd'].includes(one.nutriscore_grade ?? '')],
  ['nutriscore_grade:unknown', (one) => one.nutriscore_grade === undefined],
  ['ecoscore_grade:a', (one) => one.environmental_score_grade === 'a'],
  [
    'environmental_score_grade:[b TO d]',
    (one) => ['b', 'c', 'd'].includes(one.environmental_score_grade ?? ''),
  ],
  ['nova_group:4', (one) => one.nova_group === 4],
  ['nova_groups:"en:4-ultra-processed-food-and-drink-products"', (one) => one.nova_group === 4],
  ['nova_group:>=3', (one) => (one.nova_group ?? 0) >= 3],
  ['nova_group:{1 TO 3]', (one) => one.nova_group === 2 || one.nova_group === 3],
  ['lang:de', (one) => one.lang === 'de'],
  ['lang:*', (one) => one.lang !== undefined],
  ['product_name:cheese', called('cheese')],
  ['product_name:"cheese crackers"', (one) => one.product_name.includes('cheese crackers')],
  ['generic_name:oats', (one) => one.generic_name?.includes('oats') ?? false],
  [
    'generic_name:"sweet bar" -product_name:plum',
    (one) => one.generic_name === 'Sweet bar' && !called('plum')(one),
  ],
  ['nutriments.sugars_100g:[1 TO 5]', sugars((grams) => grams >= 1 && grams <= 5)],
  ['nutriments.sugars_100g:{1 TO 5}', sugars((grams) => grams > 1 && grams < 5)],
  ['nutriments.sugars_100g:[* TO 5]', sugars((grams) => grams <= 5)],
  ['nutriments.sugars_100g:>=5', sugars((grams) => grams >= 5)],
  ['nutriments.sugars_100g:<5', sugars((grams) => grams < 5)],
  ['nutriments:sugars_100g:[1 TO 5]', sugars((grams) => grams >= 1 && grams <= 5)],
  ['nutriments.sugars_100g:*', sugars(() => true)],
  ['nutriments.sodium_100g:>=0.07', (one) => (one.nutriments.sodium_100g ?? -1) >= 0.07],
  [`code:${TAGGED[3]!.code}`, (one) => one === TAGGED[3]],
  [`code:(${TAGGED[3]!.code} OR ${TAGGED[5]!.code})`, (one) => one === TAGGED[3] || one === TAGGED[5]],
  // What makes no sense is read as words.
  ['*', () => true],
  ['"chocolate', called('chocolate')],
  ['(chocolate', called('chocolate')],
  ['chocolate)', called('chocolate')],
  ['chocolate AND', called('chocolate')],
  ['((chocolate) AND countries_tags:"en:norway', all(called('chocolate'), norway)],
];

describe('A query', () => {
  test.each(QUERIES)('%s finds what a look at every product finds', async (q, test) => {
    const expected = TAGGED.filter(test).map(({ code }) => code);
    expect((await findAll(q)).sort()).toEqual(expected.sort());
    const sorted = await findAll(q, { sort_by: 'code' });
    expect(sorted).toEqual(expected.toSorted());
  });

  test('with a field that does not exist is refused', async () => {
    for (const q of [
      'colour:red',
      'chocolate AND stores:"lidl"',
      'nutriments.taurine_100g:>1',
      'labels:[a TO b]',
      'nutriments.fat_100g:much',
    ]) {
      const { status, body } = await search({ q });
      expect({ q, status }).toEqual({ q, status: 400 });
      expect(body).toEqual({
        debug: {},
        errors: [{ title: 'QueryCheckError', description: expect.any(String), status: 400 }],
      });
    }
  });

  test('never fails, whatever it looks like', async () => {
    const signs = '( ) " AND OR NOT + - * ~ ^ : \\ [ ] TO { > brands: choco é && || ! / ?';
    const pieces = [...signs.split(' '), ' '];
    let seed = 7;
    for (let round = 0; round < 400; round++) {
      let q = '';
      for (let at = 0; at < 1 + (round % 9); at++) {
        seed = (seed * 1103515245 + 12345) % 2 ** 31;
        q += pieces[seed % pieces.length]! + (seed % 3 === 0 ? ' ' : '');
      }
      const { status } = await search({ q, sort_by: '-scans_n' });
      if (status !== 200 && status !== 400) expect({ q, status }).toBe('answered' as never);
    }
    expect((await search({ q: `a${' OR brands:x'.repeat(200)}` })).status).toBe(400);
    expect((await search({ q: `a${' OR word'.repeat(20)}` })).status).toBe(400);
    expect((await search({ q: '('.repeat(3000) })).status).toBe(200);
  });
});

describe('Parameters', () => {
  test.each([
    [{}, 'missing', 'q'],
    [{ page: '1' }, 'missing', 'q'],
    [{ q: 'a', page: '0' }, 'greater_than_equal', 'page'],
    [{ q: 'a', page: 'x' }, 'int_parsing', 'page'],
    [{ q: 'a', page_size: '-1' }, 'greater_than_equal', 'page_size'],
    [{ q: 'a', page: '101', page_size: '100' }, 'value_error', 'page'],
  ])('%j are refused', async (query, type, name) => {
    const { status, body } = await search(query as Record<string, string>);
    expect(status).toBe(422);
    expect(body.detail[0]).toEqual({
      type,
      loc: ['query', name],
      msg: expect.any(String),
      input: (query as Record<string, string>)[name] ?? null,
    });
  });

  test.each([
    [{}, 'missing', ['body', 'q']],
    [{ q: 5 }, 'string_type', ['body', 'q']],
    [{ q: 'a', page: 'x' }, 'int_parsing', ['body', 'page']],
    [{ q: 'a', page_size: 1.5 }, 'int_parsing', ['body', 'page_size']],
    [{ q: 'a', facets: 'brands' }, 'list_type', ['body', 'facets']],
    [{ q: 'a', langs: [1] }, 'string_type', ['body', 'langs']],
    ['{', 'json_invalid', ['body']],
    ['[]', 'json_invalid', ['body']],
    ['', 'json_invalid', ['body']],
  ])('%j in a body are refused', async (body, type, loc) => {
    const answer = await post(body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0]).toMatchObject({ type, loc });
  });

  test('say in which language names match best, as that of a page does', async () => {
    const gift = (at: number, language: string) => ({
      code: codeOfMany(at),
      lang: 'en',
      product_name: `Box ${at}`,
      [`product_name_${language}`]: 'Gift',
      nutriments: { 'energy-kcal_100g': 500 },
    });
    const ask = serveApp({ catalog: openCatalog(await buildProducts([gift(1, 'de'), gift(2, 'sv')])) });
    for (const [language, expected] of [
      ['de', ['Box 1', 'Box 2']],
      ['sv', ['Box 2', 'Box 1']],
    ]) {
      const named = ({ product_name }: { product_name: string }) => product_name;
      const fields = 'fields=product_name';
      for (const more of ['', '%20-lang:fr']) {
        const { body } = await ask(`${PREFIX}/search?q=gift${more}&langs=${language},en&${fields}`);
        expect(body.hits.map(named)).toEqual(expected);
      }
      const { body } = await ask(`/api/v2/search?search_terms=gift&lc=${language}&fields=code`);
      expect(body.products.map(({ code }: { code: string }) => code)).toEqual(
        [1, 2].map(codeOfMany).sort((a, b) => (language === 'de' ? 1 : -1) * a.localeCompare(b)),
      );
    }
  });

  test('are the same in a body', async () => {
    const query = { q: 'chocolate', page_size: '24', page: '1', sort_by: '-unique_scans_n', langs: 'en,de' };
    const asked = { ...query, page_size: 24, page: 1, langs: ['en', 'de'], facets: ['brands', 'labels'] };
    const got = await search({ ...query, facets: 'brands,labels', fields: 'code,brands' });
    expect(got.body.hits.length).toBe(24);
    expect((await post({ ...asked, fields: ['code', 'brands'], charts: [{}], q: 'chocolate' })).text).toBe(
      got.text,
    );
    const nothing = { fields: null, facets: null, charts: null, boost_phrase: false, index_id: null };
    expect((await post({ q: 'chocolate', ...nothing })).status).toBe(200);
  });

  test('that nobody knows are ignored, as are empty ones', async () => {
    const { status, body } = await search({
      q: 'chocolate',
      lang: 'de',
      lc: 'de',
      json: '1',
      sort_by: '',
      boost_phrase: 'true',
      charts: 'x:y',
      debug_info: 'es_query',
      index_id: 'off',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ warnings: null, page: 1, page_size: 10 });
    expect(body.hits).toHaveLength(10);
  });

  test('ask for at most a hundred hits a page', async () => {
    const { body } = await search({ q: '*', page_size: '1000' });
    expect(body.page_size).toBe(100);
    expect(body.hits).toHaveLength(100);
    expect(body.page_count).toBe(Math.ceil(body.count / 100));
  });

  test.each([
    ['unique_scans_n', ({ unique_scans_n }: TaggedProduct) => unique_scans_n],
    ['scans_n', ({ unique_scans_n }: TaggedProduct) => unique_scans_n],
    ['popularity_key', ({ unique_scans_n }: TaggedProduct) => unique_scans_n],
    ['last_modified_t', ({ last_modified_t }: TaggedProduct) => last_modified_t],
    ['nutriscore_grade', ({ nutriscore_grade }: TaggedProduct) => nutriscore_grade?.charCodeAt(0)],
    ['nova_group', ({ nova_group }: TaggedProduct) => nova_group],
    ['code', ({ code }: TaggedProduct) => Number(code)],
  ])('sort by %s in both directions, the unknown last', async (name, keyOf) => {
    for (const sign of ['', '-']) {
      const codes = await findAll('chocolate', { sort_by: sign + name });
      const keys = codes.map((code) => keyOf(TAGGED.find((one) => one.code === code)!));
      const known = keys.filter((key) => key !== undefined);
      expect(keys.slice(0, known.length)).toEqual(known.toSorted((a, b) => (sign === '' ? a - b : b - a)));
    }
  });

  test('sort by name', async () => {
    const { body } = await search({ q: 'crackers', sort_by: '-product_name', page_size: '100' });
    const names = body.hits.map(({ product_name }: { product_name: string }) => product_name);
    expect(names).toEqual(names.toSorted(new Intl.Collator('en', { numeric: true }).compare).reverse());
  });

  test('that name another order get the best match, and a warning', async () => {
    const { body } = await search({ q: 'chocolate', sort_by: 'ecoscore_score' });
    expect(body.warnings).toEqual([
      { title: expect.any(String), description: expect.stringContaining('ecoscore_score'), status: 200 },
    ]);
    expect(body.hits).toEqual((await search({ q: 'chocolate' })).body.hits);
  });

  test('may be an order alone', async () => {
    const { body } = await search({ sort_by: '-unique_scans_n', page_size: '1' });
    const most = Math.max(...TAGGED.map(({ unique_scans_n = 0 }) => unique_scans_n));
    expect(TAGGED.find(({ code }) => code === body.hits[0].code)?.unique_scans_n).toBe(most);
  });
});

describe('Facets', () => {
  const VALUES: Record<string, (product: TaggedProduct) => readonly string[]> = {
    brands: ({ brands }) =>
      brands?.split(', ').map((brand) =>
        brand
          .toLowerCase()
          .normalize('NFD')
          .replace(/\p{M}/gu, '')
          .replace(/[^a-z0-9]+/g, '-')
          .replace(/-$/, ''),
      ) ?? [],
    categories_tags: (one) => tagsOf(one, 'categories_tags') ?? [],
    labels: (one) => tagsOf(one, 'labels_tags') ?? [],
    countries: (one) => tagsOf(one, 'countries_tags') ?? [],
    allergens_tags: (one) => tagsOf(one, 'allergens_tags') ?? [],
    nutrition_grades: ({ nutriscore_grade }) => (nutriscore_grade === undefined ? [] : [nutriscore_grade]),
    nutriscore_grade: ({ nutriscore_grade }) => (nutriscore_grade === undefined ? [] : [nutriscore_grade]),
    nova_groups: ({ nova_group }) => (nova_group === undefined ? [] : [String(nova_group)]),
    environmental_score_grade: ({ environmental_score_grade: grade }) => (grade === undefined ? [] : [grade]),
  };

  test.each([
    ['chocolate', isCalled('chocolate')],
    ['chocolate countries_tags:"en:norway"', all(called('chocolate'), norway)],
    ['plum OR goat', any(called('plum'), called('goat'))],
  ])('of %s are counted over the whole result', async (q, isMeant) => {
    const { body } = await search({ q, facets: Object.keys(VALUES).join(','), page_size: '3' });
    for (const [name, valuesOf] of Object.entries(VALUES)) {
      const counts = new Map<string, number>();
      for (const value of TAGGED.filter(isMeant).flatMap(valuesOf))
        counts.set(value, (counts.get(value) ?? 0) + 1);
      const { items, ...rest } = body.facets[name];
      expect(rest).toEqual({ name, count_error_margin: 0 });
      const received = items.map(({ key, count }: { key: string; count: number }) => [key, count]);
      const expected = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
      const others = expected.slice(10).reduce((sum, [, count]) => sum + count, 0);
      expect(received).toEqual([...expected.slice(0, 10), ...(others === 0 ? [] : [['--other--', others]])]);
    }
  });

  test('name their values, and say which of them are asked for', async () => {
    const { body } = await search({ q: 'countries:norway', facets: 'countries,brands,stores' });
    const [first] = body.facets.countries.items;
    expect(first).toMatchObject({ key: 'en:norway', name: 'Norway', selected: true });
    expect(body.facets.countries.items[1].selected).toBe(false);
    expect(body.facets.brands.items).toHaveLength(11);
    expect(body.facets.brands.items.at(-1)).toMatchObject({
      key: '--other--',
      name: 'Other',
      selected: false,
    });
    expect(body.facets.brands.items).toContainEqual(
      expect.objectContaining({ key: 'marks-spencer', name: 'Marks & Spencer' }),
    );
    expect(body.facets.stores).toEqual({ name: 'stores', items: [], count_error_margin: 0 });
    expect((await search({ q: 'countries:norway' })).body.facets).toEqual({});
    for (const tag of ['fr:pâtes-à-tartiner', 'fr:pates-a-tartiner']) {
      const { items } = (await search({ q: `categories:"${tag}"`, facets: 'categories' })).body.facets
        .categories;
      expect(items).toContainEqual(expect.objectContaining({ key: 'fr:pâtes-à-tartiner', selected: true }));
    }
  });
});

describe('Autocomplete', () => {
  const complete = async (query: Record<string, string>) =>
    (await send(`${PREFIX}/autocomplete?${new URLSearchParams(query)}`)).body;

  test('lists categories and brands that begin with a text, the most common first', async () => {
    const body = await complete({ q: 'S', taxonomy_names: 'categories' });
    const count = (tag: string) => TAGGED.filter(has('categories_tags', tag)).length;
    const expected = ['en:snacks', 'en:sweet-snacks'].sort((a, b) => count(b) - count(a));
    expect(body.options.map(({ id }: { id: string }) => id)).toEqual(expected);
    expect(body).toMatchObject({ took: expect.any(Number), timed_out: false });
    expect(body.options.find(({ id }: { id: string }) => id === 'en:sweet-snacks')).toEqual({
      id: 'en:sweet-snacks',
      text: 'Sweet snacks',
      name: 'Sweet snacks',
      score: count('en:sweet-snacks'),
      input: 'S',
      taxonomy_name: 'categories',
    });
    const brands = await complete({
      q: 'cafe',
      taxonomy_names: 'brand,category,label',
      lang: 'en',
      size: '5',
      fuzziness: '0',
    });
    expect(brands.options).toMatchObject([{ id: 'xx:cafe-noir', text: 'Café Noir', taxonomy_name: 'brand' }]);
    const inFrench = await complete({ q: 'PÂTES à', taxonomy_names: 'category', lang: 'fr' });
    expect(inFrench.options).toMatchObject([{ id: 'fr:pâtes-à-tartiner' }]);
    expect((await complete({ q: 's', taxonomy_names: 'category', size: '1' })).options).toHaveLength(1);
    expect((await complete({ q: 'o', taxonomy_names: 'label' })).options).toEqual([]);
  });

  test('needs a text and a taxonomy', async () => {
    const { status, body } = await send(`${PREFIX}/autocomplete?q=a`);
    expect(status).toBe(422);
    expect(body.detail[0]).toMatchObject({ type: 'missing', loc: ['query', 'taxonomy_names'] });
  });

  test('counts each taxonomy once, however often it is named', async () => {
    const { counted, calls } = countingCatalog(catalog, 'countTags');
    const ask = serveApp({ catalog: counted });
    const autocomplete = async (names: string, langs: string) => {
      const query = new URLSearchParams({ q: 's', taxonomy_names: names, langs });
      return (await ask(`${PREFIX}/autocomplete?${query}`)).body.options;
    };
    const once = await autocomplete('category,brands', 'fr');
    expect(calls()).toBe(3);
    const often = await autocomplete('category,brands,'.repeat(300), 'fr,en,'.repeat(300));
    expect(often).toEqual(once);
    expect(calls()).toBe(6);
  });

  test('refuses taxonomies that Open Food Facts does not have', async () => {
    const { status, body } = await send(`${PREFIX}/autocomplete?q=a&taxonomy_names=category,shops`);
    expect(status).toBe(422);
    expect(body.detail).toEqual([
      {
        type: 'value_error',
        loc: ['query', 'taxonomy_names'],
        msg: 'Value error, unknown taxonomy: shops',
        input: 'category,shops',
      },
    ]);
  });
});

test.each([
  ['q=chocolate', false],
  ['q=chocolate AND categories_tags:snacks AND -nova_group:4', false],
  ['q=product_name:chocolate', true],
  ['q=-generic_name:chocolate', true],
  ['q=(milk OR "dark chocolate")', true],
  ['q=chocolate&sort_by=product_name', true],
  ['q=chocolate&sort_by=-code', true],
  ['q=chocolate&sort_by=-scans_n', false],
  ['q=nova_group:(1 OR 2 OR 3 OR 4 OR 1 OR 2 OR 3 OR 4 OR 1)', true],
])('A search by %s waits among the heavy ones: %p', async (query, expected) => {
  const kinds: boolean[] = [];
  const ask = serveApp({
    catalog,
    tasks: {
      async run(_call, { isHeavy = false }) {
        kinds.push(isHeavy);
        throw new Busy();
      },
    },
  });
  await ask(`${PREFIX}/search?${new URLSearchParams(query)}`);
  expect(kinds).toEqual([expected]);
});

test('Longer lists than anybody needs are refused', async () => {
  const list = Array.from({ length: 301 }, (_, at) => `f${at}`);
  for (const name of ['fields', 'facets', 'langs']) {
    const { status, body } = await search({ q: 'milk', [name]: list.join(',') });
    expect(status).toBe(422);
    expect(body.detail[0]).toMatchObject({ type: 'too_long', loc: ['query', name] });
    expect((await post({ q: 'milk', [name]: list })).status).toBe(422);
    expect((await search({ q: 'milk', [name]: 'code,'.repeat(400) })).status).toBe(200);
  }
});

test('Faults of the service have its form', async () => {
  expect((await send(`${PREFIX}/search`, { method: 'DELETE' })).text).toBe('{"detail":"Method Not Allowed"}');
  const headers = { Authorization: 'Bearer larder_nonsense' };
  expect(await send(`${PREFIX}/search?q=a`, { headers })).toMatchObject({
    status: 401,
    body: { detail: 'Missing or invalid API key' },
  });
  expect((await send(`${PREFIX}/search?q=milk`, { headers: { Authorization: 'Basic eDp5' } })).status).toBe(
    200,
  );
});
