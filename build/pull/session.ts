import { FetchError } from './fetch-error.ts';
import { type Credentials, type Http, openHttp } from './http.ts';
import { type RetryPolicy, withRetries } from './retry-policy.ts';

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

/** What all downloads of one pull share, or all requests of a publish. */
export interface Session {
  readonly http: Http;
  readonly policy: RetryPolicy;
  withRetries<Outcome>(where: string, attempt: () => Promise<Outcome>): Promise<Outcome>;
  onReceived(bytes: number, bytesDone: number, bytesTotal: number | null): void;
  onSent(bytes: number, bytesDone: number, bytesTotal: number): void;
  onChecked(bytesDone: number, bytesTotal: number): void;
  tooManyStartOvers(url: string, what: string): FetchError;
  /** The file that is being downloaded, for the progress display. */
  name: string;
}

export function openSession({
  userAgent,
  policy,
  signal,
  credentials = null,
  onDownload,
  onWait,
  remedy = 'check the network and run the command again; it will resume',
}: SessionSettings): Session {
  let bytesMoved = 0;
  const startedMs = policy.nowMs();
  const isOverdue = () => policy.nowMs() - startedMs > policy.totalMs;
  return {
    http: openHttp({ userAgent, stallMs: policy.stallMs, isOverdue, signal, credentials }),
    policy,
    name: '',
    withRetries: (where, attempt) =>
      withRetries(where, { policy, signal, received: () => bytesMoved, onWait, remedy }, attempt),
    onReceived(bytes, bytesDone, bytesTotal) {
      bytesMoved += bytes;
      onDownload({ step: 'downloading', name: this.name, bytesDone, bytesTotal, bytesMoved });
    },
    onSent(bytes, bytesDone, bytesTotal) {
      bytesMoved += bytes;
      onDownload({ step: 'uploading', name: this.name, bytesDone, bytesTotal, bytesMoved });
    },
    onChecked(bytesDone, bytesTotal) {
      onDownload({ step: 'checking', name: this.name, bytesDone, bytesTotal, bytesMoved });
    },
    tooManyStartOvers: (url, what) =>
      new FetchError(
        url,
        `${what}, ${policy.startOvers + 1} times`,
        'run the command again later, or change --from',
      ),
  };
}
