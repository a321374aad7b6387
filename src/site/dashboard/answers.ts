import type { Call } from '../../http/call.ts';
import { Body } from '../../http/encoding.ts';
import type { Markup } from '../../http/markup.ts';
import { respond } from '../../http/responses.ts';

/** Answers of the dashboard: private to one person, never cached, closed to other origins. */

/** Only this host's own style sheet and scripts, and forms that lead back to it. */
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
 * Nothing is compressed: the length of a compressed page reveals something about the secrets in it. The referrer policy
 * is not `no-referrer`, because a form would then not name its origin; other hosts still learn nothing.
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
  /** Sets `Retry-After`. */
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
  return respond(call, status, headers, new Body(page.text));
}

/** Every form is followed by a redirect, so that reloading the page repeats nothing. */
export function redirect(call: Call, location: string, cookies: readonly string[] = []): Response {
  const headers = headersFor(call, { location });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return respond(call, 303, headers);
}
