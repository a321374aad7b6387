import type { Task } from '../../http/task.ts';
import { startThread } from '../../thread.ts';
import type {
  SentOutcome,
  SentTask,
  ThreadMessage,
  ThreadOutcome,
  ThreadRequest,
  ThreadSetup,
} from './serving-thread.ts';
import type { NumberedTask, PoolThread, ThreadEvents } from './thread-pool.ts';

/**
 * Starts a thread. `onKept` is called with the reason when it could not open another catalogue and kept its own. Tests
 * start one from another file.
 */
export function startServingThread(
  events: ThreadEvents<ThreadOutcome>,
  setup: ThreadSetup,
  onKept: (reason: string) => void,
  start: () => Worker = () => startThread('src/server/threads/serving-thread.ts'),
): PoolThread<Task, ThreadSetup> {
  let isOver = false;
  const end = (reason: string) => {
    if (isOver) return;
    isOver = true;
    events.onEnd(reason);
  };
  const receive = (outcome: SentOutcome) => {
    if ('error' in outcome) events.onFailure(outcome.number, outcome.error);
    else events.onOutcome(outcome.number, outcome);
  };
  const worker = startWorker(start, end);
  if (worker === null) return { current: () => 0, run() {}, prepare() {}, end() {} };
  const current = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  worker.onmessage = ({ data }: MessageEvent<ThreadMessage>) => {
    if (Array.isArray(data)) data.forEach(receive);
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
  worker.postMessage({ setup, current } satisfies ThreadRequest);
  return {
    current: () => Atomics.load(current, 0),
    run: (tasks) => worker.postMessage(tasks.map(toSend) satisfies ThreadRequest),
    prepare: (next) => worker.postMessage({ setup: next, current } satisfies ThreadRequest),
    end: () => worker.terminate(),
  };
}

function toSend({ number, task }: NumberedTask<Task>): SentTask {
  return { number, ...task };
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
