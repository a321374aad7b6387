import type { Call } from '../../http/call.ts';

/** What was typed into a form, by the names of its fields. */
export interface Form {
  /** Empty when it was not sent. */
  text(name: string): string;
}

/** The largest form has a few hundred bytes. */
const LARGEST_FORM_BYTES = 16 * 1024;

/** Null when what was sent is no form of ours. */
export async function readForm({ request }: Call): Promise<Form | null> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return null;
  if (Number(request.headers.get('content-length') ?? 0) > LARGEST_FORM_BYTES) return null;
  const body = await request.text();
  if (body.length > LARGEST_FORM_BYTES) return null;
  const fields = new Map(new URLSearchParams(body));
  return { text: (name) => fields.get(name) ?? '' };
}
