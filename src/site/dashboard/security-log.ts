import type { Visit } from './dashboard.ts';

/** What happens to accounts, for an investigation of what an intruder did. */
export type SecurityEvent =
  | 'signed in'
  | 'sign-in failed'
  | 'signed up'
  | 'confirmed again'
  | 'confirmation failed'
  | 'password changed'
  | 'account key replaced'
  | 'second factor set up'
  | 'second factor removed'
  | 'identity linked'
  | 'identity unlinked'
  | 'sessions ended'
  | 'operator act';

/** Names the account, but only one that exists: people type passwords into the field for the name. */
export function logSecurity(
  { call, client }: Pick<Visit, 'call' | 'client'>,
  event: SecurityEvent,
  account: string | null,
  reason?: string,
): void {
  call.surroundings.log.event(event, {
    ...(account !== null && { account }),
    client: client.address,
    ...(reason !== undefined && { reason }),
    request_id: call.requestId,
  });
}
