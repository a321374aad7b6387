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
import { isSameSource, type SourceAddress, sourceAddress } from './source-address.ts';
import type { Validators } from './validators.ts';

/** The journal next to a download: which file it is, and which of its bytes are safely on disk. */
interface PartialJournal {
  /** Without the query, which may be a secret. */
  url: string;
  query?: SourceAddress['query'];
  validators: Validators;
  hash: PublishedHash | null;
  spans: Span[];
}

/**
 * How often bytes are flushed to disk and recorded in the journal: after `kill -9` or a power failure, no more than this
 * has to be downloaded again.
 */
const JOURNAL_EVERY_BYTES = 32 * 1024 * 1024;
const JOURNAL_EVERY_MS = 1000;

/** A download, possibly with holes, and the journal next to it. */
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

  /** Resumes what an earlier run left of this address, or starts over. */
  static open(path: string, url: string): PartialFile {
    const found = findJournal(path);
    const source = sourceAddress(url);
    if (found !== null && isSameSource({ from: found.url, query: found.query }, source))
      return new PartialFile(path, found, openSync(path, 'r+'));
    rmSync(journalPathOf(path), { force: true });
    const empty = { etag: null, last_modified: null, bytes: null, linked_sha256: null };
    const journal = { url: source.from, query: source.query, validators: empty, hash: null, spans: [] };
    return new PartialFile(path, journal, openSync(path, 'w+'));
  }

  get validators(): Validators {
    return this.#journal.validators;
  }

  get hash(): PublishedHash | null {
    return this.#journal.hash;
  }

  /** How many bytes have arrived. */
  get bytesDone(): number {
    return spanBytes(this.#journal.spans);
  }

  /** How many bytes there are from the start up to the first hole. */
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

  /** Discards all bytes, because the file has changed. With `holes`, it gets its full length right away. */
  restart(validators: Validators, hash: PublishedHash | null, holes: boolean): void {
    this.#journal = { ...this.#journal, validators, hash, spans: [] };
    // The journal first, so that it never covers the bytes of two different files.
    this.#save();
    ftruncateSync(this.#file, 0);
    if (holes && validators.bytes !== null) ftruncateSync(this.#file, validators.bytes);
  }

  /** For a server that sent no length: everything has arrived. */
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

  /** Makes what has arrived survive a crash. */
  flush(): void {
    fdatasyncSync(this.#file);
    this.#save();
    this.#unsaved = 0;
    this.#savedMs = performance.now();
  }

  /** Keeps what has arrived for the next run. */
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

/** Removes a download, complete or not, with its journal. */
export function removeDownload(path: string): void {
  for (const file of [path, journalPathOf(path), `${journalPathOf(path)}.new`]) rmSync(file, { force: true });
}

function journalPathOf(path: string): string {
  return `${path}.journal`;
}

/** Null if the journal is truncated or lists bytes that the file does not have: the download then starts over. */
function findJournal(path: string): PartialJournal | null {
  try {
    const journal = JSON.parse(readFileSync(journalPathOf(path), 'utf8')) as PartialJournal;
    const end = journal.spans.at(-1)?.[1] ?? 0;
    return typeof journal.validators === 'object' && statSync(path).size >= end ? journal : null;
  } catch {
    return null;
  }
}

/** A range of bytes, from the first number up to but not including the second. */
export type Span = readonly [from: number, to: number];

/** Adds a span to sorted spans, joining those that touch. */
export function addSpan(spans: readonly Span[], added: Span): Span[] {
  // Downloads proceed forward, so it is nearly always the last span that grows.
  const last = spans.at(-1);
  if (last !== undefined && last[1] === added[0]) return [...spans.slice(0, -1), [last[0], added[1]]];
  return joinSpans([...spans, added], 0);
}

/** Sorts spans and joins those that are no further apart than the gap. */
export function joinSpans(spans: readonly Span[], gap: number): Span[] {
  const joined: [number, number][] = [];
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1] + gap) last[1] = Math.max(last[1], to);
    else if (to > from) joined.push([from, to]);
  }
  return joined;
}

/** The parts of `wanted` that are not in `present`. Both must be sorted and free of overlaps. */
export function subtractSpans(wanted: readonly Span[], present: readonly Span[]): Span[] {
  const missing: Span[] = [];
  for (const [from, to] of wanted) {
    let at = from;
    for (const [start, end] of present) {
      if (end <= at || start >= to) continue;
      if (start > at) missing.push([at, start]);
      at = end;
    }
    if (at < to) missing.push([at, to]);
  }
  return missing;
}

export function spanBytes(spans: readonly Span[]): number {
  return spans.reduce((sum, [from, to]) => sum + to - from, 0);
}
