import { PlainError } from '../../src/plain-error.ts';

/** A download that cannot be had, or not now. */
export class FetchError extends PlainError {
  override readonly name = 'FetchError';
}

/** The person at the terminal, or the supervisor, asked to stop. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** What a second try may mend: a cut, a stall, a server that is busy. */
export class Hiccup extends Error {
  override readonly name = 'Hiccup';

  constructor(
    readonly what: string,
    /** How long the server asks to be left alone; null when it does not say. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(what);
  }
}
