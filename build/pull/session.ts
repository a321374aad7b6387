import { setTimeout as wait } from 'node:timers/promises';
import { FetchError, Interrupted, TransientError } from './fetch-error.ts';
import { type Credentials, type Http, openHttp } from './http.ts';

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
  sleep: (waitMs, signal) =>
    wait(waitMs, undefined, { signal }).catch(() => {
      throw new Interrupted();
    }),
  nowMs: () => performance.now(),
};

interface DownloadProgress {
  step: 'downloading' | 'uploading' | 'checking';
  name: string;
  bytesDone: number;
  /** Null if the server does not say. */
  bytesTotal: number | null;
  /** In this run only, in either direction; the rate is computed from these. */
  bytesMoved: number;
}

export type OnDownload = (progress: DownloadProgress) => void;

interface SessionSettings {
  /** The product, its version and a contact. */
  userAgent: string;
  policy: RetryPolicy;
  signal: AbortSignal;
  credentials?: Credentials | null;
  onDownload: OnDownload;
  onWait(what: string, waitMs: number): void;
  /** What to do when all attempts have failed; for a download by default. */
  remedy?: string;
}

const REMEDY = 'check the network and run the command again; it will resume';

/** What all downloads of one pull share, or all requests of a publish. */
export class Session {
  readonly http: Http;
  readonly policy: RetryPolicy;
  /** The file that is being downloaded, for the progress display. */
  name = '';
  readonly #settings: SessionSettings;
  #bytesMoved = 0;

  constructor(settings: SessionSettings) {
    const { userAgent, policy, signal, credentials = null } = settings;
    this.#settings = settings;
    this.policy = policy;
    const startedMs = policy.nowMs();
    const isOverdue = () => policy.nowMs() - startedMs > policy.totalMs;
    this.http = openHttp({ userAgent, stallMs: policy.stallMs, isOverdue, signal, credentials });
  }

  /** Retries after transient errors, with growing waits, as long as the download makes progress. */
  async withRetries<Outcome>(where: string, attempt: () => Promise<Outcome>): Promise<Outcome> {
    const { policy, signal, onWait, remedy = REMEDY } = this.#settings;
    let failures = 0;
    let reached = this.#bytesMoved;
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof TransientError)) throw error;
        const { what } = error;
        if (this.#bytesMoved - reached >= policy.progressBytes) failures = 0;
        reached = this.#bytesMoved;
        failures++;
        if (failures >= policy.attempts)
          throw new FetchError(where, `${what}, ${failures} times in a row`, remedy);
        const waitMs = Math.max(policy.firstWaitMs * 2 ** (failures - 1), error.retryAfterMs ?? 0);
        if (waitMs > policy.longestWaitMs) throw waitTooLong(where, what, waitMs);
        onWait(what, waitMs);
        await policy.sleep(waitMs, signal);
      }
    }
  }

  onReceived(bytes: number, bytesDone: number, bytesTotal: number | null): void {
    this.#report('downloading', bytes, bytesDone, bytesTotal);
  }

  onSent(bytes: number, bytesDone: number, bytesTotal: number): void {
    this.#report('uploading', bytes, bytesDone, bytesTotal);
  }

  onChecked(bytesDone: number, bytesTotal: number): void {
    this.#report('checking', 0, bytesDone, bytesTotal);
  }

  #report(step: DownloadProgress['step'], bytes: number, bytesDone: number, bytesTotal: number | null): void {
    this.#bytesMoved += bytes;
    this.#settings.onDownload({ step, name: this.name, bytesDone, bytesTotal, bytesMoved: this.#bytesMoved });
  }

  /** For a file that has to be downloaded from its start again, for the `count`th time. */
  countStartOver(url: string, what: string, count: number): void {
    const { startOvers } = this.policy;
    if (count <= startOvers) return;
    throw new FetchError(
      url,
      `${what}, ${startOvers + 1} times`,
      'run the command again later, or change --from',
    );
  }
}

function waitTooLong(where: string, what: string, waitMs: number): FetchError {
  const minutes = Math.ceil(waitMs / 60_000);
  return new FetchError(
    where,
    `${what} and asks to wait ${minutes} minutes`,
    'run the command again after that',
  );
}
