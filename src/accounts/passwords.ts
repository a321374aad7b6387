/** In characters. Shorter ones are guessed; a limit bounds the cost of hashing, and nobody types more. */
export const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 256;

/** What is wrong with a new password; null when it is valid. */
export function faultOfPassword(password: string): string | null {
  const length = [...password].length;
  if (length < SHORTEST_PASSWORD) return `has fewer than ${SHORTEST_PASSWORD} characters`;
  return length > LONGEST_PASSWORD ? `has more than ${LONGEST_PASSWORD} characters` : null;
}

/** A hash takes a core and 19 MiB for a while, so few run at once; a short queue absorbs bursts. */
const AT_ONCE = 2;
const MOST_WAITING = 50;
/** By then a full queue has emptied on any machine that can serve at all. */
export const BUSY_RETRY_MS = 3000;
/** The minimum that OWASP recommends: 19 MiB, two passes. */
const ARGON2ID = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;

export type Busy = 'busy';

/** Hashes passwords with argon2id, off the main thread. `busy` means that the queue is full. */
export class Passwords {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  /** The hash of a random password: checking against it makes unknown names take as long as known ones. */
  #decoy: Promise<string> | null = null;

  hash(password: string): Promise<string | Busy> {
    return this.#inTurn(() => Bun.password.hash(password.normalize('NFKC'), ARGON2ID));
  }

  /** Takes as long without a hash as with one. */
  verify(password: string, hash: string | null): Promise<boolean | Busy> {
    return this.#inTurn(async () => {
      this.#decoy ??= Bun.password.hash(crypto.randomUUID(), ARGON2ID);
      const decoy = await this.#decoy;
      const matches = await Bun.password.verify(password.normalize('NFKC'), hash ?? decoy);
      return hash !== null && matches;
    });
  }

  async #inTurn<Result>(act: () => Promise<Result>): Promise<Result | Busy> {
    if (this.#running >= AT_ONCE) {
      if (this.#waiting.length >= MOST_WAITING) return 'busy';
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running++;
    try {
      return await act();
    } finally {
      // Hand the slot to the longest-waiting caller, or give it up.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}
