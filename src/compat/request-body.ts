import type { Call } from '../http/call.ts';

/** The largest form or search that an app sends has a few hundred bytes. */
const MAX_BODY_BYTES = 16 * 1024;
const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const MULTIPART = /^multipart\/form-data\s*;/i;

/** Null for a body that is too large. */
export async function readBody(call: Call): Promise<string | null> {
  const { request } = call;
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) return null;
  const body = await request.text();
  call.hasWaited = true;
  return body.length > MAX_BODY_BYTES ? null : body;
}

/** Empty for a body that is not a form, null for one that is too large. */
export async function readForm(call: Call): Promise<URLSearchParams | null> {
  const body = await readBody(call);
  if (body === null) return null;
  const type = call.header('content-type') ?? '';
  if (MULTIPART.test(type)) return readMultipart(body, type);
  return new URLSearchParams(FORM.test(type) ? body : '');
}

/** The texts of a form in parts. */
async function readMultipart(body: string, type: string): Promise<URLSearchParams> {
  const parts = await new Response(body, { headers: { 'content-type': type } })
    .formData()
    // A malformed form counts as an empty one.
    .catch(() => new FormData());
  const texts = new URLSearchParams();
  parts.forEach((value, name) => {
    if (typeof value === 'string') texts.append(name, value);
  });
  return texts;
}
