import { MetricRegistry } from './metric-registry.ts';
import { observeProcess } from './process-metrics.ts';

/**
 * What an operator may want to monitor, in the text format of Prometheus. The rest of the server reports events to it
 * in these terms (instrumentation.ts). Without `--metrics` none of this is loaded, and NO_METRICS takes the events.
 */
export type Metrics = ReturnType<typeof openMetrics>;

export type SearchOutcome = 'as typed' | 'corrected' | 'nothing';

/** What the metrics need to know about a search: plain data, which can be sent between threads. */
export interface SearchRecord {
  outcome: SearchOutcome;
  /** The steps it took, with how long each took. */
  steps: readonly { name: string; tookMs: number }[];
}

/** The threads at one moment: tasks that wait, threads that are at work, and threads that are up. */
export interface ThreadLoad {
  waiting: number;
  busy: number;
  ready: number;
}

/** Read only when the metrics are scraped. */
export interface MetricSources {
  threads: () => ThreadLoad;
  catalog: () => { foods: number; version: string; dumpDate: string | null };
  /** The limiter's buckets by kind; empty if limits are off. */
  buckets: () => readonly (readonly [kind: string, size: number])[];
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** From a lookup by id on an idle machine to the slowest possible search, with the fairness delay in between. */
const REQUEST_SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];
const SEARCH_SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1];
/** From no wait at all to a queue that is full of slow searches. */
const WAIT_SECONDS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
];

export function openMetrics(sources: MetricSources, version: string, timeMs: () => number) {
  const registry = new MetricRegistry();
  const { counter, histogram } = registry;

  const requests = counter('larder_requests_total', 'Answered requests', ['route', 'method', 'status']);
  const requestTime = histogram(
    'larder_request_seconds',
    'Time from arrival to response, including the fairness delay',
    ['route'],
    REQUEST_SECONDS,
  );
  const searches = counter('larder_searches_total', 'Searches by outcome', ['outcome']);
  const searchTime = histogram(
    'larder_search_stage_seconds',
    'Time spent in each stage of a search',
    ['stage'],
    SEARCH_SECONDS,
  );
  const rulings = counter(
    'larder_limiter_rulings_total',
    'Requests that draw from a kind of bucket; one is admitted by all of its buckets, or refused',
    ['bucket', 'outcome'],
  );
  const planRequests = counter(
    'larder_plan_requests_total',
    'Requests for data by the plan of their caller; anonymous without a key',
    ['plan', 'outcome'],
  );
  const swaps = counter(
    'larder_catalog_swaps_total',
    'Attempts to replace the catalogue of a running server',
    ['outcome'],
  );
  const limitsStore = observeStore(registry, 'limits');
  const accountsStore = observeStore(registry, 'accounts');
  const threads = observeThreads(registry);
  observeNow(registry, sources, version, timeMs);
  const stopLooking = observeProcess(registry, timeMs);

  return {
    /** Whether anybody reads what is reported, so that searches need to be explained. */
    isOn: true,
    request({ route, method, status, ms }: { route: string; method: string; status: number; ms: number }) {
      // Clients can send any method name, and each new label value would stay in memory forever.
      requests.inc({ route, method: METHODS.has(method) ? method : 'other', status });
      requestTime.observe({ route }, ms / 1000);
    },
    search({ steps, outcome }: SearchRecord) {
      searches.inc({ outcome });
      for (const { name, tookMs } of steps) searchTime.observe({ stage: name }, tookMs / 1000);
    },
    ruling: (bucket: string, isAdmitted: boolean) =>
      rulings.inc({ bucket, outcome: isAdmitted ? 'admitted' : 'refused' }),
    /** A request for data, by the plan of its caller. */
    planRequest: (plan: string, isAdmitted: boolean) =>
      planRequests.inc({ plan, outcome: isAdmitted ? 'admitted' : 'refused' }),
    ...threads,
    swap: (outcome: 'replaced' | 'refused') => swaps.inc({ outcome }),
    limitsStore,
    accountsStore,
    text: () => registry.text(),
    close: stopLooking,
  };
}

function observeThreads({ counter, histogram }: MetricRegistry) {
  const help = 'Searches, lists and pages given to the threads';
  const tasks = counter('larder_thread_tasks_total', help, ['outcome']);
  const waits = histogram(
    'larder_thread_wait_seconds',
    'Time that a search, list or page waited for a thread',
    [],
    WAIT_SECONDS,
  );
  const lost = counter('larder_threads_lost_total', 'Threads that ended and were replaced', []);
  return {
    /** A task that was given to the threads. */
    task: (outcome: 'done' | 'busy' | 'overdue' | 'gone') => tasks.inc({ outcome }),
    /** How long a task waited for a thread. */
    taskWait: (waitMs: number) => waits.observe(waitMs / 1000),
    threadLost: () => lost.inc(),
  };
}

/** What is read at each scrape. */
function observeNow(
  { gauge }: MetricRegistry,
  { catalog, buckets, threads }: MetricSources,
  version: string,
  timeMs: () => number,
): void {
  gauge('larder_info', 'Version of the program and of its catalogue', ['version', 'catalog'], (now) =>
    now.set({ version, catalog: catalog().version }, 1),
  );
  gauge('larder_catalog_foods', 'Foods in the catalogue', [], (now) => now.set(catalog().foods));
  gauge(
    'larder_catalog_age_seconds',
    'Time since the newest record in the catalogue was changed',
    [],
    (now) => {
      const { dumpDate } = catalog();
      if (dumpDate !== null) now.set(Math.max(0, (timeMs() - Date.parse(dumpDate)) / 1000));
    },
  );
  gauge('larder_limiter_buckets', 'Buckets held in memory', ['bucket'], (now) => {
    for (const [bucket, size] of buckets()) now.set({ bucket }, size);
  });
  gauge('larder_thread_queue_length', 'Searches, lists and pages that wait for a thread', [], (now) =>
    now.set(threads().waiting),
  );
  gauge('larder_threads', 'Threads that are up, and those of them that are at work', ['state'], (now) => {
    const { ready, busy } = threads();
    now.set({ state: 'ready' }, ready);
    now.set({ state: 'busy' }, busy);
  });
}

/** Counts how often a shared store was connected or lost, and says whether it answers. */
function observeStore({ counter, gauge }: MetricRegistry, store: 'limits' | 'accounts') {
  const changes = counter(
    `larder_${store}_store_changes_total`,
    `How often the shared ${store} store was connected or lost`,
    ['state'],
  );
  const help = `Whether the shared ${store} store answers; absent without one`;
  let storeUp: boolean | null = null;
  return (isUp: boolean) => {
    // Created once there is a store: a gauge without labels is 0 from the start, which would mean that it does not answer.
    if (storeUp === null) gauge(`larder_${store}_store_up`, help, [], (now) => now.set(storeUp ? 1 : 0));
    storeUp = isUp;
    changes.inc({ state: isUp ? 'connected' : 'lost' });
  };
}
