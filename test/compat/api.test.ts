import { afterAll, describe, expect, test } from 'bun:test';
import { type Admission, anonymousReads, tooMany } from '../../src/admission/admission.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { createCompatRoutes } from '../../src/compat/routes.ts';
import { COMPAT_TASKS } from '../../src/compat/search.ts';
import { Busy } from '../../src/http/answer.ts';
import { createApp } from '../../src/http/app.ts';
import { CatalogAnswers } from '../../src/http/catalog-answers.ts';
import { runInThisThread, type TaskRunner } from '../../src/http/task.ts';
import { buildProducts, codeOfMany, compatCatalog, MANY, manyProducts } from './compat-catalog.ts';
import { BARE, COLA, GRANOLA, LOCAL, PRODUCTS, SHORT } from './products.ts';
import { type AppSetup, serveApp } from './served-app.ts';

const catalog = openCatalog(await compatCatalog());
afterAll(() => catalog.close());

const open = (setup: Partial<AppSetup> = {}) => serveApp({ catalog, ...setup });

const VERSIONS = ['v0', 'v1', 'v2', 'v3', 'v3.1', 'v3.2', 'v3.12', 'v4'];

describe('A product', () => {
  test.each(
    VERSIONS.flatMap((version) =>
      [GRANOLA, `${GRANOLA}.json`, `${GRANOLA}/`, '4006-3817-77018', `0${GRANOLA}`].map((code) => [
        version,
        code,
      ]),
    ),
  )('is found in version %s by the code %s', async (version, code) => {
    const { status, body } = await open()(`/api/${version}/product/${code}`);
    expect(status).toBe(200);
    expect(body.code).toBe(GRANOLA);
    expect(body.product.code).toBe(GRANOLA);
    expect(body.status).toBe(/^v[34]/.test(version) ? 'success' : 1);
  });

  test('has a UPC-A with 13 digits as its code', async () => {
    const send = open();
    for (const code of [COLA, `0${COLA}`]) {
      expect((await send(`/api/v2/product/${code}?fields=code`)).body).toEqual({
        code: `0${COLA}`,
        product: { code: `0${COLA}` },
        status: 1,
        status_verbose: 'product found',
      });
    }
  });

  test('without a barcode goes by its id', async () => {
    const send = open({ publicUrl: 'https://food.example' });
    const { body } = await send(`/cgi/search.pl?search_terms=${encodeURIComponent(LOCAL)}&json=1`);
    const { code, product_name, url } = body.products[0];
    expect(product_name).toBe(LOCAL);
    expect(code).toMatch(/^\d{15,16}$/);
    expect(url).toBe(`https://food.example/food/${code}/village-honey.html`);
    expect((await send(`/api/v2/product/${code}`)).body.product.product_name).toBe(LOCAL);
  });

  test('has values that follow from others, and no value that does not', async () => {
    const { body } = await open()(`/api/v2/product/${COLA}?fields=nutriments`);
    const { nutriments } = body.product;
    // 42 kcal × 4.184; a serving is 250 ml.
    expect(nutriments).toMatchObject({
      energy: 176,
      energy_unit: 'kJ',
      energy_serving: 440,
      'energy-kcal_serving': 105,
    });
    expect(nutriments).toMatchObject({ fat_100g: 0, proteins_serving: 0, sugars_serving: 26.5 });
    expect(Object.keys(nutriments).filter((name) => /salt|sodium|fiber|vitamin/.test(name))).toEqual([]);
  });

  test('has salt from sodium where nobody gave salt', async () => {
    const { body } = await open()(`/api/v2/product/${GRANOLA}?fields=nutriments.salt_100g,sodium_100g`);
    expect(body.product).toEqual({ nutriments: { salt_100g: 0.3 }, sodium_100g: 0.12 });
  });

  test('has only the members asked for, and everything without a list', async () => {
    const send = open();
    const fields = async (list: string) =>
      (await send(`/api/v2/product/${GRANOLA}${list === '' ? '' : `?fields=${list}`}`)).body.product;
    expect(await fields('code,nova_group,unheard_of,__proto__,constructor')).toEqual({
      code: GRANOLA,
      nova_group: 4,
    });
    expect(await fields('none')).toEqual({});
    const whole = await fields('');
    expect(whole.nutriments.fat_100g).toBe(18);
    expect(await fields('all')).toEqual(whole);
    expect(await fields('code,all')).toEqual(whole);
    expect(whole.product_name_fr).toBe('Granola croustillant aux noisettes');
  });

  test('has its name in the first language that it has one in', async () => {
    const send = open();
    const name = async (lc: string) =>
      (await send(`/api/v2/product/${GRANOLA}?fields=product_name&lc=${lc}`)).body.product.product_name;
    expect(await name('fr')).toBe('Granola croustillant aux noisettes');
    expect(await name('xx,de,fr')).toBe('Knuspermüsli Haselnuss');
    expect(await name('ja')).toBe('Hazelnut crunch granola');
  });

  test('with fewer than eight digits is filled up with zeros', async () => {
    const send = open();
    for (const code of ['1234', '001234', '0001234', '00001234']) {
      expect((await send(`/api/v2/product/${code}?fields=code`)).body.product).toEqual({ code: SHORT });
    }
    expect((await send('/api/v2/product/123')).body.status_verbose).toBe('no code or invalid code');
  });

  test('is found by its own code, even if that may also be short for another', async () => {
    const name = 'Plain crackers';
    // As a UPC-E, each is short for the barcode before it.
    const codes = ['0000000000024', '0000000000234'];
    const file = await buildProducts(
      codes.map((code) => ({ code, lang: 'en', product_name: `${name} ${code}`, nutriments: {} })),
    );
    const few = openCatalog(file);
    const send = open({ catalog: few });
    for (const code of ['00000024', '00000234']) {
      const { body } = await send(`/api/v2/product/${code}?fields=code`);
      expect(body.product).toEqual({ code });
    }
    few.close();
  });

  test('is JSON that says it is UTF-8, which some clients take for Latin-1 otherwise', async () => {
    const send = open();
    for (const target of [
      `/api/v2/product/${GRANOLA}`,
      '/api/v3/product/1',
      '/cgi/search.pl?search_terms=yogurt',
    ]) {
      const { answer } = await send(target);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
    const { answer } = await send('/search?q=yogurt');
    expect(answer.headers.get('content-type')).toBe('application/json');
  });

  test('leaves out everything that is unknown', async () => {
    const { text, body } = await open()(`/api/v2/product/${BARE}`);
    expect(text).not.toContain('null');
    expect(Object.keys(body.product).sort()).toEqual(
      [
        ...['_id', 'code', 'id', 'last_modified_t', 'nutriments', 'product_name', 'product_type'],
        ...['schema_version', 'url'],
      ].sort(),
    );
  });

  test('that is not there is answered as its version does', async () => {
    const send = open();
    expect(await send('/api/v0/product/4000000000006')).toMatchObject({ status: 200, body: { status: 0 } });
    expect(await send('/api/v2/product/4000000000006')).toMatchObject({
      status: 404,
      body: { code: '4000000000006', status: 0, status_verbose: 'product not found' },
    });
    expect(await send('/api/v3/product/4000000000006')).toMatchObject({
      status: 404,
      body: { status: 'failure', result: { id: 'product_not_found' }, warnings: [] },
    });
    // What is left of something that was no barcode.
    expect(await send('/api/v2/product/?fields=product_name')).toMatchObject({
      status: 404,
      body: { code: '', status: 0, status_verbose: 'no code or invalid code' },
    });
    expect(await send('/api/v2/product/abc')).toMatchObject({
      status: 404,
      body: { code: 'abc', status: 0, status_verbose: 'no code or invalid code' },
    });
    const { body } = await send('/api/v3/product/abc');
    expect(body.errors.map(({ message }: { message: { id: string } }) => message.id)).toEqual([
      'invalid_code',
      'product_not_found',
    ]);
  });

  test('can be asked for with HEAD, and again with its ETag', async () => {
    const send = open();
    const { answer } = await send(`/api/v2/product/${GRANOLA}`);
    const etag = answer.headers.get('etag') ?? '';
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect((await send(`/api/v2/product/${GRANOLA}`, { headers: { 'If-None-Match': etag } })).status).toBe(
      304,
    );
    expect(await send(`/api/v2/product/${GRANOLA}`, { method: 'HEAD' })).toMatchObject({
      status: 200,
      text: '',
    });
  });

  test('may be asked for by scripts of other websites, whose libraries name themselves', async () => {
    const { answer, status } = await open()(`/api/v2/product/${GRANOLA}`, { method: 'OPTIONS' });
    expect(status).toBe(204);
    expect(answer.headers.get('access-control-allow-headers')).toContain(', User-Agent,');
  });
});

const parts = (texts: Record<string, string>): RequestInit => {
  const body = new FormData();
  for (const name in texts) body.append(name, texts[name]!);
  return { method: 'POST', body };
};
const form = (body: string): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body,
});

describe('A search', () => {
  const names = ({ products }: { products: { product_name: string }[] }) =>
    products.map(({ product_name }) => product_name.split(' ')[0]);

  test('has the same answer by GET, by POST, and on both of its paths', async () => {
    const send = open();
    const query = 'search_terms=yogurt&page_size=3&sort_by=product_name&fields=product_name';
    const first = await send(`/cgi/search.pl?${query}`);
    expect(first.body).toEqual({
      count: 5,
      page: 1,
      page_count: 3,
      page_size: 3,
      products: ['Apple', 'Banana', 'Cherry'].map((fruit) => ({ product_name: `${fruit} yogurt` })),
      skip: 0,
    });
    for (const [target, init] of [
      [`/api/v2/search?${query}`, {}],
      ['/cgi/search.pl', form(query)],
      ['/api/v2/search', form(query)],
      ['/cgi/search.pl?search_terms=cola&page_size=3', form(query)],
      ['/cgi/search.pl', parts(Object.fromEntries(new URLSearchParams(query)))],
    ] as const) {
      expect((await send(target, init)).text).toBe(first.text);
    }
  });

  test('can be turned page by page without a product twice', async () => {
    const send = open();
    for (const order of ['', '&sort_by=unique_scans_n', '&sort_by=product_name', '&countries=world']) {
      const seen: unknown[] = [];
      for (let page = 1; page <= 3; page++) {
        const { body } = await send(`/cgi/search.pl?search_terms=yogurt&page_size=2&page=${page}${order}`);
        expect(body).toMatchObject({
          page,
          page_size: 2,
          skip: (page - 1) * 2,
          page_count: body.products.length,
        });
        // While there is another page, the count says so.
        expect(body.count > body.skip + body.page_count).toBe(page < 3);
        seen.push(...names(body));
      }
      expect(new Set(seen).size).toBe(5);
      expect(seen).toHaveLength(5);
    }
  });

  test('of a common word has all of its products on its pages, each once', async () => {
    const send = open({ catalog: openCatalog(await manyProducts()) });
    const every = Array.from({ length: MANY }, (_, at) => codeOfMany(at)).sort();
    for (const order of ['', '&sort_by=unique_scans_n', '&sort_by=product_name']) {
      for (const size of [10, 24, 100]) {
        const seen: string[] = [];
        for (let page = 1; page <= Math.ceil(MANY / size); page++) {
          const { body } = await send(
            `/cgi/search.pl?search_terms=cracker&page_size=${size}&page=${page}&fields=code${order}`,
          );
          expect(body.products).toHaveLength(Math.min(size, MANY - body.skip));
          seen.push(...body.products.map(({ code }: { code: string }) => code));
          expect(body.count).toBe(MANY);
        }
        expect(seen.sort()).toEqual(every);
      }
    }
  });

  test('that finds only what comes close finds the same on pages of any size', async () => {
    const send = open({ catalog: openCatalog(await manyProducts()) });
    const counts: number[] = [];
    for (const size of [1, 24, 100]) {
      const codes: string[] = [];
      for (let page = 1; page <= Math.ceil((counts[0] ?? 120) / size); page++) {
        const query = `search_terms=cracker+pineapple&page_size=${size}&page=${page}&fields=code`;
        const { body } = await send(`/cgi/search.pl?${query}`);
        codes.push(...body.products.map(({ code }: { code: string }) => code));
        counts.push(body.count);
      }
      expect(new Set(codes).size).toBe(counts[0]!);
    }
    expect(new Set(counts).size).toBe(1);
    expect(counts[0]).toBeGreaterThan(24);
  });

  test('counts what only a brand calls so, in any order and on pages of any size', async () => {
    const products = Array.from({ length: 30 }, (_, at) => ({
      code: codeOfMany(at),
      lang: 'en',
      product_name: at < 12 ? `Lindor bar ${at}` : `Truffle ${at}`,
      brands: at < 12 ? 'Hof' : 'Lindor',
      nutriments: { 'energy-kcal_100g': 500 },
    }));
    const send = open({ catalog: openCatalog(await buildProducts(products)) });
    for (const order of ['', '&sort_by=product_name']) {
      for (const size of [5, 24, 100]) {
        const query = `search_terms=lindor&page_size=${size}&fields=code${order}`;
        const { body } = await send(`/cgi/search.pl?${query}`);
        expect({ order, size, count: body.count }).toEqual({ order, size, count: 30 });
        expect(body.products).toHaveLength(Math.min(size, 30));
      }
    }
  });

  test('by name is in order on all pages', async () => {
    const send = open({ catalog: openCatalog(await manyProducts()) });
    const query = '/cgi/search.pl?search_terms=cracker&page_size=60&sort_by=product_name';
    const sorted = await Promise.all([1, 2, 3, 4].map((page) => send(`${query}&page=${page}`)));
    const listed = sorted.flatMap(({ body }) =>
      body.products.map(({ product_name }: { product_name: string }) => product_name),
    );
    expect(listed).toEqual(listed.toSorted(new Intl.Collator('en', { numeric: true }).compare));
    expect(listed).toHaveLength(MANY);
  });

  test('for an allergen as somebody typed it finds what has it, besides what has the allergen that it names', async () => {
    for (const tag of ['de:hühnereiweiss', 'de:huhnereiweiss', 'eggs|de:hühnereiweiss']) {
      const { body } = await open()(`/api/v2/search?allergens_tags=${encodeURIComponent(tag)}&fields=code`);
      expect(body).toMatchObject({ count: 1, products: [{ code: SHORT }] });
    }
  });

  test('for codes finds more of them than fit on a page', async () => {
    const send = open({ catalog: openCatalog(await manyProducts()) });
    const codes = Array.from({ length: MANY }, (_, at) => codeOfMany(at)).join(',');
    const pages = [];
    for (const page of [1, 3]) {
      const asked = form(`code=${codes}&page_size=100&page=${page}&fields=code`);
      pages.push((await send('/cgi/search.pl', asked)).body);
    }
    expect(pages).toMatchObject([
      { count: MANY, page_count: 100 },
      { count: MANY, page_count: MANY - 200 },
    ]);
  });

  test('for a code that is listed twice has its product once', async () => {
    const { body } = await open()(`/api/v2/search?code=${SHORT},${SHORT}&fields=code`);
    expect(body).toMatchObject({ count: 1, page_count: 1, products: [{ code: SHORT }] });
  });

  test('has an empty page beyond its end', async () => {
    const send = open();
    for (const page of ['9', '999999']) {
      const { body } = await send(`/cgi/search.pl?search_terms=yogurt&page=${page}`);
      expect(body.products).toEqual([]);
    }
  });

  test.each([
    ['', 24, 1],
    ['page_size=0&page=0', 24, 1],
    ['page_size=-5&page=-1', 24, 1],
    ['page_size=many&page=x', 24, 1],
    ['page_size=100000', 100, 1],
    ['page_size=7&page=2', 7, 2],
  ])('reads %s as pages of %i, page %i', async (query, page_size, page) => {
    expect((await open()(`/cgi/search.pl?search_terms=yogurt&${query}`)).body).toMatchObject({
      page_size,
      page,
    });
  });

  test('without words lists the most popular products', async () => {
    const { body } = await open()('/api/v2/search?fields=product_name&page_size=2');
    expect(names(body)).toEqual(['Cola', 'Hazelnut']);
    expect(body.count).toBe(PRODUCTS.length + 2);
    const inFrance = await open()('/api/v2/search?fields=product_name&countries_tags_en=france');
    expect(names(inFrance.body)).toEqual(['Elderberry', 'Cherry', 'Apple']);
  });

  test('forgives a typo, also where popularity is the order', async () => {
    for (const order of ['', '&sort_by=unique_scans_n']) {
      const { body } = await open()(`/cgi/search.pl?search_terms=hazlenut granolla${order}`);
      expect(names(body)).toEqual(['Hazelnut']);
    }
  });

  test('with one letter finds nothing, and one with thousands is cut', async () => {
    const send = open();
    expect((await send('/cgi/search.pl?search_terms=y')).body).toMatchObject({ count: 0, products: [] });
    expect((await send(`/cgi/search.pl?search_terms=yogurt${'%20y'.repeat(1000)}`)).status).toBe(200);
  });

  test('that is repeated is searched for once, and the same each time in every coding', async () => {
    const own = runInThisThread(() => COMPAT_TASKS, { catalog });
    let runs = 0;
    const run: TaskRunner['run'] = (...task) => {
      runs++;
      return own.run(...task);
    };
    const app = createApp({
      catalog,
      pages: createCompatRoutes({
        catalog,
        publicUrl: null,
        pictures: null,
        answers: new CatalogAnswers(catalog, { run }),
      }),
    });
    const ask = (coding: string) =>
      app.handle(
        new Request('http://localhost/cgi/search.pl?search_terms=yogurt', {
          headers: { 'accept-encoding': coding },
        }),
      );
    const first = await (await ask('identity')).text();
    for (const coding of ['identity', 'identity', 'gzip', 'zstd', 'identity']) {
      const answer = await ask(coding);
      expect(answer.headers.get('content-encoding')).toBe(coding === 'identity' ? null : coding);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const plain = { identity: () => bytes, gzip: () => Bun.gunzipSync(bytes) }[coding];
      expect(Buffer.from(plain?.() ?? Bun.zstdDecompressSync(bytes)).toString()).toBe(first);
    }
    expect(runs).toBe(1);
  });

  test('with a form that is too large is refused', async () => {
    expect(await open()('/cgi/search.pl', form(`search_terms=${'x'.repeat(20_000)}`))).toMatchObject({
      status: 413,
      body: { status: 0 },
    });
  });

  test('is answered 503 in the form of Open Food Facts when too many wait', async () => {
    const tasks: TaskRunner = {
      async run() {
        throw new Busy();
      },
    };
    const { answer, status, body } = await open({ tasks })('/cgi/search.pl?search_terms=yogurt');
    expect(status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(body).toEqual({ status: 0, status_verbose: 'Service busy' });
  });
});

describe('Errors', () => {
  test('of limits are the page that clients recognise', async () => {
    const limited: Admission = { ...anonymousReads, admit: () => tooMany(7, null) } as Admission;
    for (const target of [
      '/api/v0/product/1',
      '/api/v3.2/product/1/',
      '/cgi/search.pl',
      '/cgi/product_jqm2.pl',
    ]) {
      const { answer, text, status } = await open({ admission: limited })(target);
      expect(status).toBe(429);
      expect(answer.headers.get('retry-after')).toBe('7');
      expect(answer.headers.get('content-type')).toContain('text/html');
      expect(text).toStartWith(
        '<!DOCTYPE html><html><head><meta name="robots" content="noindex"></head><body><h1>TOO MANY REQUESTS</h1>',
      );
    }
  });

  test('of a bad key are in the form of the version', async () => {
    const send = open();
    const headers = { Authorization: 'Bearer larder_nonsense' };
    expect(await send(`/api/v2/product/${GRANOLA}`, { headers })).toMatchObject({
      status: 401,
      body: { status: 0, status_verbose: 'Missing or invalid API key' },
    });
    const { status, body, answer } = await send(`/api/v3/product/${GRANOLA}`, { headers });
    expect(status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(body).toMatchObject({ status: 'failure', errors: [{ message: { id: 'invalid_token' } }] });
    const detail = 'This server requires an API key.';
    const keyed: Admission = {
      ...anonymousReads,
      identify: () => ({ outcome: 'refused', status: 401, detail, headers: null }),
    };
    expect((await open({ admission: keyed })(`/api/v2/product/${GRANOLA}`)).body).toMatchObject({
      status_verbose: detail,
    });
  });

  test('do not come from a name and password, nor from a cookie', async () => {
    const headers = { Authorization: 'Basic b2ZmOm9mZg==', Cookie: 'session=x' };
    expect((await open()(`/api/v2/product/${GRANOLA}`, { headers })).status).toBe(200);
    expect((await open()('/cgi/search.pl', { ...form('search_terms=yogurt'), headers })).status).toBe(200);
  });

  test('of writing say that nothing is written here', async () => {
    const send = open();
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const path of [
        `/api/v3/product/${GRANOLA}`,
        `/api/v3.3/product/${GRANOLA}/images`,
        `/api/v3/product/${GRANOLA}/images/uploaded/1`,
      ]) {
        expect(await send(path, { method })).toMatchObject({
          status: 403,
          body: { status: 'failure', errors: [{ message: { id: 'no_permission' } }] },
        });
      }
      expect(await send(`/api/v2/product/${GRANOLA}`, { method })).toMatchObject({
        status: 403,
        body: { status: 0 },
      });
    }
    for (const script of [
      'product_jqm2',
      'product_image_upload',
      'product_image_crop',
      'session',
      'auth',
      'reset_password',
    ]) {
      for (const method of ['GET', 'POST']) {
        expect(await send(`/cgi/${script}.pl`, { method })).toMatchObject({
          status: 403,
          body: { status: 0 },
        });
      }
    }
  });

  test('of another method are in the form of the version', async () => {
    const { status, body, answer } = await open()('/cgi/search.pl', { method: 'DELETE' });
    expect(status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
    expect(body).toEqual({ status: 0, status_verbose: 'Method Not Allowed' });
  });

  test('of a fault show nothing of it', async () => {
    const broken = new Proxy(catalog, {
      get(target, name) {
        if (name === 'findBarcode') throw new Error('secret');
        return Reflect.get(target, name);
      },
    });
    const { status, body } = await open({ catalog: broken })('/api/v3/product/4000000000006');
    expect(status).toBe(500);
    expect(body).toMatchObject({
      status: 'failure',
      errors: [{ message: { name: 'Internal Server Error' } }],
    });
  });
});

describe('A path', () => {
  const NEAR_MISSES = [
    `/api/v/product/${GRANOLA}`,
    `/api/3/product/${GRANOLA}`,
    `/api/v3.x/product/${GRANOLA}`,
    `/api/v3.1.1/product/${GRANOLA}`,
    `/api/v2/products/${GRANOLA}`,
    `/api/v2/product/${GRANOLA}//`,
    '/api/v2/product',
    '/api/vx/product/',
    '/api/v2/search/',
    '/api/v3/search',
    '/cgi/search.pl/',
    '/cgi/search',
    '/CGI/search.pl',
    `/v2/product/${GRANOLA}`,
  ];
  const UNKNOWN = { status: 401, text: '{"detail":"Missing or invalid API key"}' };

  test.each(NEAR_MISSES)('%s does not exist', async (path) => {
    expect(await open()(path)).toMatchObject(UNKNOWN);
  });

  test.each([
    `/api/v0/product/${GRANOLA}.json`,
    `/api/v2/product/${GRANOLA}`,
    `/api/v3.2/product/${GRANOLA}/`,
    '/api/v2/search',
    '/cgi/search.pl',
    '/cgi/product_jqm2.pl',
  ])('%s does not exist without the flag', async (path) => {
    const send = open({ isOn: false });
    expect(await send(path)).toMatchObject(UNKNOWN);
    expect(await send(path, { method: 'POST' })).toMatchObject(UNKNOWN);
  });
});
