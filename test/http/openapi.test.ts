import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FOOD_FIELDS } from '../../src/food/food.ts';
import { createApp } from '../../src/http/app.ts';
import { emptyCatalog } from './empty-catalog.ts';

const ROOT = join(import.meta.dir, '..', '..');
const answer = await createApp({ catalog: emptyCatalog() }).handle(
  new Request('http://localhost/openapi.json'),
);
const text = await answer.text();
const document = JSON.parse(text);

describe('The description of the interface', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'larder-openapi-'));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  test('passes the linter of Redocly without errors', async () => {
    const file = join(directory, 'openapi.json');
    await Bun.write(file, text);
    const linter = Bun.spawn(
      ['node', join(ROOT, 'node_modules/.bin/redocly'), 'lint', '--format', 'json', file],
      {
        cwd: directory,
        stdout: 'pipe',
        stderr: 'ignore',
        // Nothing is sent anywhere, and no newer version is asked for.
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' },
      },
    );
    const report = JSON.parse(await new Response(linter.stdout).text());
    expect(report.problems.filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([]);
    expect(report.totals.errors).toBe(0);
    expect(await linter.exited).toBe(0);
  });

  test('lists every data endpoint and health, and nothing else', () => {
    expect(Object.keys(document.paths)).toEqual([
      '/search',
      '/food/{food_id}',
      '/barcode/{code}',
      '/foods/popular',
      '/foods/categories',
      '/health',
    ]);
  });

  test('has the parameters with their bounds and defaults', () => {
    const parameters = Object.values(
      document.paths as Record<string, { get: { parameters?: object[] } }>,
    ).flatMap(({ get }) => get.parameters ?? []);
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
        schema: { type: 'string', enum: ['off', 'ai_estimate'] },
      },
      { name: 'food_id', in: 'path', required: true, schema: { type: 'integer' } },
      { name: 'code', in: 'path', required: true, schema: { type: 'string' } },
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

  test('tells the answers of each endpoint, problems included', () => {
    const statuses = Object.entries(document.paths as Record<string, { get: { responses: object } }>).map(
      ([path, { get }]) => [path, Object.keys(get.responses).join(' ')],
    );
    expect(Object.fromEntries(statuses)).toEqual({
      '/search': '200 304 401 422 429 500',
      '/food/{food_id}': '200 304 401 404 422 429 500',
      '/barcode/{code}': '200 304 401 404 429 500',
      '/foods/popular': '200 304 401 422 429 500',
      '/foods/categories': '200 304 401 429 500',
      '/health': '200 500',
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
    const certain = Object.keys(properties).filter((name) => !properties[name].type.includes('null'));
    expect(certain).toEqual(['id', 'name', 'source', 'confidence']);
  });
});
