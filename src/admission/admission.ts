/**
 * Who may call, and when. The gate asks in two steps, because the method is judged between them (decisions,
 * order of judgement): first who calls and whether their key allows it, then whether they may call now.
 * Any step may answer at once or later; an answer at once costs no promise.
 */
export interface Admission<Caller = unknown> {
  identify(facts: CallFacts): Identity<Caller> | Promise<Identity<Caller>>;
  admit(caller: Caller, facts: CallFacts): Verdict | Promise<Verdict>;
  /** For an answer that is decided before limits are, such as 405: what the caller has left, without taking of it. */
  budget(caller: Caller, facts: CallFacts): BudgetHeaders | Promise<BudgetHeaders>;
}

/**
 * `data` takes keys and counts against the plan; `account` takes the account key alone; `page` is for people and takes
 * none; `session` is a page for one who is signed in, which no other origin may read; `open` is not judged at all.
 */
export type Area = 'data' | 'account' | 'page' | 'session' | 'open';

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
/** `X-RateLimit-*`, for the holder of a key. */
export type BudgetHeaders = Record<string, string> | null;

export interface Admitted {
  outcome: 'admitted';
  /** Whether the answer is meant for the holder of a key, and for no cache that others share. */
  isKeyed: boolean;
  /** For every answer to this call. */
  headers: BudgetHeaders;
  /** How long the answer waits, for fairness. */
  delayMs: number;
  /** Whose account a call of the area `account` is about. */
  accountId: number | null;
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

/** Part 8, rule 1. */
export function tooMany(retrySeconds: number, budget: BudgetHeaders): Refused {
  return {
    outcome: 'refused',
    status: 429,
    detail: `Rate limit exceeded. Retry in ${retrySeconds} seconds.`,
    headers: { 'retry-after': String(retrySeconds), ...budget },
  };
}

export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

const ANONYMOUS = { outcome: 'known', caller: null } as const;
/** Without limits. */
export const WELCOME: Admitted = {
  outcome: 'admitted',
  isKeyed: false,
  headers: null,
  delayMs: 0,
  accountId: null,
};

/** Without accounts nobody can hold a key: whoever presents one is refused, whoever reads is welcome. */
export const anonymousReads: Admission<null> = {
  identify({ method, area, authorization }) {
    if (area === 'page' || area === 'session') return ANONYMOUS;
    return area === 'data' && isRead(method) && authorization === null ? ANONYMOUS : INVALID_KEY;
  },
  admit: () => WELCOME,
  budget: () => null,
};
