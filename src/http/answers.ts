import { VERSION } from '../version.ts';
import { Body } from './body.ts';
import type { Call } from './call.ts';
import { type Coding, chooseCoding } from './encoding.ts';
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
    'Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, X-Catalog-Version, Server-Timing, ETag, Link',
  'x-content-type-options': 'nosniff',
};
const DATA = { ...COMMON, vary: 'Accept-Encoding, Authorization', link: LICENSE_LINK };
const JSON_TYPE = { 'content-type': 'application/json' };

/**
 * Headers as they stand before a call adds its own. An answer copies them, which takes a third of the time that
 * making them takes; hence a call may write its values into one of these, as long as it makes its answer at once.
 */
const PREFLIGHT_HEADERS = new Headers(COMMON);
/** What belongs to an account is opened to no other origin. */
const ACCOUNT_HEADERS = new Headers({
  ...JSON_TYPE,
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
});
const UNCACHED_HEADERS = new Headers({ ...COMMON, ...JSON_TYPE, 'cache-control': 'no-store' });
const DOCUMENT_HEADERS = new Headers({ ...COMMON, 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
const DATA_HEADERS = new Headers({
  ...DATA,
  ...JSON_TYPE,
  'cache-control': `public, max-age=${FRESH_SECONDS}`,
});
/** What a key holder gets carries their budget, and is theirs: their own cache must ask again. */
const KEYED = { ...DATA, ...JSON_TYPE, 'cache-control': 'private, no-cache' };
const KEYED_HEADERS = new Headers(KEYED);
/** The same for one who has a budget: every budget has the same names, so each call writes over the last. */
const BUDGET_HEADERS = new Headers(KEYED);

/** Headers for an answer that no cache may keep, with more of its own. */
export function uncachedHeaders(call: Call, more: Record<string, string> | null): Headers {
  return headersFor(call, isClosed(call) ? ACCOUNT_HEADERS : UNCACHED_HEADERS, more);
}

/** Whether no other origin may read the answer. */
function isClosed({ area }: Call): boolean {
  return area === 'account' || area === 'session';
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

/** Identifies the answer of this larder to a request, from a catalogue or a site of this version. */
export function entityTag(version: string, requestHash: number): string {
  return `W/"${VERSION}-${version}-${requestHash.toString(36)}"`;
}

/** Whether the caller holds this very answer already. */
export function isHeld(call: Call, etag: string): boolean {
  const held = call.header('if-none-match');
  if (held === null) return false;
  // Weak comparison, as the method asks for: `W/` does not matter.
  return held.trim() === '*' || held.includes(etag.slice(2));
}

/** Data from a catalogue of this version, as JSON text. */
export function answerData(call: Call, version: string, etag: string, body: Body): Response {
  const headers = dataHeaders(call, version, etag);
  const coding = body.text.length < SMALLEST_COMPRESSED ? null : chooseCoding(call.header('accept-encoding'));
  return answer(call, headers, body, coding);
}

/** The caller's own copy still stands. */
export function answerHeld(call: Call, version: string, etag: string): Response {
  const headers = new Headers(dataHeaders(call, version, etag));
  headers.delete('content-type');
  call.log(304);
  return new Response(null, { status: 304, headers });
}

function dataHeaders(call: Call, version: string, etag: string): Headers {
  const headers = budgetedHeaders(call, etag);
  showVersion(headers, version);
  return headers;
}

/** Written only when it has changed, since that happens once in days. */
function showVersion(headers: Headers, version: string): void {
  if (shownVersions.get(headers) === version) return;
  headers.set('x-catalog-version', version);
  shownVersions.set(headers, version);
}

/** Of the headers that stand ready; a copy for one call has its version from them, or is forgotten with it. */
const shownVersions = new WeakMap<Headers, string>();

function budgetedHeaders(call: Call, etag: string): Headers {
  if (call.isKeyed && call.admissionHeaders !== null) {
    writeBudget(call.admissionHeaders);
    BUDGET_HEADERS.set('x-request-id', call.requestId);
    BUDGET_HEADERS.set('etag', etag);
    return BUDGET_HEADERS;
  }
  const ready = call.isKeyed ? KEYED_HEADERS : DATA_HEADERS;
  ready.set('etag', etag);
  return headersFor(call, ready);
}

/** Of a budget mostly one number has changed since the last one was written. */
function writeBudget(budget: Record<string, string>): void {
  for (const name in budget) {
    const value = budget[name] as string;
    if (writtenBudget[name] !== value) BUDGET_HEADERS.set(name, value);
  }
  writtenBudget = budget;
}

let writtenBudget: Record<string, string> = {};

/** Something of an account, for its holder alone. */
export function answerAccount(call: Call, status: 200 | 201 | 204, body: object | null): Response {
  const headers = uncachedHeaders(call, null);
  call.log(status);
  if (body !== null) return new Response(JSON.stringify(body), { status, headers });
  const bare = new Headers(headers);
  bare.delete('content-type');
  return new Response(null, { status, headers: bare });
}

/** Something about the service itself, which no cache may keep. */
export function answerStatus(call: Call, body: string): Response {
  return answer(call, uncachedHeaders(call, null), new Body(body), null);
}

/** A text that comes with the executable, such as the description of the interface. */
export interface Document {
  contentType: string;
  body: Body;
  headers: Record<string, string>;
}

export function answerDocument(call: Call, { contentType, body, headers }: Document): Response {
  const own = headersFor(call, DOCUMENT_HEADERS, { 'content-type': contentType, ...headers });
  return answer(call, own, body, chooseCoding(call.header('accept-encoding')));
}

function answer(call: Call, headers: Headers, body: Body, coding: Coding | null): Response {
  call.log(200);
  if (coding === null) return new Response(body.text, { headers });
  const own = new Headers(headers);
  own.set('content-encoding', coding);
  return new Response(body.packed(coding), { headers: own });
}

/** OPTIONS is answered before authentication, as a preflight carries no key. */
export function answerPreflight(call: Call, { allow }: Route): Response {
  if (isClosed(call)) {
    const closed = new Headers(uncachedHeaders(call, { allow }));
    closed.delete('content-type');
    call.log(204);
    return new Response(null, { status: 204, headers: closed });
  }
  const headers = headersFor(call, PREFLIGHT_HEADERS, {
    allow,
    'access-control-allow-methods': allow,
    'access-control-allow-headers':
      'Authorization, Content-Type, If-None-Match, X-Request-Id, X-Server-Timing',
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
