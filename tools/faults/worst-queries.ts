import { openCatalog } from '../../src/catalog/open.ts';
import { LARDER } from '../../test/contract/server-process.ts';
import { randomOf, shuffled } from '../../test/random.ts';
import { start } from '../bench/running-server.ts';
import { count, type Figure } from './figure.ts';
import { openBreeder } from './worst-texts.ts';

/** Expensive queries, many at once, and whether /health is still answered meanwhile. */
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
const MAX_IN_BULK = 100;
const MAX_LINES = 50;
const MAX_MEAL_LENGTH = 500;
const MAX_FACET_VALUES = 50;

/** Limits for a query, and for a request that waits behind one of each connection. */
const MAX_QUERY_MS = 500;
const MAX_HEALTH_MS = 500;

export async function runWorstQueries(catalog: string): Promise<WorstOutcome> {
  const left = worstTargets(catalog);
  const server = await start(['--catalog', catalog], { command: LARDER });
  const outcome: WorstOutcome = {
    asked: left.length,
    answeredWell: 0,
    slowestMs: 0,
    healthMs: [],
    mostBetweenHealths: 0,
  };
  let sinceHealth = 0;
  const askWorst = async () => {
    for (let target = left.pop(); target !== undefined; target = left.pop()) {
      const startedMs = performance.now();
      const answer = await fetch(server.origin + target);
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
      await (await fetch(`${server.origin}/health`)).json();
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
function worstTargets(catalogFile: string): string[] {
  const random = randomOf(2);
  const breed = openBreeder(catalogFile);
  const textsOf = (longest: number) => {
    const breeder = breed(longest, random);
    return () => encodeURIComponent(breeder.make().toWellFormed());
  };
  const [typed, query, meal] = [textsOf(100), textsOf(200), textsOf(MAX_MEAL_LENGTH)];
  const barcodes = someBarcodes(catalogFile);
  const makers: (() => string)[] = [
    () => `/search?limit=50&q=${query()}`,
    () => `/search?limit=50&source=off&q=${query()}`,
    () => `/search?limit=50&source=ai_estimate&q=${query()}`,
    () => `/suggest?limit=20&q=${typed()}`,
    () => `/foods/find?limit=100&explain=true&q=${query()}`,
    () => `/foods/find?limit=100&offset=10000&sort=-protein_g&q=${query()}`,
    () => `/foods/find?limit=100&offset=${Math.floor(random() * 10_000)}&sort=fat_g&full=true&explain=true`,
    () => `/foods/facets?by=category,brand,country,source,nutriscore&q=${query()}`,
    () => '/foods/facets?by=category,brand,country,source,nutriscore&min_confidence=0',
    () => '/foods/popular?limit=500&offset=1000000&has_image=false',
    () =>
      `/foods/bulk?full=true&explain=true&barcodes=${shuffled(barcodes, random).slice(0, MAX_IN_BULK).join(',')}`,
    () => `/recipe?${Array.from({ length: MAX_LINES }, () => `line=${query()}`).join('&')}`,
    () => `/meal?text=${meal()}`,
  ];
  return shuffled(
    Array.from({ length: QUERIES }, (_, at) => makers[at % makers.length]!()),
    random,
  );
}

/** From all over the catalogue, so that each is in another block of full records. */
function someBarcodes(file: string): string[] {
  const catalog = openCatalog(file);
  const step = Math.max(1, Math.floor(catalog.size / (10 * MAX_IN_BULK)));
  const ids = catalog.db.prepare('SELECT id FROM foods WHERE rank % ? = 0').pluck().all(step) as number[];
  catalog.close();
  return ids.map(String);
}

export async function worstQueries(catalog: string): Promise<Figure[]> {
  const outcome = await runWorstQueries(catalog);
  const slowestHealthMs = Math.max(...outcome.healthMs);
  return [
    {
      item: 2,
      done: `${outcome.asked} of the worst queries on ${CONNECTIONS} connections at once`,
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
