import { damagedFile } from './file-bytes.ts';
import { NUMBER_BYTES, type Page } from './pages.ts';

/** Types of values: numbers come before the first blob; from there on, blobs and texts alternate. */
const [NULL, FIRST_BLOB] = [0, 12];

/**
 * A row as stored on its page, valid until the next one is looked up. Columns are named by their positions in the
 * table; one that was added to the table after the row was written is null.
 */
export class StoredRow {
  readonly #page: Page;
  readonly #types: Uint32Array;
  readonly #starts: Uint32Array;

  constructor(page: Page, columns: number) {
    this.#page = page;
    this.#types = new Uint32Array(columns);
    this.#starts = new Uint32Array(columns + 1);
  }

  /** Finds the columns of the current row: the types of all come first, then their values. */
  readHeader(): void {
    const page = this.#page;
    const types = this.#types;
    const starts = this.#starts;
    const header = page.at;
    const end = header + page.varint();
    let column = 0;
    let start = end;
    for (; column < types.length && page.at < end; column++) {
      const type = page.varint();
      types[column] = type;
      starts[column] = start;
      start += bytesOf(type);
    }
    if (start > page.bytes.length) throw damagedFile();
    types.fill(NULL, column);
    starts.fill(start, column);
  }

  isNull(column: number): boolean {
    return this.#types[column] === NULL;
  }

  number(column: number): number {
    return this.#page.number(this.#types[column]!, this.#starts[column]!);
  }

  /** The page that the row is on. */
  get bytes(): Buffer {
    return this.#page.bytes;
  }

  /** Where the bytes of a text begin on the page. */
  start(column: number): number {
    return this.#starts[column]!;
  }

  end(column: number): number {
    return this.#starts[column + 1]!;
  }

  value(column: number): unknown {
    const type = this.#types[column]!;
    if (type === NULL) return null;
    if (type < FIRST_BLOB) return this.number(column);
    const start = this.start(column);
    const end = this.end(column);
    const { bytes } = this.#page;
    return type & 1 ? bytes.toString('utf8', start, end) : Buffer.from(bytes.subarray(start, end));
  }
}

function bytesOf(type: number): number {
  return type < FIRST_BLOB ? NUMBER_BYTES[type]! : (type - (type & 1) - FIRST_BLOB) / 2;
}
