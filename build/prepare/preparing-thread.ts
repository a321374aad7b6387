import type { TableCredit } from '../../src/food/food-tables.ts';
import { startThread } from '../../src/thread.ts';
import { InputError, type Progress } from '../raw/input.ts';
import type { LineBatch, LineReader } from '../raw/lines.ts';
import type { RawBatch, RefusedRow } from '../raw/raw-batch.ts';
import { packRawFood, type RawFood, unpackRawFood } from '../raw/raw-food.ts';
import {
  type BuildSource,
  type LineFormat,
  type OpenedInput,
  openInputs,
  openLineReader,
} from '../read/open-input.ts';
import { type PackedRows, packRows, type StagedRow, unpackRows } from '../stage/staged-row.ts';
import { prepare, type Refused } from './prepared-batch.ts';

/**
 * Reads and normalizes inputs in two threads, next to the one that stages. The reader cuts an input into batches of
 * lines. It passes a batch to its helper whenever the helper has too little to do, and reads and normalizes the others
 * itself: what is passed is bytes, which are transferred without a copy. This file has all sides of it.
 */

/** Rows of one input, and how much of it has been read. */
export interface PreparedBatch extends Progress {
  /** Each is valid until the next is requested. */
  rows: Iterable<StagedRow>;
  /** The line of each row. */
  lines: ArrayLike<number>;
  refused: readonly Refused[];
}

/** An input that has been opened. */
export interface PreparedInput {
  path: string;
  kind: string;
  table: TableCredit | undefined;
  /** Returns the SHA-256 of the file after the last batch. */
  batches: AsyncGenerator<PreparedBatch, string, undefined>;
}

type Outcome =
  | { opened: Pick<PreparedInput, 'path' | 'kind' | 'table'>[] }
  | { packed: PackedRows; lines: Uint32Array; refused: readonly Refused[]; progress: Progress }
  | { inputEnd: string }
  | { inputError: { where: string; what: string; remedy: string } };
/** Messages from the threads, numbered in the order of the input; a fault has no place in it. */
type ThreadMessage = { number: number; outcome: Outcome } | { fault: string };
/** Messages to the reader and to the helper; both get an end of one channel. */
type ThreadRequest = { read: readonly BuildSource[]; helper: MessagePort } | { help: MessagePort };
type ReaderRequest = ThreadRequest | { taken: true };

/** What has yet to be normalized, and in most formats to be read. */
type Unprepared = { format: LineFormat; lines: LineBatch } | { batch: RawBatch };
/** The same for the helper. Foods are a text, which takes half as long as cloning them. */
interface HandedBatch {
  number: number;
  progress: Progress;
  content: { format: LineFormat; lines: LineBatch } | { foods: string; refused: RefusedRow[] };
}

/** How many batches are prepared ahead. More would only take memory, since the slowest side sets the pace. */
const BATCHES_AHEAD = 8;
/** The helper works on one batch while another waits. */
const HELPER_BATCHES = 2;

/** Opens all inputs in another thread, and reads and normalizes them in two, one input after another. */
export async function* prepareInThreads(
  sources: readonly BuildSource[],
): AsyncGenerator<PreparedInput, void, undefined> {
  const threads = openThreads(sources);
  try {
    const opened = await threads.next();
    if (!('opened' in opened)) throw new Error('the reading thread did not open its inputs');
    for (const input of opened.opened) yield { ...input, batches: takeBatches(threads) };
  } finally {
    threads.end();
  }
}

async function* takeBatches(threads: Threads): AsyncGenerator<PreparedBatch, string, undefined> {
  for (;;) {
    const outcome = await threads.next();
    if ('inputEnd' in outcome) return outcome.inputEnd;
    if (!('packed' in outcome)) throw new Error('the reading thread sent an unexpected message');
    threads.take();
    const { packed, lines, refused, progress } = outcome;
    yield { rows: unpackRows(packed), lines, refused, ...progress };
  }
}

interface Threads {
  /** The next outcome in the order of the input; throws if a thread has failed. */
  next(): Promise<Exclude<Outcome, { inputError: unknown }>>;
  /** Lets the reader continue. */
  take(): void;
  end(): void;
}

function openThreads(sources: readonly BuildSource[]): Threads {
  const reader = startThread('build/prepare/preparing-thread.ts');
  const helper = startThread('build/prepare/preparing-thread.ts');
  const arrived = new Map<number, Outcome>();
  let fault: string | null = null;
  let number = 0;
  let wake = () => {};
  const fail = (message: string) => {
    fault ??= message;
    wake();
  };
  for (const worker of [reader, helper]) {
    worker.onmessage = ({ data }: MessageEvent<ThreadMessage>) => {
      if ('fault' in data) return fail(data.fault);
      arrived.set(data.number, data.outcome);
      wake();
    };
    worker.onerror = ({ message }) => fail(message);
  }
  const { port1, port2 } = new MessageChannel();
  reader.postMessage({ read: sources, helper: port1 } satisfies ThreadRequest, [port1]);
  helper.postMessage({ help: port2 } satisfies ThreadRequest, [port2]);
  return {
    async next() {
      while (fault === null && !arrived.has(number)) await new Promise<void>((resolve) => (wake = resolve));
      if (fault !== null) throw new Error(fault);
      const outcome = arrived.get(number)!;
      arrived.delete(number++);
      if (!('inputError' in outcome)) return outcome;
      const { where, what, remedy } = outcome.inputError;
      throw new InputError(where, what, remedy);
    },
    take: () => reader.postMessage({ taken: true } satisfies ReaderRequest),
    end() {
      reader.terminate();
      helper.terminate();
    },
  };
}

declare const self: Worker;

/** Counts what may still be sent. */
class Room {
  #left: number;
  #wake = () => {};

  constructor(left: number) {
    this.#left = left;
  }

  tryTake(): boolean {
    if (this.#left === 0) return false;
    this.#left--;
    return true;
  }

  /** Waits until there is some. */
  async take(): Promise<void> {
    while (!this.tryTake()) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  giveBack(): void {
    this.#left++;
    this.#wake();
  }
}

/** Either of the threads, depending on the first message. */
function runInThread(): void {
  const ahead = new Room(BATCHES_AHEAD);
  self.onmessage = ({ data }: MessageEvent<ReaderRequest>) => {
    if ('taken' in data) ahead.giveBack();
    else if ('help' in data) help(data.help);
    else readInputs(data.read, ahead, data.helper);
  };
}

async function readInputs(sources: readonly BuildSource[], ahead: Room, port: MessagePort): Promise<void> {
  const helper = new Room(HELPER_BATCHES);
  port.onmessage = () => helper.giveBack();
  let number = 0;
  try {
    const inputs = await openInputs(sources);
    send(number++, {
      opened: inputs.map(({ kind, table }, index) => ({ path: sources[index]!.path, kind, table })),
    });
    for (const input of inputs) {
      const read = openReader();
      for await (const unprepared of unpreparedOf(input)) {
        await ahead.take();
        const progress = input.progress();
        if (helper.tryTake()) hand(port, number, progress, unprepared);
        else sendPrepared(number, progress, read(unprepared));
        number++;
      }
      send(number++, { inputEnd: input.sha256() });
    }
  } catch (error) {
    sendError(number, error);
  }
}

async function* unpreparedOf(input: OpenedInput<string>): AsyncGenerator<Unprepared, void, undefined> {
  if (input.lines === undefined) {
    for await (const batch of input.batches) yield { batch };
  } else {
    const { format } = input.lines;
    for await (const lines of input.lines.batches) yield { format, lines };
  }
}

function hand(port: MessagePort, number: number, progress: Progress, unprepared: Unprepared): void {
  const give = (content: HandedBatch['content'], moved: ArrayBufferLike[]) =>
    port.postMessage({ number, progress, content } satisfies HandedBatch, moved as ArrayBuffer[]);
  if ('batch' in unprepared) {
    const { foods, refused } = unprepared.batch;
    give({ foods: packFoods(foods), refused }, []);
  } else {
    const { bytes, ends, numbers } = unprepared.lines;
    give(unprepared, [bytes.buffer, ends.buffer, numbers.buffer]);
  }
}

/** Each food separately, since the engine writes short texts in half the time per character that long ones take. */
function packFoods(foods: readonly RawFood[]): string {
  return `[${foods.map((food) => JSON.stringify(packRawFood(food))).join(',')}]`;
}

/** Prepares what the reader passes on, and reports each finished batch. */
function help(port: MessagePort): void {
  const read = openReader();
  port.onmessage = ({ data }: { data: unknown }) => {
    const { number, progress, content } = data as HandedBatch;
    try {
      sendPrepared(number, progress, read(receive(content)));
    } catch (error) {
      sendError(number, error);
    }
    port.postMessage('done');
  };
}

function receive(content: HandedBatch['content']): Unprepared {
  if ('foods' in content) {
    const foods = (JSON.parse(content.foods) as unknown[][]).map(unpackRawFood);
    return { batch: { foods, refused: content.refused } };
  }
  const { format, lines } = content;
  // A buffer arrives as a plain array of bytes.
  const { buffer, byteOffset, byteLength } = lines.bytes;
  return { format, lines: { ...lines, bytes: Buffer.from(buffer, byteOffset, byteLength) } };
}

/** Reads batches of one input after another. */
function openReader(): (unprepared: Unprepared) => RawBatch {
  let opened: { where: string; read: LineReader } | null = null;
  return (unprepared) => {
    if ('batch' in unprepared) return unprepared.batch;
    const { format, lines } = unprepared;
    if (lines.isFirst || opened?.where !== format.where)
      opened = { where: format.where, read: openLineReader(format) };
    return opened.read(lines);
  };
}

function sendPrepared(number: number, progress: Progress, batch: RawBatch): void {
  const { rows, lines, refused } = prepare(batch);
  const packed = packRows(rows);
  const outcome: Outcome = { packed, lines: Uint32Array.from(lines), refused, progress };
  send(number, outcome, [packed.numbers.buffer]);
}

function send(number: number, outcome: Outcome, moved: ArrayBuffer[] = []): void {
  self.postMessage({ number, outcome } satisfies ThreadMessage, moved);
}

function sendError(number: number, error: unknown): void {
  if (error instanceof InputError) {
    const { where, what, remedy } = error;
    send(number, { inputError: { where, what, remedy } });
  } else {
    const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
    self.postMessage({ fault } satisfies ThreadMessage);
  }
}

if (!Bun.isMainThread) runInThread();
