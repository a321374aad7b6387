import { stat } from 'node:fs/promises';
import { STANDARD_INPUT } from './input.ts';
import { type BuildSource, type OpenedInput, openInputs } from './open-input.ts';
import { type ReadBatch, type ReadInput, readInThread } from './reading-thread.ts';

/** Inputs of this many bytes together are read in the time that a thread takes to start. */
const SMALL_BYTES = 512 * 1024;

/** Opens all inputs and reads them one after another: in a thread of their own, unless they are small. */
export async function* readInputs(
  sources: readonly BuildSource[],
): AsyncGenerator<ReadInput, void, undefined> {
  yield* (await areSmall(sources)) ? readHere(sources) : readInThread(sources);
}

async function areSmall(sources: readonly BuildSource[]): Promise<boolean> {
  let bytes = 0;
  for (const { path } of sources) bytes += await countBytes(path);
  return bytes <= SMALL_BYTES;
}

/** A pipe may bring any number. A file that cannot be found has none: opening it fails, which needs no thread. */
async function countBytes(path: string): Promise<number> {
  if (path === STANDARD_INPUT) return Number.POSITIVE_INFINITY;
  const found = await stat(path).catch(() => null);
  if (found === null) return 0;
  return found.isFile() ? found.size : Number.POSITIVE_INFINITY;
}

/** Opens and reads all inputs in this thread. */
export async function* readHere(sources: readonly BuildSource[]): AsyncGenerator<ReadInput, void, undefined> {
  const inputs = await openInputs(sources);
  try {
    for (const [at, input] of inputs.entries()) {
      yield { path: sources[at]!.path, kind: input.kind, batches: readBatches(input) };
    }
  } finally {
    for (const input of inputs) await input.close();
  }
}

async function* readBatches(input: OpenedInput<string>): AsyncGenerator<ReadBatch, string, undefined> {
  for await (const batch of input.batches) yield { ...batch, ...input.progress() };
  return input.sha256();
}
