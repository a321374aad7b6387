/**
 * What happens to accounts, for an investigation of what an intruder did: in the log of a server, and what operators do also
 * in the audit log.
 */
export type AccountEvent =
  | 'signed up'
  | 'signed in'
  | 'code asked for'
  | 'sign-in failed'
  | 'confirmed again'
  | 'confirmation failed'
  | 'account created'
  | 'account removed'
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
  | 'admin granted'
  | 'admin withdrawn'
  | 'accounts backed up'
  | 'accounts migrated';

export interface EventDetails {
  /** Why something failed, or how it was done. */
  reason?: string;
  /** The id of the key that was changed. */
  key?: number;
  plan?: string;
  /** The operator who did it to the account of somebody else. */
  by?: string;
}

/** Writes an event to the log of the server. */
export type Report = (event: AccountEvent, fields: Record<string, string | number>) => void;

/** Names the account, but only one that exists: people type passwords into the field for the name. */
export function reportEvent(
  report: Report,
  event: AccountEvent,
  account: string | null,
  client: string,
  details: EventDetails = {},
): void {
  report(event, { ...(account !== null && { account }), client, ...details });
}
