import { afterAll, describe, expect, test } from 'bun:test';
import { type RawRequest, sendRaw } from '../contract/raw-http.ts';
import { startServer } from '../contract/server-process.ts';
import { randomOf } from '../random.ts';
import { wordsOf } from '../words-of.ts';
import { compatCatalog } from './compat-catalog.ts';
import { COLA, GRANOLA } from './products.ts';

const REQUESTS = 2000;
const PATHS = wordsOf(`
  /api/v0/product/ /api/v2/product/ /api/v3/product/ /api/v3.2/product/ /api/v2/search /cgi/search.pl
  /cgi/product_jqm2.pl /api/v3.6/product/ /api/v3/taxonomy_suggestions /search-a-licious/search
  /search-a-licious/autocomplete /search-a-licious/document/
`);
const CODES = [
  ...'0 00000000 %00 %FF .. \\ %2F é'.split(' '),
  GRANOLA,
  COLA,
  '',
  '9'.repeat(16),
  '9'.repeat(40),
];
const ENDINGS = ['', '', '', '.json', '/', '.json/', '//', '.xml', '/images'];
const NAMES = wordsOf(`
  fields search_terms page page_size lc lang countries sort_by code tagtype_0 tag_0 tag_contains_0
  api_version json q facets langs taxonomy_names tagtype string labels_tags allergens_tags
  sugars_100g%3C
`);
const VALUES = [
  ...wordsOf(`
  all none nutriments nutriments.fat_100g,salt_100g,nutriments.
  product_name_fr,product_name_,__proto__,constructor yogurt y %22yogurt%22%20OR%20NEAR( * %00 %FF%FE
  %F0%9F%8D%8E -1 0 1e9 999999 99999999999999999999 NaN countries germany product_name unique_scans_n
  3.2 3.6 nutrition.aggregated_set,images.selected.front,tags_sources.__proto__ -en:milk|en:nuts,,-
  (labels:%22en:organic%22%20OR%20-countries:france)%20AND%20%5C nutriments.fat_100g:%5B1%20TO%20*%5D
  colour:red brands,categories,constructor fr,de,,,xx
  `),
  ','.repeat(2000),
  'a'.repeat(3000),
];
const METHODS = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'];
const HEADERS = [
  {},
  {},
  { Authorization: 'Basic eDp5' },
  { Authorization: 'Bearer x' },
  { Cookie: 'session=x' },
  { 'Content-Type': 'application/x-www-form-urlencoded' },
  { 'Content-Type': 'multipart/form-data; boundary=x' },
  { 'If-None-Match': '*' },
];
const FINE = [200, 204, 304, 400, 401, 403, 404, 405, 413, 422];
/** What is null in every answer of the search service, and the input of a parameter that is missing. */
const NULLS = new Set(['aggregations', 'debug', 'warnings', 'input']);
const LEAKS = /(?:\\n|\n)\s+at \S|SQLITE|SELECT |\.ts\b|node_modules|\/tmp\//;

const catalog = await compatCatalog();
const server = await startServer(['--catalog', catalog, '--limits', 'off', '--compat', 'openfoodfacts']);
await server.logged('threads ready');
afterAll(() => server.stop());

describe('A random request', () => {
  test('never causes a fault, reveals nothing internal, and has no null in its answer', async () => {
    const random = randomOf(19);
    for (let i = 0; i < REQUESTS; i++) {
      const request = fuzzed(random);
      const { status, body } = await sendRaw(server.origin, request);
      const text = body.toString();
      const isFine = FINE.includes(status) && !LEAKS.test(text) && !hasNull(text);
      if (!isFine) expect({ ...request, status, text }).toBe('answered as it should be' as never);
    }
    expect(server.events.filter(({ event }) => event === 'fault')).toEqual([]);
  });
});

function fuzzed(random: () => number): RawRequest {
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T;
  const path = pick(PATHS);
  const code = path.endsWith('/') ? pick(CODES) + pick(ENDINGS) : '';
  const parameters = Array.from({ length: Math.floor(random() * 5) }, () => `${pick(NAMES)}=${pick(VALUES)}`);
  const target = `${path}${code}${parameters.length === 0 ? '' : '?'}${parameters.join('&')}`;
  return { method: pick(METHODS), target, headers: pick(HEADERS) as Record<string, string> };
}

function hasNull(text: string): boolean {
  let isThere = false;
  if (text.startsWith('{')) {
    JSON.parse(text, (name, value) => {
      isThere ||= value === null && !NULLS.has(name);
      return value;
    });
  }
  return isThere;
}
