import type { ShownOnceRecords } from '../../accounts/account-store.ts';
import type { ShownKey } from '../../accounts/account-views.ts';

/** A secret that its owner sees only once. */
export type Secret =
  | { kind: 'key'; key: ShownKey; isNew: boolean }
  | { kind: 'codes'; codes: readonly string[] };

/** A browser follows a redirect immediately; this is plenty. */
const MAX_MS = 2 * 60_000;

/**
 * Keeps what a form created until the next page shows it, so that going back or reloading creates nothing twice. Gone
 * once shown, or after a moment.
 */
export class ShownOnce {
  readonly #records: ShownOnceRecords;
  readonly #nowMs: () => number;

  constructor(records: ShownOnceRecords, nowMs: () => number) {
    this.#records = records;
    this.#nowMs = nowMs;
  }

  async put(sessionId: number, secret: Secret): Promise<void> {
    const nowMs = this.#nowMs();
    await this.#records.put(sessionId, secret.kind, JSON.stringify(secret), nowMs, nowMs + MAX_MS);
  }

  /** Null when there is none, or it was already shown. */
  async take<Kind extends Secret['kind']>(
    sessionId: number,
    kind: Kind,
  ): Promise<Extract<Secret, { kind: Kind }> | null> {
    const text = await this.#records.take(sessionId, kind, this.#nowMs());
    return text === null ? null : (JSON.parse(text) as Extract<Secret, { kind: Kind }>);
  }
}
