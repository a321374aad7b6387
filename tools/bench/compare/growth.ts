import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openReadOnly } from '../../../src/sqlite/driver.ts';
import { percentile } from '../../eval/evaluate.ts';
import { sampleNames, writeCatalog } from '../search.ts';
import { type BenchQuery, makeQueries } from '../search-queries.ts';
import { openLarder, openPlainFts5, type Rival } from '../search-rivals.ts';
import type { GrowthResult } from './results.ts';

/** How the time of a search grows with the catalogue: larder and plain FTS5 over the same generated foods, in this process. */

const QUERIES_OF_A_CLASS = 60;

export function measureGrowth(foods: number, scratch: string): GrowthResult[] {
  const file = writeCatalog(join(scratch, `growth-${foods}.db`), foods);
  const db = openReadOnly(file);
  try {
    const queries = makeQueries(sampleNames(db), QUERIES_OF_A_CLASS, 3);
    return [openLarder(db), openPlainFts5(db)].map(({ name, search }) => {
      // The first round reads from the disk what a server that runs has in memory.
      for (const { q } of queries) search(q);
      const times = queries.map((query) => timeOf(query, search)).sort((left, right) => left - right);
      return { name, foods, p50Ms: percentile(times, 50), p95Ms: percentile(times, 95) };
    });
  } finally {
    db.close();
    rmSync(file);
  }
}

function timeOf({ q }: BenchQuery, search: Rival['search']): number {
  const startedMs = performance.now();
  search(q);
  return performance.now() - startedMs;
}
