import { describe, expect, test } from 'bun:test';
import { FOOD_FIELDS } from '../../src/food/food.ts';
import { NUTRIENTS } from '../../src/food/nutrients.ts';
import { createApp } from '../../src/http/app.ts';
import { appWithAccounts } from '../accounts/app-with-accounts.ts';
import { wordsOf } from '../words-of.ts';
import { emptyCatalog } from './empty-catalog.ts';
import { findErrors } from './redocly.ts';

const answer = await createApp({ catalog: emptyCatalog() }).handle(
  new Request('http://localhost/openapi.json'),
);
const text = await answer.text();
const document = JSON.parse(text);
const UNIT = / per 100 g, in (kilocalories|grams|milligrams); null when unknown$/;

/** The parameters that add members to foods. */
const ADDED = [
  { name: 'grams', schema: { type: 'number', exclusiveMinimum: 0, maximum: 100_000 } },
  { name: 'servings', schema: { type: 'number', exclusiveMinimum: 0, maximum: 1000 } },
  { name: 'explain', schema: { type: 'boolean', default: false } },
  { name: 'full', schema: { type: 'boolean', default: false } },
  { name: 'lang', schema: { type: 'string', pattern: '^[A-Za-z]{2}$' } },
].map((parameter) => ({ in: 'query', required: false, ...parameter }));

const BEYOND = new Set(['/foods/bulk', '/foods/find', '/foods/facets', '/suggest', '/recipe', '/meal']);

describe('The OpenAPI document', () => {
  test('passes the Redocly linter without errors', async () => {
    expect(await findErrors(text)).toEqual([]);
  });

  test('lists every data endpoint and health, and nothing else', () => {
    expect(Object.keys(document.paths)).toEqual(
      wordsOf(`
      /search /food/{food_id} /barcode/{code} /foods/popular /foods/categories /foods/bulk /foods/find
      /foods/facets /suggest /recipe /meal /health
    `),
    );
  });

  test('has the parameters with their bounds and defaults', () => {
    const parameters = Object.entries(
      document.paths as Record<string, { get: { parameters?: object[] } }>,
    ).flatMap(([path, { get }]) => (BEYOND.has(path) ? [] : (get.parameters ?? [])));
    expect(parameters).toMatchObject([
      { name: 'q', in: 'query', required: true, schema: { type: 'string', minLength: 2, maxLength: 200 } },
      {
        name: 'limit',
        in: 'query',
        required: false,
        schema: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
      },
      {
        name: 'source',
        in: 'query',
        required: false,
        schema: { $ref: '#/components/schemas/SourceFilter' },
      },
      ...ADDED,
      { name: 'food_id', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } },
      ...ADDED,
      { name: 'code', in: 'path', required: true, schema: { type: 'string' } },
      ...ADDED,
      {
        name: 'limit',
        in: 'query',
        required: false,
        schema: { type: 'integer', minimum: 1, maximum: 500, default: 100 },
      },
      { name: 'offset', in: 'query', required: false, schema: { type: 'integer', minimum: 0, default: 0 } },
      { name: 'category', in: 'query', required: false, schema: { type: 'string' } },
      { name: 'has_image', in: 'query', required: false, schema: { type: 'boolean', default: true } },
    ]);
  });

  test('has the filters, with lists separated by commas', () => {
    const parameters: { name: string; style?: string; explode?: boolean; schema: object }[] =
      document.paths['/foods/find'].get.parameters;
    const named = (name: string) => parameters.find((parameter) => parameter.name === name)!;
    expect(named('min_protein_g').schema).toEqual({ type: 'number', minimum: 0 });
    expect(named('nutriscore')).toMatchObject({
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { $ref: '#/components/schemas/NutriScore' } },
    });
    expect(named('sort').schema).toEqual({ $ref: '#/components/schemas/Order' });
    expect(document.components.schemas.Order.enum).toEqual(
      expect.arrayContaining(['-protein_g', 'relevance']),
    );
    expect(document.paths['/foods/facets'].get.parameters[0]).toMatchObject({ name: 'by', required: true });
    expect(document.paths['/foods/find'].get.responses[200].headers).toHaveProperty('X-Total-Count');
  });

  test('takes the lines of a recipe one by one', () => {
    expect(document.paths['/recipe'].get.parameters).toMatchObject([
      {
        name: 'line',
        required: true,
        style: 'form',
        explode: true,
        schema: { type: 'array', maxItems: 50, items: { type: 'string', maxLength: 200 } },
      },
      {
        name: 'servings',
        required: false,
        schema: { type: 'number', minimum: 1, maximum: 1000, default: 1 },
      },
      { name: 'lang', required: false },
    ]);
    expect(document.components.schemas.RecipeLine.properties.food.anyOf[0].$ref).toBe(
      '#/components/schemas/Food',
    );
  });

  test('lists the responses of each endpoint, problems included', () => {
    const statuses = Object.entries(document.paths as Record<string, { get: { responses: object } }>).map(
      ([path, { get }]) => [path, Object.keys(get.responses).join(' ')],
    );
    expect(Object.fromEntries(statuses)).toEqual({
      '/search': '200 304 401 422 429 500 503',
      '/food/{food_id}': '200 304 401 404 422 429 500',
      '/barcode/{code}': '200 304 401 404 422 429 500',
      '/foods/popular': '200 304 401 422 429 500 503',
      '/foods/categories': '200 304 401 429 500 503',
      '/foods/bulk': '200 304 401 422 429 500 503',
      '/foods/find': '200 304 401 422 429 500 503',
      '/foods/facets': '200 304 401 422 429 500 503',
      '/suggest': '200 304 401 422 429 500 503',
      '/recipe': '200 304 401 422 429 500 503',
      '/meal': '200 304 401 422 429 500 503',
      '/health': '200 400 500',
    });
  });

  test('has an example of every body', () => {
    const bodies: { example?: unknown }[] = [];
    JSON.stringify(document, (key, value) => {
      if (key === 'application/json') bodies.push(value);
      return value;
    });
    expect(bodies.length).toBeGreaterThan(10);
    for (const { example } of bodies) expect(example).toBeDefined();
  });

  test('has the fields of a food in order, nullable where they may be unknown', () => {
    const { properties, required } = document.components.schemas.Food;
    expect(Object.keys(properties)).toEqual(FOOD_FIELDS as string[]);
    expect(required).toEqual(FOOD_FIELDS);
    const certain = Object.keys(properties).filter((name) => !properties[name].type?.includes('null'));
    expect(certain).toEqual(['id', 'name', 'source', 'confidence']);
  });

  test('says the unit of each nutrient, and that it is per 100 g', () => {
    const { properties } = document.components.schemas.Food;
    expect(NUTRIENTS.map((name) => properties[name].description).filter((text) => !UNIT.test(text))).toEqual(
      [],
    );
  });

  test('has a name and a word on each value for every enum', async () => {
    const at = await appWithAccounts();
    const { json } = await at.send('/openapi.json');
    await at.remove();
    const { schemas } = json.components as {
      schemas: Record<string, { enum?: string[]; description: string }>;
    };
    const enums = Object.entries(schemas).filter(([, schema]) => schema.enum !== undefined);
    expect(enums.map(([name]) => name).sort()).toEqual(
      wordsOf(`
      Basis CountedPer EnvironmentGrade Facet KeyKind KeyScope MealMethod NovaGroup NutriScore Nutrient
      Order PlanName RecipeMethod Source SourceFilter SuggestionKind
    `),
    );
    for (const [, { enum: values = [], description }] of enums) {
      expect(description.split('\n').map((line) => /^- `([\w-]+)`: \w/.exec(line)?.[1])).toEqual(values);
    }
    // Named or not: no enum is left where only its own place knows it.
    expect(JSON.stringify(json).split('"enum":')).toHaveLength(enums.length + 1);
  });

  test('has names that generators can use as they are', async () => {
    const at = await appWithAccounts();
    const { json } = await at.send('/openapi.json');
    await at.remove();
    const { schemas } = json.components as {
      schemas: Record<string, { properties?: object; enum?: string[]; 'x-enum-varnames'?: string[] }>;
    };
    // openapi-python-client makes a variable of the schema beside those of its members.
    const snakeCase = (name: string) => name.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
    const clashing = Object.entries(schemas).filter(
      ([name, { properties = {} }]) => snakeCase(name) in properties,
    );
    expect(clashing.map(([name]) => name)).toEqual([]);
    const unnamed = Object.entries(schemas).filter(
      ([, { enum: values = [], 'x-enum-varnames': names = values }]) =>
        names.length !== values.length || names.some((name) => !/^[a-z]\w*$/i.test(name)),
    );
    expect(unnamed.map(([name]) => name)).toEqual([]);
    const orders = schemas.Order as { enum: string[]; 'x-enum-varnames': string[] };
    expect(orders['x-enum-varnames'][orders.enum.indexOf('-protein_g')]).toBe('PROTEIN_G_DESCENDING');
  });

  test('gives every id 64 bits', async () => {
    const at = await appWithAccounts();
    const { text } = await at.send('/openapi.json');
    await at.remove();
    const formats: unknown[] = [];
    JSON.parse(text, (key, value) => {
      if (/^(id|key_id)$/.test(key) && value.type) formats.push(value.format);
      if (/_id$/.test(value?.name ?? '') && value.schema) formats.push(value.schema.format);
      return value;
    });
    expect(formats).toEqual(Array(formats.length).fill('int64'));
    expect(formats.length).toBe(9);
  });
});
