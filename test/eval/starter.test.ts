import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCatalog } from '../../build/pipeline.ts';
import { starterRequest } from '../../build/starter.ts';
import { openSearch } from '../../src/catalog/search/search.ts';
import { openReadOnly } from '../../src/sqlite/driver.ts';
import { evaluate, summarize } from './evaluate.ts';
import { readQueries } from './queries.ts';

/** What the search reached over the starter catalogue, in percent at 1, 3 and 10: a change may only raise it. */
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
};

test('the search finds what the query file asks for, over the starter catalogue', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-eval-'));
  try {
    const file = join(folder, 'starter.db');
    await buildCatalog(await starterRequest(file), () => {});
    const db = openReadOnly(file);
    const search = openSearch(db);
    const selectName = db.prepare('SELECT name FROM foods WHERE rank = ?').pluck();
    const queries = readQueries(join(import.meta.dir, 'starter-queries.tsv'));
    const outcomes = evaluate(queries, (q, limit) =>
      search.search({ q, limit, source: null }).map((rank) => selectName.get(rank) as string),
    );
    db.close();
    const results = summarize(outcomes).filter((result) => result.class !== 'all');
    expect(queries.length).toBeGreaterThanOrEqual(300);
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
