import type { Kind } from './answer-kinds.ts';
import { Body } from './encoding.ts';

/** What is answered to a call. Handlers, tasks and problems make one; `send` makes a response of it. */
export interface Answer {
  /** Decides which headers it has, and whether it may be compressed. */
  kind: Kind;
  status: number;
  /** Null for none. */
  body: Body | null;
  /** Headers of its own. A list is for a header that is sent several times. */
  headers?: Readonly<Record<string, string | readonly string[]>> | null;
  /** Identifies it: a caller who has the same already gets a 304. */
  etag?: string;
}

/** An answer with a body. */
export interface FullAnswer extends Answer {
  body: Body;
}

/** JSON that no cache may store: problems, and whatever belongs to an account. */
export function uncached(status: number, body: object | null, headers: Answer['headers'] = null): Answer {
  return { kind: 'uncached', status, body: body === null ? null : new Body(JSON.stringify(body)), headers };
}

/** There is none for a moment: too many others wait, or making it took too long. */
export class Busy extends Error {
  constructor(readonly why: 'busy' | 'overdue' = 'busy') {
    super(why);
  }
}

/** Nobody waits for it any more: the client closed the connection. */
export class ClientGone extends Error {}
