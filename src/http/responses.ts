import { VERSION } from '../version.ts';
import type { Call, Route } from './call.ts';
import { Body, type Coding, type Content, chooseCoding, isWorthCompressing } from './encoding.ts';

/** Builds every response of the service: its headers, ETag and compression, and its line in the log. */

/** A new catalogue shows everywhere after this time; until then a repeated lookup costs nobody anything. */
const FRESH_SECONDS = 300;
/** How long a browser may remember a preflight: the longest that any of them honours. */
const PREFLIGHT_SECONDS = 86_400;

/** A browser that shows JSON as a page loads and runs nothing in it, and no other page can frame it. */
export const JSON_POLICY = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" };
/** A year, as browsers expect for their lists; other hosts under the same domain are not our business. */
const STRICT_TRANSPORT = 'max-age=31536000';

const COMMON = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, X-Catalog-Version, X-Search-Matched, X-Total-Count, Server-Timing, ETag, Link',
  'x-content-type-options': 'nosniff',
  ...JSON_POLICY,
};
const DATA = { ...COMMON, vary: 'Accept-Encoding, Authorization' };
const JSON_TYPE = { 'content-type': 'application/json' };

const PREFLIGHT = COMMON;
/** No other origin may read what belongs to an account. */
const ACCOUNT = {
  ...JSON_TYPE,
  ...JSON_POLICY,
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};
const UNCACHED = { ...COMMON, ...JSON_TYPE, 'cache-control': 'no-store' };
const DOCUMENT = { ...COMMON, 'cache-control': 'no-cache', vary: 'Accept-Encoding' };
const ANONYMOUS_DATA = {
  ...DATA,
  ...JSON_TYPE,
  'cache-control': `public, max-age=${FRESH_SECONDS}`,
};
/** A response for a key holder carries their budget, so no shared cache may store it and their own must revalidate. */
const KEYED_DATA = { ...DATA, ...JSON_TYPE, 'cache-control': 'private, no-cache' };

/** Every response but pictures is made here, pages and problems included. Without a coding the body is sent as it is. */
export function respond(
  call: Call,
  status: number,
  common: Headers | Record<string, string>,
  body: Body | null = null,
  coding: Coding | null = null,
): Response {
  call.log(status);
  const content = body === null ? null : contentOf(call, body, coding);
  const response = new Response(content, { status, headers: common });
  if (body === null) response.headers.delete('content-type');
  else if (call.route?.dialect) nameCharset(response.headers);
  if (coding !== null) response.headers.set('content-encoding', coding);
  if (call.surroundings.isHttps) response.headers.set('strict-transport-security', STRICT_TRANSPORT);
  if (call.surroundings.corsOrigins !== null)
    limitOrigins(call, response.headers, call.surroundings.corsOrigins);
  if (call.isTimed) response.headers.set('server-timing', call.timing());
  return response;
}

/** A response with the headers that admission adds, and its own. */
function respondWith(
  call: Call,
  status: number,
  common: Record<string, string>,
  own: Record<string, string> | null,
  body: Body | null = null,
  coding: Coding | null = null,
): Response {
  const response = respond(call, status, common, body, coding);
  response.headers.set('x-request-id', call.requestId);
  setAll(response.headers, call.admissionHeaders);
  setAll(response.headers, own);
  return response;
}

function setAll(headers: Headers, more: Record<string, string> | null): void {
  for (const name in more) headers.set(name, more[name] as string);
}

/** Some clients of other services read JSON as Latin-1 unless a charset is named, although RFC 8259 defines none. */
function nameCharset(headers: Headers): void {
  if (headers.get('content-type') === JSON_TYPE['content-type'])
    headers.set('content-type', 'application/json; charset=utf-8');
}

/**
 * A response that is not ready at once and does not fit in Bun's buffer of 16 KB leaves in fifty pieces, one per
 * header, which takes ten times as long as the rest (https://github.com/oven-sh/bun/pull/41341). From a stream it
 * leaves in two, but without its length. In characters or bytes, with room for headers.
 */
const MAX_SENT_AT_ONCE = 12 * 1024;

/** Apps of other services know responses without a length from there; the API has always sent one. */
function contentOf(call: Call, body: Body, coding: Coding | null): Content | ReadableStream {
  const content = coding === null ? body.plain() : body.compressed(coding);
  const isStreamed = call.hasWaited && call.method !== 'HEAD' && content.length > MAX_SENT_AT_ONCE;
  return isStreamed && call.route?.dialect ? streamOf(content) : content;
}

function streamOf(content: Content): ReadableStream {
  return new ReadableStream({
    type: 'direct',
    pull(controller) {
      controller.write(content);
      controller.end();
    },
  });
}

const ALLOWED_ORIGIN = 'access-control-allow-origin';

/** Restricts what every origin could read to the listed ones. The header can name only one: that of the caller. */
function limitOrigins(call: Call, headers: Headers, origins: ReadonlySet<string>): void {
  if (!headers.has(ALLOWED_ORIGIN)) return;
  const origin = call.header('origin');
  if (origin !== null && origins.has(origin)) headers.set(ALLOWED_ORIGIN, origin);
  else headers.delete(ALLOWED_ORIGIN);
  headers.append('vary', 'Origin');
}

/** The coding to send a body in: the one the caller prefers, or null where compression is not worth it. */
export function codingFor(call: Call, body: Body): Coding | null {
  return isWorthCompressing(body) ? chooseCoding(call.header('accept-encoding')) : null;
}

/**
 * Identifies the response to a request, from a catalogue or a site of this version, by this release of larder with these
 * settings.
 */
export function entityTag({ surroundings }: Call, version: string, request: string): string {
  const hash = Bun.hash.xxHash32(request).toString(36);
  return `W/"${VERSION}-${version}-${hash}${surroundings.settingsTag}"`;
}

/** The part of entity tags that stands for settings which show in responses; empty where none is set. */
export function settingsTag(settings: readonly (string | null)[]): string {
  if (settings.every((setting) => setting === null)) return '';
  return `-${Bun.hash.xxHash32(JSON.stringify(settings)).toString(36)}`;
}

/** Whether the caller's copy of something that exists is still current, by `If-None-Match`. */
export function isNotModified(call: Call, etag: string): boolean {
  const sent = call.header('if-none-match');
  return sent !== null && (sent.trim() === '*' || namesTag(sent, etag));
}

/** Whether the caller names this very copy. Such a caller was given it before, so it exists. */
export function hasCopy(call: Call, etag: string): boolean {
  const sent = call.header('if-none-match');
  return sent !== null && namesTag(sent, etag);
}

/** Weak comparison, as RFC 9110 requires here: `W/` does not matter. */
function namesTag(sent: string, etag: string): boolean {
  return sent.includes(etag.slice(2));
}

/** Data from a catalogue of this version, as JSON text; 304 to a caller whose copy is current. */
export function respondWithData(
  call: Call,
  version: string,
  etag: string,
  body: Body,
  more: Record<string, string> | null = null,
): Response {
  if (isNotModified(call, etag)) return respondNotModified(call, version, etag);
  const response = respondWith(call, 200, dataHeaders(call), null, body, codingFor(call, body));
  const { headers } = response;
  headers.set('etag', etag);
  headers.set('x-catalog-version', version);
  // Anyone who shows the data must credit it (Part 1), so every response with data names its licence.
  headers.set('link', call.surroundings.licenceLink());
  // Another link is appended to that one.
  for (const name in more) headers.append(name, more[name] as string);
  return response;
}

/**
 * 304: the caller's copy is still current. Caches take over the headers of a 304, so it has no links, which are unknown
 * until the response is built.
 */
export function respondNotModified(call: Call, version: string, etag: string): Response {
  return respondWith(call, 304, dataHeaders(call), { etag, 'x-catalog-version': version });
}

function dataHeaders({ isKeyed }: Call): Record<string, string> {
  return isKeyed ? KEYED_DATA : ANONYMOUS_DATA;
}

/** JSON that no cache may store, with headers of its own: problems, and whatever belongs to an account. */
export function respondUncached(
  call: Call,
  status: number,
  body: string | null,
  more: Record<string, string> | null = null,
): Response {
  const common = isPrivate(call) ? ACCOUNT : UNCACHED;
  return respondWith(call, status, common, more, body === null ? null : new Body(body));
}

/** Whether no other origin may read the response. */
function isPrivate({ area }: Call): boolean {
  return area === 'account' || area === 'session';
}

/** A text that comes with the executable, such as the OpenAPI document. */
export interface Document {
  contentType: string;
  body: Body;
  headers: Record<string, string>;
}

export function respondWithDocument(call: Call, { contentType, body, headers }: Document): Response {
  const own = { 'content-type': contentType, ...headers };
  return respondWith(call, 200, DOCUMENT, own, body, codingFor(call, body));
}

const REQUEST_HEADERS = 'Authorization, Content-Type, If-None-Match, X-Request-Id, X-Server-Timing';

/** The response to OPTIONS, preflight or not. */
export function respondToOptions(call: Call, { allow, requestHeaders }: Route): Response {
  if (isPrivate(call)) return respondUncached(call, 204, null, { allow });
  return respondWith(call, 204, PREFLIGHT, {
    allow,
    'access-control-allow-methods': allow,
    'access-control-allow-headers': [REQUEST_HEADERS, ...requestHeaders].join(', '),
    'access-control-max-age': String(PREFLIGHT_SECONDS),
  });
}

/**
 * The response to HEAD: the headers of GET, with the length of its body. Elysia removes the body of some responses
 * itself and gives a length of 0 to those that never had one, which RFC 9110 (8.6) forbids for a 304.
 */
export async function withoutBody(answer: Response): Promise<Response> {
  if (answer.body === null) {
    if (answer.headers.get('content-length') === '0') answer.headers.delete('content-length');
    return answer;
  }
  const { byteLength } = await answer.arrayBuffer();
  answer.headers.set('content-length', String(byteLength));
  return new Response(null, { status: answer.status, headers: answer.headers });
}
