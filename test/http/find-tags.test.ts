import { afterAll, describe, expect, test } from 'bun:test';
import { openCatalog } from '../../src/catalog/open.ts';
import { callOneOf } from '../../src/mcp/tool.ts';
import { createTools } from '../../src/mcp/tools.ts';
import { serveApp } from '../compat/served-app.ts';
import { has, isKnown, lacks, TAGGED, type TaggedProduct, taggedCatalog } from '../compat/tagged-products.ts';

const catalog = openCatalog(await taggedCatalog());
const send = serveApp({ catalog });
afterAll(() => catalog.close());

const vegan = has('ingredients_analysis_tags', 'en:vegan');
const palmOilFree = has('ingredients_analysis_tags', 'en:palm-oil-free');
const organic = has('labels_tags', 'en:organic');
/** In mg. */
const vitaminC = ({ nutriments }: TaggedProduct) =>
  Math.round((nutriments['vitamin-c_100g'] ?? Number.NaN) * 1000);

const FILTERS: readonly [query: string, test: (product: TaggedProduct) => boolean][] = [
  ['diet=vegan', vegan],
  ['diet=vegan,palm-oil-free', (one) => vegan(one) && palmOilFree(one)],
  ['diet=en:vegan&diet=palm-oil-free', (one) => vegan(one) && palmOilFree(one)],
  ['label=organic', organic],
  ['label=Organic,en:vegan', (one) => organic(one) && has('labels_tags', 'en:vegan')(one)],
  ['nova=4', (one) => one.nova_group === 4],
  ['nova=1,2', (one) => one.nova_group === 1 || one.nova_group === 2],
  ['additive_free=e330', (one) => isKnown('additives_tags')(one) && lacks('additives_tags', 'en:e330')(one)],
  ['min_vitamin_c_mg=30', (one) => vitaminC(one) >= 30],
  ['max_vitamin_c_mg=20&diet=vegan', (one) => vegan(one) && vitaminC(one) <= 20],
  ['min_biotin_ug=0', () => false],
  ['environment=a,b', (one) => ['a', 'b'].includes(one.environmental_score_grade ?? '')],
];

describe('GET /foods/find', () => {
  test.each(FILTERS)('%s finds what a look at every product finds', async (query, test) => {
    const expected = TAGGED.filter(test).length;
    const { status, answer } = await send(`/foods/find?${query}`);
    expect(status).toBe(200);
    expect(answer.headers.get('x-total-count')).toBe(String(expected));
  });

  test('refuses names that are not known, and lists those that are', async () => {
    for (const [query, name, known] of [
      ['diet=vegan,keto', 'diet', 'palm-oil-free'],
      ['label=organic,organik', 'label', 'en:no-gluten'],
      ['additive_free=e330,e33o', 'additive_free', 'en:e322'],
    ] as const) {
      const { status, body } = await send(`/foods/find?${query}`);
      expect(status).toBe(422);
      expect(body.detail[0]).toMatchObject({ type: 'value_error', loc: ['query', name, 1] });
      expect(body.detail[0].msg).toContain(known);
    }
    for (const query of ['nova=5', 'environment=f']) {
      const { status, body } = await send(`/foods/find?${query}`);
      expect(status).toBe(422);
      expect(body.detail[0].type).toBe('literal_error');
    }
  });

  test('names the nutrient that was meant', async () => {
    const { status, body } = await send('/foods/find?min_vitamin_c=3');
    expect(status).toBe(422);
    expect(body.detail[0]).toMatchObject({ type: 'extra_forbidden', loc: ['query', 'min_vitamin_c'] });
  });
});

test('GET /foods/facets counts labels, groups and diets', async () => {
  const { body } = await send('/foods/facets?by=label,nova,environment,diet&label=organic');
  const matching = TAGGED.filter(organic);
  const count = (test: (product: TaggedProduct) => boolean) => matching.filter(test).length;
  expect(body.label[0]).toEqual({ value: 'en:organic', count: matching.length });
  expect(body.nova).toContainEqual({ value: '4', count: count((one) => one.nova_group === 4) });
  expect(body.diet).toContainEqual({ value: 'vegan', count: count(vegan) });
  expect(body.environment).toContainEqual({
    value: 'c',
    count: count((one) => one.environmental_score_grade === 'c'),
  });
});

test('The tool find_foods has the same filters', () => {
  const tools = createTools(catalog, null);
  const find = (input: object) => callOneOf(tools, 'find_foods', input);
  const input = { diet: ['vegan'], nova: [4], further: { max_vitamin_c_mg: 60 } };
  const expected = TAGGED.filter((one) => vegan(one) && one.nova_group === 4 && vitaminC(one) <= 60);
  expect(find(input)).toMatchObject({ total: expected.length });
  expect(find({ label: ['organik'] })).toContain('label/0: unknown label');
  expect(find({ further: { min_vitamin_cmg: 1 } })).toContain('did you mean min_vitamin_c_mg?');
});
