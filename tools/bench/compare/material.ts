import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openCatalog } from '../../../src/catalog/open.ts';
import { words } from '../../../src/text/fold.ts';
import { shuffled } from '../../../test/random.ts';
import { type EvalQuery, readQueries } from '../../eval/queries.ts';
import { findOrWriteDump } from '../dump.ts';
import { Random } from '../random.ts';
import { type MadeQuery, makeQueries } from '../search-queries.ts';
import { searchTarget } from './client.ts';

/** What every engine is filled with and asked for. */

/** Names of real products and queries about them, which are not part of this repository. */
const SHARED = join(import.meta.dir, '..', '..', '..', '..', 'shared', 'data');
export const REAL_NAMES = join(SHARED, 'off-818k-names.tsv.gz');
export const REAL_QUERIES = join(SHARED, 'search-queries.tsv');

const GENERATED_FOODS = 818_845;
const QUERIES_OF_A_CLASS = 100;
/** Far more than are asked, so that none is asked twice and no cache helps. */
const LOADED_OF_A_CLASS = 6000;
const SAMPLED_NAMES = 50_000;
const LOOKUPS = 20_000;

export interface Dump {
  dump: string;
  isReal: boolean;
  /** The file with the queries; null where they are made from the names. */
  queries: string | null;
}

/** The real names where they are, unless a number of foods is wanted: the queries are about all of them. */
export async function findDump(wanted: {
  names: string;
  queries: string;
  foods: number | null;
}): Promise<Dump> {
  const { names, queries, foods } = wanted;
  if (foods === null && existsSync(names)) return { dump: names, isReal: true, queries };
  const dump = await findOrWriteDump({ rows: foods ?? GENERATED_FOODS, seed: 1 });
  return { dump, isReal: false, queries: null };
}

export interface Material {
  foods: number;
  /** Asked one after the other. */
  queries: readonly EvalQuery[];
  /** Of the queries, in the order of their file. */
  classes: readonly string[];
  /** Asked by many at once. */
  nextSearch(): { target: string };
  nextLookup(): { target: string };
}

export function readMaterial(catalogFile: string, queryFile: string | null): Material {
  const catalog = openCatalog(catalogFile);
  const random = new Random(5);
  const sampled = Array.from({ length: Math.min(SAMPLED_NAMES, catalog.size) }, () =>
    catalog.foodAt(1 + random.below(catalog.size)),
  );
  const foods = catalog.size;
  catalog.close();
  const names = sampled.map(({ name }) => name);
  const queries =
    queryFile === null ? makeQueries(names, QUERIES_OF_A_CLASS, 2).map(judged) : readQueries(queryFile);
  const searches = shuffled(makeQueries(names, LOADED_OF_A_CLASS, 3), random.next).filter(
    ({ q }) => q.length >= 2 && q.length <= 200,
  );
  return {
    foods,
    // An engine that runs out of time has been asked the like of all classes.
    queries: shuffled(queries, random.next),
    classes: [...new Set(queries.map((query) => query.class))],
    nextSearch: inTurn([...new Set(searches.map(({ q }) => searchTarget(q)))]),
    nextLookup: inTurn(sampled.slice(0, LOOKUPS).map(({ id }) => `/food/${id}`)),
  };
}

/** A made query is answered by any name that has the words of the one it was made from. */
function judged({ class: queryClass, q, wanted }: MadeQuery): EvalQuery {
  const matches = (name: string) => {
    const own = new Set(words(name));
    return wanted.every((word) => own.has(word));
  };
  return {
    class: queryClass,
    q,
    expected: wanted.join(' '),
    expectation: wanted.length === 0 ? { kind: 'nothing' } : { kind: 'name', matches },
    note: '',
  };
}

function inTurn(targets: readonly string[]): () => { target: string } {
  let next = 0;
  return () => ({ target: targets[next++ % targets.length]! });
}
