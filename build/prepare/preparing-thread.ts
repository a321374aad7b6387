import { startThread } from '../../src/thread.ts';
import { InputError } from '../raw/input.ts';
import { type InputPart, openPartReader } from '../read/open-input.ts';
import { type PackedRows, packRows, unpackRows } from '../stage/staged-row.ts';
import { type PreparedRows, prepare, type Refused } from './prepared-rows.ts';

/** Reads and normalizes parts of inputs in other threads, all of which do the same. This file has both sides. */

/** Reads and normalizes parts, each as soon as there is a thread for it. */
export interface Preparer {
  /** How many parts are given out before the first of them is taken. */
  readonly ahead: number;
  prepare(part: InputPart): AsyncIterable<PreparedRows>;
  end(): void;
}

/** In the thread that asks for it. */
export function prepareHere(): Preparer {
  const read = openPartReader();
  return {
    ahead: 0,
    async *prepare(part) {
      for await (const batch of read(part)) yield prepare(batch);
    },
    end: () => {},
  };
}

/** Each thread works on one part while another waits. */
const PARTS_PER_THREAD = 2;

/** In as many threads as given. What is read already stays here: to pass foods on takes longer than to normalize them. */
export function prepareInThreads(count: number): Preparer {
  const threads = Array.from({ length: count }, openThread);
  const here = prepareHere();
  let next = 0;
  return {
    ahead: PARTS_PER_THREAD * count,
    prepare: (part) => ('batch' in part ? here.prepare(part) : threads[next++ % count]!.prepare(part)),
    end() {
      for (const thread of threads) thread.end();
    },
  };
}

/** What a thread answers for a part: its rows, batch by batch, and then null; or why there are none. */
type Answer =
  | { packed: PackedRows; lines: Uint32Array; refused: readonly Refused[] }
  | { inputError: { where: string; what: string; remedy: string } }
  | { fault: string }
  | null;

function openThread() {
  const worker = startThread('build/prepare/preparing-thread.ts');
  /** The parts that have not been answered in full, the oldest first. */
  const unanswered: ReadableStreamDefaultController<PreparedRows>[] = [];
  let failure: Error | null = null;
  const fail = (error: Error) => {
    failure = error;
    for (const part of unanswered) part.error(error);
  };
  worker.onerror = ({ message }) => fail(new Error(message));
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    if (failure !== null) return;
    if (data === null) unanswered.shift()!.close();
    else if ('fault' in data) fail(new Error(data.fault));
    else if ('inputError' in data)
      fail(new InputError(data.inputError.where, data.inputError.what, data.inputError.remedy));
    else
      unanswered[0]!.enqueue({
        rows: unpackRows(data.packed),
        lines: data.lines,
        refused: data.refused,
      });
  };
  return {
    prepare(part: InputPart): AsyncIterable<PreparedRows> {
      worker.postMessage(part, 'lines' in part ? buffersOf(part) : []);
      return new ReadableStream<PreparedRows>({
        start(controller) {
          if (failure === null) unanswered.push(controller);
          else controller.error(failure);
        },
      });
    },
    end: () => worker.terminate(),
  };
}

/** They are handed over without a copy. */
function buffersOf({
  lines: { bytes, ends, numbers },
}: Extract<InputPart, { lines: unknown }>): ArrayBuffer[] {
  return [bytes.buffer, ends.buffer, numbers.buffer] as ArrayBuffer[];
}

declare const self: Worker;

function runInThread(): void {
  const read = openPartReader();
  let last = Promise.resolve();
  self.onmessage = ({ data }: MessageEvent<InputPart>) => {
    last = last.then(() => answer(read(received(data))));
  };
}

async function answer(batches: ReturnType<ReturnType<typeof openPartReader>>): Promise<void> {
  try {
    for await (const batch of batches) {
      const { rows, lines, refused } = prepare(batch);
      const packed = packRows(rows);
      send({ packed, lines: Uint32Array.from(lines), refused }, [packed.numbers.buffer]);
    }
    send(null);
  } catch (error) {
    if (error instanceof InputError) {
      const { where, what, remedy } = error;
      send({ inputError: { where, what, remedy } });
    } else send({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

function send(sent: Answer, moved: ArrayBuffer[] = []): void {
  self.postMessage(sent, moved);
}

/** A buffer arrives as a plain array of bytes. */
function received(part: InputPart): InputPart {
  if (!('lines' in part)) return part;
  const { buffer, byteOffset, byteLength } = part.lines.bytes;
  return { ...part, lines: { ...part.lines, bytes: Buffer.from(buffer, byteOffset, byteLength) } };
}

if (!Bun.isMainThread) runInThread();
