import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * What an operator may want to watch, in the text form of Prometheus. It is told of each event by whoever sees it, in
 * terms of its own; without `--metrics` nothing of this is loaded.
 */
export interface Metrics {
  request(record: { route: string; method: string; status: number; ms: number }): void;
  /** How a search was answered, step by step. */
  search(steps: readonly { name: string; tookMs: number }[], outcome: SearchOutcome): void;
  ruling(kind: string, isAdmitted: boolean): void;
  swap(outcome: 'replaced' | 'refused'): void;
  /** Everything known now. */
  text(): Promise<string>;
  close(): void;
}

export type SearchOutcome = 'as typed' | 'corrected' | 'nothing';

/** What is asked for when the metrics are read, and not before. */
export interface Watched {
  catalog: () => { foods: number; version: string; dumpDate: string | null };
  /** Buckets of the limiter by their kind; none when nobody is limited. */
  buckets: () => readonly (readonly [kind: string, size: number])[];
}

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** From a food by its id on a quiet machine to the longest search there can be, and the fairness delay between them. */
const REQUEST_SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];
const SEARCH_SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1];
const LAG_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];
/** Often enough to see a moment in which everyone waited, seldom enough to cost nothing. */
const LAG_EVERY_MS = 100;

export function openMetrics({ catalog, buckets }: Watched, version: string): Metrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    bounds: number[],
  ) => new Histogram({ name, help, labelNames, buckets: bounds, registers });
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    read: (gauge: Gauge<Label>) => void,
  ) =>
    new Gauge<Label>({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        read(this);
      },
    });

  const requests = counter('larder_requests_total', 'Answered requests', ['route', 'method', 'status']);
  const requestTime = histogram(
    'larder_request_seconds',
    'From arrival to answer, the fairness delay included',
    ['route'],
    REQUEST_SECONDS,
  );
  const searches = counter('larder_searches_total', 'Searches by how they were answered', ['outcome']);
  const searchTime = histogram(
    'larder_search_stage_seconds',
    'Time in each stage of a search',
    ['stage'],
    SEARCH_SECONDS,
  );
  const rulings = counter('larder_limiter_rulings_total', 'Rulings of the limiter by bucket', [
    'bucket',
    'outcome',
  ]);
  const swaps = counter('larder_catalog_swaps_total', 'Catalogues that took the place of another', [
    'outcome',
  ]);
  const lag = histogram('larder_event_loop_lag_seconds', 'How late a timer came', [], LAG_SECONDS);

  gauge('larder_info', 'Versions of the program and of its catalogue', ['version', 'catalog'], (now) =>
    now.set({ version, catalog: catalog().version }, 1),
  );
  gauge('larder_catalog_foods', 'Foods in the catalogue', [], (now) => now.set(catalog().foods));
  gauge('larder_catalog_age_seconds', 'Since the newest change that the catalogue knows of', [], (now) => {
    const { dumpDate } = catalog();
    if (dumpDate !== null) now.set(Math.max(0, (Date.now() - Date.parse(dumpDate)) / 1000));
  });
  gauge('larder_limiter_buckets', 'Buckets that are kept in memory', ['bucket'], (now) => {
    for (const [bucket, size] of buckets()) now.set({ bucket }, size);
  });
  gauge('process_resident_memory_bytes', 'Resident memory', [], (now) => now.set(process.memoryUsage.rss()));
  gauge('process_cpu_seconds_total', 'Processor time', [], (now) => {
    const { user, system } = process.cpuUsage();
    now.set((user + system) / 1e6);
  });
  const startedSeconds = Date.now() / 1000 - process.uptime();
  gauge('process_start_time_seconds', 'Start of the process', [], (now) => now.set(startedSeconds));

  let expectedMs = performance.now() + LAG_EVERY_MS;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    lag.observe(Math.max(0, nowMs - expectedMs) / 1000);
    expectedMs = nowMs + LAG_EVERY_MS;
  }, LAG_EVERY_MS);
  timer.unref();

  return {
    request({ route, method, status, ms }) {
      // Anyone can make up a method, and each would be a line for ever.
      requests.inc({ route, method: METHODS.has(method) ? method : 'other', status });
      requestTime.observe({ route }, ms / 1000);
    },
    search(steps, outcome) {
      searches.inc({ outcome });
      for (const { name, tookMs } of steps) searchTime.observe({ stage: name }, tookMs / 1000);
    },
    ruling: (bucket, isAdmitted) => rulings.inc({ bucket, outcome: isAdmitted ? 'admitted' : 'refused' }),
    swap: (outcome) => swaps.inc({ outcome }),
    text: () => registry.metrics(),
    close: () => clearInterval(timer),
  };
}
