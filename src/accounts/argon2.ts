/** The cost of one hash: memory in KiB, and passes over it. */
export interface HashCost {
  memoryCost: number;
  timeCost: number;
}

type Native = typeof import('@node-rs/argon2');
let loading: Promise<Native | null> | null = null;

/** Null on a platform without native code. */
function load(): Promise<Native | null> {
  loading ??= import('@node-rs/argon2').catch(() => null);
  return loading;
}

/**
 * Argon2id, off the main thread. Native code takes a third of the time of Bun's own, so that three times as many people
 * can sign in while someone guesses; each reads the hashes of the other.
 */
export const argon2 = {
  async hash(password: string, cost: HashCost): Promise<string> {
    const native = await load();
    return native?.hash(password, cost) ?? Bun.password.hash(password, { algorithm: 'argon2id', ...cost });
  },

  async verify(password: string, hash: string): Promise<boolean> {
    const native = await load();
    return native?.verify(hash, password) ?? Bun.password.verify(password, hash);
  },
};
