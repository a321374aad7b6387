import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** The processes that an engine consists of. */

const IS_LINUX = existsSync('/proc/self/smaps_rollup');

/** These processes and all that they have started. */
export function withChildren(pids: readonly number[]): number[] {
  if (!IS_LINUX) return [...pids];
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = readOrNull(`/proc/${name}/stat`);
    if (stat !== null) parents.set(Number(name), Number(stat.split(') ').at(-1)!.split(' ')[1]));
  }
  const all = new Set(pids);
  for (let before = 0; before < all.size; ) {
    before = all.size;
    for (const [pid, parent] of parents) if (all.has(parent)) all.add(pid);
  }
  return [...all];
}

/** Own memory and their share of what they share, without pages of files; null where the system does not tell. */
export function memoryMb(pids: readonly number[]): number | null {
  if (!IS_LINUX) return null;
  const kib = withChildren(pids).flatMap((pid) => {
    const rollup = readOrNull(`/proc/${pid}/smaps_rollup`) ?? '';
    return [...rollup.matchAll(/^Pss_(?:Anon|Shmem):\s+(\d+) kB$/gm)].map(([, size]) => Number(size));
  });
  return (kib.reduce((sum, size) => sum + size, 0) * 1024) / 1e6;
}

/** Runs these processes on the first core alone while something is measured; null where that is not possible. */
export async function onOneCore<Value>(
  pids: readonly number[],
  measure: () => Promise<Value>,
): Promise<Value | null> {
  if (Bun.which('taskset') === null) return null;
  await bind(pids, '0');
  try {
    return await measure();
  } finally {
    await bind(pids, `0-${availableParallelism() - 1}`);
  }
}

async function bind(pids: readonly number[], cores: string): Promise<void> {
  for (const pid of withChildren(pids))
    await Bun.$`taskset --all-tasks --cpu-list --pid ${cores} ${pid}`.nothrow().quiet();
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has ended in the meantime.
    return null;
  }
}
