import type { Call } from '../../http/call.ts';

/**
 * Whether a form was sent by a page of this very origin. Every browser says so itself: `Sec-Fetch-Site` cannot be set by
 * a script, and those that do not know it yet send `Origin` with every form. What says neither is no browser, and
 * has no cookie that somebody else could misuse; it is refused all the same.
 */
export function isFromHere(call: Call, publicUrl: string | null): boolean {
  const site = call.header('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = call.header('origin');
  if (origin === null || !URL.canParse(origin)) return false;
  if (publicUrl !== null) return origin === publicUrl;
  // A proxy may speak https where we hear http, so the host alone is compared. It has its port.
  return new URL(origin).host === call.header('host');
}

/** The same for a link that begins something. Typing its address is fine, too, and an old browser does not tell. */
export function isFromHereOrTyped(call: Call): boolean {
  const site = call.header('sec-fetch-site') ?? 'none';
  return site === 'same-origin' || site === 'none';
}
