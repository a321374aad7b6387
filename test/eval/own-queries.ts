import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSearch } from '../../src/catalog/search/search.ts';
import type { Database } from '../../src/sqlite/driver.ts';
import { openNameSearch } from '../catalog/search/search-catalog.ts';
import { evaluate, type NameSearch, type Outcome } from './evaluate.ts';
import { readQueries } from './queries.ts';

/** The query files of this repository: over the starter catalogue, and over a small one in a dozen languages. */
const OVER_STARTER = ['starter-queries.tsv', 'everyday-queries.tsv'];

export function evaluateOwn(starter: Database): Outcome[] {
  const overStarter = OVER_STARTER.flatMap((file) =>
    evaluate(readQueries(pathOf(file)), nameSearch(starter)),
  );
  const names = readFileSync(pathOf('multilingual-names.txt'), 'utf8').trimEnd().split('\n');
  const { find } = openNameSearch(names.map((name) => ({ name })));
  const multilingual = evaluate(readQueries(pathOf('multilingual-queries.tsv')), (q, limit) =>
    find(q, null, limit),
  );
  return [...overStarter, ...multilingual];
}

export function nameSearch(db: Database): NameSearch {
  const search = openSearch(db);
  const selectName = db.prepare('SELECT name FROM foods WHERE rank = ?').pluck();
  return (q, limit) =>
    search.search({ q, limit, source: null }).map((rank) => selectName.get(rank) as string);
}

function pathOf(file: string): string {
  return join(import.meta.dir, file);
}
