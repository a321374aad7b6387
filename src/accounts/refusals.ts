import type { Busy } from './hash-queue.ts';
import { BUSY_RETRY_MS } from './passwords.ts';

/** Too many wrong tries: how long until the next one is allowed. */
export interface Locked {
  lockedMs: number;
}

/** Why something is not done now, and could be later. */
export type Later = Busy | Locked;

export function retryMsOf(later: Later): number {
  return later === 'busy' ? BUSY_RETRY_MS : later.lockedMs;
}

/** Why an action on an account is not done, besides that it could be later. */
export type RefusalName =
  | 'too_many_keys'
  | 'no_such_key'
  /** A rotated key keeps its expiry, so that of an expired key would never work. */
  | 'key_expired'
  /** It cannot be revoked: nobody could create another. */
  | 'account_key'
  | 'set_by_operator'
  | 'wrong_password'
  | 'wrong_code'
  /** The account has none, so that nothing can be proved. */
  | 'no_password'
  /** Password and code were not entered in this session within the last minutes. */
  | 'not_fresh'
  | 'second_factor_on'
  | 'no_second_factor'
  | 'nothing_to_confirm'
  | 'not_confirmed'
  /** To another account, or the account to another identity. */
  | 'linked_otherwise'
  /** The account has no password to sign in with instead, or it is not linked. */
  | 'still_linked'
  | 'no_such_session';
export type Refusal = RefusalName | Later;

export function isLater(outcome: unknown): outcome is Later {
  return outcome === 'busy' || (typeof outcome === 'object' && outcome !== null && 'lockedMs' in outcome);
}

export function isRefusal(outcome: unknown): outcome is Refusal {
  return typeof outcome === 'string' || isLater(outcome);
}

/** What the log says of failed proofs, by the outcome. Anything else that is refused is not worth a line. */
const REASONS: Partial<Record<Refusal & string, string>> = {
  wrong_password: 'password',
  wrong_code: 'code',
  not_confirmed: 'code',
  no_password: 'no password',
  nothing_to_confirm: 'no second factor',
  busy: 'busy',
};

/** Null for what was not tried. */
export function reasonOf(refusal: Refusal): string | null {
  return typeof refusal === 'object' ? 'too many' : (REASONS[refusal] ?? null);
}
