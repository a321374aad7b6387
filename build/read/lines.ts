import { InputError } from './input.ts';

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

export function isBlank(line: Line): boolean {
  for (let at = line.start; at < line.end; at++) if (line.bytes[at]! > 0x20) return false;
  return true;
}
