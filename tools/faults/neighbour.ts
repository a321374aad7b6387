import { LARDER } from '../../test/contract/server-process.ts';
import { start } from '../bench/running-server.ts';
import type { Figure } from './figure.ts';

/** How long a client waits for a search alone, and beside another that floods within its limits. */
export interface NeighbourOutcome {
  aloneMs: Quantiles;
  besideMs: Quantiles;
  /** What the other one sent, and how much of it was not refused. */
  sent: number;
  admitted: number;
}

interface Quantiles {
  median: number;
  p95: number;
}

const MAX_SLOWER_MS = 100;
const SEARCHES = 60;
/** Fewer than the limit of a minute come from one address. */
const SEARCHES_EACH = 20;
const EVERY_MS = 200;
const QUERIES = [
  'milk',
  'greek yogurt',
  'whole wheat bread',
  'dark chocolate',
  'olive oil',
  'chicken breast',
];

/** What costs most for a request that counts as one, of each budget: the plan, suggestions, pages and live searches. */
const FLOOD = [
  '/search?q=chocolat+milk+hazelnutt+cream+biscuitt&limit=50',
  '/search-a-licious/search?q=-generic_name:chocolate&sort_by=product_name&facets=brands,labels,categories',
  '/search-a-licious/autocomplete?q=a&taxonomy_names=category,label,brand&langs=en,fr,de',
  '/foods/facets?by=category,brand,label,allergen&q=milk',
  `/recipe?${Array.from({ length: 10 }, (_, at) => `line=${at + 1}+cups+grated+parmesan+cheese+and+choped+onions`).join('&')}`,
  '/meal?text=two+eggs,+toast+with+butter,+a+glas+of+orange+juice+and+a+slice+of+chese',
  '/suggest?q=choc',
  '/?q=hazelnutt+chocolat',
  '/results?q=chocolat+milk',
];
/** More than any budget has for a minute. */
const TIMES_EACH = 40;

export async function runNeighbour(catalog: string): Promise<NeighbourOutcome> {
  const flags = ['--catalog', catalog, '--trust-proxy', '127.0.0.1', '--compat', 'openfoodfacts'];
  const server = await start(flags, { limits: 'spec', command: LARDER });
  const ask = async (path: string, client: string) => {
    const response = await fetch(new URL(path, server.origin), { headers: { 'x-forwarded-for': client } });
    await response.arrayBuffer();
    return response.status;
  };
  const search = async (network: string) => {
    const times: number[] = [];
    for (let at = 0; at < SEARCHES; at++) {
      const began = performance.now();
      const query = new URLSearchParams({ q: `${QUERIES[at % QUERIES.length]} ${at}` });
      const status = await ask(`/search?${query}`, `${network}.${Math.floor(at / SEARCHES_EACH)}`);
      if (status !== 200) throw new Error(`a search of the neighbour was answered with ${status}`);
      times.push(performance.now() - began);
      await Bun.sleep(EVERY_MS);
    }
    return quantilesOf(times);
  };
  try {
    await search('10.1.0');
    const aloneMs = await search('10.2.0');
    const flood = Array.from({ length: TIMES_EACH }, (_, at) =>
      // What waits for half a minute may be cut off: that is the flooder's own loss.
      FLOOD.map((path) => ask(`${path}&n=${at}`, '10.9.9.9').catch(() => null)),
    ).flat();
    const besideMs = await search('10.3.0');
    const statuses = await Promise.all(flood);
    const admitted = statuses.filter((status) => status !== 429).length;
    return { aloneMs, besideMs, sent: statuses.length, admitted };
  } finally {
    await server.stop('SIGKILL');
  }
}

function quantilesOf(times: readonly number[]): Quantiles {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!;
  return { median: at(0.5), p95: at(0.95) };
}

export async function neighbour(catalog: string): Promise<Figure[]> {
  const { aloneMs, besideMs, sent, admitted } = await runNeighbour(catalog);
  const inWords = ({ median, p95 }: Quantiles) => `${median.toFixed(0)} ms, 95 % ${p95.toFixed(0)} ms`;
  return [
    {
      item: 39,
      done: `a client's searches beside one that sent ${sent} requests at once, ${admitted} of them within its limits`,
      figure: `${inWords(besideMs)}; alone ${inWords(aloneMs)}`,
      toReach: `at most ${MAX_SLOWER_MS} ms slower`,
      isReached:
        besideMs.median - aloneMs.median <= MAX_SLOWER_MS && besideMs.p95 - aloneMs.p95 <= MAX_SLOWER_MS,
    },
  ];
}
