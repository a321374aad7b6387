import { SPEC_PLANS } from '../../src/admission/plans.ts';
import { count, type Figure } from './figure.ts';
import { startWatched } from './watched-server.ts';

/** Many clients that ask for the most expensive pages as often as they may, and what /health feels of it. */
export interface CrowdOutcome {
  asked: number;
  /** Answered with 200: none was over its limit. */
  answered: number;
  /** How long it took until all were answered. */
  lastedMs: number;
  /** Response times of /health in that minute: at the server with the crowd, and at one beside it that nobody else uses. */
  crowdedMs: number[];
  quietMs: number[];
  /** Those at the server with the crowd while the crowd was still asking. */
  meanwhileMs: number[];
}

const CLIENTS = 45;
/** What a client may ask for in a minute. */
const PAGES = SPEC_PLANS.pages_per_minute;
const MINUTE_MS = 60_000;
/** Two samples at a time, one of each server, with a pause so that they are no load themselves. */
const PAUSE_MS = 10;

/** `spreadMs` is the time in which a client makes all its requests; 0 for one after the other without a pause. */
export async function runPageCrowd(catalog: string, spreadMs: number): Promise<CrowdOutcome> {
  const flags = ['--catalog', catalog, '--trust-proxy', '127.0.0.1'];
  const [crowded, quiet] = [await startWatched(flags), await startWatched(flags)];
  try {
    for (const { origin } of [crowded, quiet]) for (let i = 0; i < WARM_UP; i++) await timeHealth(origin);
    const targets = await expensiveTargets(quiet.origin);
    const startedMs = performance.now();
    // A process of its own: what it does to read the answers must not delay the samples.
    const crowd = Bun.spawn(
      [process.execPath, import.meta.path, crowded.origin.href, String(spreadMs), ...targets],
      { stdout: 'pipe', stderr: 'inherit' },
    );
    let lastedMs = Number.POSITIVE_INFINITY;
    const answered = new Response(crowd.stdout).text().finally(() => {
      lastedMs = performance.now() - startedMs;
    });
    const [crowdedMs, quietMs, meanwhileMs]: number[][] = [[], [], []];
    for (let atMs = 0; atMs < MINUTE_MS || atMs < lastedMs; atMs = performance.now() - startedMs) {
      crowdedMs!.push(await timeHealth(crowded.origin));
      quietMs!.push(await timeHealth(quiet.origin));
      if (lastedMs === Number.POSITIVE_INFINITY) meanwhileMs!.push(crowdedMs!.at(-1)!);
      await Bun.sleep(PAUSE_MS);
    }
    return {
      asked: CLIENTS * PAGES,
      answered: Number(await answered),
      lastedMs,
      crowdedMs: crowdedMs!,
      quietMs: quietMs!,
      meanwhileMs: meanwhileMs!,
    };
  } finally {
    await crowded.stop();
    await quiet.stop();
  }
}

/** The pages that take longest to make or to send, and one with a query that it does not take. */
async function expensiveTargets(origin: URL): Promise<string[]> {
  const home = await (await fetch(new URL('/categories', origin))).text();
  const category = /href="(\/category\/[^"]+)"/.exec(home)?.[1] ?? '/categories';
  return ['/sitemap/1.xml', '/about', '/', category, '/sitemap/2.xml', '/docs', '/openapi.json', '/about?x='];
}

/** Not counted: connections are opened, and the engine is still optimizing its code. */
const WARM_UP = 200;

async function timeHealth(origin: URL): Promise<number> {
  const startedMs = performance.now();
  await (await fetch(new URL('/health', origin))).arrayBuffer();
  return performance.now() - startedMs;
}

/** Sends the requests of all clients, and returns how many were answered with 200. */
async function sendCrowd(origin: string, spreadMs: number, targets: readonly string[]): Promise<number> {
  let answered = 0;
  const gapMs = spreadMs / PAGES;
  const act = async (client: number) => {
    const startMs = performance.now() + (gapMs * client) / CLIENTS;
    for (let page = 0; page < PAGES; page++) {
      await Bun.sleep(Math.max(0, startMs + page * gapMs - performance.now()));
      const target = targets[(client + page) % targets.length] as string;
      const answer = await fetch(new URL(target.endsWith('=') ? target + page : target, origin), {
        headers: { 'X-Forwarded-For': `198.51.100.${client}`, 'Accept-Encoding': 'gzip' },
        decompress: false,
      });
      await answer.arrayBuffer();
      if (answer.status === 200) answered++;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => act(client)));
  return answered;
}

const MAX_TIMES_QUIET = 5;
/** A little less than a minute: the limiter counts from when a request arrives. */
const SPREAD_MS = 55_000;

export async function pageCrowd(catalog: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [spreadMs, words] of [
    [SPREAD_MS, 'evenly over a minute'],
    [0, 'all at once'],
  ] as const) {
    const outcome = await runPageCrowd(catalog, spreadMs);
    const { asked, answered } = outcome;
    const [crowded, quiet, meanwhile] = [outcome.crowdedMs, outcome.quietMs, outcome.meanwhileMs].map(median);
    const times = crowded! / quiet!;
    figures.push({
      item: 31,
      done: `${CLIENTS} clients ask for the most expensive pages, ${PAGES} each, ${words}; /health in that minute`,
      figure: `p50 ${crowded!.toFixed(2)} ms, ${times.toFixed(1)} times a quiet server's; ${meanwhile!.toFixed(1)} ms in the ${(outcome.lastedMs / 1000).toFixed(0)} s of the crowd; ${count(answered)} of ${count(asked)} pages`,
      toReach: `at most ${MAX_TIMES_QUIET} times, every page answered`,
      isReached: times <= MAX_TIMES_QUIET && answered === asked,
    });
  }
  return figures;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

if (import.meta.main) {
  const [origin = '', spreadMs = '', ...targets] = process.argv.slice(2);
  console.log(await sendCrowd(origin, Number(spreadMs), targets));
}
