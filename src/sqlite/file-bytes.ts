import { FFIType, type Pointer, ptr } from 'bun:ffi';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { openSystemLibrary } from '../system.ts';

/** The bytes of a file that does not change while it is open. */
export interface FileBytes {
  /**
   * Returns a function that fills this buffer with the bytes from an offset on, and throws where the file has fewer.
   */
  reader(into: Buffer): (offset: number) => void;
  close(): void;
}

/**
 * Opens a file by its path, or one in memory by its bytes. A file is mapped into memory where possible: copying a page
 * from there takes half the time of a system call.
 */
export function openBytes(file: string | Buffer): FileBytes {
  if (typeof file !== 'string') return new BytesInMemory(file);
  const descriptor = openSync(file, 'r');
  const { size } = fstatSync(descriptor);
  const start = map(descriptor, size);
  if (start === null) return new ReadBytes(descriptor);
  closeSync(descriptor);
  return new MappedBytes(start, size);
}

class BytesInMemory implements FileBytes {
  constructor(readonly bytes: Buffer) {}

  reader(into: Buffer): (offset: number) => void {
    return (offset) => {
      if (offset + into.length > this.bytes.length) throw damagedFile();
      this.bytes.copy(into, 0, offset);
    };
  }

  close(): void {}
}

/** Bytes that are read from the file each time. */
export class ReadBytes implements FileBytes {
  #descriptor: number | null;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  reader(into: Buffer): (offset: number) => void {
    return (offset) => {
      // The descriptor of a closed file may now belong to another.
      if (this.#descriptor === null) throw closed();
      if (readSync(this.#descriptor, into, 0, into.length, offset) < into.length) throw damagedFile();
    };
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }
}

/**
 * A buffer over the mapped bytes themselves would need no copy, but the engine counts all of it as memory in use, and
 * lets the heap grow accordingly.
 */
class MappedBytes implements FileBytes {
  readonly #start: number;
  readonly #size: number;
  #isOpen = true;

  constructor(start: number, size: number) {
    this.#start = start;
    this.#size = size;
  }

  reader(into: Buffer): (offset: number) => void {
    // Reading its `buffer` later would move the bytes of a small one.
    const target = ptr(into.buffer, into.byteOffset);
    const { memcpy } = systemCalls()!;
    return (offset) => {
      if (!this.#isOpen) throw closed();
      if (offset < 0 || offset + into.length > this.#size) throw damagedFile();
      memcpy(target, (this.#start + offset) as Pointer, into.length);
    };
  }

  close(): void {
    if (this.#isOpen) systemCalls()!.munmap(this.#start as Pointer, this.#size);
    this.#isOpen = false;
  }
}

const CALLS = {
  mmap: {
    args: [FFIType.ptr, FFIType.u64, FFIType.i32, FFIType.i32, FFIType.i32, FFIType.i64],
    returns: FFIType.i64,
  },
  munmap: { args: [FFIType.ptr, FFIType.u64], returns: FFIType.i32 },
  memcpy: { args: [FFIType.ptr, FFIType.ptr, FFIType.u64], returns: FFIType.void },
} as const;
const [PROT_READ, MAP_SHARED] = [1, 1];

let calls: ReturnType<typeof openSystemLibrary<typeof CALLS>> | undefined;

function systemCalls() {
  if (calls === undefined) calls = openSystemLibrary(CALLS);
  return calls;
}

/** The address of a mapped file; null where it cannot be mapped. */
function map(descriptor: number, size: number): number | null {
  const start = Number(systemCalls()?.mmap(null, size, PROT_READ, MAP_SHARED, descriptor, 0) ?? -1);
  return start === -1 ? null : start;
}

/** For bytes that are missing, or not what they should be. */
export function damagedFile(): Error {
  return new Error('the database file is damaged');
}

function closed(): Error {
  return new Error('the database file is closed');
}
