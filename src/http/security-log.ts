import type { Proof } from '../accounts/account-service.ts';
import type { CodeRefusal } from '../accounts/second-factor.ts';
import type { Call } from './call.ts';

/** What happens to accounts, on the dashboard and through the API, for an investigation of what an intruder did. */
export type SecurityEvent =
  | 'signed in'
  | 'code asked for'
  | 'sign-in failed'
  | 'signed up'
  | 'confirmed again'
  | 'confirmation failed'
  | 'password changed'
  | 'account key replaced'
  | 'key created'
  | 'key rotated'
  | 'key revoked'
  | 'plan changed'
  | 'second factor begun'
  | 'second factor set up'
  | 'second factor removed'
  | 'identity linked'
  | 'identity unlinked'
  | 'sessions ended'
  | 'operator act';

export interface SecurityDetails {
  /** Why something failed, or how it was done. */
  reason?: string;
  /** The id of the key that was changed. */
  key?: number;
  plan?: string;
}

/** Where something was done from. */
export interface SecurityOrigin {
  call: Call;
  client: { address: string };
}

/** Names the account, but only one that exists: people type passwords into the field for the name. */
export function logSecurity(
  { call, client }: SecurityOrigin,
  event: SecurityEvent,
  account: string | null,
  details: SecurityDetails = {},
): void {
  call.surroundings.log.event(event, {
    ...(account !== null && { account }),
    client: client.address,
    ...details,
    request_id: call.requestId,
  });
}

/** Why a code was not accepted. */
export function reasonOfCode(outcome: CodeRefusal): string {
  if (outcome === 'wrong') return 'code';
  if (outcome === 'none') return 'no second factor';
  return reasonOf(outcome);
}

/** Why someone did not prove to own an account. */
export function reasonOf(outcome: Exclude<Proof, 'proved'>): string {
  if (outcome === 'wrong_password') return 'password';
  if (outcome === 'wrong_code') return 'code';
  if (outcome === 'no_password') return 'no password';
  return outcome === 'busy' ? 'busy' : 'too many';
}
