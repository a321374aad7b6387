import { FetchError, Hiccup, Interrupted } from './fetch-error.ts';

/** How long a download is patient. Handed in, so that no test waits. */
export interface Patience {
  /** A peer that sends nothing for so long is taken for dead. */
  stallMs: number;
  /** Tries in a row that bring nothing, until it is given up. */
  attempts: number;
  /** So much must arrive for the tries to be counted anew: a peer that cuts after every byte is no peer. */
  progressBytes: number;
  /** The wait before the second try; it doubles with each. */
  firstWaitMs: number;
  longestWaitMs: number;
  /** How often a file may change under the download until it is given up. */
  startOvers: number;
  sleep(waitMs: number, signal: AbortSignal): Promise<void>;
}

/**
 * Six tries wait 1, 2, 4, 8 and 16 seconds: they outlast a restart of a server, not an outage. A server may ask for
 * five minutes; for longer it is better to be run again by a timer.
 */
export const PATIENCE: Patience = {
  stallMs: 60_000,
  attempts: 6,
  progressBytes: 1024 * 1024,
  firstWaitMs: 1000,
  longestWaitMs: 300_000,
  startOvers: 3,
  sleep: sleepUnlessAborted,
};

export interface Retries {
  patience: Patience;
  signal: AbortSignal;
  /** All bytes that arrived so far. */
  received(): number;
  /** Told before each wait. */
  onWait(what: string, waitMs: number): void;
}

/** Tries again after a hiccup, with growing waits, as long as something comes of it. */
export async function withPatience<Outcome>(
  where: string,
  retries: Retries,
  attempt: () => Promise<Outcome>,
): Promise<Outcome> {
  const { patience, signal } = retries;
  let failures = 0;
  let reached = retries.received();
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Hiccup)) throw error;
      if (retries.received() - reached >= patience.progressBytes) failures = 0;
      reached = retries.received();
      failures++;
      if (failures >= patience.attempts) throw givenUp(where, error, failures);
      const waitMs = Math.max(patience.firstWaitMs * 2 ** (failures - 1), error.retryAfterMs ?? 0);
      if (waitMs > patience.longestWaitMs) throw askedToWait(where, error, waitMs);
      retries.onWait(error.what, waitMs);
      await patience.sleep(waitMs, signal);
    }
  }
}

function givenUp(where: string, { what }: Hiccup, failures: number): FetchError {
  return new FetchError(
    where,
    `${what}, ${failures} times in a row`,
    'check the network and run it again; it goes on where it stopped',
  );
}

function askedToWait(where: string, { what }: Hiccup, waitMs: number): FetchError {
  const minutes = Math.ceil(waitMs / 60_000);
  return new FetchError(where, `${what} and asks to wait ${minutes} minutes`, 'run it again after that');
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
