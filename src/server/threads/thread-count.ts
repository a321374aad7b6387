import { availableParallelism, totalmem } from 'node:os';
import { hasRoomForThreads } from '../../thread.ts';
import { type CgroupLimits, readCgroupLimits } from './cgroup.ts';

/** More cores than this are better used by a second server. */
const MAX_THREADS = 16;
/**
 * Own memory of the main thread, with some room for the kernel and for pages of the catalogue, and of each other thread, with
 * all that searches, filters and pages load from a million foods (docs/operations.md, memory and threads).
 */
const OWN_MB = 150;
const OWN_MB_PER_THREAD = 100;
const MB = 1024 * 1024;

/** What the machine has, and the control group of this process leaves of it. */
export function machineLimits(): CgroupLimits {
  const { memoryBytes, cores } = readCgroupLimits();
  return { memoryBytes: Math.min(memoryBytes, totalmem()), cores: Math.min(cores, availableParallelism()) };
}

/** The number of threads for a setting. In a separate file: it is needed before the server's code is loaded. */
export function countThreads(setting: number | 'auto', limits: CgroupLimits = machineLimits()): number {
  if (setting !== 'auto') return setting;
  if (!hasRoomForThreads()) return 0;
  const inMemory = Math.floor((limits.memoryBytes / MB - OWN_MB) / OWN_MB_PER_THREAD);
  return Math.max(0, Math.min(Math.ceil(limits.cores), inMemory, MAX_THREADS));
}
