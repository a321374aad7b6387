import type { FoodSource } from '../../src/food/food.ts';
import type { TableCredit } from '../../src/food/food-tables.ts';
import { type ByteInput, HEAD_BYTES, InputError, inputName, openBytes, type Progress } from '../raw/input.ts';
import { cutLines, type LineBatch, type LineReader } from '../raw/lines.ts';
import type { RawBatch } from '../raw/raw-batch.ts';
import { openTable } from '../tables/read.ts';
import { openExportReader } from './export-csv.ts';
import { openJsonlReader } from './jsonl.ts';
import { openOwnCsv } from './own-csv.ts';
import { type ByteRanges, openParquet, type ParquetFile, type RowRange } from './parquet.ts';

/** An input of a build, and the source that its foods belong to. */
export interface BuildSource {
  source: FoodSource;
  /** `-` for standard input. */
  path: string;
}

/** Rows of an input that are read together, in this thread or another. */
export type InputPart =
  | { format: LineFormat; lines: LineBatch }
  | { path: string; rows: RowRange }
  /** Rows that have been read. */
  | { batch: RawBatch };

export interface OpenedInput<Kind extends string> {
  kind: Kind;
  /** Who must be credited, for a table of generic foods. */
  table?: TableCredit;
  /** Can be listed once; leaving the loop closes the file. */
  parts: AsyncIterable<InputPart>;
  progress(): Progress;
  /** The hash of the file itself; available once all parts have been listed. */
  sha256(): string;
  /** For callers that do not list the parts. */
  close(): Promise<void>;
}

/** What a thread needs to know to read lines. */
interface LineFormat {
  kind: keyof typeof LINE_READERS;
  /** The name of the file, for messages. */
  where: string;
}

const LINE_READERS = { 'export-csv': openExportReader, jsonl: openJsonlReader } as const;

/** Reads parts of one input after another; what the first part of an input says about the others is read once. */
export function openPartReader(): (part: InputPart) => AsyncGenerator<RawBatch, void, undefined> {
  let opened: { where: string; header: string | null; read: LineReader } | null = null;
  let parquet: { path: string; file: ParquetFile } | null = null;
  return async function* (part) {
    if ('batch' in part) {
      yield part.batch;
    } else if ('rows' in part) {
      const { path, rows } = part;
      if (parquet?.path !== path) parquet = { path, file: await openParquet(rangesOf(path), path) };
      yield* parquet.file.read(rows);
    } else {
      const { kind, where } = part.format;
      const { header } = part.lines;
      if (opened?.where !== where || opened.header !== header)
        opened = { where, header, read: LINE_READERS[kind](where) };
      yield opened.read(part.lines);
    }
  };
}

/** Reads all rows of an input. */
export async function* readBatches({
  parts,
}: Pick<OpenedInput<string>, 'parts'>): AsyncGenerator<RawBatch, void, undefined> {
  const read = openPartReader();
  for await (const part of parts) yield* read(part);
}

/** Opens all inputs before any is read, so that a wrong path fails right away and not after minutes. */
export async function openInputs(sources: readonly BuildSource[]): Promise<OpenedInput<string>[]> {
  const inputs: OpenedInput<string>[] = [];
  try {
    for (const source of sources) inputs.push(await openInput(source));
    return inputs;
  } catch (error) {
    for (const input of inputs) await input.close();
    throw error;
  }
}

/** Opens an input with the reader for its source. */
export async function openInput({ source, path }: BuildSource): Promise<OpenedInput<string>> {
  switch (source) {
    case 'off':
      return openExport(path);
    case 'community':
    case 'ai_estimate':
      return asInput(source, await openOwnCsv(path, source));
    default: {
      const { credit, ...foods } = await openTable(source, path);
      return asInput(source, foods, credit);
    }
  }
}

/** The input of a source whose files are small. */
function asInput<Kind extends string>(
  kind: Kind,
  {
    batches,
    ...file
  }: { batches: AsyncIterable<RawBatch> } & Pick<OpenedInput<Kind>, 'progress' | 'sha256' | 'close'>,
  table?: TableCredit,
): OpenedInput<Kind> {
  const parts = mapEach(batches, (batch) => ({ batch }));
  return { kind, parts, ...file, ...(table !== undefined && { table }) };
}

async function* mapEach<From, To>(all: AsyncIterable<From>, map: (one: From) => To): AsyncGenerator<To> {
  for await (const one of all) yield map(one);
}

type ExportKind = 'export-csv' | 'jsonl' | 'parquet';

/** Opens an Open Food Facts export in any format. */
export async function openExport(
  path: string,
  stdin?: () => AsyncIterable<Uint8Array>,
): Promise<OpenedInput<ExportKind>> {
  const where = inputName(path);
  const bytes = await openBytes(path, stdin);
  const kind = await orClose(bytes, () => detectKind(bytes.head, where, bytes.isGzip));
  if (kind === 'parquet') return orClose(bytes, () => openParquetFile(path, bytes));
  const { progress, sha256, close } = bytes;
  const format = { kind, where };
  const batches = cutLines(bytes.chunks, { where, hasHeader: kind === 'export-csv' });
  return { kind, parts: mapEach(batches, (lines) => ({ format, lines })), progress, sha256, close };
}

async function orClose<T>(bytes: ByteInput, open: () => T | Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    await bytes.close();
    throw error;
  }
}

/** Parquet is not read front to back, so it must be a file, and its hash is computed in a second pass. */
async function openParquetFile(path: string, bytes: ByteInput): Promise<OpenedInput<ExportKind>> {
  const { bytesTotal } = bytes.progress();
  if (bytesTotal === null) {
    throw new InputError(inputName(path), 'Parquet cannot be read from a pipe', 'save it to a file first');
  }
  const parquet = await openParquet(rangesOf(path), path);
  let rowsListed = 0;
  async function* parts(): AsyncGenerator<InputPart, void, undefined> {
    try {
      for (const rows of parquet.parts) {
        rowsListed = rows.end;
        yield { path, rows };
      }
      for await (const _chunk of bytes.chunks);
    } finally {
      await bytes.close();
    }
  }
  return {
    kind: 'parquet',
    parts: parts(),
    progress: () => ({
      bytesRead: Math.floor((bytesTotal * rowsListed) / Math.max(1, parquet.rows)),
      bytesTotal,
    }),
    sha256: bytes.sha256,
    close: bytes.close,
  };
}

function rangesOf(path: string): ByteRanges {
  const file = Bun.file(path);
  return {
    byteLength: file.size,
    slice: (start, end) => file.slice(start, end ?? file.size).arrayBuffer(),
  };
}

const EXPORT_HINT = 'give an Open Food Facts export (tab-separated CSV, JSONL or Parquet)';

/** Files that people mistake for a dump, by their first bytes. */
const OTHER_FORMATS: readonly { magic: string; what: string; remedy: string }[] = [
  { magic: 'SQLite format 3\0', what: 'is an SQLite database, not a dump', remedy: EXPORT_HINT },
  { magic: 'PK\x03\x04', what: 'is a zip file', remedy: 'unzip it and give the file in it' },
  { magic: '\x1f\x8b', what: 'is compressed with gzip twice', remedy: 'decompress it once' },
  { magic: 'BZh', what: 'is compressed with bzip2', remedy: 'decompress it first' },
  { magic: '\xfd7zXZ\0', what: 'is compressed with xz', remedy: 'decompress it first' },
  { magic: '\x28\xb5\x2f\xfd', what: 'is compressed with zstd', remedy: 'decompress it first' },
  { magic: '\xff\xfe', what: 'is UTF-16 text', remedy: 'save it as UTF-8' },
  { magic: '\xfe\xff', what: 'is UTF-16 text', remedy: 'save it as UTF-8' },
  {
    magic: '[',
    what: 'is one JSON array, not one product per line',
    remedy: "convert it to JSONL with jq -c '.[]'",
  },
  { magic: '<', what: 'is a web page or XML, not a dump', remedy: 'download the export itself' },
];

const LEADING_BLANKS = /^(?:\xef\xbb\xbf)?[\s]*/;

/** The format of an export by its first bytes; throws an InputError for anything else. */
function detectKind(head: Buffer, where: string, isGzip: boolean): ExportKind {
  // Latin-1 maps every byte to one character, so bytes can be compared as text.
  const raw = head.toString('latin1');
  if (raw.startsWith('PAR1')) {
    if (!isGzip) return 'parquet';
    throw new InputError(where, 'is a Parquet file compressed with gzip', 'decompress it first');
  }
  const text = raw.replace(LEADING_BLANKS, '');
  const other = OTHER_FORMATS.find(({ magic }) => raw.startsWith(magic) || text.startsWith(magic));
  if (other) throw new InputError(where, other.what, other.remedy);
  if (raw.includes('\0')) throw new InputError(where, 'is binary data, not a dump', EXPORT_HINT);
  if (text.startsWith('{')) return 'jsonl';
  const firstLine = raw.slice(0, firstLineEnd(raw));
  if (firstLine.includes('\t')) return 'export-csv';
  if (text === '') throw new InputError(where, 'contains only white space', EXPORT_HINT);
  if (!raw.includes('\n') && raw.length >= HEAD_BYTES) {
    throw new InputError(`${where}:1`, 'the first line has no tabs and never ends', EXPORT_HINT);
  }
  throw firstLine.includes(',')
    ? new InputError(
        `${where}:1`,
        'the header is separated by commas, not tabs',
        `${EXPORT_HINT}, or use --community for your own foods`,
      )
    : new InputError(`${where}:1`, 'is text but not a dump: its first line has no tabs', EXPORT_HINT);
}

function firstLineEnd(text: string): number {
  const end = text.indexOf('\n');
  return end === -1 ? text.length : end;
}
