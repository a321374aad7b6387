import { openCatalog } from '../../src/catalog/open.ts';
import { words } from '../../src/text/fold.ts';
import { randomOf, shuffled } from '../../test/random.ts';
import { count, type Figure } from './figure.ts';
import { startWatched } from './watched-server.ts';

/** The most expensive queries, many at once, and whether /health is still answered meanwhile. */
export interface WorstOutcome {
  asked: number;
  /** Answered with 200 and at most as many foods as requested. */
  answeredWell: number;
  slowestMs: number;
  /** Response times of /health while the queries ran. */
  healthMs: number[];
  /** The most queries answered between two responses of /health. */
  mostBetweenHealths: number;
}

export const CONNECTIONS = 8;
const QUERIES = 200;
const MAX_Q_LENGTH = 200;
const MANY_TERMS = 49;
const FOODS_LOOKED_AT = 3000;
const MAX_IN_BULK = 100;
const MAX_LINES = 50;
const MAX_LINE_LENGTH = 200;
const MAX_MEAL_LENGTH = 500;
const MAX_FACET_VALUES = 50;
const MAX_TYPED_LENGTH = 100;

/** Limits for a query, and for a request that waits behind one of each connection. */
const MAX_QUERY_MS = 500;
const MAX_HEALTH_MS = 500;

export async function runWorstQueries(catalog: string): Promise<WorstOutcome> {
  const targets = worstTargets(catalog);
  const server = await startWatched(['--catalog', catalog, '--limits', 'off']);
  const outcome: WorstOutcome = {
    asked: targets.length,
    answeredWell: 0,
    slowestMs: 0,
    healthMs: [],
    mostBetweenHealths: 0,
  };
  let sinceHealth = 0;
  const left = [...targets];
  const askWorst = async () => {
    for (let target = left.pop(); target !== undefined; target = left.pop()) {
      const startedMs = performance.now();
      const answer = await fetch(new URL(target, server.origin));
      const body: unknown = await answer.json();
      outcome.slowestMs = Math.max(outcome.slowestMs, performance.now() - startedMs);
      if (answer.status === 200 && isBounded(target, body)) outcome.answeredWell++;
      outcome.mostBetweenHealths = Math.max(outcome.mostBetweenHealths, ++sinceHealth);
    }
  };
  let isOver = false;
  const askHealth = async () => {
    while (!isOver) {
      const startedMs = performance.now();
      const answer = await fetch(new URL('/health', server.origin));
      await answer.json();
      outcome.healthMs.push(performance.now() - startedMs);
      sinceHealth = 0;
    }
  };
  const watching = askHealth();
  await Promise.all(Array.from({ length: CONNECTIONS }, askWorst));
  isOver = true;
  await watching;
  await server.stop();
  return outcome;
}

/** At most as many as requested, or 50 values of each facet, or every line of a recipe, or as many items as a text has room for. */
function isBounded(target: string, body: unknown): boolean {
  if (target.startsWith('/recipe')) return (body as { lines: unknown[] }).lines.length === MAX_LINES;
  if (target.startsWith('/meal')) return (body as { items: unknown[] }).items.length <= MAX_MEAL_LENGTH / 2;
  if (Array.isArray(body)) return body.length <= Number(/limit=(\d+)/.exec(target)?.[1] ?? MAX_IN_BULK);
  return Object.values(body as Record<string, unknown[]>).every(({ length }) => length <= MAX_FACET_VALUES);
}

/** Two hundred of them, shuffled. */
export function worstTargets(catalogFile: string): string[] {
  const random = randomOf(2);
  const common = commonWords(catalogFile);
  const search = (q: string) =>
    `/search?limit=50&q=${encodeURIComponent([...q].slice(0, MAX_Q_LENGTH).join(''))}`;
  const suggest = (q: string) => `/suggest?limit=20&q=${encodeURIComponent(q.slice(0, MAX_TYPED_LENGTH))}`;
  const recipe = (lineOf: (at: number) => string) => {
    const lines = Array.from({ length: MAX_LINES }, (_, at) =>
      [...lineOf(at)].slice(0, MAX_LINE_LENGTH).join(''),
    );
    return `/recipe?${lines.map((line) => `line=${encodeURIComponent(line)}`).join('&')}`;
  };
  const meal = (text: string) => `/meal?text=${encodeURIComponent(text.slice(0, MAX_MEAL_LENGTH))}`;
  const barcodes = someBarcodes(catalogFile);
  const some = (items: readonly string[], many: number) => shuffled(items, random).slice(0, many);
  const misspell = (word: string) => `${word.slice(1, 3)}${word[0]}${word.slice(3)}`;
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const makers: (() => string)[] = [
    () => search(some([...letters, ...letters], MANY_TERMS).join(' ')),
    () => search(some(common, MANY_TERMS).join(' ')),
    () =>
      search(
        some(
          common.map((word) => word.slice(0, 1)),
          MANY_TERMS,
        ).join(' '),
      ),
    () => search(`${some(common, 1)[0]!.slice(0, 1)} ${some(letters, 1)[0]}`),
    () => search(some(common, 1)[0]!.slice(0, 2).padEnd(2, 'a')),
    () =>
      search(
        some(common, 3)
          .map((word) => word.slice(0, 2))
          .join(' '),
      ),
    () => search(some(common, 12).map(misspell).join(' ')),
    () => search(some(common, 2).join('')),
    () => search(some(letters, 26).join('').repeat(8)),
    () => search(some(letters, 1)[0]!.repeat(MAX_Q_LENGTH)),
    () =>
      search(
        some([...'牛乳米飯鶏肉豆腐醤油'], 10)
          .join('')
          .repeat(20),
      ),
    () => search(some(['🍎', '🥛', '🍞'], 2).join('').repeat(100)),
    () => search(`${some(common, 5).join(' ')} 1000 kg 0 % 3.5`),
    () => `/foods/popular?limit=500&offset=1000000&has_image=false`,
    () => `/foods/popular?limit=500&offset=${Math.floor(random() * 1_000_000)}`,
    () => suggest(some(letters, 1)[0]!),
    () => suggest(some(letters, 8).join(' ')),
    () => suggest(some(common, 6).map(misspell).join(' ')),
    () => suggest(some(common, 20).join(' ')),
    () => `/foods/find?limit=100&offset=10000&sort=-protein_g&q=${some(common, 1)[0]}`,
    () => `/foods/find?limit=100&offset=${Math.floor(random() * 10_000)}&sort=fat_g&full=true&explain=true`,
    () => `/foods/find?limit=100&explain=true&q=${encodeURIComponent(some(common, 3).join(' '))}`,
    () => `/foods/facets?by=category,brand,country,source,nutriscore&q=${some(common, 1)[0]}`,
    () => '/foods/facets?by=category,brand,country,source,nutriscore&min_confidence=0',
    () => `/foods/bulk?full=true&explain=true&barcodes=${some(barcodes, MAX_IN_BULK).join(',')}`,
    () =>
      recipe((at) =>
        at % 2 === 0
          ? `100 g ${some(common, MANY_TERMS).join(' ')}`
          : `2 cups ${some(common, 12).map(misspell).join(' ')}, chopped`,
      ),
    () => meal(some(common, MANY_TERMS).join(' and ')),
    () => meal(some([...letters, ...letters], MANY_TERMS).join(',')),
    () => meal(some(common, MANY_TERMS).map(misspell).join(' with ')),
    () => `/search?limit=50&source=ai_estimate&q=${some(common, 1)[0]}`,
    () => `/search?limit=50&source=off&q=${encodeURIComponent(some(common, 6).join(' '))}`,
  ];
  return shuffled(
    Array.from({ length: QUERIES }, (_, at) => makers[at % makers.length]!()),
    random,
  );
}

/** From all over the catalogue, so that each is in another block of full records. */
function someBarcodes(file: string): string[] {
  const catalog = openCatalog(file);
  const step = Math.max(1, Math.floor(catalog.size / FOODS_LOOKED_AT));
  const ids = catalog.db.prepare('SELECT id FROM foods WHERE rank % ? = 0').pluck().all(step) as number[];
  catalog.close();
  return ids.map(String);
}

/** Frequent words among the most popular foods: they match the most foods. */
function commonWords(file: string): string[] {
  const catalog = openCatalog(file);
  const names = catalog.db
    .prepare('SELECT name FROM foods ORDER BY rowid LIMIT ?')
    .pluck()
    .all(FOODS_LOOKED_AT) as string[];
  catalog.close();
  const times = new Map<string, number>();
  for (const word of names.flatMap(words)) {
    if (word.length > 2) times.set(word, (times.get(word) ?? 0) + 1);
  }
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 120)
    .map(([word]) => word);
}

export async function worstQueries(catalog: string): Promise<Figure[]> {
  const outcome = await runWorstQueries(catalog);
  const slowestHealthMs = Math.max(...outcome.healthMs);
  return [
    {
      item: 2,
      done: `the ${outcome.asked} worst queries on ${CONNECTIONS} connections at once`,
      figure: `${outcome.answeredWell} answered, the slowest after ${outcome.slowestMs.toFixed(0)} ms`,
      toReach: `all, within ${MAX_QUERY_MS} ms each`,
      isReached: outcome.answeredWell === outcome.asked && outcome.slowestMs <= MAX_QUERY_MS,
    },
    {
      item: 2,
      done: '/health requested all the while',
      figure: `${count(outcome.healthMs.length)} answers, the slowest after ${slowestHealthMs.toFixed(0)} ms`,
      toReach: `within ${MAX_HEALTH_MS} ms`,
      isReached: slowestHealthMs <= MAX_HEALTH_MS,
    },
  ];
}
