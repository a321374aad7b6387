import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { buildCatalog } from '../../build/pipeline.ts';
import { readStarterCatalog } from '../../src/catalog/locate-catalog.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { FOOD_FIELDS } from '../../src/food/food.ts';
import type { ToolResult } from '../../src/mcp/tool.ts';
import { createTools } from '../../src/mcp/tools.ts';
import { PRODUCTS, temporaryFolder, writeExport } from '../build/export-file.ts';
import { wordsOf } from '../words-of.ts';

const ROOT = join(import.meta.dir, '..', '..');

/** The same tests run from source and with the executable that we ship. */
const WAYS: [string, string[]][] = [
  ['from source', [process.execPath, join(ROOT, 'src', 'main.ts')]],
  ['as executable', [join(ROOT, 'dist', 'larder')]],
];

const folder = temporaryFolder();
const catalog = join(folder, 'catalog.db');
const path = writeExport(join(folder, 'export.tsv'), PRODUCTS);
await buildCatalog({ base: null, sources: [{ source: 'off', path }], out: catalog, force: false }, () => {});

describe.each(WAYS)('larder mcp %s', (_, [command, ...args]) => {
  let client: Client;
  beforeAll(async () => {
    client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: command!,
        args: [...args, 'mcp', '--catalog', catalog, '--public-url', 'https://food.example/'],
        stderr: 'inherit',
      }),
    );
  });
  afterAll(() => client.close());

  const call = async (name: string, input: Record<string, unknown>) => {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: input });
    return {
      answer: structuredContent as Record<string, unknown>,
      text: (content as { text: string }[])[0]!.text,
      isError,
    };
  };

  test('offers its tools with descriptions and schemas', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      wordsOf(`
      search_foods get_food lookup_barcode find_foods get_foods calculate_portion analyze_recipe
      analyze_meal list_categories list_popular_foods
    `),
    );
    for (const tool of tools) {
      expect(tool.description!.length).toBeGreaterThan(40);
      expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
    expect(tools[0]!.inputSchema.properties).toMatchObject({
      source: {
        type: 'string',
        enum: ['off', 'ai_estimate'],
        description: expect.stringMatching(/off = .*; ai_estimate = /),
      },
      detail: {
        type: 'string',
        enum: ['compact', 'full'],
        description: expect.stringMatching(/compact = .*; full = /),
      },
    });
    expect(tools[3]!.inputSchema.properties).toMatchObject({
      nova: { items: { type: 'number', enum: [1, 2, 3, 4] } },
    });
    expect(client.getServerVersion()).toMatchObject({ name: 'larder' });
  });

  test('finds foods despite typos, and includes the credit', async () => {
    const { answer, text } = await call('search_foods', { query: 'nutela', limit: 1 });
    expect(answer.foods).toEqual([
      {
        id: 3017620422003,
        name: 'Nutella',
        brand: 'Ferrero',
        serving_size_g: 15,
        calories_kcal: 539,
        protein_g: 6.3,
        fat_g: 30.9,
        carbs_g: 57.5,
        source: 'off',
        confidence: expect.any(Number),
      },
    ]);
    expect(answer.credit).toContain('https://openfoodfacts.org');
    expect(text).toBe('structuredContent: 1 foods, credit, matched');
    expect((await call('search_foods', { query: 'zzqxkkw' })).answer).toMatchObject({ foods: [] });
  });

  test('shows every field on request, with the address of the page', async () => {
    const full = { detail: 'full', query: 'nutella', limit: 1 };
    const { answer } = await call('search_foods', full);
    const [food] = answer.foods as Record<string, unknown>[];
    expect(FOOD_FIELDS.filter((field) => !(field in food!))).toContain('fiber_g');
    expect(food).toMatchObject({
      language: expect.any(String),
      names: expect.any(Object),
      static_url: 'https://food.example/food/3017620422003/nutella.html',
    });
    const one = await call('get_food', { id: 3017620422003 });
    expect(one.answer.food).toMatchObject({ static_url: food!.static_url });
  });

  test('takes ids and barcodes as numbers or as text', async () => {
    for (const id of [49000006346, '49000006346']) {
      expect((await call('get_food', { id })).answer).toMatchObject({ food: { id: 49000006346 } });
      expect((await call('lookup_barcode', { code: id })).answer).toMatchObject({
        food: { id: 49000006346 },
      });
    }
  });

  test('finds foods by their values, and says how many there are', async () => {
    const { answer } = await call('find_foods', { min_calories_kcal: 100, sort: '-calories_kcal', limit: 1 });
    expect(answer).toMatchObject({ foods: [{ name: 'Nutella' }], is_total_exact: true });
    expect(answer.total).toBeGreaterThan(1);
    const { answer: spreads } = await call('find_foods', { query: 'nutella', max_fat_g: 1 });
    expect(spreads).toMatchObject({ foods: [], total: 0 });
  });

  test('gets several foods at once, null where there is none', async () => {
    const { answer } = await call('get_foods', { ids: [49000006346, '1'], detail: 'full' });
    expect(answer).toMatchObject({ foods: [{ barcode: '049000006346' }, null] });
    const { answer: scanned } = await call('get_foods', { barcodes: ['3017620422003', 49000006346] });
    expect(scanned).toMatchObject({ foods: [{ name: 'Nutella' }, { id: 49000006346 }] });
    // As over HTTP, what is not a barcode belongs to no food, and does not affect the others.
    const { answer: some } = await call('get_foods', { barcodes: ['abc', '1', '3017620422003'] });
    expect(some).toMatchObject({ foods: [null, null, { name: 'Nutella' }] });
  });

  test('lists categories, and the common foods of one', async () => {
    const { categories } = (await call('list_categories', { limit: 1 })).answer as {
      categories: { category: string; count: number }[];
    };
    const [{ category, count } = { category: '', count: 0 }] = categories;
    const { answer } = await call('list_popular_foods', { category, limit: 50, detail: 'full' });
    const foods = answer.foods as { category: string }[];
    expect(foods).toHaveLength(count);
    expect(new Set(foods.map((food) => food.category))).toEqual(new Set([category]));
    expect((await call('list_popular_foods', { category: 'no such' })).answer.foods).toEqual([]);
  });

  test('looks up by barcode and by id', async () => {
    expect((await call('lookup_barcode', { code: '3017620-422003' })).answer).toMatchObject({
      food: { name: 'Nutella' },
    });
    expect((await call('get_food', { id: 49000006346, detail: 'full' })).answer).toMatchObject({
      food: { barcode: '049000006346' },
    });
  });

  test('calculates a portion, and leaves unknown values unknown', async () => {
    const { answer } = await call('calculate_portion', { id: 3017620422003, grams: 15 });
    expect(answer).toMatchObject({
      grams: 15,
      nutrition: { calories_kcal: 80.9, protein_g: 0.945 },
    });
    expect(answer.nutrition).not.toHaveProperty('fiber_g');
    const servings = await call('calculate_portion', { id: '3017620422003', servings: 2 });
    expect(servings.answer).toMatchObject({ grams: 30, nutrition: { calories_kcal: 161.7 } });
  });

  test('adds up a recipe, and says why a line is not counted', async () => {
    const { answer } = await call('analyze_recipe', {
      lines: ['30 g nutella', 'salt to taste'],
      servings: 2,
    });
    expect(answer).toMatchObject({
      lines: [
        {
          food: { id: 3017620422003, name: 'Nutella' },
          grams: 30,
          method: 'weight',
        },
        { method: 'none', reason: expect.stringContaining('no food found') },
      ],
      total: { calories_kcal: 161.7 },
      per_serving: { calories_kcal: 80.9 },
      incomplete: expect.arrayContaining(['fiber_g']),
      unresolved: [1],
    });
  });

  test('adds up a meal in words', async () => {
    const { answer } = await call('analyze_meal', { text: '30 g nutella and a zzqxkkw' });
    expect(answer).toMatchObject({
      items: [
        { text: '30 g nutella', food: { id: 3017620422003, name: 'Nutella' }, grams: 30 },
        { text: 'a zzqxkkw', method: 'none', reason: expect.stringContaining('no food found') },
      ],
      total: { calories_kcal: 161.7 },
      unresolved: [1],
    });
  });

  test.each([
    ['get_food', { id: 1 }, /No food has the id 1/],
    ['lookup_barcode', { code: '12345678' }, /No food has the barcode/],
    ['search_foods', { query: 'a' }, /query/],
    ['search_foods', { query: 'milk', limit: 51 }, /limit/],
    ['search_foods', { query: 'milk', source: 'usda' }, /source/],
    ['search_foods', { query: 'milk', detail: 'all' }, /detail: must be compact or full/],
    ['get_food', { id: 'nutella' }, /id: this does not fit: The id of a food/],
    ['analyze_recipe', {}, /lines/],
    ['analyze_recipe', { lines: [] }, /lines/],
    ['analyze_recipe', { lines: ['1 g a'], servings: 0 }, /servings/],
    ['analyze_meal', { text: 'a' }, /text/],
    ['calculate_portion', { id: 3017620422003, grams: -1 }, /grams/],
    ['calculate_portion', { id: 3017620422003 }, /give grams or servings/],
    ['calculate_portion', { id: 3017620422003, grams: 1, servings: 1 }, /give grams or servings/],
    ['find_foods', { min_fat_g: -1 }, /min_fat_g/],
    ['find_foods', { sort: 'relevance' }, /needs a query/],
    ['find_foods', { sort: 'price' }, /sort/],
    [
      'find_foods',
      { allergen_free: ['milk', 'xyz'] },
      /allergen_free\/1: unknown allergen; known are .*en:milk/,
    ],
    ['find_foods', { allergen_free: ['__proto__'] }, /allergen_free\/0: unknown allergen/],
    [
      'find_foods',
      { min_protein: 20 },
      /min_protein: there is no such argument; did you mean min_protein_g\?/,
    ],
    ['find_foods', { allergens_free: ['milk'] }, /did you mean allergen_free\?/],
    [
      'search_foods',
      { query: 'milk', colour: 'red' },
      /colour: there is no such argument; there are query, limit, source, lang, detail$/,
    ],
    ['get_foods', {}, /either ids or barcodes/],
    ['get_foods', { ids: [1], barcodes: ['20000000'] }, /either ids or barcodes/],
    ['bake_cake', {}, /no tool bake_cake/],
  ])('explains to %s %j why there is no answer', async (name, input, said) => {
    const { text, isError } = await call(name, input);
    expect(isError).toBe(true);
    expect(text).toMatch(said);
  });
});

test('Ids of generic foods, which have 16 digits, can be text too', async () => {
  const catalog = openCatalog(await readStarterCatalog());
  const id = catalog.search({ q: 'bananas raw', limit: 1, source: null })[0]!.id;
  expect(String(id)).toHaveLength(16);
  const [, getFood] = createTools(catalog, null);
  expect(getFood!.call({ id: String(id) })).toMatchObject({ food: { id } });
});

test('Compact answers cost less than half of full ones', async () => {
  const [search] = createTools(openCatalog(await readStarterCatalog()), null);
  const foodsOf = (detail: string) =>
    (search!.call({ query: 'chicken', limit: 50, detail }) as ToolResult).foods as object[];
  expect(foodsOf('compact')).toHaveLength(50);
  expect(JSON.stringify(foodsOf('compact')).length).toBeLessThan(JSON.stringify(foodsOf('full')).length / 2);
});

describe('A running larder mcp', () => {
  const [command, ...args] = WAYS[0]![1];
  const start = async (...flags: string[]) => {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StdioClientTransport({
      command: command!,
      args: [...args, 'mcp', ...flags],
      stderr: 'pipe',
    });
    const said: string[] = [];
    const heard = (text: string) =>
      new Promise<void>((resolve) => {
        transport.stderr!.on('data', (part) => {
          said.push(String(part));
          if (said.join('').includes(text)) resolve();
        });
      });
    await client.connect(transport);
    const nameOf = async (id: number) => {
      const { structuredContent } = await client.callTool({ name: 'get_food', arguments: { id } });
      return (structuredContent as { food: { name: string } } | undefined)?.food.name ?? null;
    };
    return { client, heard, nameOf };
  };

  test('takes up a new catalogue', async () => {
    const path = join(folder, 'served.db');
    const build = async (products: typeof PRODUCTS, out: string) => {
      const input = writeExport(join(folder, 'next.tsv'), products);
      await buildCatalog(
        { base: null, sources: [{ source: 'off', path: input }], out, force: true },
        () => {},
      );
    };
    await build(
      PRODUCTS.filter(({ code }) => code !== '3017620422003'),
      path,
    );
    const { client, heard, nameOf } = await start('--catalog', path);
    expect(await nameOf(3017620422003)).toBeNull();
    const replaced = heard('catalog replaced');
    await build(PRODUCTS, join(folder, 'next.db'));
    renameSync(join(folder, 'next.db'), path);
    await replaced;
    expect(await nameOf(3017620422003)).toBe('Nutella');
    await client.close();
  });

  test('takes up a changed overlay, and keeps the old one if the new one is bad', async () => {
    const overlay = join(folder, 'own.csv');
    const write = (name: string) => writeFileSync(overlay, `barcode,name\n3017620422003,${name}\n`);
    write('Our spread');
    const { client, heard, nameOf } = await start('--catalog', catalog, '--overlay', overlay);
    expect(await nameOf(3017620422003)).toBe('Our spread');
    const replaced = heard('overlay replaced');
    write('Our better spread');
    await replaced;
    expect(await nameOf(3017620422003)).toBe('Our better spread');
    const refused = heard('overlay refused');
    writeFileSync(overlay, 'no,such,columns\n1,2,3\n');
    await refused;
    expect(await nameOf(3017620422003)).toBe('Our better spread');
    await client.close();
  });
});

test('larder mcp writes only the protocol to standard output, and exits when its input ends', () => {
  const hello = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  };
  const [command, ...args] = WAYS[0]![1];
  const run = spawnSync(command!, [...args, 'mcp', '--catalog', catalog], {
    input: `${JSON.stringify(hello)}\n`,
    encoding: 'utf8',
  });
  expect(run.status).toBe(0);
  const lines = run.stdout.trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { jsonrpc: string }).jsonrpc)).toEqual(['2.0']);
  expect(run.stderr).toBe('');
});
