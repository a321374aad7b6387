import type { Answer } from '../../http/answer.ts';
import { Body } from '../../http/encoding.ts';
import type { Markup } from '../../http/markup.ts';

/** Answers of the dashboard. */

export interface Extras {
  status?: number;
  cookies?: readonly string[];
  /** Sets `Retry-After`. */
  retryAfterMs?: number;
}

export function answer(page: Markup, { status = 200, cookies = [], retryAfterMs }: Extras = {}): Answer {
  const wait = retryAfterMs === undefined ? null : { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) };
  return {
    kind: 'session',
    status,
    body: new Body(page.text),
    headers: { ...wait, 'set-cookie': cookies },
  };
}

/** Every form is followed by a redirect, so that reloading the page repeats nothing. */
export function redirect(location: string, cookies: readonly string[] = []): Answer {
  return { kind: 'session', status: 303, body: null, headers: { location, 'set-cookie': cookies } };
}
