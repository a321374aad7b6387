import { dlopen, type FFIFunction } from 'bun:ffi';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';

/** Whether a process with this id exists, no matter who owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Waits until a file, or the names in a folder, are on disk and survive a power failure. */
export function syncToDisk(path: string): void {
  // Windows cannot open a folder, and does not need this.
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Whether two paths name one file, which need not exist yet. */
export function isSameFile(a: string, b: string): boolean {
  if (resolve(a) === resolve(b)) return true;
  const [one, other] = [a, b].map((path) => statSync(path, { throwIfNoEntry: false }));
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}

const USERS = '/etc/passwd';

/**
 * The name of the user who runs this process. It is looked up by number: Bun takes the name from the variable USER, which
 * anyone can set. A container may have a user without a name.
 */
export function loginName(): string {
  const number = process.getuid?.();
  if (number === undefined) return userInfo().username;
  const users = existsSync(USERS) ? readFileSync(USERS, 'utf8') : '';
  const found = users.split('\n').find((line) => line.split(':')[2] === String(number));
  return found?.split(':')[0] ?? `user ${number}`;
}

/** The names of the C library on the systems we know. */
const LIBRARIES = ['libc.so.6', 'libc.musl-x86_64.so.1', 'libc.musl-aarch64.so.1', 'libSystem.B.dylib'];

/** System calls; null where the C library is not one of those we know, or cannot be called. */
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
