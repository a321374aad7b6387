import type { Call } from '../../http/call.ts';

/** Reads what forms and addresses send, and checks which site a form came from. */

/** The submitted fields by name. */
export interface Form {
  /** Empty when the field was not sent. */
  text(name: string): string;
}

/** The largest form of the dashboard has a few hundred bytes. */
const MAX_FORM_BYTES = 16 * 1024;

/** Null when the body is not a form, or too large for one of ours. */
export async function readForm({ request }: Call): Promise<Form | null> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return null;
  if (Number(request.headers.get('content-length') ?? 0) > MAX_FORM_BYTES) return null;
  const body = await request.text();
  if (body.length > MAX_FORM_BYTES) return null;
  const fields = new Map(new URLSearchParams(body));
  return { text: (name) => fields.get(name) ?? '' };
}

/** An id as addresses write it; null for anything else. */
export function readId(text: string | null | undefined): number | null {
  return /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null;
}

/**
 * Whether a page of this very origin sent the form. Browsers say so: scripts cannot set `Sec-Fetch-Site`, and browsers
 * too old for it send `Origin` with every form. Whatever sends neither is not a browser, and has no cookie that another
 * site could misuse; it is refused all the same. Behind a proxy that serves https, an old browser needs a public address.
 */
export function isFromHere(call: Call, publicUrl: string | null): boolean {
  const site = call.header('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = call.header('origin');
  if (publicUrl !== null) return origin === publicUrl;
  return origin === `${call.surroundings.isTls ? 'https' : 'http'}://${call.header('host')}`;
}

/** Whether a link that starts something is one of ours. A typed address is fine too, and an old browser says nothing. */
export function isFromHereOrTyped(call: Call): boolean {
  const site = call.header('sec-fetch-site') ?? 'none';
  return site === 'same-origin' || site === 'none';
}
