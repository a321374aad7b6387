import { PATIENCE, type Patience } from '../../../build/pull/retry-policy.ts';
import { openSession, type Session } from '../../../build/pull/session.ts';

/** Patience that waits for nothing, but remembers how long it would have. */
export function quickPatience(changes: Partial<Patience> = {}): Patience & { waitsMs: number[] } {
  const waitsMs: number[] = [];
  return {
    ...PATIENCE,
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
  patience: Patience = quickPatience(),
  signal: AbortSignal = new AbortController().signal,
): Session {
  return openSession({
    userAgent: 'larder/test (nobody)',
    patience,
    signal,
    onProgress() {},
    onWait() {},
  });
}

/** The message of the failure that something ends with; fails when it does not. */
export async function failureOf(doing: Promise<unknown>): Promise<string> {
  const outcome = await doing.then(
    () => null,
    (error: Error) => error,
  );
  if (outcome === null) throw new Error('it succeeded');
  return outcome.message;
}
