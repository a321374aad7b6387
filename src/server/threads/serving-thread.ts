import { setPriority } from 'node:os';
import { COMPAT_TASKS } from '../../compat/search.ts';
import { LIST_TASKS } from '../../http/list-tasks.ts';
import { doTask, type Finished, type Task, type TaskFunctions } from '../../http/task.ts';
import type { Images } from '../../site/picture.ts';
import { PAGE_TASKS } from '../../site/rendered-pages.ts';
import type { Site } from '../../site/site.ts';
import { startThread } from '../../thread.ts';
import { type CatalogSource, openForThread } from '../catalog-source.ts';
import { type SearchRecord, summarizeSearch } from '../instrumentation.ts';
import { TOOL_TASKS } from '../mcp-tools.ts';
import type { PoolThread, ThreadEvents } from './thread-pool.ts';

/** A thread that does the tasks of a server with its own catalogue. This file has both sides of it. */

/** What the thread needs before it can do tasks. */
export interface ThreadSetup {
  source: CatalogSource;
  /** The hash of the catalogue that the server serves: the thread must open the same one. */
  contentHash: string;
  images: Images;
  publicUrl: string | null;
  /** Whether searches are reported, for metrics. */
  isMeasured: boolean;
}

/** A finished task with the searches it made, as JSON; empty if there were none or they are not measured. */
export interface ThreadOutcome extends Finished {
  searches: string;
}

/** The name of the task that only compresses its input. */
export const COMPRESS = 'compress';
export const TASKS: TaskFunctions<Site> = {
  ...LIST_TASKS,
  ...PAGE_TASKS,
  ...COMPAT_TASKS,
  ...TOOL_TASKS,
  [COMPRESS]: (_site, text) => ({ status: 200, text }),
};

/**
 * Where a search and a lookup both want a core, the lookup gets it first. Each step leaves the search a fifth less:
 * with 10 the slowest hundredth of lookups took 4.6 ms instead of 6.4 with 4, and 19 was no better. A systemd service
 * or a container has its own share of the machine, within which this applies.
 */
const NICENESS = 10;

/** Messages to the thread. */
type ThreadRequest = { setup: ThreadSetup } | (Task & { number: number });
/** Messages from the thread. */
type ThreadMessage =
  | { ready: true }
  | { kept: string }
  | { unusable: string }
  | (ThreadOutcome & { number: number })
  | { number: number; error: string };

/** Starts a thread. `onKept` is called with the reason when it could not open another catalogue and kept its own. */
export function startServingThread(
  events: ThreadEvents<ThreadOutcome>,
  setup: ThreadSetup,
  onKept: (reason: string) => void,
): PoolThread<Task, ThreadSetup> {
  let isOver = false;
  const end = (reason: string) => {
    if (isOver) return;
    isOver = true;
    events.onEnd(reason);
  };
  const worker = startWorker(end);
  if (worker === null) return { run() {}, prepare() {}, end() {} };
  worker.onmessage = ({ data }: MessageEvent<ThreadMessage>) => {
    if ('text' in data) events.onOutcome(data.number, data);
    else if ('error' in data) events.onFailure(data.number, data.error);
    else if ('ready' in data) events.onReady();
    else if ('kept' in data) onKept(data.kept);
    else {
      end(data.unusable);
      worker.terminate();
    }
  };
  worker.onerror = (event) => {
    event.preventDefault();
    end(event.message);
  };
  worker.addEventListener('close', () => end('it ended by itself'));
  worker.postMessage({ setup } satisfies ThreadRequest);
  return {
    run: (number, { name, input, coding }) => worker.postMessage({ number, name, input, coding }),
    prepare: (next) => worker.postMessage({ setup: next } satisfies ThreadRequest),
    end: () => worker.terminate(),
  };
}

/** Null where no thread can be started, which is reported like the end of one. */
function startWorker(onEnd: (reason: string) => void): Worker | null {
  try {
    return startThread('src/server/threads/serving-thread.ts');
  } catch (error) {
    queueMicrotask(() => onEnd(String(error)));
    return null;
  }
}

declare const self: Worker;

/** On Linux a priority belongs to a thread; elsewhere this would change the whole process. */
function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, NICENESS);
  } catch {
    // A sandbox may forbid it; answers do not depend on it.
  }
}

/** The thread itself. Messages are handled in order, so a task uses the catalogue of the last setup before it. */
function runInThread(): void {
  giveWay();
  let site: Site | null = null;
  let searches: SearchRecord[] = [];
  const send = (message: ThreadMessage) => self.postMessage(message);

  function prepare(setup: ThreadSetup): void {
    const previous = site;
    try {
      site = openSite(setup, (record) => searches.push(record));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      send(previous === null ? { unusable: reason } : { kept: reason });
      return;
    }
    if (previous === null) send({ ready: true });
    else previous.catalog.close();
  }

  function perform(number: number, task: Task): void {
    if (site === null) throw new Error('a task came before the catalogue');
    try {
      const finished = doTask(TASKS, site, task);
      const { status, text, isBytes, headers, version, compressed } = finished;
      const report = searches.length === 0 ? '' : JSON.stringify(searches);
      // Listed one by one: a message with nothing but primitive values is sent without being serialized.
      send({ number, status, text, isBytes, headers, version, compressed, searches: report });
    } catch (error) {
      send({ number, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    } finally {
      searches = [];
    }
  }

  self.onmessage = ({ data }: MessageEvent<ThreadRequest>) =>
    'setup' in data ? prepare(data.setup) : perform(data.number, data);
}

/**
 * Opens the catalogue of a setup; throws if it is not the one that the server serves, for example if it was replaced
 * again.
 */
function openSite(setup: ThreadSetup, onSearch: (record: SearchRecord) => void): Site {
  const { source, contentHash, images, publicUrl, isMeasured } = setup;
  const observe = isMeasured
    ? (explanation: Parameters<typeof summarizeSearch>[0]) => onSearch(summarizeSearch(explanation))
    : null;
  const catalog = openForThread(source, observe, publicUrl);
  if (catalog.contentHash === contentHash) return { catalog, images, publicUrl };
  catalog.close();
  throw new Error('the file is not the catalogue that is being served');
}

if (!Bun.isMainThread) runInThread();
