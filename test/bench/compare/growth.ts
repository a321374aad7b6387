import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openSearch } from '../../../src/catalog/search/search.ts';
import { openReadOnly } from '../../../src/sqlite/driver.ts';
import { percentile } from '../../eval/evaluate.ts';
import { sampleNames, writeCatalog } from '../search.ts';
import { type BenchQuery, makeQueries } from '../search-queries.ts';
import { openPlainFts5 } from '../search-rivals.ts';
import type { GrowthResult } from './results.ts';

/** How the time of a search grows with the catalogue: larder and plain FTS5 over the same generated foods, in this process. */

const QUERIES_OF_A_CLASS = 60;

export function measureGrowth(foods: number, scratch: string): GrowthResult[] {
  const file = writeCatalog(join(scratch, `growth-${foods}.db`), foods);
  const db = openReadOnly(file);
  try {
    const queries = makeQueries(sampleNames(db), QUERIES_OF_A_CLASS, 3);
    const search = openSearch(db);
    const own = { name: 'larder', search: (q: string) => search.search({ q, limit: 10, source: null }) };
    return [own, openPlainFts5(db)].map(({ name, search }) => {
      const times = queries.map((query) => timeSecond(query, search)).sort((left, right) => left - right);
      return { name, foods, p50Ms: percentile(times, 50), p95Ms: percentile(times, 95) };
    });
  } finally {
    db.close();
    rmSync(file);
  }
}

/** The first time reads from the disk what a server that runs has in memory. */
function timeSecond({ q }: BenchQuery, search: (q: string) => unknown): number {
  search(q);
  const startedMs = performance.now();
  search(q);
  return performance.now() - startedMs;
}
