import { CatalogChanged } from '../../food/current-catalog.ts';
import { Busy, ClientGone } from '../../http/answer.ts';
import type { Call } from '../../http/call.ts';
import { Body } from '../../http/encoding.ts';
import type { Log } from '../../http/log.ts';
import { doTask, type Made, runInThisThread, type Task, type TaskRunner } from '../../http/task.ts';
import type { Site } from '../../site/site.ts';
import type { CatalogSource } from '../catalog-source.ts';
import type { Metrics, ThreadLoad } from '../metrics.ts';
import { loadTasks } from '../tasks.ts';
import type { ThreadOutcome, ThreadSetup, ThreadTask } from './serving-thread.ts';
import { startServingThread } from './start-serving-thread.ts';
import { ThreadPool } from './thread-pool.ts';

/** The threads of a server, which do whatever takes longer than a lookup. */
export interface TaskThreads extends TaskRunner {
  /** Starts the threads; until the first is up, tasks are done in the calling thread. */
  start(): void;
  /** The served catalogue was replaced by one from this source: tasks from now on are done with that one. */
  replaceCatalog(source: CatalogSource): void;
  /** What an operator watches. */
  load(): ThreadLoad;
  close(): void;
}

interface TaskThreadsOptions {
  threads: number;
  site: Site;
  source: CatalogSource;
  /** Who a request is from: clients take turns. */
  clientOf: (call: Call) => string;
  metrics: Metrics;
  log: Log;
  /** Most tasks that may wait; a number for each thread when left out. */
  capacity?: number;
  start?: typeof startServingThread;
  /** How often to look for tasks that do not end; tests do not wait for seconds. */
  lookEveryMs?: number;
}

/** With searches of a few milliseconds, the last in the queue waits for about a second. */
const WAITING_PER_THREAD = 512;
const LOOK_EVERY_MS = 1000;

export function openTaskThreads(options: TaskThreadsOptions): TaskThreads {
  return options.threads === 0 ? noThreads(options.site) : new PooledTasks(options);
}

function noThreads(site: Site): TaskThreads {
  return {
    ...runInThisThread(loadTasks, site),
    start() {},
    replaceCatalog() {},
    load: () => ({ waiting: 0, busy: 0, ready: 0 }),
    close() {},
  };
}

/** What one request is meant to take. */
const REQUEST_CPU_MS = 25;

/** How many requests a task counts for, besides the one that it was. */
export function furtherRequests(cpuMs: number): number {
  return Math.floor(cpuMs / REQUEST_CPU_MS);
}

class PooledTasks implements TaskThreads {
  #source: CatalogSource;
  #pool: ThreadPool<ThreadTask, ThreadOutcome, ThreadSetup> | null = null;
  #looking: Timer | undefined;

  constructor(private readonly options: TaskThreadsOptions) {
    this.#source = options.source;
  }

  start(): void {
    const { threads, metrics, log, capacity = WAITING_PER_THREAD * threads } = this.options;
    const { start = startServingThread, lookEveryMs = LOOK_EVERY_MS } = this.options;
    const onKept = (reason: string) => log.event('thread kept its catalog', { error: reason });
    this.#pool = new ThreadPool({
      threads,
      capacity,
      setup: this.#setup(),
      start: (events, setup) => start(events, setup, onKept),
      runHere: (task) => this.#runHere(task),
      onComplete: () => log.event('threads ready', { threads }),
      onThreadLost(reason) {
        log.event('thread lost', { error: reason });
        metrics.threadLost();
      },
      onWait: (waitMs) => metrics.taskWait(waitMs),
    });
    this.#looking = setInterval(() => this.#pool?.endOverdue(), lookEveryMs).unref();
  }

  async run(call: Call, task: Task): Promise<Made> {
    const { metrics } = this.options;
    try {
      const made = await this.#do(call, task);
      metrics.task('done');
      return made;
    } catch (error) {
      if (error instanceof Busy) metrics.task(error.why);
      if (error instanceof ClientGone) metrics.task('gone');
      throw error;
    }
  }

  replaceCatalog(source: CatalogSource): void {
    this.#source = source;
    this.#pool?.prepare(this.#setup());
  }

  load(): ThreadLoad {
    return this.#pool?.load ?? { waiting: 0, busy: 0, ready: 0 };
  }

  close(): void {
    clearInterval(this.#looking);
    this.#pool?.close();
  }

  #setup(): ThreadSetup {
    const { site, metrics } = this.options;
    const { catalog, images, publicUrl } = site;
    const { contentHash } = catalog;
    return { source: this.#source, contentHash, images, publicUrl, isMeasured: metrics.isOn };
  }

  async #do(call: Call, task: Task): Promise<Made> {
    // A thread sees that its file was changed, but not that this one found it damaged.
    if (this.options.site.catalog.hasChanged) throw new CatalogChanged();
    if (this.#pool === null) return doTask(loadTasks(task.name), this.options.site, task);
    const { coding } = call;
    const origin = { client: this.options.clientOf(call), signal: call.request.signal };
    const outcome = await this.#pool.run({ ...task, coding }, origin, task.isHeavy);
    call.hasWaited = true;
    const { text, compressed, searches, cpuMs, ...made } = outcome;
    if (task.isHeavy) call.countFurther?.(furtherRequests(cpuMs));
    for (const record of searches) this.options.metrics.search(record);
    const body = new Body(text);
    if (coding !== null && compressed !== null) body.addCompressed(coding, compressed);
    return { ...made, body };
  }

  /** Searches in this thread are counted where they are made, and bodies are compressed when they are sent. */
  #runHere(task: Task): ThreadOutcome {
    const { body, ...made } = doTask(loadTasks(task.name), this.options.site, task);
    return { ...made, text: body.text, compressed: null, searches: [], cpuMs: 0 };
  }
}
