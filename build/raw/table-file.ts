import { type ByteInput, HEAD_BYTES, type InputRemedies, openBytes, type Progress } from './input.ts';
import { type LineLimit, LineSplitter } from './lines.ts';
import { emptyBatch, isEmpty, isFull, type RawBatch } from './raw-batch.ts';
import type { RawFood } from './raw-food.ts';

/** A composition table as a file: lines of fields with tabs between them. */

export interface NumberedLine {
  /** The first line is 1. */
  line: number;
  text: string;
}

export interface OpenedFoods {
  batches: AsyncIterable<RawBatch>;
  progress(): Progress;
  sha256(): string;
  close(): Promise<void>;
}

/** The path of a file, or what is in one that comes with larder. */
export type TableFile = string | { path: string; content: Buffer };

export function pathOf(file: TableFile): string {
  return typeof file === 'string' ? file : file.path;
}

export async function openTableFile(
  file: TableFile,
  remedies: InputRemedies,
  stdin?: () => AsyncIterable<Uint8Array>,
): Promise<Omit<ByteInput, 'isGzip'>> {
  return typeof file === 'string' ? openBytes(file, stdin, remedies) : openContent(file.content);
}

function openContent(content: Buffer): Omit<ByteInput, 'isGzip'> {
  return {
    head: content.subarray(0, HEAD_BYTES),
    chunks: (async function* () {
      yield content;
    })(),
    close: async () => {},
    progress: () => ({ bytesRead: content.length, bytesTotal: content.length }),
    sha256: () => new Bun.CryptoHasher('sha256').update(content).digest('hex'),
  };
}

export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  where: string,
  limit: LineLimit,
): AsyncGenerator<NumberedLine, void, undefined> {
  const splitter = new LineSplitter(where, limit);
  for await (const chunk of chunks) {
    for (const { bytes, start, end, number } of splitter.push(chunk)) {
      yield { line: number, text: bytes.toString('utf8', start, end) };
    }
  }
  for (const { bytes, start, end, number } of splitter.end()) {
    yield { line: number, text: bytes.toString('utf8', start, end) };
  }
}

/** A line without what some editors add to it. */
export function tidyLine(text: string): string {
  return text.replace(/^\ufeff/, '').replace(/\r$/, '');
}

export async function* batchFoods(foods: AsyncIterable<RawFood>): AsyncGenerator<RawBatch, void, undefined> {
  let batch = emptyBatch();
  for await (const food of foods) {
    batch.foods.push(food);
    if (!isFull(batch)) continue;
    yield batch;
    batch = emptyBatch();
  }
  if (!isEmpty(batch)) yield batch;
}
