/**
 * Passwords are hashed with argon2id, on threads of their own. Each hash takes memory and a core for a while, so only
 * a few are made at once and a few more may wait: whoever comes after that is told to come back.
 */
const AT_ONCE = 2;
const MOST_WAITING = 50;
/** The least that OWASP recommends: 19 MiB, two passes. */
const ARGON2ID = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;

export type Busy = 'busy';

export class Passwords {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  /** Of no password: who asks about a name that does not exist waits as long as for one that does. */
  #decoy: Promise<string> | null = null;

  hash(password: string): Promise<string | Busy> {
    return this.#inTurn(() => Bun.password.hash(password.normalize('NFKC'), ARGON2ID));
  }

  /** Takes as long for an account without a password, or for none at all, as for any other. */
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
      // A place is handed to whoever waits longest, or given up.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}
