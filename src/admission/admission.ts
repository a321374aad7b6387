/**
 * Who may call, and how often. The gate asks in two steps, because the method is checked between them (decisions, order
 * of judgement): first who calls and whether their key allows it, then whether they may call now. Limits in memory are known at
 * once, shared ones later.
 */
export interface Admission<Caller = unknown> {
  identify(facts: CallFacts): Identity<Caller> | Promise<Identity<Caller>>;
  admit(caller: Caller, facts: CallFacts): Verdict | Promise<Verdict>;
  /** Counts further requests, as far as there is room, for one that turned out to cost as much. */
  countFurther(caller: Caller, facts: CallFacts, requests: number): void;
  /** What the caller has left, without using any of it: for answers that come before the limits, such as 405. */
  budget(caller: Caller, facts: CallFacts): BudgetHeaders | Promise<BudgetHeaders>;
}

/**
 * `data` takes keys and counts against the plan; `account` takes only the account key; `page` takes no key; `live` is
 * what a page asks for while someone types, with a separate budget; `session` is a page for someone signed in, which no
 * other origin may read; `open` is not checked at all.
 */
export type Area = 'data' | 'account' | 'page' | 'live' | 'session' | 'open';

/** `suggestions` are requested with every letter that someone types, so they have a separate budget. */
export type Allowance = 'plan' | 'suggestions';

/** The part of a request that admission sees. */
export interface CallFacts {
  readonly method: string;
  /** Whether it only reads, whatever its method. */
  readonly onlyReads?: boolean;
  readonly area: Area;
  /** How many requests it counts for; one when left out. */
  readonly cost?: number;
  /** What a read of data counts against; the plan when left out. */
  readonly allowance?: Allowance;
  /** The `Authorization` header as sent, or null without one. */
  readonly authorization: string | null;
  /** The address of the peer, from the socket. */
  readonly clientAddress: string;
  /** Any other header, such as one set by a trusted proxy. */
  header(name: string): string | null;
}

export type Identity<Caller> = { outcome: 'known'; caller: Caller } | Refused;
export type Verdict = Admitted | Refused;
/** `X-RateLimit-*`; null for callers without a key. */
export type BudgetHeaders = Record<string, string> | null;

export interface Admitted {
  outcome: 'admitted';
  /** Whether the caller has a key, so that shared caches must not store the answer. */
  isKeyed: boolean;
  headers: BudgetHeaders;
  /** How long the answer is held back, for fairness. */
  delayMs: number;
  /** The account of the caller's key; null without one. */
  accountId: number | null;
}

export interface Refused {
  outcome: 'refused';
  status: 401 | 403 | 405 | 429;
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
    detail: `Rate limit exceeded. Retry in ${retrySeconds} ${retrySeconds === 1 ? 'second' : 'seconds'}.`,
    headers: { 'retry-after': String(retrySeconds), ...budget },
  };
}

/** Whether an area is for people in a browser, where keys play no part. */
export function isForPeople(area: Area): boolean {
  return area === 'page' || area === 'live' || area === 'session';
}

export function isRead({ method, onlyReads = false }: CallFacts): boolean {
  return method === 'GET' || method === 'HEAD' || (method === 'POST' && onlyReads);
}

const ANONYMOUS = { outcome: 'known', caller: null } as const;
/** Admitted without limits. */
export const WELCOME: Admitted = {
  outcome: 'admitted',
  isKeyed: false,
  headers: null,
  delayMs: 0,
  accountId: null,
};

/** For a server without accounts: no key can be valid, and anyone may read. */
export const anonymousReads: Admission<null> = {
  identify(facts) {
    const { area, authorization } = facts;
    if (isForPeople(area)) return ANONYMOUS;
    return area === 'data' && isRead(facts) && authorization === null ? ANONYMOUS : INVALID_KEY;
  },
  admit: () => WELCOME,
  countFurther() {},
  budget: () => null,
};
