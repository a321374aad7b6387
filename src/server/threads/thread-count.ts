import { availableParallelism } from 'node:os';

/** More cores than this are better used by a second server. */
const MOST_THREADS = 16;

/** The number of threads for a setting. In a separate file: it is needed before the server's code is loaded. */
export function countThreads(setting: number | 'auto'): number {
  return setting === 'auto' ? Math.min(availableParallelism(), MOST_THREADS) : setting;
}
