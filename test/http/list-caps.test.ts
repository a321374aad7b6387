import { describe, expect, test } from 'bun:test';
import type { TSchema } from '@sinclair/typebox';
import { createCompatRoutes } from '../../src/compat/routes.ts';
import { createApp } from '../../src/http/app.ts';
import { callOneOf } from '../../src/mcp/tool.ts';
import { createTools } from '../../src/mcp/tools.ts';
import { readFilters } from '../../src/operations/filters.ts';
import { OPERATIONS, type Operation } from '../../src/operations/operations.ts';
import { isRepeated, refusesNearMisses } from '../../src/operations/parameter.ts';
import { emptyCatalog } from './empty-catalog.ts';

/** Far more than any list may have, and as short as an item can be. */
const FAR_ABOVE = 1500;
const ITEMS = Array.from({ length: FAR_ABOVE }, (_, at) => String(at));

const catalog = emptyCatalog();
const app = createApp({
  catalog,
  pages: createCompatRoutes({ catalog, publicUrl: null, pictures: null }),
});
async function send(target: string, body?: object): Promise<{ status: number; detail: unknown }> {
  const headers = { 'content-type': 'application/json' };
  const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await app.handle(new Request(`http://localhost${target}`, init));
  const { detail } = (await response.json()) as { detail: unknown };
  return { status: response.status, detail };
}
const tooLong = (...loc: string[]) =>
  expect.arrayContaining([expect.objectContaining({ type: 'too_long', loc })]);

const operations = Object.entries<Operation>(OPERATIONS);
const lists = operations.flatMap(([path, { query }]) =>
  Object.entries(query.properties as Record<string, TSchema>)
    .filter(([, { type }]) => type === 'array')
    .map(([name, schema]) => ({ path, name, isRepeated: isRepeated(schema) })),
);

describe('A list far above its cap is refused', () => {
  test.each(lists)('by the API: $path?$name=', async ({ path, name, isRepeated }) => {
    const query = isRepeated ? ITEMS.map((item) => `${name}=${item}`).join('&') : `${name}=${ITEMS}`;
    expect(await send(`${path}?${query}`)).toEqual({ status: 422, detail: tooLong('query', name) });
  });

  test('there are such lists', () => {
    expect(lists.length).toBeGreaterThan(10);
  });

  const service = '/search-a-licious/search?q=milk';
  test.each(['fields', 'facets', 'langs'])('by the search service: %s', async (name) => {
    expect(await send(`${service}&${name}=${ITEMS}`)).toEqual({
      status: 422,
      detail: tooLong('query', name),
    });
    const body = { q: 'milk', [name]: ITEMS };
    expect(await send('/search-a-licious/search', body)).toEqual({
      status: 422,
      detail: tooLong('body', name),
    });
  });

  test('by the search service: taxonomy_names', async () => {
    const detail = tooLong('query', 'taxonomy_names');
    const target = `/search-a-licious/autocomplete?q=a&taxonomy_names=${ITEMS}`;
    expect(await send(target)).toEqual({ status: 422, detail });
  });

  const tools = createTools(catalog, null);
  const listsOfTools = tools.flatMap(({ name, inputSchema }) =>
    Object.entries(inputSchema.properties as Record<string, { type?: string }>)
      .filter(([, { type }]) => type === 'array')
      .map(([list]) => ({ name, list })),
  );
  test.each(listsOfTools)('by the tool $name: $list', ({ name, list }) => {
    const answer = callOneOf(tools, name, { [list]: ITEMS });
    expect(answer).toMatch(new RegExp(`^${name}: .*${list}`));
    expect(answer).toContain('array length to be less or equal to');
  });
});

test('A filter that is given twice asks for nothing more', () => {
  const once = readFilters({ label: ['organic'], diet: ['vegan'], additive_free: ['e330'] });
  const often = readFilters({
    label: Array(50).fill('organic'),
    diet: Array(50).fill('vegan'),
    additive_free: Array(50).fill('e330'),
  });
  expect(often).toEqual(once);
});

const ANY_NAME = ITEMS.map((item) => `x${item}`);

describe('More unknown parameters than anybody adds by accident', () => {
  test.each(operations)(
    'are ignored or refused, and not each compared with all others: %s',
    async (path, operation) => {
      const query = Object.hasOwn(operation.query.properties, 'q') ? 'q=milk' : '';
      const { status, detail } = await send(`${path.replace(/:\w+/, '1')}?${query}&${ANY_NAME.join('&')}`);
      if (refusesNearMisses(operation.query)) expect([status, detail]).toEqual([422, tooLong('query')]);
      else expect(detail ?? '').not.toEqual(tooLong('query'));
    },
  );

  test('are ignored by apps of other services', async () => {
    expect((await send(`/api/v2/search?${ANY_NAME.join('&')}`)).status).toBe(200);
  });
});
