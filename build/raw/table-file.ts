import type { Progress } from './input.ts';
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
