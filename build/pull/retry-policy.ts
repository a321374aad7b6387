import { FetchError, Interrupted, TransientError } from './fetch-error.ts';

/** When a download is retried and when it is given up. A parameter, so that tests need not wait. */
export interface RetryPolicy {
  /** A connection without a byte for this long is considered dead. */
  stallMs: number;
  /** A mirror that sends a byte now and then is not stalled; after this long, all of it is given up. */
  totalMs: number;
  /** Give up after this many failed attempts in a row. */
  attempts: number;
  /** How much must arrive to reset the count: a server that drops the connection after every byte is useless. */
  progressBytes: number;
  /** The wait before the second attempt; it doubles with each further one. */
  firstWaitMs: number;
  longestWaitMs: number;
  /** How often a file may change during the download before it is given up. */
  startOvers: number;
  /** The largest file that is accepted from a server that does not announce its size. */
  mostUnannouncedBytes: number;
  sleep(waitMs: number, signal: AbortSignal): Promise<void>;
  /** A clock that never goes back. */
  nowMs(): number;
}

/**
 * Six attempts wait 1, 2, 4, 8 and 16 seconds: that covers the restart of a server, but not an outage. A server may ask
 * for up to five minutes; beyond that, it is better to let a timer run the pull again.
 */
export const RETRY_POLICY: RetryPolicy = {
  stallMs: 60_000,
  // The largest export at 250 kB/s.
  totalMs: 12 * 3_600_000,
  attempts: 6,
  progressBytes: 1024 * 1024,
  firstWaitMs: 1000,
  longestWaitMs: 300_000,
  startOvers: 3,
  // Three times the largest export.
  mostUnannouncedBytes: 32 * 1024 ** 3,
  sleep: sleepUnlessAborted,
  nowMs: () => performance.now(),
};

interface Retries {
  policy: RetryPolicy;
  signal: AbortSignal;
  /** All bytes received so far. */
  received(): number;
  /** Called before each wait. */
  onWait(what: string, waitMs: number): void;
  /** What to do when all attempts have failed. */
  remedy: string;
}

/** Retries after transient errors, with growing waits, as long as the download makes progress. */
export async function withRetries<Outcome>(
  where: string,
  retries: Retries,
  attempt: () => Promise<Outcome>,
): Promise<Outcome> {
  const { policy, signal } = retries;
  let failures = 0;
  let reached = retries.received();
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TransientError)) throw error;
      if (retries.received() - reached >= policy.progressBytes) failures = 0;
      reached = retries.received();
      failures++;
      if (failures >= policy.attempts) throw tooManyFailures(where, error, failures, retries.remedy);
      const waitMs = Math.max(policy.firstWaitMs * 2 ** (failures - 1), error.retryAfterMs ?? 0);
      if (waitMs > policy.longestWaitMs) throw waitTooLong(where, error, waitMs);
      retries.onWait(error.what, waitMs);
      await policy.sleep(waitMs, signal);
    }
  }
}

function tooManyFailures(
  where: string,
  { what }: TransientError,
  failures: number,
  remedy: string,
): FetchError {
  return new FetchError(where, `${what}, ${failures} times in a row`, remedy);
}

function waitTooLong(where: string, { what }: TransientError, waitMs: number): FetchError {
  const minutes = Math.ceil(waitMs / 60_000);
  return new FetchError(
    where,
    `${what} and asks to wait ${minutes} minutes`,
    'run the command again after that',
  );
}

function sleepUnlessAborted(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Interrupted());
    const stop = () => {
      clearTimeout(timer);
      reject(new Interrupted());
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, waitMs);
    signal.addEventListener('abort', stop, { once: true });
  });
}
