import { argon2, type HashCost } from './argon2.ts';
import { type Busy, HashQueue, type Requester } from './hash-queue.ts';
import { hashDigest } from './recovery-codes.ts';

/** In characters. Shorter ones are guessed; a limit bounds the cost of hashing, and nobody types more. */
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 256;

/** By then a full queue has emptied on any machine that can serve at all. */
export const BUSY_RETRY_MS = 3000;
/** The minimum that OWASP recommends: 19 MiB, two passes. */
const OWASP_MINIMUM: HashCost = { memoryCost: 19_456, timeCost: 2 };

/** Hashes passwords with argon2id, off the main thread. `busy` means that the queue is full. */
export class Passwords {
  readonly #queue = new HashQueue();
  /** The hash of a random password: checking against it makes unknown names take as long as known ones. */
  #decoy: Promise<string> | null = null;

  constructor(private readonly cost: HashCost = OWASP_MINIMUM) {}

  hash(password: string, requester: Requester): Promise<string | Busy> {
    return this.#queue.run(requester, () => argon2.hash(password.normalize('NFKC'), this.cost));
  }

  /** Takes as long without a hash as with one. */
  verify(password: string, hash: string | null, requester: Requester): Promise<boolean | Busy> {
    return this.#queue.run(requester, async () => {
      this.#decoy ??= argon2.hash(crypto.randomUUID(), this.cost);
      const decoy = await this.#decoy;
      const matches = await argon2.verify(password.normalize('NFKC'), hash ?? decoy);
      return hash !== null && matches;
    });
  }

  /** Recovery codes wait for their turn like passwords: one hash takes as long. */
  hashCodes(digests: readonly string[], salt: Buffer, requester: Requester): Promise<string[] | Busy> {
    return this.#queue.run(requester, async () => {
      const hashes: string[] = [];
      for (const digest of digests) hashes.push(await hashDigest(digest, salt));
      return hashes;
    });
  }
}
