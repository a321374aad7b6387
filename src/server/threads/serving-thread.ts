import { setPriority } from 'node:os';
import { CatalogChanged, CurrentCatalog } from '../../food/current-catalog.ts';
import { type Coding, isWorthCompressing } from '../../http/encoding.ts';
import { doTask, type Made, type Task } from '../../http/task.ts';
import type { Images } from '../../site/picture.ts';
import type { Site } from '../../site/site.ts';
import { type CatalogSource, openForThread } from '../catalog-source.ts';
import { summarizeSearch } from '../instrumentation.ts';
import type { SearchRecord } from '../metrics.ts';
import { loadTasks } from '../tasks.ts';

/**
 * A thread that does the tasks of a server with its own catalogue. The server starts it by start-serving-thread.ts, and
 * imports nothing but types from here.
 */

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

/** A task, and the coding to compress its text with as well; null for none. */
export interface ThreadTask extends Task {
  coding: Coding | null;
}

/** What a task made, as it is sent. */
export interface ThreadOutcome extends Omit<Made, 'body'> {
  text: string;
  /** Null where it was not worth it. */
  compressed: Uint8Array<ArrayBuffer> | null;
  /** The searches it made, if they are measured. */
  searches: readonly SearchRecord[];
  /** The processor time that a heavy task took; 0 for others. */
  cpuMs: number;
}

/**
 * Where a search and a lookup both want a core, the lookup gets it first. Each step leaves the search a fifth less:
 * with 10 the slowest hundredth of lookups took 4.6 ms instead of 6.4 with 4, and 19 was no better. A systemd service
 * or a container has its own share of the machine, within which this applies.
 */
const NICENESS = 10;

/** Messages to the thread. */
export type ThreadRequest = { setup: ThreadSetup } | ThreadTask;
/** Messages from the thread: what came of a task, or of a setup. */
export type ThreadMessage =
  | ThreadOutcome
  | { failed: string }
  /** The file of the catalogue was changed meanwhile. */
  | { changed: true }
  | { ready: true }
  | { kept: string }
  | { unusable: string };

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

  function perform(task: ThreadTask): ThreadMessage {
    if (site === null) throw new Error('a task came before the catalogue');
    try {
      const before = task.isHeavy ? process.threadCpuUsage() : undefined;
      const { body, ...made } = doTask(loadTasks(task.name), site, task);
      const { coding } = task;
      const compressed = coding !== null && isWorthCompressing(body) ? body.compressed(coding) : null;
      const cpuMs = before === undefined ? 0 : cpuMsSince(before);
      return { ...made, text: body.text, compressed, searches, cpuMs };
    } catch (error) {
      if (error instanceof CatalogChanged) return { changed: true };
      return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    } finally {
      searches = [];
    }
  }

  self.onmessage = ({ data }: MessageEvent<ThreadRequest>) => {
    if ('setup' in data) prepare(data.setup);
    else send(perform(data));
  };
}

/** Of this thread. The clock would count what else the machine does. */
function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
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
  const catalog = openForThread(source, observe);
  if (catalog.contentHash === contentHash) return { catalog: new CurrentCatalog(catalog), images, publicUrl };
  catalog.close();
  throw new Error('the file is not the catalogue that is being served');
}

if (!Bun.isMainThread) runInThread();
