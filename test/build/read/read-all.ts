import type { RawBatch, RefusedRow } from '../../../build/raw/raw-batch.ts';
import type { RawFood } from '../../../build/raw/raw-food.ts';
import { openExport, readBatches } from '../../../build/read/open-input.ts';
import type { ParquetFile } from '../../../build/read/parquet.ts';

export interface ReadRows {
  foods: RawFood[];
  refused: RefusedRow[];
}

export async function readAll(batches: AsyncIterable<RawBatch>): Promise<ReadRows> {
  const rows: ReadRows = { foods: [], refused: [] };
  for await (const batch of batches) {
    rows.foods.push(...batch.foods);
    rows.refused.push(...batch.refused);
  }
  return rows;
}

/** All rows of a Parquet file, part by part. */
export async function* rowsOf({ parts, read }: ParquetFile): AsyncGenerator<RawBatch> {
  for (const rows of parts) yield* read(rows);
}

/** Content as standard input would bring it. */
export function piped(...parts: (string | Uint8Array)[]): () => AsyncIterable<Uint8Array> {
  return async function* () {
    for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
  };
}

/** Reads an export from standard input. */
export async function readExportText(...parts: (string | Uint8Array)[]): Promise<ReadRows> {
  const input = await openExport('-', piped(...parts));
  return readAll(readBatches(input));
}

/** A tab-separated export of these columns and rows. */
export function tabbed(columns: readonly string[], ...rows: readonly (readonly string[])[]): string {
  return [columns, ...rows].map((row) => `${row.join('\t')}\n`).join('');
}

/** The message of the error that reading ends with; fails when it does not. */
export async function failureOf(reading: Promise<unknown>): Promise<string> {
  const outcome = await reading.then(
    () => null,
    (error: Error) => error,
  );
  if (outcome === null) throw new Error('reading succeeded');
  if (outcome.name !== 'InputError') throw outcome;
  return outcome.message;
}
