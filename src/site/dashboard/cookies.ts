import type { Call } from '../../http/call.ts';

/**
 * The cookies of the dashboard. `__Host-` makes a browser see to it that they come from this host by a secure
 * connection and are sent nowhere else, so that no neighbour under the same domain can plant one.
 */
export const SESSION_COOKIE = '__Host-larder-session';
/** Marks a browser that was let in before; it lets nobody in. */
export const MARK_COOKIE = '__Host-larder-known';
/** Ties a sign-in through a provider to the browser that began it. */
export const TICKET_COOKIE = '__Host-larder-openid';

/** The server ends sessions itself; a browser may forget them when even the longest is over. */
export const SESSION_SECONDS = 30 * 86_400;
export const MARK_SECONDS = 365 * 86_400;
export const TICKET_SECONDS = 10 * 60;

/** What we put into a cookie needs no more characters. */
const VALUE = /^[\w.-]{1,256}$/;

export function readCookie(call: Call, name: string): string | null {
  for (const pair of (call.header('cookie') ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals === -1 || pair.slice(0, equals).trim() !== name) continue;
    const value = pair.slice(equals + 1).trim();
    return VALUE.test(value) ? value : null;
  }
  return null;
}

/** `Lax` lets a link from elsewhere lead to a page one is signed in to; forms from elsewhere carry no cookie. */
export function setCookie(name: string, value: string, maxAgeSeconds: number): string {
  return `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}`;
}

export function clearCookie(name: string): string {
  return setCookie(name, '', 0);
}
