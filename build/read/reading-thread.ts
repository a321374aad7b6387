import { startThread } from '../../src/thread.ts';
import { InputError } from './input.ts';
import { type BuildSource, openInputs } from './open-input.ts';
import type { RawBatch, RefusedRow } from './raw-batch.ts';
import { packRawFood, type RawFood, unpackRawFood } from './raw-food.ts';

/**
 * Reads inputs in a thread of their own, next to the one that normalizes and stages. Both take about the same time, so
 * on two cores this halves the time. This file is both sides of it.
 */

/** Rows of one input, and how much of it has been read. */
export interface ReadBatch extends RawBatch {
  bytesRead: number;
  /** Null if the length of the input is unknown. */
  bytesTotal: number | null;
}

/** An input that has been opened. */
export interface ReadInput {
  path: string;
  kind: string;
  /** Returns the SHA-256 of the file after the last batch. */
  batches: AsyncGenerator<ReadBatch, string, undefined>;
}

/** Messages from the thread. */
type ThreadMessage =
  | { opened: { path: string; kind: string }[] }
  | { foods: string; refused: RefusedRow[]; bytesRead: number; bytesTotal: number | null }
  | { inputEnd: string }
  | { inputError: { where: string; what: string; remedy: string } }
  | { fault: string };
/** Messages to the thread. */
type ThreadRequest = { sources: readonly BuildSource[] } | { taken: true };

/** How many batches the thread reads ahead. More would only take memory, since the slower side sets the pace. */
const BATCHES_AHEAD = 8;

/** Opens all inputs in another thread and reads them there, one after another. */
export async function* readInThread(
  sources: readonly BuildSource[],
): AsyncGenerator<ReadInput, void, undefined> {
  const thread = openThread();
  thread.send({ sources });
  try {
    const opened = await thread.next();
    if (!('opened' in opened)) throw new Error('the reading thread did not open its inputs');
    for (const { path, kind } of opened.opened) yield { path, kind, batches: readBatches(thread) };
  } finally {
    thread.end();
  }
}

async function* readBatches(thread: Thread): AsyncGenerator<ReadBatch, string, undefined> {
  for (;;) {
    const message = await thread.next();
    if ('inputEnd' in message) return message.inputEnd;
    if (!('foods' in message)) throw new Error('the reading thread sent an unexpected message');
    thread.send({ taken: true });
    const { refused, bytesRead, bytesTotal } = message;
    const foods = (JSON.parse(message.foods) as unknown[][]).map(unpackRawFood);
    yield { foods, refused, bytesRead, bytesTotal };
  }
}

interface Thread {
  send(request: ThreadRequest): void;
  /** The next message; throws if the thread has failed. */
  next(): Promise<Exclude<ThreadMessage, { inputError: unknown } | { fault: unknown }>>;
  end(): void;
}

function openThread(): Thread {
  const worker = startThread('build/read/reading-thread.ts');
  const received: ThreadMessage[] = [];
  let wake = () => {};
  const take = (message: ThreadMessage) => {
    received.push(message);
    wake();
  };
  worker.onmessage = ({ data }: MessageEvent<ThreadMessage>) => take(data);
  worker.onerror = ({ message }) => take({ fault: message });
  return {
    send: (request) => worker.postMessage(request),
    async next() {
      while (received.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      const next = received.shift()!;
      if ('fault' in next) throw new Error(next.fault);
      if (!('inputError' in next)) return next;
      const { where, what, remedy } = next.inputError;
      throw new InputError(where, what, remedy);
    },
    end: () => worker.terminate(),
  };
}

declare const self: Worker;

/** The thread itself: reads, but never too far ahead. */
function runInThread(): void {
  let room = BATCHES_AHEAD;
  let wake = () => {};
  const send = (message: ThreadMessage) => self.postMessage(message);
  const waitForRoom = async () => {
    while (room === 0) await new Promise<void>((resolve) => (wake = resolve));
    room--;
  };
  self.onmessage = ({ data }: MessageEvent<ThreadRequest>) => {
    if ('taken' in data) {
      room++;
      wake();
    } else {
      readInputs(data.sources, send, waitForRoom).catch((error: unknown) => send(describeError(error)));
    }
  };
}

async function readInputs(
  sources: readonly BuildSource[],
  send: (message: ThreadMessage) => void,
  waitForRoom: () => Promise<void>,
): Promise<void> {
  const inputs = await openInputs(sources);
  send({ opened: inputs.map(({ kind }, index) => ({ path: sources[index]!.path, kind })) });
  for (const input of inputs) {
    for await (const { foods, refused } of input.batches) {
      await waitForRoom();
      // A string is passed on without a copy, which takes half as long as cloning the foods.
      send({ foods: packFoods(foods), refused, ...input.progress() });
    }
    send({ inputEnd: input.sha256() });
  }
}

/** Each food by itself, since the engine writes short texts in half the time per character that long ones take. */
function packFoods(foods: readonly RawFood[]): string {
  return `[${foods.map((food) => JSON.stringify(packRawFood(food))).join(',')}]`;
}

function describeError(error: unknown): ThreadMessage {
  if (error instanceof InputError) {
    const { where, what, remedy } = error;
    return { inputError: { where, what, remedy } };
  }
  return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

if (!Bun.isMainThread) runInThread();
