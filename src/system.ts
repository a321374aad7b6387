import { dlopen, type FFIFunction } from 'bun:ffi';
import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Whether a process with this id exists, no matter who owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Makes a rename in this folder survive a power failure. */
export function syncFolder(path: string): void {
  // Windows cannot open a directory.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** As the C libraries of systems name themselves. */
const LIBRARIES = ['libc.so.6', 'libc.musl-x86_64.so.1', 'libc.musl-aarch64.so.1', 'libSystem.B.dylib'];

/** Calls of the system; null where its library is not one of those we know, or cannot be called. */
export function openSystemLibrary<Calls extends Record<string, FFIFunction>>(calls: Calls) {
  for (const name of LIBRARIES) {
    try {
      return dlopen(name, calls).symbols;
    } catch {
      // Another system has another name for it.
    }
  }
  return null;
}
