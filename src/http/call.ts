import type { Allowance, Area, CallFacts, Refused } from '../admission/admission.ts';
import type { Answer } from './answer.ts';
import { type Coding, chooseCoding } from './encoding.ts';
import type { Log } from './log.ts';
import { isAccountPath, pathOf, queryOf } from './target.ts';

/** A caller's own request id is kept if it can do no harm in a log or a header. */
const SAFE_REQUEST_ID = /^[A-Za-z0-9._:@+/=-]{1,128}$/;

/** What a call needs from outside; passed in, so that tests control time, randomness and addresses. */
export interface Surroundings {
  clientAddress: (request: Request) => string;
  makeRequestId: () => string;
  nowMs: () => number;
  log: Log;
  /** What stands in entity tags for settings that show in responses. */
  settingsTag: string;
  /** A `Link` to the licence of the data that is served now. */
  licenceLink: () => string;
  /** Of pages, for readers who ask for none. */
  language: string;
  /** Whether people reach the service over https, so that browsers may be told to use nothing else. */
  isHttps: boolean;
  /** Whether this server itself speaks https. The URL of a request does not say: its path was restored. */
  isTls: boolean;
  /** The websites whose scripts may read the answers of the API; null for all. */
  corsOrigins: ReadonlySet<string> | null;
}

/** What the gate knows about a path that exists. */
export interface Route {
  /** As declared, such as `/food/:food_id`. */
  readonly path: string;
  readonly area: Area;
  readonly methods: ReadonlySet<string>;
  /** The methods as the text of an `Allow` header. */
  readonly allow: string;
  /** What the last segment must end in, with something before it; empty when anything goes. */
  readonly ending: string;
  /** How many requests a call counts for, from its query; null for one. */
  readonly cost: ((query: string) => number) | null;
  /** What its calls count against. */
  readonly allowance: Allowance;
  /** Whether the path exists with these segments; null when it does with any. */
  readonly accepts: ((params: Call['params']) => boolean) | null;
  /** Null for the API itself. */
  readonly dialect: Dialect | null;
  /** Whether its calls only read, whatever their method. */
  readonly onlyReads: boolean;
  /** How many requests a call counts for, from its body; null where the body does not matter. */
  readonly costOfBody: ((body: string) => number) | null;
  /** The beginning of hosts where it is also found without the first segment of its path; null for none. */
  readonly atHost: string | null;
  /** Headers that scripts of other origins may send, besides those that every route takes. */
  readonly requestHeaders: readonly string[];
}

/** How routes that answer clients of another service differ from the API. */
export interface Dialect {
  /** The call as admission should judge it. */
  facts(call: Call): CallFacts;
  /** Problems that are not worded here are worded as by the API. */
  refuse?(call: Call, refused: Refused): Answer;
  methodNotAllowed?(call: Call): Answer;
  internalError?(call: Call): Answer;
  /** There is no answer for a moment. */
  busy?(call: Call): Answer;
}

/** Makes request ids from a prefix for this process and a counter: unique, and cheaper than a random id each. */
export function requestIds(prefix: string = crypto.randomUUID().slice(0, 8)): () => string {
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
}

/** One request on its way through: what was asked, by whom as far as known, and what every response to it carries. */
export class Call implements CallFacts {
  readonly method: string;
  /** The path and the query, both still escaped. */
  readonly target: { readonly path: string; readonly query: string };
  readonly requestId: string;
  /** Whether the caller wants a `Server-Timing` header. */
  readonly isTimed: boolean;
  /** Null while no route is known, and for a path that does not exist. */
  route: Route | null = null;
  /** The body of a route whose cost depends on it. */
  body: string | null = null;
  /** The segments that the route names, unescaped. */
  params: Readonly<Record<string, string>> = {};
  /** Headers that admission adds to every response of this call, such as `X-RateLimit-Limit`. */
  admissionHeaders: Record<string, string> | null = null;
  /** Whether a key was presented and accepted: the response is then for its holder alone. */
  isKeyed = false;
  /** Counts further requests, for what took longer than one is meant to; null where nothing is counted. */
  countFurther: ((requests: number) => void) | null = null;
  /** Whether it waited for a thread or a body, or was held back: its response then leaves another way. */
  hasWaited = false;
  /** The account that a route under `/auth/` or `/billing/` shows or changes. */
  accountId: number | null = null;
  #coding: Coding | null | undefined;
  #admittedMs: number | null = null;
  readonly #startedMs: number;

  constructor(
    readonly request: Request,
    url: string = request.url,
    path: string = pathOf(url),
    readonly surroundings: Surroundings,
  ) {
    this.method = request.method;
    this.target = { path, query: queryOf(url) };
    const sentId = request.headers.get('x-request-id');
    this.requestId = sentId !== null && SAFE_REQUEST_ID.test(sentId) ? sentId : surroundings.makeRequestId();
    this.isTimed = request.headers.has('x-server-timing');
    this.#startedMs = surroundings.nowMs();
  }

  get area(): Area {
    return this.route?.area ?? (isAccountPath(this.target.path) ? 'account' : 'data');
  }

  /** Whether no other origin may read the response. */
  get isPrivate(): boolean {
    return this.area === 'account' || this.area === 'session';
  }

  /** How many requests it counts for. */
  get cost(): number {
    if (this.body !== null) return this.route?.costOfBody?.(this.body) ?? 1;
    return this.route?.cost?.(this.target.query) ?? 1;
  }

  get onlyReads(): boolean {
    return this.route?.onlyReads ?? false;
  }

  get allowance(): Allowance {
    return this.route?.allowance ?? 'plan';
  }

  get authorization(): string | null {
    return this.request.headers.get('authorization');
  }

  /** The address of the peer. Read only where it matters, since looking it up is expensive. */
  get clientAddress(): string {
    return this.surroundings.clientAddress(this.request);
  }

  header(name: string): string | null {
    return this.request.headers.get(name);
  }

  /** The coding that the caller prefers for a body that is worth compressing; null for none. */
  get coding(): Coding | null {
    if (this.#coding === undefined) this.#coding = chooseCoding(this.header('accept-encoding'));
    return this.#coding;
  }

  /** The request in one line: equal for two requests that get the same response. */
  get cacheKey(): string {
    const { path, query } = this.target;
    return query === '' ? path : `${path}?${query}`;
  }

  /** Notes that the gate let it through: the rest of the time goes into the response. */
  markAdmitted(): void {
    if (this.isTimed) this.#admittedMs = this.surroundings.nowMs();
  }

  /** The value of a `Server-Timing` header: the time for admission, delay included, and for the response. */
  timing(): string {
    const nowMs = this.surroundings.nowMs();
    const admittedMs = this.#admittedMs ?? nowMs;
    const admission = `admission;dur=${(admittedMs - this.#startedMs).toFixed(3)}`;
    return this.#admittedMs === null
      ? admission
      : `${admission}, answer;dur=${(nowMs - admittedMs).toFixed(3)}`;
  }

  /** Logs the response; called once, by whatever builds it. */
  log(status: number): void {
    const { log, nowMs } = this.surroundings;
    log.request({
      method: this.method,
      path: this.target.path,
      route: this.route?.path ?? '',
      status,
      ms: nowMs() - this.#startedMs,
      requestId: this.requestId,
    });
  }
}
