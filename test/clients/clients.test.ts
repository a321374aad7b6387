import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { ifInstalled } from '../outside-programs.ts';
import { FETCH_PROGRAM, PYTHON_PROGRAM, SDK_PROGRAM } from './programs.ts';
import { checkTypes, generatePython, runPython } from './python-client.ts';
import { clientFolder, compile, runProgram, serveApi } from './served-api.ts';

/** What all programs print: data from every endpoint, read through the types of the client. */
const READ = {
  found: 2,
  first: 'Hazelnut cocoa spread',
  brand: 'Nusskern',
  source: 'off',
  scanned: '036000291452',
  popular: 3,
  categories: true,
  lean: 2,
  facets: ['source'],
  suggested: ['food'],
  bulk: ['Hazelnut cocoa spread'],
  recipe: [
    [30, 'weight'],
    [null, 'none'],
  ],
  meal: [[20, 'weight']],
  share: 80.9,
  missed: 'Food not found',
  wrong: ['query', 'q'],
  account: 'ada',
  scope: 'full',
  names: ['account key', 'ci'],
  isRotated: true,
  plans: ['starter', 'pro', 'scale'],
  plan: 'scale',
  days: ['2026-11-15'],
};

let api: Awaited<ReturnType<typeof serveApi>>;
beforeEach(async () => {
  api = await serveApi();
});
afterEach(() => api.stop());

const runAll = (folder: string) => runProgram(folder, api.origin, api.accountKey);

describe('A client generated from the OpenAPI document', () => {
  test('by openapi-typescript compiles and calls every endpoint', async () => {
    const folder = clientFolder(FETCH_PROGRAM);
    const types = astToString(await openapiTS(api.document as unknown as OpenAPI3));
    writeFileSync(join(folder, 'api.ts'), types);
    expect(await compile(folder)).toBe('');
    expect(await runAll(folder)).toEqual({ ...READ, foods: api.foods });
    expect(api.uncalled()).toEqual([]);
  }, 60_000);

  test('by hey-api compiles and calls every endpoint', async () => {
    const folder = clientFolder(SDK_PROGRAM);
    await createClient({
      input: api.document as unknown as Record<string, unknown>,
      output: join(folder, 'api'),
      logs: { level: 'silent' },
      plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    });
    expect(await compile(folder)).toBe('');
    expect(await runAll(folder)).toEqual({ ...READ, foods: api.foods });
    expect(api.uncalled()).toEqual([]);
  }, 60_000);

  const GENERATOR = 'openapi-python-client';
  ifInstalled(GENERATOR).test(
    'by openapi-python-client calls every endpoint',
    async () => {
      const client = await generatePython(api.document, PYTHON_PROGRAM);
      expect(client.warnings).toBe('');
      expect(await runPython(client, api.origin, api.accountKey)).toEqual({ ...READ, foods: api.foods });
      expect(api.uncalled()).toEqual([]);
    },
    60_000,
  );

  ifInstalled(GENERATOR, 'mypy').test(
    'by openapi-python-client has no type error',
    async () => {
      expect(await checkTypes(await generatePython(api.document, PYTHON_PROGRAM))).toEqual([]);
    },
    120_000,
  );
});
