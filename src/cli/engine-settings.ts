import { countThreads } from '../server/threads/thread-count.ts';

/**
 * How much memory the engine assumes the machine has. Like all of its settings, it is read only when a process starts.
 */
const MEMORY = 'BUN_JSC_forceRAMSize';
/**
 * The more memory the machine has, the faster JavaScriptCore lets a heap grow, and each serving thread has its own
 * heap. Without this, four threads took 250 to 310 MB.
 */
const LEAST_MB = 256;
/** With many threads, the machine must not seem to be running out of memory. */
const MB_PER_THREAD = 48;
/**
 * A heap grows to this many times what is in use, and by at least what the third setting says, in bytes. If less than this
 * share of it is free after a collection of new objects, the next one collects everything, which gains little: requests
 * leave hardly anything behind. With the engine's defaults of 2 and 1/3, every second collection in a searching thread was
 * a full one, and collecting took 2.5 times as long. In the main thread, what is in use includes the files in the executable
 * (`Bun.embeddedFiles`), though nobody has read them: without that room, lookups were 4 % fewer, in 2 MB less.
 */
const HEAPS = {
  BUN_JSC_smallHeapGrowthFactor: '1.4',
  BUN_JSC_minEdenToOldGenerationRatio: '0.15',
  BUN_JSC_largeHeapSize: String(6 * 1024 * 1024),
};

/**
 * Helpers that collect garbage have the priority of the main thread, even where they help a serving thread that gives way
 * to it. Without them the slowest hundredth of lookups beside searches took a tenth less time.
 */
const COLLECTORS = { BUN_JSC_numberOfGCMarkers: '1' };

/**
 * Each thread compiles the whole search for itself, and much of what it compiles are copies of small functions in those
 * that call them. With fewer of these copies, and 2 MB less for new objects, four threads take 16 MB less, searches are as
 * fast and lookups within 2 %. A function is compiled for the last time after ten times as many calls as the engine's
 * default: in the first twenty seconds there are a tenth more searches, later 3 %. With this and COLLECTORS lookups are 2 to
 * 5 % fewer when nothing is searched for.
 */
const COMPILER = {
  BUN_JSC_maximumInliningDepth: '2',
  BUN_JSC_maximumFunctionForCallInlineCandidateBytecodeCostForFTL: '80',
  BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: '600000',
};

/** Memory that is free goes back to the system at once: waiting for more of it took 5 to 13 MB with four threads. */
const RETURN = { MIMALLOC_PURGE_DELAY: '0' };

/**
 * Replaces this process with itself, with the same process id, in an environment where the engine is sparing with memory.
 * Returns if that was done before or is impossible: everything works without it, in more memory.
 */
export function restartWithEngineSettings(): void {
  if (process.env[MEMORY] !== undefined || process.execve === undefined) return;
  const megabytes = Math.max(LEAST_MB, MB_PER_THREAD * countThreads('auto'));
  const isExecutable = Bun.embeddedFiles.length > 0;
  const args = isExecutable ? process.argv.slice(2) : [...process.execArgv, ...process.argv.slice(1)];
  try {
    process.execve(process.execPath, [process.argv0, ...args], {
      ...HEAPS,
      ...COLLECTORS,
      ...COMPILER,
      ...RETURN,
      ...process.env,
      [MEMORY]: String(megabytes * 1024 * 1024),
    });
  } catch {
    // A sandbox may forbid it.
  }
}
