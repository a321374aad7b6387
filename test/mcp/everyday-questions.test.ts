import { afterAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { readStarterCatalog } from '../../src/catalog/locate-catalog.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { createMcpServer } from '../../src/mcp/server.ts';
import { callOneOf } from '../../src/mcp/tool.ts';
import { createTools } from '../../src/mcp/tools.ts';
import { QUESTIONS } from './everyday-questions.ts';

/**
 * What ten everyday questions cost an agent, in bytes of the answers. `WRITE_DOCS=1 bun test test/mcp/everyday-questions.test.ts`
 * writes the table of docs/agents.md.
 */
const AGENTS = join(import.meta.dir, '..', '..', 'docs', 'agents.md');
/** The same before answers were sent once and without nulls, in November 2026. */
const BEFORE = [1584, 4518, 728, 1450, 924, 4730, 1628, 3404, 1914, 4536];
const TABLE = /\| question \| tool \| before \| now \|\n(?:\|.*\|\n)+/;
const MAX_TOOLS_BYTES = 16 * 1024;

const catalog = openCatalog(await readStarterCatalog());
const tools = createTools(catalog, null);
const server = createMcpServer(tools, (name, input) => callOneOf(tools, name, input));
const [ours, theirs] = InMemoryTransport.createLinkedPair();
const client = new Client({ name: 'test', version: '1' });
await Promise.all([server.connect(ours), client.connect(theirs)]);
afterAll(async () => {
  await client.close();
  catalog.close();
});

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const idOf = (q: string) => catalog.search({ q, limit: 1, source: null })[0]!.id;
const inKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

test('the list of tools has at most 16 kB', async () => {
  expect(bytesOf(await client.listTools())).toBeLessThanOrEqual(MAX_TOOLS_BYTES);
});

test('ten everyday questions cost at most half of what they did, as docs/agents.md says', async () => {
  const now: number[] = [];
  for (const [, name, input] of QUESTIONS) {
    const answer = await client.callTool({ name, arguments: { ...input(idOf) } });
    expect(answer.isError).toBeUndefined();
    now.push(bytesOf(answer));
  }
  const sum = (all: readonly number[]) => all.reduce((total, bytes) => total + bytes, 0);
  expect(sum(now)).toBeLessThanOrEqual(sum(BEFORE) / 2);
  const rows = QUESTIONS.map(
    ([question, tool], at) =>
      `| ${question} | \`${tool}\` | ${inKilobytes(BEFORE[at]!)} | ${inKilobytes(now[at]!)} |`,
  );
  const total = `| all ten | | ${inKilobytes(sum(BEFORE))} | ${inKilobytes(sum(now))} |`;
  const table = `${['| question | tool | before | now |', '|---|---|---|---|', ...rows, total].join('\n')}\n`;
  const written = readFileSync(AGENTS, 'utf8');
  if (process.env.WRITE_DOCS)
    writeFileSync(
      AGENTS,
      written.replace(TABLE, () => table),
    );
  else expect(TABLE.exec(written)?.[0]).toBe(table);
});

test('a kiwi has vitamin C, and flour allergens as far as they are known', async () => {
  const { structuredContent } = await client.callTool({
    name: 'get_food',
    arguments: { id: idOf('kiwi'), detail: 'full' },
  });
  expect(structuredContent).toMatchObject({
    food: { nutrients: { vitamin_c_mg: expect.any(Number) }, measures: expect.any(Array) },
  });
});

test('the credit is sent once, and nulls never', async () => {
  const tools = createTools(catalog, null);
  const server = createMcpServer(tools, (name, input) => callOneOf(tools, name, input));
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const another = new Client({ name: 'test', version: '1' });
  await Promise.all([server.connect(ours), another.connect(theirs)]);
  const ask = async () =>
    (await another.callTool({ name: 'search_foods', arguments: { query: 'milk' } }))
      .structuredContent as object;
  const [first, second] = [await ask(), await ask()];
  await another.close();
  expect(first).toHaveProperty('credit');
  expect(second).not.toHaveProperty('credit');
  expect(JSON.stringify(first)).not.toContain('null');
});

test('a client that takes no structured content gets the answer as text', async () => {
  const tools = createTools(catalog, null);
  const server = createMcpServer(tools, (name, input) => callOneOf(tools, name, input));
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(ours);
  const answers = new Map<unknown, (message: unknown) => void>();
  theirs.onmessage = (message) => answers.get((message as { id: unknown }).id)?.(message);
  await theirs.start();
  const ask = (id: number, method: string, params: object) =>
    new Promise<{ result: { content: { text: string }[] } }>((resolve) => {
      answers.set(id, resolve as (message: unknown) => void);
      void theirs.send({ jsonrpc: '2.0', id, method, params } as Parameters<typeof theirs.send>[0]);
    });
  const clientInfo = { name: 'old', version: '1' };
  await ask(1, 'initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo });
  const { result } = await ask(2, 'tools/call', { name: 'search_foods', arguments: { query: 'milk' } });
  await server.close();
  expect(result).not.toHaveProperty('structuredContent');
  expect(JSON.parse(result.content[0]!.text)).toHaveProperty('foods');
});

test('foods are found by any nutrient, whether its bound stands among the others or apart', async () => {
  const found = async (input: object) =>
    (await client.callTool({ name: 'find_foods', arguments: { ...input, limit: 3 } })).structuredContent;
  const flat = await found({ min_vitamin_c_mg: 500 });
  expect(flat).toMatchObject({ foods: [{}, {}, {}], total: expect.any(Number) });
  expect(flat).toEqual(await found({ further: { min_vitamin_c_mg: 500 } }));
});
