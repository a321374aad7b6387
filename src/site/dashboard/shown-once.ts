import { LRUCache } from 'lru-cache';
import type { ShownKey } from '../../accounts/account-views.ts';

/** A secret that its owner sees only once. */
export type Secret =
  | { kind: 'key'; key: ShownKey; isNew: boolean }
  | { kind: 'codes'; codes: readonly string[] };

/** A browser follows a redirect immediately; this is plenty. */
const LONGEST_MS = 2 * 60_000;
/** People about to see a secret at the same time. */
const MOST_WAITING = 1000;

/**
 * Keeps what a form created until the page that follows shows it, so that going back or reloading creates nothing a
 * second time. In memory only; gone once shown, or after a moment.
 */
export class ShownOnce {
  readonly #waiting = new LRUCache<string, { secret: Secret; endsMs: number }>({ max: MOST_WAITING });
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  put(sessionId: number, secret: Secret): void {
    this.#waiting.set(placeOf(sessionId, secret.kind), { secret, endsMs: this.#nowMs() + LONGEST_MS });
  }

  /** Null when there is none, or it was already shown. */
  take<Kind extends Secret['kind']>(sessionId: number, kind: Kind): Extract<Secret, { kind: Kind }> | null {
    const place = placeOf(sessionId, kind);
    const found = this.#waiting.get(place);
    this.#waiting.delete(place);
    if (found === undefined || this.#nowMs() > found.endsMs) return null;
    return found.secret as Extract<Secret, { kind: Kind }>;
  }
}

function placeOf(sessionId: number, kind: Secret['kind']): string {
  return `${sessionId} ${kind}`;
}
