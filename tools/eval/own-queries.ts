import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSearch } from '../../src/catalog/search/search.ts';
import { isShown, readNames } from '../../src/food/food-names.ts';
import type { Database } from '../../src/sqlite/driver.ts';
import { openNameSearch } from '../../test/catalog/search/search-catalog.ts';
import { evaluate, type NameSearch, type Outcome } from './evaluate.ts';
import { readQueries } from './queries.ts';

/** The query files of this repository: over the starter catalogue, and over a small one in a dozen languages. */
const OVER_STARTER = ['starter-queries.tsv', 'everyday-queries.tsv'];

/** Those in the languages of several countries, over a catalogue with their tables. */
const OVER_TABLES = 'own-language-queries.tsv';

export function evaluateOwnLanguages(db: Database): Outcome[] {
  return evaluate(readQueries(pathOf(OVER_TABLES)), nameSearch(db));
}

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

/** Foods by their own names, and by those that they have in English: the tables of other countries have their own. */
export function nameSearch(db: Database): NameSearch {
  const search = openSearch(db);
  const select = db.prepare('SELECT name, names FROM foods WHERE rank = ?').raw();
  return (q, limit) =>
    search.search({ q, limit, source: null }).map((rank) => {
      const [name, stored] = select.get(rank) as [string, string | null];
      const names = readNames(stored).filter((one) => one.language === 'en' && isShown(one));
      return [name, ...names.map((one) => one.name)];
    });
}

function pathOf(file: string): string {
  return join(import.meta.dir, file);
}
