import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { PlainError } from '../../src/plain-error.ts';
import type { RawBatch } from './raw-batch.ts';

/** An input that cannot be used, which ends the build. A single bad row is only refused and counted. */
export class InputError extends PlainError {
  override readonly name = 'InputError';
}

/** Large enough that the overhead per read does not matter; at most three chunks are in memory at a time. */
const CHUNK_BYTES = 1024 * 1024;

/** Enough for a magic number or the start of a header line. */
export const HEAD_BYTES = 64 * 1024;

export interface Progress {
  bytesRead: number;
  /** Null for standard input and pipes, whose length is unknown. */
  bytesTotal: number | null;
}

/** An input that one thread reads from its first food to its last. */
export interface OpenedFoods {
  batches: AsyncIterable<RawBatch>;
  progress(): Progress;
  sha256(): string;
  close(): Promise<void>;
}

export interface ByteInput {
  /** The first bytes of the unpacked content, up to HEAD_BYTES. */
  head: Buffer;
  isGzip: boolean;
  /** The unpacked content. It can be read once; leaving the loop closes the file. */
  chunks: AsyncIterable<Buffer>;
  /** For callers that do not read the chunks. */
  close(): Promise<void>;
  /** In bytes of the file itself, packed or not. */
  progress(): Progress;
  /** The hash of the file itself; available once all chunks have been read. */
  sha256(): string;
}

/** What to do about an input that is empty or a directory; that depends on what was expected. */
export interface InputRemedies {
  empty: string;
  directory: string;
}

const EXPORT_REMEDIES: InputRemedies = {
  empty: 'give an Open Food Facts export, or download it again',
  directory: 'give the export file in it',
};

/** The path that means standard input. */
export const STANDARD_INPUT = '-';

/**
 * Opens an input and unpacks it if its first bytes say that it is gzip. File names are ignored: people rename exports,
 * and browsers unpack them silently.
 */
export async function openBytes(
  path: string,
  stdin: () => AsyncIterable<Uint8Array> = () => Bun.stdin.stream(),
  remedies = EXPORT_REMEDIES,
): Promise<ByteInput> {
  const where = inputName(path);
  const bytesTotal = path === STANDARD_INPUT ? null : await findSize(path, remedies);
  const source = new HashedBytes(path === STANDARD_INPUT ? stdin() : readFile(path), where);
  let unpacked: AsyncGenerator<Buffer, void, undefined> | null = null;
  const close = async () => {
    await unpacked?.return(undefined);
    await source.close();
  };
  try {
    const packed = await peek(source.chunks());
    const isGzip = packed.head[0] === 0x1f && packed.head[1] === 0x8b;
    unpacked = isGzip ? gunzip(packed.chunks, where) : null;
    const { head, chunks } = unpacked === null ? packed : await peek(unpacked);
    if (head.length === 0) throw emptyInput(where, remedies);
    const progress = () => ({ bytesRead: source.bytesRead, bytesTotal });
    return {
      head,
      isGzip,
      chunks: readToEnd(chunks, source, close),
      close,
      progress,
      sha256: () => source.sha256(),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A gzip file may have trailing bytes, such as zeros. They are read too, because the hash covers the whole file. */
async function* readToEnd(
  chunks: AsyncIterable<Buffer>,
  source: HashedBytes,
  close: () => Promise<void>,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* chunks;
    for await (const _chunk of source.chunks());
  } finally {
    await close();
  }
}

export function inputName(path: string): string {
  return path === STANDARD_INPUT ? 'standard input' : path;
}

/** The size of a file; null for a pipe. */
async function findSize(path: string, remedies: InputRemedies): Promise<number | null> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' || error.code === 'ENOTDIR'
      ? new InputError(path, 'no such file', 'check the path')
      : unreadable(path, error);
  });
  if (found.isDirectory()) throw new InputError(path, 'is a directory', remedies.directory);
  if (found.isFile() && found.size === 0) throw emptyInput(path, remedies);
  return found.isFile() ? found.size : null;
}

async function* readFile(path: string): AsyncGenerator<Buffer, void, undefined> {
  const file = await open(path, 'r');
  try {
    for (;;) {
      const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** Counts and hashes the bytes that are read. */
class HashedBytes {
  bytesRead = 0;
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #where: string;
  readonly #hasher = new Bun.CryptoHasher('sha256');
  #digest: string | null = null;

  constructor(source: AsyncIterable<Uint8Array>, where: string) {
    this.#source = source[Symbol.asyncIterator]();
    this.#where = where;
  }

  /** Continues where an earlier reader stopped, and leaves the source open. */
  async *chunks(): AsyncGenerator<Buffer, void, undefined> {
    while (this.#digest === null) {
      const next = await this.#source.next().catch((error) => {
        throw unreadable(this.#where, error);
      });
      if (next.done) {
        this.#digest ??= this.#hasher.digest('hex');
        return;
      }
      const chunk = next.value;
      this.bytesRead += chunk.length;
      this.#hasher.update(chunk);
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    }
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  sha256(): string {
    if (this.#digest === null) throw new Error('the hash of an input is not known before its end');
    return this.#digest;
  }
}

/** Reads the first bytes without consuming them. */
async function peek(
  chunks: AsyncGenerator<Buffer, void, undefined>,
): Promise<{ head: Buffer; chunks: AsyncGenerator<Buffer, void, undefined> }> {
  const taken: Buffer[] = [];
  let bytes = 0;
  while (bytes < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    taken.push(next.value);
    bytes += next.value.length;
  }
  const head = Buffer.concat(taken);
  return { head: head.subarray(0, HEAD_BYTES), chunks: replay(head, chunks) };
}

async function* replay(
  head: Buffer,
  rest: AsyncGenerator<Buffer, void, undefined>,
): AsyncGenerator<Buffer, void, undefined> {
  if (head.length > 0) yield head;
  yield* rest;
}

/**
 * node:zlib with large chunks was the fastest way to gunzip in Bun: it inflates in its own thread, four times as fast
 * as gzip(1). It reads files with several members and reports truncated ones.
 */
async function* gunzip(
  chunks: AsyncIterable<Buffer>,
  where: string,
): AsyncGenerator<Buffer, void, undefined> {
  const packed = Readable.from(chunks, { objectMode: true, highWaterMark: 1 });
  const unpacked = createGunzip({ chunkSize: CHUNK_BYTES });
  packed.on('error', (error) => unpacked.destroy(error));
  packed.pipe(unpacked);
  try {
    for await (const chunk of unpacked) yield chunk as Buffer;
  } catch (error) {
    throw error instanceof InputError ? error : damagedGzip(where, error as NodeJS.ErrnoException);
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
}

function damagedGzip(where: string, error: NodeJS.ErrnoException): InputError {
  return error.code === 'Z_BUF_ERROR'
    ? new InputError(where, 'the gzip file is truncated', 'download it again')
    : new InputError(where, `the gzip file is damaged (${error.message})`, 'download it again');
}

function unreadable(where: string, error: NodeJS.ErrnoException): InputError {
  if (error instanceof InputError) return error;
  const remedy =
    error.code === 'EACCES' || error.code === 'EPERM' ? 'check its permissions' : 'check the disk';
  return new InputError(where, `cannot be read (${error.code ?? error.message})`, remedy);
}

function emptyInput(where: string, { empty }: InputRemedies): InputError {
  return new InputError(where, 'is empty', empty);
}
