import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCatalog } from '../../build/pipeline.ts';
import { starterRequest } from '../../build/starter.ts';
import { openReadOnly } from '../../src/sqlite/driver.ts';
import { summarize } from './evaluate.ts';
import { evaluateOwn } from './own-queries.ts';

/** What the search reached, in percent at 1, 3 and 10: a change may only raise it. */
const FLOORS: Record<string, [number, number, number]> = {
  plain: [98, 100, 100],
  brand: [98, 100, 100],
  category: [90, 100, 100],
  exact: [100, 100, 100],
  partial: [97, 100, 100],
  prefix: [95, 100, 100],
  extra: [100, 100, 100],
  'typo-edit': [97, 100, 100],
  'typo-human': [91, 95, 95],
  diacritics: [100, 100, 100],
  'joined-split': [89, 96, 96],
  barcode: [100, 100, 100],
  nothing: [100, 100, 100],
  everyday: [96, 98, 100],
  multilingual: [98, 100, 100],
};

test('the search finds what the query files ask for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-eval-'));
  try {
    const file = join(folder, 'starter.db');
    await buildCatalog(await starterRequest(file), () => {});
    const db = openReadOnly(file);
    const outcomes = evaluateOwn(db);
    db.close();
    const results = summarize(outcomes).filter((result) => result.class !== 'all');
    expect(outcomes.length).toBeGreaterThanOrEqual(500);
    expect(results.map((result) => result.class).sort()).toEqual(Object.keys(FLOORS).sort());
    for (const result of results) {
      const reached = [result.at1, result.at3, result.at10].map((share) => Math.floor(100 * share));
      const floor = FLOORS[result.class]!;
      const isReached = reached.every((share, i) => share >= floor[i]!);
      expect(`${result.class} ${isReached ? 'reached' : reached.join('/')}`).toBe(`${result.class} reached`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);
