import { startThread } from '../../src/thread.ts';
import { InputError } from './input-error.ts';
import { type BuildSource, openSource } from './open-source.ts';
import type { RawBatch, RefusedRow } from './raw-batch.ts';
import { packRawFood, type RawFood, unpackRawFood } from './raw-food.ts';

/**
 * Reading in a thread of its own, beside the one that normalises and writes: the two take about as long as each other,
 * so that on two cores a build reads in half the time. This file is both sides of the conversation.
 */

/** Rows of one input, and how far it is read. */
export interface ReadBatch extends RawBatch {
  bytesRead: number;
  /** Null when an input does not tell its length. */
  bytesTotal: number | null;
}

/** An input that is open; its batches come first, what is known at its end after them. */
export interface ReadInput {
  path: string;
  kind: string;
  /** Gives the SHA-256 of the file as given, once the last batch is taken. */
  batches: AsyncGenerator<ReadBatch, string, undefined>;
}

type Told =
  | { opened: { path: string; kind: string }[] }
  | { foods: string; refused: RefusedRow[]; bytesRead: number; bytesTotal: number | null }
  | { inputEnd: string }
  | { inputError: { where: string; what: string; remedy: string } }
  | { fault: string };
type Asked = { sources: readonly BuildSource[] } | { taken: true };

/** Batches on their way at once. More would only fill memory, since the slower side sets the pace. */
const BATCHES_AHEAD = 8;

/** Opens all inputs in another thread and reads them there, one after the other. */
export async function* readInThread(
  sources: readonly BuildSource[],
): AsyncGenerator<ReadInput, void, undefined> {
  const thread = openThread();
  thread.ask({ sources });
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
    const told = await thread.next();
    if ('inputEnd' in told) return told.inputEnd;
    if (!('foods' in told)) throw new Error('the reading thread lost its place');
    thread.ask({ taken: true });
    const foods = (JSON.parse(told.foods) as unknown[][]).map(unpackRawFood);
    yield { foods, refused: told.refused, bytesRead: told.bytesRead, bytesTotal: told.bytesTotal };
  }
}

interface Thread {
  ask(asked: Asked): void;
  /** What the thread tells next; throws what it failed with. */
  next(): Promise<Exclude<Told, { inputError: unknown } | { fault: unknown }>>;
  end(): void;
}

function openThread(): Thread {
  const worker = startThread('build/read/reading-thread.ts');
  const told: Told[] = [];
  let wake = () => {};
  const take = (next: Told) => {
    told.push(next);
    wake();
  };
  worker.onmessage = ({ data }: MessageEvent<Told>) => take(data);
  worker.onerror = ({ message }) => take({ fault: message });
  return {
    ask: (asked) => worker.postMessage(asked),
    async next() {
      while (told.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      const next = told.shift()!;
      if ('fault' in next) throw new Error(next.fault);
      if (!('inputError' in next)) return next;
      const { where, what, remedy } = next.inputError;
      throw new InputError(where, what, remedy);
    },
    end: () => worker.terminate(),
  };
}

declare const self: Worker;

/** The other side: reads, and stays at most so many batches ahead. */
function answerInThread(): void {
  let room = BATCHES_AHEAD;
  let wake = () => {};
  const tell = (told: Told) => self.postMessage(told);
  const makeRoom = async () => {
    while (room === 0) await new Promise<void>((resolve) => (wake = resolve));
    room--;
  };
  self.onmessage = ({ data }: MessageEvent<Asked>) => {
    if ('taken' in data) {
      room++;
      wake();
    } else {
      tellInputs(data.sources, tell, makeRoom).catch((error: unknown) => tell(explain(error)));
    }
  };
}

async function tellInputs(
  sources: readonly BuildSource[],
  tell: (told: Told) => void,
  makeRoom: () => Promise<void>,
): Promise<void> {
  // All are opened before any is read, so that a wrong name is told at once and not after minutes.
  const inputs = [];
  for (const source of sources) inputs.push(await openSource(source));
  tell({ opened: inputs.map(({ path, kind }) => ({ path, kind })) });
  for (const input of inputs) {
    for await (const { foods, refused } of input.batches) {
      await makeRoom();
      // A text is handed over without a copy, and takes half as long as cloning the foods.
      tell({ foods: packFoods(foods), refused, ...input.progress() });
    }
    tell({ inputEnd: input.sha256() });
  }
}

function packFoods(foods: readonly RawFood[]): string {
  return JSON.stringify(foods.map(packRawFood));
}

function explain(error: unknown): Told {
  if (error instanceof InputError) {
    const { where, what, remedy } = error;
    return { inputError: { where, what, remedy } };
  }
  return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

if (!Bun.isMainThread) answerInThread();
