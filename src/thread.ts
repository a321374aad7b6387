import { closeSync, openSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { PlainError } from './plain-error.ts';

/** The entry points of threads. The executable contains them under their repository paths (packaging/compile.ts). */
export const THREADS = [
  'build/prepare/preparing-thread.ts',
  'src/server/forced-stop.ts',
  'src/server/threads/serving-thread.ts',
] as const;

/** Starts a thread from one of the files above. */
export function startThread(file: (typeof THREADS)[number]): Worker {
  if (!hasRoomForThreads()) throw NO_ROOM;
  if (!hasDescriptors()) throw NO_DESCRIPTORS;
  const isExecutable = Bun.embeddedFiles.length > 0;
  return new Worker(isExecutable ? `./${file}` : new URL(`../${file}`, import.meta.url));
}

/**
 * For each thread, the engine reserves far more addresses than it uses memory, and if it gets none the whole process
 * ends. With this many, sixteen threads have enough.
 */
const MIN_ADDRESS_SPACE_GB = 4;
const NO_ROOM = new PlainError(
  'ulimit -v',
  `with less than ${MIN_ADDRESS_SPACE_GB} GB of address space no thread can be started`,
  'lift it, and limit memory by a control group (MemoryMax= of systemd, --memory of Docker)',
);

/** The whole process ends where a thread finds no descriptor for its event loop. */
const SPARE_DESCRIPTORS = 16;
const NO_DESCRIPTORS = new PlainError(
  'ulimit -n',
  'too few descriptors are left to start a thread',
  'allow more',
);

function hasDescriptors(): boolean {
  const opened: number[] = [];
  try {
    while (opened.length < SPARE_DESCRIPTORS) opened.push(openSync(devNull, 'r'));
    return true;
  } catch {
    return false;
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

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
