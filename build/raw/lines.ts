import { InputError } from './input.ts';
import { BATCH_ROWS, type RawBatch } from './raw-batch.ts';

export interface LineLimit {
  bytes: number;
  /** The error message for a longer line, and what to do about it. */
  what: string;
  remedy: string;
}

/**
 * Open Food Facts stores each product as a MongoDB document, which can have at most 16 MB, so no line of an export is
 * longer. The limit also bounds the memory that a file with one endless line can take.
 */
export const EXPORT_LINE_LIMIT: LineLimit = {
  bytes: 16 * 1024 * 1024,
  what: 'has a line of more than 16 MB, longer than any product',
  remedy: 'this is not an intact Open Food Facts export, download it again',
};

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** A line as a range of a buffer, without its line ending. It is valid until the next line is requested. */
export interface Line {
  bytes: Buffer;
  start: number;
  end: number;
  /** The first line is 1. */
  number: number;
}

/** Splits chunks of bytes into lines, without LF or CRLF. Lines within one chunk are not copied. */
export class LineSplitter {
  readonly #where: string;
  readonly #limit: LineLimit;
  readonly #line: Line = { bytes: Buffer.alloc(0), start: 0, end: 0, number: 0 };
  #pending: Buffer[] = [];
  #pendingBytes = 0;

  constructor(where: string, limit: LineLimit = EXPORT_LINE_LIMIT) {
    this.#where = where;
    this.#limit = limit;
  }

  *push(chunk: Buffer): Generator<Line, void, undefined> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      if (this.#pendingBytes > 0) {
        this.#hold(chunk.subarray(start, end));
        yield this.#release();
      } else {
        this.#checkLength(end - start);
        yield this.#point(chunk, start, end);
      }
      start = end + 1;
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start));
  }

  /** The last line, if the input does not end with a newline. */
  *end(): Generator<Line, void, undefined> {
    if (this.#pendingBytes > 0) yield this.#release();
  }

  #hold(part: Buffer): void {
    this.#checkLength(this.#pendingBytes + part.length);
    this.#pending.push(part);
    this.#pendingBytes += part.length;
  }

  #release(): Line {
    const whole = Buffer.concat(this.#pending, this.#pendingBytes);
    this.#pending = [];
    this.#pendingBytes = 0;
    return this.#point(whole, 0, whole.length);
  }

  #point(bytes: Buffer, start: number, end: number): Line {
    const line = this.#line;
    line.bytes = bytes;
    line.start = start;
    line.end = end > start && bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
    line.number += 1;
    return line;
  }

  #checkLength(bytes: number): void {
    const limit = this.#limit;
    if (bytes <= limit.bytes) return;
    throw new InputError(`${this.#where}:${this.#line.number + 1}`, limit.what, limit.remedy);
  }
}

/** The lines of a text file, each valid until the next is requested. */
export async function* linesIn(
  chunks: AsyncIterable<Buffer>,
  where: string,
  limit?: LineLimit,
): AsyncGenerator<Line, void, undefined> {
  const splitter = new LineSplitter(where, limit);
  for await (const chunk of chunks) yield* splitter.push(chunk);
  yield* splitter.end();
}

export function isBlank(line: Line): boolean {
  for (let at = line.start; at < line.end; at++) if (line.bytes[at]! > 0x20) return false;
  return true;
}

/** Lines that are read together, in this thread or another: concatenated, without line endings and blank lines. */
export interface LineBatch {
  bytes: Buffer;
  /** Where each line ends and the next one starts. */
  ends: Uint32Array;
  /** The number of each line in its file; the first line is 1. */
  numbers: Uint32Array;
  /** The first line of the file where it names the columns, else null. */
  header: string | null;
  /** Whether no other batch comes before. */
  isFirst: boolean;
}

/** Reads the lines of a format. It may keep what the header says, but no batch may affect another. */
export type LineReader = (lines: LineBatch) => RawBatch;

/** Where lines come from, and whether the first one names the columns. */
export interface LineSource {
  where: string;
  hasHeader: boolean;
}

/** Cuts a text file into batches. A file with only a header gives one empty batch. */
export async function* cutLines(
  chunks: AsyncIterable<Buffer>,
  { where, hasHeader }: LineSource,
): AsyncGenerator<LineBatch, void, undefined> {
  const splitter = new LineSplitter(where);
  const gathered = new GatheredLines();
  let header: string | null = null;
  let isFirst = true;
  const take = (line: Line) => {
    if (hasHeader && header === null) header = line.bytes.toString('utf8', line.start, line.end);
    else if (!isBlank(line)) gathered.add(line);
  };
  for await (const chunk of chunks) {
    for (const line of splitter.push(chunk)) {
      take(line);
      if (gathered.count < BATCH_ROWS) continue;
      yield gathered.take(header, isFirst);
      isFirst = false;
    }
  }
  for (const line of splitter.end()) take(line);
  if (gathered.count > 0 || (isFirst && header !== null)) yield gathered.take(header, isFirst);
}

/** Room for most batches of the tab-separated export; those with longer lines double it. */
const USUAL_BYTES = 4 * 1024 * 1024;

class GatheredLines {
  count = 0;
  #bytes = Buffer.allocUnsafeSlow(USUAL_BYTES);
  #length = 0;
  #ends = new Uint32Array(BATCH_ROWS);
  #numbers = new Uint32Array(BATCH_ROWS);

  add({ bytes, start, end, number }: Line): void {
    const length = this.#length + end - start;
    if (length > this.#bytes.length) this.#grow(length);
    bytes.copy(this.#bytes, this.#length, start, end);
    this.#length = length;
    this.#ends[this.count] = length;
    this.#numbers[this.count++] = number;
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }

  take(header: string | null, isFirst: boolean): LineBatch {
    const ends = this.#ends.subarray(0, this.count);
    const numbers = this.#numbers.subarray(0, this.count);
    const batch = { bytes: this.#bytes, ends, numbers, header, isFirst };
    this.count = 0;
    this.#length = 0;
    this.#bytes = Buffer.allocUnsafeSlow(this.#bytes.length);
    this.#ends = new Uint32Array(BATCH_ROWS);
    this.#numbers = new Uint32Array(BATCH_ROWS);
    return batch;
  }
}

/** The lines of a batch, each valid until the next is requested. */
export function* linesOf({ bytes, ends, numbers }: LineBatch): Generator<Line, void, undefined> {
  const line: Line = { bytes, start: 0, end: 0, number: 0 };
  for (let at = 0; at < ends.length; at++) {
    line.start = line.end;
    line.end = ends[at]!;
    line.number = numbers[at]!;
    yield line;
  }
}
