import {
  closeSync,
  fdatasyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import type { PublishedHash } from './published-hash.ts';
import { addSpan, type Span, spanBytes, subtractSpans } from './spans.ts';
import type { Validators } from './validators.ts';

/** What the journal beside a download says: of which file it is, and which bytes of it are there for certain. */
export interface PartialJournal {
  url: string;
  validators: Validators;
  hash: PublishedHash | null;
  spans: Span[];
}

/**
 * Bytes are written to the disk for certain and entered in the journal this often: after `kill -9` or a power failure no
 * more than this must come again.
 */
const JOURNAL_EVERY_BYTES = 32 * 1024 * 1024;
const JOURNAL_EVERY_MS = 1000;

/** A download under its own name, with a journal beside it until it is removed. It may have holes. */
export class PartialFile {
  readonly #file: number;
  readonly #journalPath: string;
  #journal: PartialJournal;
  #unsaved = 0;
  #savedMs = performance.now();
  #isOpen = true;

  private constructor(
    readonly path: string,
    journal: PartialJournal,
    file: number,
  ) {
    this.#journalPath = journalPathOf(path);
    this.#journal = journal;
    this.#file = file;
  }

  /** Goes on with what an earlier run left of this address, or begins anew. */
  static open(path: string, url: string): PartialFile {
    const found = findJournal(path);
    if (found?.url === url) return new PartialFile(path, found, openSync(path, 'r+'));
    rmSync(journalPathOf(path), { force: true });
    const empty = { etag: null, last_modified: null, bytes: null, linked_sha256: null };
    return new PartialFile(path, { url, validators: empty, hash: null, spans: [] }, openSync(path, 'w+'));
  }

  get validators(): Validators {
    return this.#journal.validators;
  }

  get hash(): PublishedHash | null {
    return this.#journal.hash;
  }

  /** Bytes that are there. */
  get bytesDone(): number {
    return spanBytes(this.#journal.spans);
  }

  /** How far the file is there from its beginning, without a hole. */
  get bytesFromStart(): number {
    const [first] = this.#journal.spans;
    return first?.[0] === 0 ? first[1] : 0;
  }

  get isWhole(): boolean {
    return this.bytesFromStart > 0 && this.bytesFromStart === this.validators.bytes;
  }

  missing(wanted: readonly Span[]): Span[] {
    return subtractSpans(wanted, this.#journal.spans);
  }

  /** Forgets all bytes: from here on the file is another. `holes` makes it as long as the whole at once. */
  restart(validators: Validators, hash: PublishedHash | null, holes: boolean): void {
    this.#journal = { url: this.#journal.url, validators, hash, spans: [] };
    // The journal first: bytes of two files under one journal must never be.
    this.#save();
    ftruncateSync(this.#file, 0);
    if (holes && validators.bytes !== null) ftruncateSync(this.#file, validators.bytes);
  }

  /** A server that told no length has sent all there is. */
  setLength(bytes: number): void {
    this.#journal.validators = { ...this.#journal.validators, bytes };
  }

  write(at: number, bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.#file, bytes, done, bytes.length - done, at + done);
    this.#journal.spans = addSpan(this.#journal.spans, [at, at + bytes.length]);
    this.#unsaved += bytes.length;
    const isDue = performance.now() - this.#savedMs >= JOURNAL_EVERY_MS;
    if (isDue || this.#unsaved >= JOURNAL_EVERY_BYTES) this.flush();
  }

  read(from: number, to: number): Buffer {
    const buffer = Buffer.alloc(to - from);
    const length = readSync(this.#file, buffer, 0, buffer.length, from);
    return buffer.subarray(0, length);
  }

  /** From here on the bytes survive whatever happens. */
  flush(): void {
    fdatasyncSync(this.#file);
    this.#save();
    this.#unsaved = 0;
    this.#savedMs = performance.now();
  }

  /** Keeps what is there for the next run. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    try {
      if (this.bytesDone > 0) this.flush();
    } finally {
      closeSync(this.#file);
    }
    if (this.bytesDone === 0) removeDownload(this.path);
  }

  #save(): void {
    writeFileSync(`${this.#journalPath}.new`, `${JSON.stringify(this.#journal)}\n`);
    renameSync(`${this.#journalPath}.new`, this.#journalPath);
  }
}

/** Removes a download, whole or not, with its journal. */
export function removeDownload(path: string): void {
  for (const file of [path, journalPathOf(path), `${journalPathOf(path)}.new`]) rmSync(file, { force: true });
}

function journalPathOf(path: string): string {
  return `${path}.journal`;
}

/** A journal that was cut, or that tells of bytes the file does not have, is none: the download begins anew. */
function findJournal(path: string): PartialJournal | null {
  try {
    const journal = JSON.parse(readFileSync(journalPathOf(path), 'utf8')) as PartialJournal;
    const end = journal.spans.at(-1)?.[1] ?? 0;
    return typeof journal.validators === 'object' && statSync(path).size >= end ? journal : null;
  } catch {
    return null;
  }
}
