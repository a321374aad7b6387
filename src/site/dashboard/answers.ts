import type { Call } from '../../http/call.ts';
import type { Markup } from '../../http/markup.ts';

/** Makes the answers of the dashboard: for one person alone, kept nowhere, open to no other origin. */

/** Only this host's own style sheet and script, and forms that lead back to it. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Nothing is compressed: the length of a packed page would tell something of the secrets in it. A form sent from here
 * names its origin, which `no-referrer` would keep back; other hosts learn nothing.
 */
function headersFor(call: Call, more: Record<string, string>): Headers {
  return new Headers({
    'cache-control': 'no-store',
    'content-security-policy': POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-request-id': call.requestId,
    ...call.admissionHeaders,
    ...more,
  });
}

export interface Extras {
  status?: number;
  cookies?: readonly string[];
  /** For one who is to come back later. */
  retryAfterMs?: number;
}

export function answer(
  call: Call,
  page: Markup,
  { status = 200, cookies = [], retryAfterMs }: Extras = {},
): Response {
  const headers = headersFor(call, { 'content-type': 'text/html; charset=utf-8' });
  if (retryAfterMs !== undefined) headers.set('retry-after', String(Math.ceil(retryAfterMs / 1000)));
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  call.log(status);
  return new Response(page.text, { status, headers });
}

/** After a form, another page: loading that again does nothing twice. */
export function redirect(call: Call, location: string, cookies: readonly string[] = []): Response {
  const headers = headersFor(call, { location });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  call.log(303);
  return new Response(null, { status: 303, headers });
}
