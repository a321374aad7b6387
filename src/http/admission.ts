import type { Area } from './endpoints.ts';

/**
 * Who may call, and when. The gate asks in two steps, because the method is judged between them (decisions,
 * order of judgement): first who calls and whether their key allows it, then whether they may call now.
 * Either step may answer at once or later; an answer at once costs no promise.
 */
export interface Admission<Caller = unknown> {
  identify(facts: CallFacts): Identity<Caller> | Promise<Identity<Caller>>;
  admit(caller: Caller, facts: CallFacts): Verdict | Promise<Verdict>;
}

/** What admission may know of a request. */
export interface CallFacts {
  readonly method: string;
  readonly area: Area;
  /** The `Authorization` header as sent, or null without one. */
  readonly authorization: string | null;
  /** The address of the peer, as the socket knows it. */
  readonly clientAddress: string;
  /** Any other header, such as one that a trusted proxy sets. */
  header(name: string): string | null;
}

export type Identity<Caller> = { outcome: 'known'; caller: Caller } | Refused;
export type Verdict = Admitted | Refused;

export interface Admitted {
  outcome: 'admitted';
  /** Whether the answer is meant for the holder of a key, and for no cache that others share. */
  isKeyed: boolean;
  /** For every answer to this call, such as `X-RateLimit-Limit`. */
  headers: Record<string, string> | null;
  /** How long the answer waits, for fairness. */
  delayMs: number;
}

export interface Refused {
  outcome: 'refused';
  status: 401 | 403 | 429;
  detail: string;
  headers: Record<string, string> | null;
}

export const INVALID_KEY: Refused = {
  outcome: 'refused',
  status: 401,
  detail: 'Missing or invalid API key',
  headers: null,
};

const ANONYMOUS = { outcome: 'known', caller: null } as const;
const WELCOME: Admitted = { outcome: 'admitted', isKeyed: false, headers: null, delayMs: 0 };

/** While there are no accounts, nobody can hold a key: whoever presents one is refused, whoever reads is welcome. */
export const anonymousReads: Admission<null> = {
  identify({ method, authorization }) {
    const isRead = method === 'GET' || method === 'HEAD';
    return isRead && authorization === null ? ANONYMOUS : INVALID_KEY;
  },
  admit: () => WELCOME,
};
