import type { Area, CallFacts } from '../admission/admission.ts';
import type { Log } from './log.ts';
import { isAccountPath, type Target } from './target.ts';

/** A caller's own request id is kept when it cannot do harm in a log or a header. */
const SANE_REQUEST_ID = /^[A-Za-z0-9._:@+/=-]{1,128}$/;

/** What a call needs of its surroundings; handed in, so that tests decide time, chance and addresses. */
export interface Surroundings {
  clientAddress: (request: Request) => string;
  makeRequestId: () => string;
  nowMs: () => number;
  log: Log;
}

/** What a call knows of the route it is for. */
export interface CalledRoute {
  /** As declared, such as `/food/:food_id`. */
  readonly path: string;
  readonly area: Area;
  /** The methods as the text of an `Allow` header. */
  readonly allow: string;
}

/** One request on its way through: what was asked, by whom as far as known, and what every answer to it carries. */
export class Call implements CallFacts {
  readonly method: string;
  readonly requestId: string;
  /** Whether the caller asks how long everything took. */
  readonly isTimed: boolean;
  /** Headers that admission adds to every answer of this call, such as `X-RateLimit-Limit`. */
  admissionHeaders: Record<string, string> | null = null;
  /** Whether a key was presented and accepted: the answer is then for its holder alone. */
  isKeyed = false;
  /** Whose account a route under `/auth/` or `/billing/` is to show or change. */
  accountId: number | null = null;
  /** When it was let through to its handler; null before, and for who is not told times. */
  #admittedMs: number | null = null;
  readonly #startedMs: number;

  constructor(
    readonly request: Request,
    readonly target: Target,
    /** Null when no route has this path. */
    readonly route: CalledRoute | null,
    readonly surroundings: Surroundings,
  ) {
    this.method = request.method;
    const sentId = request.headers.get('x-request-id');
    this.requestId = sentId !== null && SANE_REQUEST_ID.test(sentId) ? sentId : surroundings.makeRequestId();
    this.isTimed = request.headers.has('x-server-timing');
    this.#startedMs = surroundings.nowMs();
  }

  get area(): Area {
    return this.route?.area ?? (isAccountPath(this.target) ? 'account' : 'data');
  }

  get authorization(): string | null {
    return this.request.headers.get('authorization');
  }

  /** The address of the peer. Asked for only where it matters, since the look-up costs. */
  get clientAddress(): string {
    return this.surroundings.clientAddress(this.request);
  }

  header(name: string): string | null {
    return this.request.headers.get(name);
  }

  /** Notes that it was let through; what follows is the making of the answer. */
  markAdmitted(): void {
    this.#admittedMs = this.surroundings.nowMs();
  }

  /** The value of a `Server-Timing` header: how long admission took, its delay included, and how long the answer. */
  timing(): string {
    const nowMs = this.surroundings.nowMs();
    const admittedMs = this.#admittedMs ?? nowMs;
    const admission = `admission;dur=${(admittedMs - this.#startedMs).toFixed(3)}`;
    return this.#admittedMs === null
      ? admission
      : `${admission}, answer;dur=${(nowMs - admittedMs).toFixed(3)}`;
  }

  /** Notes the answer; called once, by whatever makes it. */
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
