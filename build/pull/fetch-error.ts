import { PlainError } from '../../src/plain-error.ts';
import { shownAddress } from './source-address.ts';

/** A download that failed for good; retrying will not help. */
export class FetchError extends PlainError {
  override readonly name = 'FetchError';

  constructor(where: string, what: string, remedy: string) {
    super(shownAddress(where), what, remedy);
  }
}

/** The user or the supervisor asked to stop. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** A failure that a retry may fix: a lost connection, a stall, a busy server. */
export class TransientError extends Error {
  override readonly name = 'TransientError';

  constructor(
    readonly what: string,
    /** How long the server asked to wait; null if it did not say. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(what);
  }
}
