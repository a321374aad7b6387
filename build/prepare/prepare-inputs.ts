import { stat } from 'node:fs/promises';
import { STANDARD_INPUT } from '../raw/input.ts';
import { type BuildSource, type OpenedInput, openInputs } from '../read/open-input.ts';
import { prepare } from './prepared-batch.ts';
import { type PreparedBatch, type PreparedInput, prepareInThreads } from './preparing-thread.ts';

/** Exports of this many bytes together are read in the time that a thread takes to start. */
const SMALL_BYTES = 512 * 1024;

/**
 * Opens all inputs, and reads and normalizes them one after another: in other threads, if there is a large export among them. The
 * tables that come with larder are read sooner in one thread than their foods are passed from one to another.
 */
export async function* prepareInputs(
  sources: readonly BuildSource[],
): AsyncGenerator<PreparedInput, void, undefined> {
  yield* (await areSmall(sources)) ? prepareHere(sources) : prepareInThreads(sources);
}

async function areSmall(sources: readonly BuildSource[]): Promise<boolean> {
  let bytes = 0;
  for (const { source, path } of sources) if (source === 'off') bytes += await countBytes(path);
  return bytes <= SMALL_BYTES;
}

/** A pipe may have any number. A file that cannot be found has none: opening it fails, which needs no thread. */
async function countBytes(path: string): Promise<number> {
  if (path === STANDARD_INPUT) return Number.POSITIVE_INFINITY;
  const found = await stat(path).catch(() => null);
  if (found === null) return 0;
  return found.isFile() ? found.size : Number.POSITIVE_INFINITY;
}

/** Does it all in this thread. */
export async function* prepareHere(
  sources: readonly BuildSource[],
): AsyncGenerator<PreparedInput, void, undefined> {
  const inputs = await openInputs(sources);
  try {
    for (const [at, input] of inputs.entries()) {
      const { kind, table } = input;
      yield { path: sources[at]!.path, kind, table, batches: prepareBatches(input) };
    }
  } finally {
    for (const input of inputs) await input.close();
  }
}

async function* prepareBatches(input: OpenedInput<string>): AsyncGenerator<PreparedBatch, string, undefined> {
  for await (const batch of input.batches) yield { ...prepare(batch), ...input.progress() };
  return input.sha256();
}
