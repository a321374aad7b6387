import type { Call } from './call.ts';
import { type Coding, chooseCoding, compress } from './encoding.ts';
import type { Route } from './route-tree.ts';

/** Makes the answers that are not problems, and the headers that every answer carries. */

/** Whoever shows the data owes this credit (Part 1); so every answer with data says under which licence. */
const LICENSE_LINK =
  '<https://opendatacommons.org/licenses/odbl/1-0/>; rel="license"; title="Contains data from Open Food Facts, under the ODbL"';
/** A swapped catalogue shows everywhere after this time; until then a repeated look-up costs nobody anything. */
const FRESH_SECONDS = 300;
/** What fits in one network packet gains nothing from compression. */
const SMALLEST_COMPRESSED = 1400;
/** How long a browser may remember a preflight: the longest that one of them honours. */
const PREFLIGHT_SECONDS = 86_400;

const COMMON = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, ETag, Link',
  'x-content-type-options': 'nosniff',
};
const DATA = { ...COMMON, vary: 'Accept-Encoding, Authorization', link: LICENSE_LINK };
const JSON_TYPE = { 'content-type': 'application/json' };

/**
 * Headers as they stand before a call adds its own. An answer copies them, which takes a third of the time that
 * making them takes; hence a call may write its values into one of these, as long as it makes its answer at once.
 */
const PREFLIGHT_HEADERS = new Headers(COMMON);
const UNCACHED_HEADERS = new Headers({ ...COMMON, ...JSON_TYPE, 'cache-control': 'no-store' });
const DOCUMENT_HEADERS = new Headers({ ...COMMON, 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
const DATA_HEADERS = new Headers({
  ...DATA,
  ...JSON_TYPE,
  'cache-control': `public, max-age=${FRESH_SECONDS}`,
});
/** What a key holder gets carries their budget, and is theirs: their own cache must ask again. */
const KEYED_HEADERS = new Headers({ ...DATA, ...JSON_TYPE, 'cache-control': 'private, no-cache' });

/** Headers for an answer that no cache may keep, with more of its own. */
export function uncachedHeaders(call: Call, more: Record<string, string> | null): Headers {
  return headersFor(call, UNCACHED_HEADERS, more);
}

function headersFor(call: Call, ready: Headers, more: Record<string, string> | null = null): Headers {
  ready.set('x-request-id', call.requestId);
  if (call.admissionHeaders === null && more === null) return ready;
  const own = new Headers(ready);
  for (const headers of [call.admissionHeaders, more]) {
    for (const name in headers) own.set(name, headers[name] as string);
  }
  return own;
}

/** Identifies the answer to this request from a catalogue of this content. */
export function entityTag(call: Call, contentHash: string): string {
  const { path, query } = call.target;
  return `W/"${contentHash.slice(0, 16)}-${Bun.hash.xxHash32(`${path}?${query}`).toString(36)}"`;
}

/** Whether the caller holds this very answer already. */
export function isHeld(call: Call, etag: string): boolean {
  const held = call.header('if-none-match');
  if (held === null) return false;
  // Weak comparison, as the method asks for: `W/` does not matter.
  return held.trim() === '*' || held.includes(etag.slice(2));
}

/** Data from the catalogue, as JSON text. */
export function answerData(call: Call, etag: string, body: string): Response {
  const headers = dataHeaders(call, etag);
  const coding = body.length < SMALLEST_COMPRESSED ? null : chooseCoding(call.header('accept-encoding'));
  return answer(call, headers, body, coding);
}

/** The caller's own copy still stands. */
export function answerHeld(call: Call, etag: string): Response {
  const headers = new Headers(dataHeaders(call, etag));
  headers.delete('content-type');
  call.log(304);
  return new Response(null, { status: 304, headers });
}

function dataHeaders(call: Call, etag: string): Headers {
  const ready = call.isKeyed ? KEYED_HEADERS : DATA_HEADERS;
  ready.set('etag', etag);
  return headersFor(call, ready);
}

/** Something about the service itself, which no cache may keep. */
export function answerStatus(call: Call, body: string): Response {
  return answer(call, uncachedHeaders(call, null), body, null);
}

/** A text that comes with the executable, such as the description of the interface. */
export interface Document {
  contentType: string;
  text: string;
  headers: Record<string, string>;
}

export function answerDocument(call: Call, { contentType, text, headers }: Document): Response {
  const own = headersFor(call, DOCUMENT_HEADERS, { 'content-type': contentType, ...headers });
  return answer(call, own, text, chooseCoding(call.header('accept-encoding')));
}

function answer(call: Call, headers: Headers, body: string, coding: Coding | null): Response {
  call.log(200);
  if (coding === null) return new Response(body, { headers });
  const own = new Headers(headers);
  own.set('content-encoding', coding);
  return new Response(compress(body, coding), { headers: own });
}

/** OPTIONS is answered before authentication, as a preflight carries no key. */
export function answerPreflight(call: Call, { allow }: Route): Response {
  const headers = headersFor(call, PREFLIGHT_HEADERS, {
    allow,
    'access-control-allow-methods': allow,
    'access-control-allow-headers': 'Authorization, Content-Type, If-None-Match, X-Request-Id',
    'access-control-max-age': String(PREFLIGHT_SECONDS),
  });
  call.log(204);
  return new Response(null, { status: 204, headers });
}

/** The answer to HEAD: the headers that GET would get, the length of its body among them. */
export async function withoutBody(answer: Response): Promise<Response> {
  if (answer.body === null) return answer;
  const { byteLength } = await answer.arrayBuffer();
  answer.headers.set('content-length', String(byteLength));
  return new Response(null, { status: answer.status, headers: answer.headers });
}
