import { countThreads } from '../server/threads/thread-count.ts';

/** The engine's setting for how much memory a machine has. It is only read when the process starts. */
const SETTING = 'BUN_JSC_forceRAMSize';
/**
 * JavaScriptCore lets a heap grow the faster the more memory the machine has, and each serving thread has a heap of its
 * own. Without this, four threads took 250 to 310 MB, and with it they take 160 to 190.
 */
const LEAST_MB = 256;
/** With many threads the whole must not look like a machine that is running out. */
const MB_PER_THREAD = 48;

/**
 * Replaces this process with itself, under the same number, in an environment where the engine collects garbage early.
 * Returns if that was done before, and where it cannot be done: everything works without it, in more memory.
 */
export function restartWithSlowHeapGrowth(): void {
  if (process.env[SETTING] !== undefined || process.execve === undefined) return;
  const megabytes = Math.max(LEAST_MB, MB_PER_THREAD * countThreads('auto'));
  const isExecutable = Bun.embeddedFiles.length > 0;
  const args = isExecutable ? process.argv.slice(2) : [...process.execArgv, ...process.argv.slice(1)];
  try {
    process.execve(process.execPath, [process.argv0, ...args], {
      ...process.env,
      [SETTING]: String(megabytes * 1024 * 1024),
    });
  } catch {
    // A sandbox may forbid it.
  }
}
