import { FetchError } from './fetch-error.ts';
import { type Http, openHttp } from './http.ts';
import { type Patience, withPatience } from './retry-policy.ts';

/** How far a download is. */
export interface DownloadProgress {
  step: 'downloading' | 'checking';
  name: string;
  bytesDone: number;
  /** Null when the server does not tell. */
  bytesTotal: number | null;
  /** Of this run: the rate is theirs. */
  bytesReceived: number;
}

export interface SessionSettings {
  /** The product and its version, and whom to ask about it. */
  userAgent: string;
  patience: Patience;
  signal: AbortSignal;
  onProgress(progress: DownloadProgress): void;
  onWait(what: string, waitMs: number): void;
}

/** What all downloads of one run share. */
export interface Session {
  readonly http: Http;
  readonly patience: Patience;
  withPatience<Outcome>(where: string, attempt: () => Promise<Outcome>): Promise<Outcome>;
  onReceived(bytes: number, bytesDone: number, bytesTotal: number | null): void;
  onChecked(bytesDone: number, bytesTotal: number): void;
  tooManyStartOvers(url: string, what: string): FetchError;
  /** The download that the progress is of. */
  name: string;
}

export function openSession({ userAgent, patience, signal, onProgress, onWait }: SessionSettings): Session {
  let bytesReceived = 0;
  return {
    http: openHttp({ userAgent, stallMs: patience.stallMs, signal }),
    patience,
    name: '',
    withPatience: (where, attempt) =>
      withPatience(where, { patience, signal, received: () => bytesReceived, onWait }, attempt),
    onReceived(bytes, bytesDone, bytesTotal) {
      bytesReceived += bytes;
      onProgress({ step: 'downloading', name: this.name, bytesDone, bytesTotal, bytesReceived });
    },
    onChecked(bytesDone, bytesTotal) {
      onProgress({ step: 'checking', name: this.name, bytesDone, bytesTotal, bytesReceived });
    },
    tooManyStartOvers: (url, what) =>
      new FetchError(
        url,
        `${what}, ${patience.startOvers + 1} times`,
        'run it again later, or give another --from',
      ),
  };
}
