import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { argumentsOf, larder, startServer } from '../contract/server-process.ts';
import { wordsOf } from '../words-of.ts';

/** The Model Context Protocol over HTTP, as the official client speaks it. */

const directory = mkdtempSync(join(tmpdir(), 'larder-mcp-'));
const accounts = join(directory, 'accounts.db');
const key = keyFrom('account create ada --plan pro');
const readKey = keyFrom('key create --account ada --name agent');
const catalog = await fixtureCatalog();
const server = await startServer(['--catalog', catalog, '--accounts', accounts, '--mcp', 'on']);
await server.logged('threads ready');
afterAll(async () => {
  await server.stop();
});

function keyFrom(line: string): string {
  const { status, stdout } = larder([...argumentsOf(line), '--accounts', accounts]);
  expect(status).toBe(0);
  return stdout.trimEnd();
}

async function connect(headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const address = new URL('/mcp', server.origin);
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
  return client;
}

const bearer = (sent: string) => ({ Authorization: `Bearer ${sent}` });

function post(message: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(new URL('/mcp', server.origin), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
}

const call = (name: string, input: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: input },
});
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe('/mcp', () => {
  test('offers the tools to anyone who may read data', async () => {
    for (const headers of [{}, bearer(key), bearer(readKey)] as Record<string, string>[]) {
      const client = await connect(headers);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['search_foods', 'find_foods', 'get_foods']),
      );
      await client.close();
    }
  });

  test('calculates a portion to the same decimals as the API', async () => {
    const client = await connect(bearer(key));
    const id = 4006381333931;
    for (const asked of [{ grams: 33.333 }, { grams: 7 }, { servings: 1.5 }] as Record<string, number>[]) {
      const { structuredContent } = await client.callTool({
        name: 'calculate_portion',
        arguments: { id, ...asked },
      });
      const { grams, nutrition } = structuredContent as { grams: number; nutrition: object };
      const [name, amount] = Object.entries(asked)[0]!;
      const food = await fetch(new URL(`/food/${id}?${name}=${amount}`, server.origin));
      const { portion } = (await food.json()) as { portion: object };
      const known = Object.entries(portion).filter(([, value]) => value !== null);
      expect({ grams, ...nutrition }).toEqual(Object.fromEntries(known) as { grams: number });
    }
    await client.close();
  });

  test('answers calls from the catalogue, and explains what is wrong with others', async () => {
    const client = await connect(bearer(key));
    const found = await client.callTool({ name: 'search_foods', arguments: { query: 'milk', limit: 2 } });
    const { foods } = found.structuredContent as { foods: { id: number; name: string }[] };
    expect(foods.length).toBeGreaterThan(0);
    const got = await client.callTool({ name: 'get_foods', arguments: { ids: [foods[0]!.id, 1] } });
    expect(got.structuredContent).toMatchObject({ foods: [foods[0], null] });
    const wrong = await client.callTool({ name: 'search_foods', arguments: { query: 'a' } });
    expect(wrong).toMatchObject({ isError: true });
    await client.close();
  });

  test('counts against the limits of the key, a list as much as elsewhere', async () => {
    const left = async (message: object) =>
      Number((await post(message, bearer(key))).headers.get('x-ratelimit-remaining'));
    const before = await left(LIST);
    expect(await left(LIST)).toBe(before - 1);
    expect(await left(call('get_foods', { ids: new Array(25).fill(1) }))).toBe(before - 4);
    expect(await left(call('find_foods', { allergen_free: new Array(20).fill('milk') }))).toBe(before - 5);
  });

  test('refuses a bad key, and methods other than POST', async () => {
    expect((await post(LIST, bearer('nonsense'))).status).toBe(401);
    const got = await fetch(new URL('/mcp', server.origin), { headers: bearer(key) });
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    const preflight = await fetch(new URL('/mcp', server.origin), { method: 'OPTIONS' });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Mcp-Protocol-Version');
  });

  test('refuses pages of other origins, which a name that points here might let in', async () => {
    const statusFrom = async (Origin: string) => (await post(LIST, { Origin, ...bearer(key) })).status;
    expect(await statusFrom('http://rebound.example')).toBe(403);
    expect(await statusFrom(`http://rebound.example:${server.origin.port}`)).toBe(403);
    expect(await statusFrom('http://localhost.rebound.example')).toBe(403);
    expect(await statusFrom('null')).toBe(403);
    expect(await statusFrom('http://localhost:6274')).toBe(200);
    expect(await statusFrom('http://127.0.0.1:3000')).toBe(200);
    expect(await statusFrom('http://[::1]:3000')).toBe(200);
  });

  test('refuses what is not one message', async () => {
    for (const body of ['', 'nonsense', '[]', JSON.stringify([LIST, LIST]), '{"a":1}', 'null']) {
      const answer = await post(body, bearer(key));
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: { code: expect.any(Number) } });
    }
  });

  test('counts against the limits of the client without a key', async () => {
    const statuses = await Promise.all(Array.from({ length: 35 }, async () => (await post(LIST)).status));
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });
});

test('There is no /mcp unless it is turned on', async () => {
  const plain = await startServer(['--catalog', await fixtureCatalog(), '--limits', 'off']);
  const answer = await fetch(new URL('/mcp', plain.origin), { method: 'POST', body: JSON.stringify(LIST) });
  expect(answer.status).toBe(401);
  await plain.stop();
});

test('Origins that the operator names may call it', async () => {
  const flags = wordsOf('--mcp on --public-url https://food.example --cors-origin https://app.example');
  const other = await startServer(['--catalog', await fixtureCatalog(), '--limits', 'off', ...flags]);
  const statusFrom = async (Origin: string) => {
    const headers = {
      Origin,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    };
    return (
      await fetch(new URL('/mcp', other.origin), { method: 'POST', headers, body: JSON.stringify(LIST) })
    ).status;
  };
  expect(await statusFrom('https://food.example')).toBe(200);
  expect(await statusFrom('https://app.example')).toBe(200);
  expect(await statusFrom('https://other.example')).toBe(403);
  await other.stop();
});
