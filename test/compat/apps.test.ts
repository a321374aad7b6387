import { afterAll, describe, expect, test } from 'bun:test';
import { startServer } from '../contract/server-process.ts';
import { type AppScenario, type AppTable, nullsIn, valueAt } from './app-scenario.ts';
import { FOOD_YOU } from './apps/food-you.ts';
import { GROCY } from './apps/grocy.ts';
import { NUTRI_TRACE } from './apps/nutri-trace.ts';
import { OPEN_NUTRI_TRACKER } from './apps/open-nutri-tracker.ts';
import { OPENFOODFACTS_DART } from './apps/openfoodfacts-dart.ts';
import { OPENFOODFACTS_EXPLORER } from './apps/openfoodfacts-explorer.ts';
import { OPENFOODFACTS_KOTLIN } from './apps/openfoodfacts-kotlin.ts';
import { OPENFOODFACTS_PYTHON } from './apps/openfoodfacts-python.ts';
import { SMALL_APPS } from './apps/small-apps.ts';
import { SPARKY_FITNESS } from './apps/sparky-fitness.ts';
import { WAISTLINE } from './apps/waistline.ts';
import { WGER } from './apps/wger.ts';
import { compatCatalog } from './compat-catalog.ts';

/** The requests of real apps, as their source code sends them, against a server in a process of its own. */
const APPS: readonly AppTable[] = [
  SPARKY_FITNESS,
  GROCY,
  WGER,
  WAISTLINE,
  OPEN_NUTRI_TRACKER,
  FOOD_YOU,
  OPENFOODFACTS_DART,
  OPENFOODFACTS_EXPLORER,
  OPENFOODFACTS_KOTLIN,
  OPENFOODFACTS_PYTHON,
  NUTRI_TRACE,
  SMALL_APPS,
];

const server = await startServer([
  '--catalog',
  await compatCatalog(),
  '--limits',
  'off',
  '--compat',
  'openfoodfacts',
]);
await server.logged('threads ready');
afterAll(() => server.stop());

/** What is null in every answer of the search service. */
const SEARCH_NULLS = ['aggregations', 'debug', 'warnings'];

for (const { app, headers = {}, scenarios } of APPS) {
  describe(app, () => {
    for (const scenario of scenarios) test(scenario.name, () => check(scenario, headers));
  });
}

async function check(scenario: AppScenario, always: Record<string, string>) {
  const { method = 'GET', target, headers, body, status = 200, reads, lacks = [] } = scenario;
  const answer = await fetch(new URL(target, server.origin), {
    method,
    redirect: 'manual',
    headers: { ...always, ...headers },
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  expect({ status: answer.status, ...(answer.status !== status && { text }) }).toEqual({ status });
  expect(answer.headers.get('content-type')).toContain('application/json');
  const parsed: unknown = JSON.parse(text);
  expect(parsed).toMatchObject(reads);
  expect(nullsIn(parsed)).toEqual(text.startsWith('{"hits":') ? SEARCH_NULLS : []);
  for (const path of lacks)
    expect({ path, value: valueAt(parsed, path) }).toEqual({ path, value: undefined });
}
