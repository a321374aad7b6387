import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { TableCredit } from '../../src/food/food-tables.ts';
import { type Progress, STANDARD_INPUT } from '../raw/input.ts';
import { type BuildSource, type OpenedInput, openInputs } from '../read/open-input.ts';
import type { PreparedRows } from './prepared-rows.ts';
import { type Preparer, prepareHere, prepareInThreads } from './preparing-thread.ts';

/** Rows of one input, and how much of it has been read. */
export type PreparedBatch = PreparedRows & Progress;

/** An input that has been opened. */
export interface PreparedInput {
  path: string;
  kind: string;
  table: TableCredit | undefined;
  /** Returns the SHA-256 of the file after the last batch. */
  batches: AsyncGenerator<PreparedBatch, string, undefined>;
}

/** Exports of this many bytes together are read in the time that a thread takes to start. */
const SMALL_BYTES = 512 * 1024;
/** More would wait for the thread that unpacks and stages. */
const MAX_THREADS = 4;

/** Opens all inputs, and reads and normalizes them one after another. */
export async function* prepareInputs(
  sources: readonly BuildSource[],
  openPreparer = choosePreparer,
): AsyncGenerator<PreparedInput, void, undefined> {
  const inputs = await openInputs(sources);
  const preparer = await openPreparer(sources);
  try {
    for (const [at, input] of inputs.entries()) {
      const { kind, table } = input;
      yield { path: sources[at]!.path, kind, table, batches: prepareParts(input, preparer) };
    }
  } finally {
    preparer.end();
    for (const input of inputs) await input.close();
  }
}

/** A thread for each core, if there is a large export. Tables are read sooner than their foods are passed on. */
async function choosePreparer(sources: readonly BuildSource[]): Promise<Preparer> {
  let bytes = 0;
  for (const { source, path } of sources) if (source === 'off') bytes += await countBytes(path);
  return bytes <= SMALL_BYTES
    ? prepareHere()
    : prepareInThreads(Math.min(availableParallelism(), MAX_THREADS));
}

/** A pipe may have any number. */
async function countBytes(path: string): Promise<number> {
  if (path === STANDARD_INPUT) return Number.POSITIVE_INFINITY;
  const found = await stat(path);
  return found.isFile() ? found.size : Number.POSITIVE_INFINITY;
}

/** Several parts at once; their rows come in the order of the input. */
async function* prepareParts(
  input: OpenedInput<string>,
  { ahead, prepare }: Preparer,
): AsyncGenerator<PreparedBatch, string, undefined> {
  const begun: Begun[] = [];
  for await (const part of input.parts) {
    begun.push({ rows: prepare(part), progress: input.progress() });
    if (begun.length > ahead) yield* take(begun.shift()!);
  }
  for (const part of begun) yield* take(part);
  return input.sha256();
}

interface Begun {
  rows: AsyncIterable<PreparedRows>;
  progress: Progress;
}

async function* take({ rows, progress }: Begun): AsyncGenerator<PreparedBatch, void, undefined> {
  for await (const prepared of rows) yield { ...prepared, ...progress };
}
