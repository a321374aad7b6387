import { readExport } from './export-csv.ts';
import { type ByteInput, inputName, openBytes, type Progress } from './input.ts';
import { InputError } from './input-error.ts';
import { readJsonl } from './jsonl.ts';
import { detectKind, type InputKind } from './kind.ts';
import { openParquet } from './parquet.ts';
import type { RawBatch } from './raw-batch.ts';

export interface OpenedInput {
  kind: InputKind;
  /** Can be read once; leaving the loop closes the file. */
  batches: AsyncIterable<RawBatch>;
  progress(): Progress;
  /** Of the file as given; known once the batches have been read to their end. */
  sha256(): string;
}

/** Opens an Open Food Facts export of any kind: the one door of the build to its dumps. */
export async function openInput(path: string, stdin?: () => AsyncIterable<Uint8Array>): Promise<OpenedInput> {
  const where = inputName(path);
  const bytes = await openBytes(path, stdin);
  const kind = await orClose(bytes, () => detectKind(bytes.head, where, bytes.isGzip));
  if (kind === 'parquet') return orClose(bytes, () => openParquetFile(path, bytes));
  const read = kind === 'jsonl' ? readJsonl : readExport;
  const { progress, sha256 } = bytes;
  return { kind, batches: read(bytes.chunks, where), progress, sha256 };
}

async function orClose<T>(bytes: ByteInput, open: () => T | Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    await bytes.close();
    throw error;
  }
}

/** Parquet is read from any position, beginning at its end, so it must be a file; its hash is taken afterwards. */
async function openParquetFile(path: string, bytes: ByteInput): Promise<OpenedInput> {
  const { bytesTotal } = bytes.progress();
  if (bytesTotal === null) {
    throw new InputError(inputName(path), 'Parquet cannot be read from a pipe', 'save it to a file first');
  }
  const file = Bun.file(path);
  const ranges = {
    byteLength: bytesTotal,
    slice: (start: number, end?: number) => file.slice(start, end ?? bytesTotal).arrayBuffer(),
  };
  const parquet = await openParquet(ranges, path);
  return {
    kind: 'parquet',
    batches: readThenHash(parquet.batches, bytes),
    progress: () => ({
      bytesRead: Math.floor((bytesTotal * parquet.rowsRead()) / Math.max(1, parquet.rows)),
      bytesTotal,
    }),
    sha256: bytes.sha256,
  };
}

async function* readThenHash(
  batches: AsyncIterable<RawBatch>,
  bytes: ByteInput,
): AsyncGenerator<RawBatch, void, undefined> {
  try {
    yield* batches;
    for await (const _chunk of bytes.chunks);
  } finally {
    await bytes.close();
  }
}
