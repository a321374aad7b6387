import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ApiDocument, endpointsOf } from '../../packaging/client/render-client.ts';
import { packClient, readApiDocument, writeClient } from '../../packaging/client/write-client.ts';
import { temporaryFolder } from '../build/export-file.ts';
import { clientFolder, compile, runProgram, serveApi } from '../clients/served-api.ts';

let folder: string;
let api: Awaited<ReturnType<typeof serveApi>>;
let document: ApiDocument;
beforeAll(async () => {
  api = await serveApi();
  document = api.document as unknown as ApiDocument;
  folder = join(temporaryFolder(), 'client');
  writeClient(document, folder);
});
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true });
});

/** As someone who installed the package would write it. */
const PROGRAM = `
import { type CategoryCount, LarderClient, LarderError, type Suggestion } from './client/index.js';

const [baseUrl = '', key = ''] = process.argv.slice(2);
const larder = new LarderClient({ baseUrl: baseUrl + '/' });
const keyed = new LarderClient({ baseUrl, key });
let total: string | null = null;
const found = await larder.findFoods(
  { max_fat_g: 40, sort: '-protein_g', limit: 2, has_image: false },
  { onResponse: ({ headers }) => { total = headers.get('x-total-count'); } },
);
const first = await larder.getFood({ food_id: 4006381333931, grams: 10, full: true });
const kcal: number | null | undefined = first.portion?.calories_kcal;
const scanned = await larder.getFoodByBarcode({ code: '0036000291452' });
const bulk = await larder.getFoods({ ids: [4006381333931, 2] });
const suggestions: Suggestion[] = await larder.suggest({ q: 'hazelnut co', limit: 1 });
const cooked = await larder.analyzeRecipe({ line: ['30 g hazelnut spread', 'salt, to taste'], servings: 2 });
const categories: CategoryCount[] = await larder.listCategories();
const facets = await larder.countFacets({ by: ['source', 'category'] });
const searched = await larder.searchFoods({ q: 'hazelnut & cocoa', limit: 1 });
const popular = await larder.listPopularFoods();
const errorOf = async (call: Promise<unknown>) => {
  const error = await call.then(() => null, (reason: unknown) => reason);
  if (!(error instanceof LarderError)) throw new Error('no LarderError');
  return { status: error.status, detail: error.detail, hasId: error.requestId !== null };
};
const missing = await errorOf(larder.getFood({ food_id: 2 }));
const invalid = await errorOf(larder.searchFoods({ q: 'a' }));
const refused = await errorOf(larder.listKeys());
const made = await keyed.createKey({ name: 'ci', scope: 'read' });
const rotated = await keyed.rotateKey({ key_id: made.id }, {});
await keyed.revokeKey({ key_id: made.id });
const account = await keyed.getAccount();
console.log(JSON.stringify({
  found: found.length, total, name: first.name, kcal, hasFull: first.full !== undefined, scanned: scanned.barcode,
  bulk: bulk.map((food) => food?.name ?? null), suggestions: suggestions.map(({ kind }) => kind),
  cooked: cooked.lines.map(({ grams }) => grams), categories: categories.length > 0, facets: Object.keys(facets), searched: searched.length, popular: popular.length > 3,
  missing, invalid, refused, isRotated: rotated.key !== made.key, account: account.name,
}));
`;

describe('The client package', () => {
  test('has a method for every endpoint, all of them in its README', () => {
    const [code, readme] = ['index.js', 'README.md'].map((name) => readFileSync(join(folder, name), 'utf8'));
    for (const { operationId, path } of endpointsOf(document)) {
      expect(code).toContain(`    ${operationId}(`);
      expect(readme).toContain(`| \`${operationId}\` |`);
      expect(readme).toContain(path);
    }
    expect(readme).not.toMatch(/METHODS|VERSION/);
  });

  test('compiles in strict mode in a program that uses it, and calls a server', async () => {
    const program = clientFolder(PROGRAM);
    mkdirSync(join(program, 'client'));
    for (const name of readdirSync(folder)) {
      writeFileSync(join(program, 'client', name), readFileSync(join(folder, name)));
    }
    expect(await compile(program)).toBe('');
    expect(await runProgram(program, api.origin, api.accountKey)).toEqual({
      found: 2,
      total: expect.stringMatching(/^\d+$/),
      name: 'Hazelnut cocoa spread',
      kcal: expect.any(Number),
      hasFull: true,
      scanned: '036000291452',
      bulk: ['Hazelnut cocoa spread', null],
      suggestions: ['food'],
      cooked: [30, null],
      categories: true,
      facets: ['source', 'category'],
      searched: 1,
      popular: true,
      missing: { status: 404, detail: 'Food not found', hasId: true },
      invalid: { status: 422, detail: [expect.objectContaining({ loc: ['query', 'q'] })], hasId: true },
      refused: { status: 401, detail: 'Missing or invalid API key', hasId: true },
      isRotated: true,
      account: 'ada',
    });
  }, 60_000);

  test('has types that refuse what the API refuses', async () => {
    const program = clientFolder(`
      import { LarderClient } from './client/index.js';
      const larder = new LarderClient({ baseUrl: '' });
      await larder.searchFoods({ q: 'milk', source: 'usda' });
      await larder.findFoods({ sort: 'price' });
      await larder.searchFoods({});
      (await larder.getHealth()).foods;
    `);
    mkdirSync(join(program, 'client'));
    for (const name of readdirSync(folder)) {
      writeFileSync(join(program, 'client', name), readFileSync(join(folder, name)));
    }
    expect((await compile(program)).match(/error TS\d+/g)).toHaveLength(4);
  }, 60_000);

  test('has an example that runs', async () => {
    const run = Bun.spawn(['node', join(folder, 'example.mjs'), api.origin], { stderr: 'inherit' });
    const text = await new Response(run.stdout).text();
    expect(await run.exited).toBe(0);
    expect(text).toMatch(/^\d+ foods\nsuggestion: /);
  });

  test('tries again when it may, and as often as it was told', async () => {
    const { LarderClient, LarderError } = (await import(join(folder, 'index.js'))) as {
      LarderClient: new (options: object) => { getHealth(): Promise<unknown> };
      LarderError: new (...args: never[]) => Error;
    };
    const answers = (count: number, retryAfter: string) => {
      let calls = 0;
      return () =>
        Promise.resolve(
          calls++ < count
            ? Response.json(
                { detail: 'Service busy' },
                { status: 503, headers: { 'retry-after': retryAfter } },
              )
            : Response.json({ status: 'ok' }),
        );
    };
    const client = (count: number, retries: number, retryAfter = '0') =>
      new LarderClient({ baseUrl: 'http://localhost', retries, fetch: answers(count, retryAfter) });
    expect(await client(2, 2).getHealth()).toEqual({ status: 'ok' });
    expect(client(3, 2).getHealth()).rejects.toBeInstanceOf(LarderError);
    expect(client(1, 2, '3600').getHealth()).rejects.toMatchObject({ status: 503, retryAfterSeconds: 3600 });
  });

  test('is packed as npm expects it, the same each time', async () => {
    const packed = packClient(folder);
    expect(Buffer.from(packClient(folder)).equals(Buffer.from(packed))).toBe(true);
    const files = [...(await new Bun.Archive(packed).files()).keys()];
    expect(files.sort()).toEqual(
      [
        'LICENSE',
        'README.md',
        'example.mjs',
        'index.d.ts',
        'index.js',
        'package.json',
        'runtime.d.ts',
        'runtime.js',
      ].map((name) => `package/${name}`),
    );
  });
});

test('The client is made from what a server with accounts offers', async () => {
  const made = await readApiDocument();
  expect(endpointsOf(made).map(({ operationId }) => operationId)).toEqual(
    endpointsOf(document).map(({ operationId }) => operationId),
  );
}, 60_000);
