import { VERSION } from '../version.ts';
import type { Answer } from './answer.ts';
import { ALLOWED_ORIGIN, COMPRESSED, JSON_TYPE, KINDS, type Kind } from './answer-kinds.ts';
import type { Call } from './call.ts';
import { type Body, type Coding, type Content, isWorthCompressing } from './encoding.ts';

/** Makes every response of the service: its headers, its 304, compression, and its line in the log. */

/** A year, as browsers expect for their lists; other hosts under the same domain are not our business. */
const STRICT_TRANSPORT = 'max-age=31536000';

export function send(call: Call, answer: Answer): Response {
  const { kind, body, headers: own, etag } = answer;
  const isKept = answer.status === 200 && etag !== undefined && isNotModified(call, etag);
  const status = isKept ? 304 : answer.status;
  call.log(status);
  const sent = isKept ? null : body;
  const coding = sent !== null && COMPRESSED.has(kind) && isWorthCompressing(sent) ? call.coding : null;
  const content = sent === null ? null : contentOf(call, sent, coding);
  const response = new Response(content, { status, headers: KINDS[kindFor(call, kind)] });
  const { headers } = response;
  setAll(headers, call.admissionHeaders);
  setAll(headers, own, status === 304 ? OF_THE_BODY : null);
  headers.set('x-request-id', call.requestId);
  if (etag !== undefined) headers.set('etag', etag);
  if (sent === null) headers.delete('content-type');
  else if (call.route?.dialect) nameCharset(headers);
  if (coding !== null) headers.set('content-encoding', coding);
  const { isHttps, corsOrigins } = call.surroundings;
  if (isHttps) headers.set('strict-transport-security', STRICT_TRANSPORT);
  // Other websites may show pictures whether or not their scripts may read the API.
  if (corsOrigins !== null && kind !== 'picture') limitOrigins(call, headers, corsOrigins);
  if (call.isTimed) headers.set('server-timing', call.timing());
  return response;
}

function kindFor(call: Call, kind: Kind): Kind {
  if (kind === 'data' && call.isKeyed) return 'keyedData';
  return kind === 'uncached' && call.isPrivate ? 'account' : kind;
}

/** Caches take over the headers of a 304. These are unknown until there is a body. */
const OF_THE_BODY: ReadonlySet<string> = new Set(['link', 'x-total-count', 'x-search-matched']);

function setAll(headers: Headers, more: Answer['headers'], except: ReadonlySet<string> | null = null): void {
  for (const name in more) {
    const value = more[name]!;
    if (except?.has(name)) continue;
    if (typeof value === 'string') headers.set(name, value);
    else for (const one of value) headers.append(name, one);
  }
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

/** Restricts what every origin could read to the listed ones. The header can name only one: that of the caller. */
function limitOrigins(call: Call, headers: Headers, origins: ReadonlySet<string>): void {
  if (!headers.has(ALLOWED_ORIGIN)) return;
  const origin = call.header('origin');
  if (origin !== null && origins.has(origin)) headers.set(ALLOWED_ORIGIN, origin);
  else headers.delete(ALLOWED_ORIGIN);
  headers.append('vary', 'Origin');
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

/**
 * The response to HEAD: the headers of GET, with the length of its body. Elysia removes the body of some responses
 * itself and gives a length of 0 to those that never had one, which RFC 9110 (8.6) forbids for a 304.
 */
export async function withoutBody(response: Response): Promise<Response> {
  if (response.body === null) {
    if (response.headers.get('content-length') === '0') response.headers.delete('content-length');
    return response;
  }
  const { byteLength } = await response.arrayBuffer();
  response.headers.set('content-length', String(byteLength));
  return new Response(null, { status: response.status, headers: response.headers });
}
