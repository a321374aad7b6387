import { loadavg } from 'node:os';
import { openCatalog } from '../../src/catalog/open.ts';
import { renderTable } from '../../src/cli/table.ts';
import { findCatalog } from './catalog.ts';
import { readCount, readFlags } from './flags.ts';
import { measureLoad } from './load.ts';
import { cpuUsOf, LARDER, type Serving, start } from './running-server.ts';
import { sampleFoods } from './sampled-foods.ts';
import { makeQueries } from './search-queries.ts';
import { medianPace, medianShare, type Pace, takeTurns } from './turns.ts';

/**
 * `npm run bench -- compat [--rows N] [--seconds N] [--catalog FILE]`: requests per second of the routes of Open Food
 * Facts against those of the API that read the same, in turns on one server. Searches ask for ten foods, once with
 * everything that is known about them and once with the fields that an app asks for. Caches are on, as in production:
 * products as scanned are repeated, so that many of them come from memory, and more of those of the API, which are smaller;
 * of the searches, which are repeated less, one in ten to one in six does.
 */
const ROWS = 1_000_000;
const SECONDS = 2;
/** Not counted: each thread compiles its own code, which takes about half a minute. */
const WARM_UP_TURNS = 8;
const QUERIES_PER_CLASS = 2000;
const SEED = 11;
const TABLE_WIDTH = 110;
const TARGETS = { product: 0.6, search: 0.7 } as const;
const APP_FIELDS =
  'product_name,product_name_en,brands,code,serving_size,serving_quantity,serving_quantity_unit,product_quantity_unit,nutriments,allergens_tags,traces_tags,image_front_url,image_url';

const PAGES = '/cgi/search.pl?page_size=10&json=1';

interface Pair {
  name: string;
  /** The route of Open Food Facts, and that of the API. */
  theirs: readonly string[];
  ours: readonly string[];
  least: number;
}

export async function benchCompat(args: readonly string[]): Promise<void> {
  const flags = readFlags(args, ['catalog', 'rows', 'seconds']);
  const seconds = readCount(flags.seconds, SECONDS);
  const catalog = await findCatalog(flags.catalog, readCount(flags.rows, ROWS));
  const server = await start(['serve', '--catalog', catalog, '--compat', 'openfoodfacts']);
  try {
    console.log(`${LARDER.at(-1)}, load ${loadavg()[0]!.toFixed(1)} before\n`);
    const rows = [['', 'a second', 'of the API', 'share', 'to reach', 'CPU a request']];
    for (const pair of pairsOf(catalog)) rows.push(await measurePair(server, pair, seconds));
    console.log(renderTable(rows, ['left', 'right', 'right', 'right', 'left', 'left'], TABLE_WIDTH));
    console.log(`\nload ${loadavg()[0]!.toFixed(1)} after`);
  } finally {
    await server.stop();
  }
}

function pairsOf(catalog: string): Pair[] {
  const { anyFood, scanned } = sampleFoods(catalog);
  const products = (name: string, paths: readonly string[]): Pair => ({
    name: `a product, ${name}`,
    theirs: paths.map((path) => path.replace('/barcode/', '/api/v2/product/')),
    ours: paths.map((path) => `${path}?full=true`),
    least: TARGETS.product,
  });
  const queries = queriesOf(catalog);
  const searches = (name: string, path: string): Pair => ({
    name: `a search, ${name}`,
    theirs: queries.map((q) => path + q),
    ours: queries.map((q) => `/search?q=${q}&limit=10`),
    least: TARGETS.search,
  });
  const pathsOf = (foods: typeof anyFood) => foods.map(({ barcode }) => barcode);
  return [
    products('as scanned', pathsOf(scanned)),
    products('any', pathsOf(anyFood)),
    searches('fields of an app', `${PAGES}&fields=${APP_FIELDS}&lc=en&search_terms=`),
    searches('everything', `${PAGES}&search_terms=`),
    searches('by the search service', `/search-a-licious/search?fields=${APP_FIELDS}&q=`),
  ].filter(({ ours }) => ours.length > 0);
}

function queriesOf(file: string): string[] {
  const catalog = openCatalog(file);
  const names = catalog.db.prepare('SELECT name FROM foods ORDER BY random() LIMIT 20000').pluck().all();
  catalog.close();
  return makeQueries(names as string[], QUERIES_PER_CLASS, SEED)
    .filter(({ q }) => q.length >= 2)
    .map(({ q }) => encodeURIComponent(q.slice(0, 200)));
}

async function measurePair(server: Serving, { name, theirs, ours, least }: Pair, seconds: number) {
  const paces = await takeTurns(
    {
      theirs: () => measurePace(server, theirs, seconds),
      ours: () => measurePace(server, ours, seconds),
    },
    WARM_UP_TURNS,
  );
  const [their, own] = [medianPace(paces.theirs), medianPace(paces.ours)];
  return [
    name,
    figure(their.perSecond),
    figure(own.perSecond),
    percent(medianShare(paces.theirs, paces.ours)),
    `at least ${percent(least)}`,
    `${their.cpuUs.toFixed(0)} against ${own.cpuUs.toFixed(0)} µs`,
  ];
}

async function measurePace(
  { origin, pid }: Serving,
  paths: readonly string[],
  seconds: number,
): Promise<Pace> {
  const beforeUs = cpuUsOf(pid);
  const perSecond = await measureLoad(origin, paths, seconds);
  return { perSecond, cpuUs: (cpuUsOf(pid) - beforeUs) / (perSecond * seconds) };
}

function figure(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
