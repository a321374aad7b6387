import { readFileSync } from 'node:fs';
import { PlainError } from './plain-error.ts';

/** The entry points of threads. The executable contains them under their repository paths (packaging/compile.ts). */
export const THREADS = [
  'build/prepare/preparing-thread.ts',
  'src/catalog/write/packing-thread.ts',
  'src/server/forced-stop.ts',
  'src/server/threads/serving-thread.ts',
] as const;

/** Starts a thread from one of the files above. */
export function startThread(file: (typeof THREADS)[number]): Worker {
  if (!hasRoomForThreads()) throw NO_ROOM;
  const isExecutable = Bun.embeddedFiles.length > 0;
  return new Worker(isExecutable ? `./${file}` : new URL(`../${file}`, import.meta.url));
}

/**
 * The engine reserves far more addresses than it uses memory, for each thread anew, and where it gets none the whole process
 * ends. With this many, sixteen threads have enough.
 */
const MIN_ADDRESS_SPACE_GB = 4;
const NO_ROOM = new PlainError(
  'ulimit -v',
  `with less than ${MIN_ADDRESS_SPACE_GB} GB of address space no thread can be started`,
  'lift it, and limit memory by a control group (MemoryMax= of systemd, --memory of Docker)',
);

/** Whether the limit on addresses of this process (`ulimit -v`) allows it to start threads. */
export function hasRoomForThreads(): boolean {
  return readAddressSpace() >= MIN_ADDRESS_SPACE_GB * 2 ** 30;
}

/** In bytes; infinitely many without a limit, and on systems other than Linux. */
function readAddressSpace(): number {
  try {
    const limit = /^Max address space\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
