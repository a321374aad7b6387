import { CatalogChanged } from '../../food/current-catalog.ts';
import { startThread } from '../../thread.ts';
import type {
  ThreadMessage,
  ThreadOutcome,
  ThreadRequest,
  ThreadSetup,
  ThreadTask,
} from './serving-thread.ts';
import type { PoolThread, ThreadEvents } from './thread-pool.ts';

/**
 * Starts a thread. `onKept` is called with the reason when it could not open another catalogue and kept its own. Tests
 * start one from another file.
 */
export function startServingThread(
  events: ThreadEvents<ThreadOutcome>,
  setup: ThreadSetup,
  onKept: (reason: string) => void,
  start: () => Worker = () => startThread('src/server/threads/serving-thread.ts'),
): PoolThread<ThreadTask, ThreadSetup> {
  let isOver = false;
  const end = (reason: string) => {
    if (isOver) return;
    isOver = true;
    events.onEnd(reason);
  };
  const worker = startWorker(start, end);
  if (worker === null) return { run() {}, prepare() {}, end() {} };
  worker.onmessage = ({ data }: MessageEvent<ThreadMessage>) => {
    if ('text' in data) events.onOutcome(data);
    else if ('failed' in data) events.onFailure(new Error(data.failed));
    else if ('changed' in data) events.onFailure(new CatalogChanged());
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
    run: (task) => worker.postMessage(task satisfies ThreadRequest),
    prepare: (next) => worker.postMessage({ setup: next } satisfies ThreadRequest),
    end: () => worker.terminate(),
  };
}

/** Null where no thread can be started, which is reported like the end of one. */
function startWorker(start: () => Worker, onEnd: (reason: string) => void): Worker | null {
  try {
    return start();
  } catch (error) {
    queueMicrotask(() => onEnd(String(error)));
    return null;
  }
}
