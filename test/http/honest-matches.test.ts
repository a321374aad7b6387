import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildOverlay } from '../../build/overlay.ts';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { overlayCatalog } from '../../src/catalog/overlay/overlay.ts';
import type { Food } from '../../src/food/food.ts';
import { createApp } from '../../src/http/app.ts';
import { words } from '../../src/text/fold.ts';
import { isStopWord } from '../../src/text/stop-words.ts';
import { stem } from '../../src/text/word-forms.ts';

await makeStarter();
const catalog = openCatalog(STARTER);
afterAll(() => catalog.close());

function search(q: string): Promise<Response> {
  const request = new Request(`http://localhost/search?limit=50&q=${encodeURIComponent(q)}`);
  return Promise.resolve(createApp({ catalog }).handle(request));
}

describe('X-Search-Matched', () => {
  test.each([
    ['whole milk', 'all'],
    ['haribo', 'all'],
    ['3017620422003', 'all'],
    ['whole millk', 'corrected'],
    ['bananna', 'corrected'],
    ['oxo cube', null],
    ['takis', null],
    ['lait de licorne', 'part'],
    ['zzzz bread', 'part'],
  ])('says of %p: %p', async (q, matched) => {
    const answer = await search(q);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-search-matched')).toBe(matched);
    expect(((await answer.json()) as Food[]).length > 0).toBe(matched !== null);
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-Search-Matched');
  });
});

test('The words that were left out are known', () => {
  expect(catalog.searchRead({ q: 'lait de licorne', limit: 1, source: null }).leftOut).toEqual(['licorne']);
});

describe('An estimate', () => {
  /** The words of a name, as far as they say something. */
  const tellingWords = (name: string) => words(name).filter((word) => !isStopWord(word, name));
  const hasAll = (food: Food, wanted: readonly string[]) => {
    const own = new Set(words(`${food.name} ${food.brand ?? ''}`).map(stem));
    return wanted.every((word) => own.has(stem(word)));
  };
  const estimates = () => {
    const select = catalog.db.prepare("SELECT name FROM foods WHERE source = 'ai_estimate'").pluck();
    return select.all() as string[];
  };

  test('never comes before another food that has all the words', () => {
    const names = estimates();
    expect(names.length).toBeGreaterThan(10);
    const wrong: string[] = [];
    for (const name of names) {
      const own = tellingWords(name);
      const pairs = own.flatMap((word, at) => own.slice(at + 1).map((other) => [word, other]));
      for (const wanted of [own, ...own.map((word) => [word]), ...pairs]) {
        const foods = catalog.search({ q: wanted.join(' '), limit: 50, source: null });
        const first = foods.findIndex(({ source }) => source === 'ai_estimate');
        const behind = foods
          .slice(first + 1)
          .find((food) => food.source !== 'ai_estimate' && hasAll(food, wanted));
        if (first >= 0 && behind !== undefined) wrong.push(`${wanted.join(' ')}: ${behind.name}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('does not come before a food of the operator either', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'larder-honest-'));
    const path = join(folder, 'own.csv');
    writeFileSync(path, 'name\nPad Thai with shrimp of the canteen\n');
    const overlaid = overlayCatalog(
      openCatalog(STARTER),
      openCatalog(await buildOverlay(path, catalog.db), path),
    );
    const found = overlaid.search({ q: 'pad thai shrimp', limit: 10, source: null });
    overlaid.close();
    rmSync(folder, { recursive: true });
    const own = found.findIndex(({ name }) => name.endsWith('of the canteen'));
    const estimate = found.findIndex(({ source }) => source === 'ai_estimate');
    expect(own).toBeWithin(0, estimate);
  });

  test('is found where nothing else has the words', () => {
    const [name] = estimates();
    const found = catalog.search({ q: name!, limit: 10, source: null });
    expect(found.map((food) => food.name)).toContain(name!);
  });
});
