import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCatalog } from '../../build/pipeline.ts';
import { STARTER } from '../../build/starter.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { openSearch, type Search } from '../../src/catalog/search/search.ts';
import { renderExplanation } from '../../src/cli/search-explanation.ts';
import { openReadOnly } from '../../src/sqlite/driver.ts';
import { readFlags } from '../bench/flags.ts';
import { evaluate, type Outcome, renderResults, summarize } from './evaluate.ts';
import { evaluateHonest } from './honest.ts';
import { evaluateOwn, nameSearch } from './own-queries.ts';
import { readQueries } from './queries.ts';

/**
 * `npm run eval [-- [--dump FILE | --catalog FILE] [--queries FILE] [--explain-misses]]`: runs the queries of this folder
 * or of a file, and prints how often a right food is among the first 1, 3 and 10, by class, with the time per query.
 */
export async function runSearch(args: readonly string[]): Promise<void> {
  const flags = readFlags(args, ['dump', 'catalog', 'queries'], ['explain-misses']);
  // Before a dump is built, which takes minutes.
  const queries = flags.queries === undefined ? null : readQueries(flags.queries);
  const scratch = mkdtempSync(join(tmpdir(), 'larder-eval-'));
  try {
    const path = await findCatalog(flags, scratch);
    const db = openReadOnly(path);
    const search = openSearch(db);
    const opened = openCatalog(path);
    const evaluateAll = () =>
      queries === null ? [...evaluateOwn(db), ...evaluateHonest(opened)] : evaluate(queries, nameSearch(db));
    // The first run would measure the warming up of the engine.
    evaluateAll();
    const outcomes = evaluateAll();
    if (flags['explain-misses']) explainMisses(search, outcomes);
    console.log(renderResults(summarize(outcomes)));
    opened.close();
    db.close();
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

async function findCatalog(
  { catalog, dump }: { catalog?: string; dump?: string },
  scratch: string,
): Promise<string> {
  if (catalog !== undefined) {
    // Says what is wrong with it.
    openCatalog(catalog).close();
    return catalog;
  }
  if (dump === undefined) return STARTER;
  const out = join(scratch, 'catalog.db');
  const report = await buildCatalog(
    { base: null, sources: [{ source: 'off', path: dump }], out, force: true },
    () => {},
  );
  console.error(`built ${report.foods} foods`);
  return out;
}

function explainMisses(search: Search, outcomes: readonly Outcome[]): void {
  for (const { query, place } of outcomes) {
    // Those over the small multilingual catalogue cannot be explained with this one.
    if (place === 1 || query.class === 'multilingual') continue;
    const where = place === null ? 'not among ten' : `at ${place}`;
    console.log(`${'='.repeat(80)}\n${query.class}: wanted ${query.expected}\n${query.note} ${where}\n`);
    console.log(`${renderExplanation(search.explain({ q: query.q, limit: 3, source: null }))}\n`);
  }
}
