import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { buildCatalog } from '../../build/pipeline.ts';
import { PRODUCTS, temporaryFolder, writeExport } from '../build/export-file.ts';

const ROOT = join(import.meta.dir, '..', '..');

/** The same tests run from source and with the executable that we ship. */
const WAYS: [string, string[]][] = [
  ['from source', [process.execPath, join(ROOT, 'src', 'main.ts')]],
  ['as executable', [join(ROOT, 'dist', 'larder')]],
];

let folder: string;
let catalog: string;
beforeAll(async () => {
  folder = temporaryFolder();
  catalog = join(folder, 'catalog.db');
  const path = writeExport(join(folder, 'export.tsv'), PRODUCTS);
  await buildCatalog(
    { base: null, sources: [{ source: 'off', path }], out: catalog, force: false },
    () => {},
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(WAYS)('larder mcp %s', (_, [command, ...args]) => {
  let client: Client;
  beforeAll(async () => {
    client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: command!,
        args: [...args, 'mcp', '--catalog', catalog],
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
    expect(tools.map(({ name }) => name)).toEqual([
      'search_foods',
      'get_food',
      'lookup_barcode',
      'calculate_portion',
    ]);
    for (const tool of tools) {
      expect(tool.description!.length).toBeGreaterThan(40);
      expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
    expect(client.getServerVersion()).toMatchObject({ name: 'larder' });
  });

  test('finds foods despite typos, and includes the credit', async () => {
    const { answer, text } = await call('search_foods', { query: 'nutela', limit: 1 });
    expect(answer).toMatchObject({ foods: [{ id: 3017620422003, name: 'Nutella', fiber_g: null }] });
    expect(answer.credit).toContain('https://openfoodfacts.org');
    expect(JSON.parse(text)).toEqual(answer);
    expect((await call('search_foods', { query: 'zzqxkkw' })).answer).toMatchObject({ foods: [] });
  });

  test('looks up by barcode and by id', async () => {
    expect((await call('lookup_barcode', { code: '3017620-422003' })).answer).toMatchObject({
      food: { name: 'Nutella' },
    });
    expect((await call('get_food', { id: 49000006346 })).answer).toMatchObject({
      food: { barcode: '049000006346' },
    });
  });

  test('calculates a portion, and leaves unknown values unknown', async () => {
    const { answer } = await call('calculate_portion', { id: 3017620422003, grams: 15 });
    expect(answer).toMatchObject({
      grams: 15,
      nutrition: { calories_kcal: 80.85, protein_g: 0.95, fiber_g: null },
    });
    expect(answer.credit).toContain('ODbL');
  });

  test.each([
    ['get_food', { id: 1 }, /No food has the id 1/],
    ['lookup_barcode', { code: '12345678' }, /No food has the barcode/],
    ['search_foods', { query: 'a' }, /query/],
    ['search_foods', { query: 'milk', limit: 51 }, /limit/],
    ['search_foods', { query: 'milk', source: 'usda' }, /source/],
    ['calculate_portion', { id: 3017620422003, grams: -1 }, /grams/],
    ['bake_cake', {}, /no tool bake_cake/],
  ])('explains to %s %j why there is no answer', async (name, input, said) => {
    const { text, isError } = await call(name, input);
    expect(isError).toBe(true);
    expect(text).toMatch(said);
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
