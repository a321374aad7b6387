import { countThreads, machineLimits } from '../server/threads/thread-count.ts';

/** How much memory the engine assumes the machine has. It reads this only when a process starts. */
const MEMORY = 'BUN_JSC_forceRAMSize';
/**
 * The more memory the machine has, the faster JavaScriptCore lets a heap grow, and each serving thread has its own heap:
 * four threads that search a million foods take 225 MB with this, and 340 MB without.
 */
const MIN_SERVING_MB = 256;
/** With many threads, the machine must not seem to be running out of memory. */
const MB_PER_THREAD = 48;
/** A build collects garbage more often once it takes four fifths of this: earlier, that would take longer than it is worth. */
const BUILDING_MB = 800;
const BUILDING: ReadonlySet<string> = new Set(['build', 'slice', 'pull']);
const BYTES_PER_MB = 1024 * 1024;

/**
 * Replaces this process with itself, with the same process id, in an environment where the engine is sparing with memory,
 * for a command that needs it. Returns if that was done before or is impossible: everything works without it, in more
 * memory.
 */
export function restartWithLittleMemory(command: string): void {
  if (process.env[MEMORY] !== undefined || process.execve === undefined) return;
  const megabytes = memoryFor(command);
  if (megabytes === null) return;
  const isExecutable = Bun.embeddedFiles.length > 0;
  const args = isExecutable ? process.argv.slice(2) : [...process.execArgv, ...process.argv.slice(1)];
  const environment = { ...process.env, [MEMORY]: String(megabytes * BYTES_PER_MB) };
  try {
    process.execve(process.execPath, [process.argv0, ...args], environment);
  } catch {
    // A sandbox may forbid it.
  }
}

function memoryFor(command: string): number | null {
  if (command === 'serve') return Math.max(MIN_SERVING_MB, MB_PER_THREAD * countThreads('auto'));
  // A machine that has less is sparing by itself.
  const hasMore = machineLimits().memoryBytes > BUILDING_MB * BYTES_PER_MB;
  return BUILDING.has(command) && hasMore ? BUILDING_MB : null;
}
