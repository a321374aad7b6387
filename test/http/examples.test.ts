import { describe, expect, test } from 'bun:test';
import { readStarterCatalog } from '../../src/catalog/locate-catalog.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { createApp } from '../../src/http/app.ts';
import { extendedCatalog } from '../contract/extended-catalog.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { findErrors } from './redocly.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  explode?: boolean;
  example?: string | number | (string | number)[];
}
type Operations = Record<string, { get?: { parameters?: Parameter[] } }>;

const CATALOGS: [string, () => Promise<string | Buffer>][] = [
  ['the contract', fixtureCatalog],
  ['an operator', extendedCatalog],
  ['the executable', readStarterCatalog],
];

describe.each(CATALOGS)('The examples of the documentation, with the catalogue of %s,', (_, file) => {
  const open = async () => {
    const app = createApp({ catalog: openCatalog(await file()) });
    const get = (path: string) => app.handle(new Request(`http://localhost${path}`));
    const text = await (await get('/openapi.json')).text();
    return { get, text, document: JSON.parse(text) };
  };

  test('can all be sent, alone or together, and find something', async () => {
    const { get, document } = await open();
    let sent = 0;
    for (const [path, { get: operation }] of Object.entries(document.paths as Operations)) {
      const parameters = operation?.parameters ?? [];
      const required = parameters.filter((one) => one.required);
      const optional = parameters.filter((one) => !one.required && one.example !== undefined);
      // This one takes one of two parameters, neither of which is declared as required.
      const isOfTwo = path === '/foods/bulk';
      const sure = isOfTwo ? optional.filter(({ name }) => name === 'ids') : required;
      const calls = [
        sure,
        ...optional.map((one) => (isOfTwo && one.name === 'barcodes' ? [one] : [...sure, one])),
      ];
      for (const call of calls) {
        const target = targetOf(path, call);
        const answer = await get(target);
        expect({ target, status: answer.status }).toEqual({ target, status: 200 });
        if (call.some(({ name }) => FINDING.has(name)))
          expect((await answer.text()).length).toBeGreaterThan(20);
        sent++;
      }
    }
    expect(sent).toBeGreaterThan(30);
  });

  test('are valid', async () => {
    const { text } = await open();
    expect(await findErrors(text)).toEqual([]);
  });

  test('show a food as it is found', async () => {
    const { get, document } = await open();
    const { Food: food, DetailedFood: detailed } = document.components.schemas;
    const [example] = food.examples;
    expect(await (await get(`/food/${example.id}`)).json()).toEqual(example);
    expect(await (await get(`/food/${example.id}?grams=30&explain=1&full=1`)).json()).toEqual(
      detailed.examples[0],
    );
    expect(await (await get('/docs')).text()).toContain(`name="food_id" value="${example.id}"`);
  });
});

/** Parameters whose examples name something that the catalogue has. */
const FINDING = new Set(['food_id', 'code', 'ids', 'barcodes', 'q', 'brand', 'category']);

function targetOf(path: string, parameters: readonly Parameter[]): string {
  const query = new URLSearchParams();
  let target = path;
  for (const { name, in: place, explode, example } of parameters) {
    if (place === 'path') target = target.replace(`{${name}}`, encodeURIComponent(String(example)));
    else if (explode && Array.isArray(example)) for (const one of example) query.append(name, String(one));
    else query.append(name, String(example));
  }
  return query.size === 0 ? target : `${target}?${query}`;
}
