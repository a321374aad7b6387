import type { Credentials } from '../../../build/pull/http.ts';
import { RETRY_POLICY, type RetryPolicy, Session } from '../../../build/pull/session.ts';

/** A retry policy that does not wait, but records how long it would have. */
export function quickRetries(changes: Partial<RetryPolicy> = {}): RetryPolicy & { waitsMs: number[] } {
  const waitsMs: number[] = [];
  return {
    ...RETRY_POLICY,
    stallMs: 5000,
    attempts: 4,
    progressBytes: 1000,
    async sleep(waitMs) {
      waitsMs.push(waitMs);
    },
    ...changes,
    waitsMs,
  };
}

export function quickSession(
  policy: RetryPolicy = quickRetries(),
  signal: AbortSignal = new AbortController().signal,
  credentials: Credentials | null = null,
): Session {
  return new Session({
    userAgent: 'larder/test (nobody)',
    policy,
    signal,
    credentials,
    onDownload() {},
    onWait() {},
  });
}

/** The message that a promise is rejected with; throws if it is not. */
export async function failureOf(doing: Promise<unknown>): Promise<string> {
  const outcome = await doing.then(
    () => null,
    (error: Error) => error,
  );
  if (outcome === null) throw new Error('it succeeded');
  return outcome.message;
}
