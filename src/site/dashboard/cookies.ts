import { MAX_FLOW_SECONDS } from '../../accounts/openid.ts';
import { MAX_SESSION_DAYS } from '../../accounts/sessions.ts';
import type { Call } from '../../http/call.ts';

/**
 * The cookies of the dashboard. With the prefix `__Host-` a browser accepts them only from this host over a secure
 * connection and sends them nowhere else, so that no other host under the same domain can plant one.
 */
export const SESSION_COOKIE = '__Host-larder-session';
/** The device token of a browser that signed in before; it does not sign anyone in. */
export const DEVICE_COOKIE = '__Host-larder-known';
/** Ties a sign-in through a provider to the browser that began it, and keeps what its return is checked against. */
export const TICKET_COOKIE = '__Host-larder-openid';

const DAY_SECONDS = 86_400;
/** The server ends sessions itself; the browser may forget the cookie once the longest is over. */
export const SESSION_SECONDS = MAX_SESSION_DAYS * DAY_SECONDS;
/** People who sign in less than once a year are treated like new devices. */
export const DEVICE_SECONDS = 365 * DAY_SECONDS;
export const TICKET_SECONDS = MAX_FLOW_SECONDS;

/** The values we set need no other characters; a ticket is the longest. */
const VALUE = /^[\w.-]{1,2048}$/;

export function readCookie(call: Call, name: string): string | null {
  for (const pair of (call.header('cookie') ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals === -1 || pair.slice(0, equals).trim() !== name) continue;
    const value = pair.slice(equals + 1).trim();
    return VALUE.test(value) ? value : null;
  }
  return null;
}

/** With `Lax`, links from other sites lead to a signed-in page, while their forms carry no cookie. */
export function setCookie(name: string, value: string, maxAgeSeconds: number): string {
  return `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}`;
}

export function clearCookie(name: string): string {
  return setCookie(name, '', 0);
}
