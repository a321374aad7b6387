/**
 * The API reads paths literally: `.` and `..` are not resolved, and `%2F` is a character of its segment (decisions on
 * requests). Bun resolves dots and backslashes in `request.url`, and Elysia's router matches that URL. So before the
 * router runs, a URL whose path is not the one that was sent, in canonical spelling, is replaced.
 */

/** Requests that arrive through Bun's router carry the segments of the path as sent, already unescaped. */
type RoutedRequest = Request & { params?: Record<string, string> };

/** No route has more segments, and a deeper path does not exist: the listener reads no more than this. */
export const MAX_SEGMENTS = 8;

const SLASH = 47;
/** A host has at least one character, so this is where to look for the slash after it, for http and https alike. */
const MIN_ORIGIN_LENGTH = 'http://h'.length;
const SECURE = 'https://';
/** In place of an unknown origin: no URL can be parsed from it, and it is as long as Elysia's router assumes. */
const NO_ORIGIN = 'no host';

/** Replaces the URL of a request where its path is not the one that was sent. */
export function restorePath(request: Request): void {
  const { url } = request;
  const path = pathOf(url);
  const canonical = canonicalPath(path, (request as RoutedRequest).params);
  // Elysia's router looks for the path where it begins in an http URL.
  const isReplaced = canonical !== path || url.charCodeAt(0) === SLASH || url.startsWith(SECURE);
  if (isReplaced) replacePath(request, url, path, canonical);
}

/** What the listener calls the segment at a depth. */
export function segmentName(depth: number): string {
  return `s${depth}`;
}

/** Gives a request a path that no route can match, for targets whose segments the listener could not read. */
export function makeUnmatchable(request: Request): void {
  const { url } = request;
  const path = pathOf(url);
  replacePath(request, url, path, `/${path}`);
  unmatchable.add(request);
}

const unmatchable = new WeakSet<Request>();

/** The path of a request as the log should show it: without the slash that keeps routes from matching it. */
export function pathOfStray(request: Request, path: string): string {
  return unmatchable.has(request) ? path.slice(1) : path;
}

/** The path of a URL, still escaped. */
export function pathOf(url: string): string {
  const start = pathStart(url);
  const end = url.indexOf('?', start);
  return url.slice(start, end === -1 ? url.length : end);
}

/** What follows the question mark, still escaped. */
export function queryOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark + 1);
}

/** Without a usable Host header, Bun gives the bare target, without an origin. */
function pathStart(url: string): number {
  return url.charCodeAt(0) === SLASH ? 0 : url.indexOf('/', MIN_ORIGIN_LENGTH);
}

function replacePath(request: Request, url: string, path: string, replacement: string): void {
  const start = pathStart(url);
  const origin = start === 0 ? NO_ORIGIN : url.slice(0, start).replace(SECURE, 'http://');
  const value = origin + replacement + url.slice(start + path.length);
  Object.defineProperty(request, 'url', { value, configurable: true });
}

/** Puts a prefix before the path of a request. */
export function movePath(request: Request, prefix: string): void {
  const { url } = request;
  const path = pathOf(url);
  replacePath(request, url, path, prefix + path);
}

/** The host that a request is for, in lower case, perhaps with a port. */
export function hostOf(request: Request): string {
  const { url } = request;
  const host = request.headers.get('host') ?? url.slice(url.indexOf('//') + 2, pathStart(url));
  return host.toLowerCase();
}

/** The path as sent, with each character escaped or not as `encodeURIComponent` would. */
function canonicalPath(path: string, params: Record<string, string> | undefined): string {
  if (params === undefined) return path.includes('%') ? escapePath(unescapePath(path)) : path;
  if (isAsSent(path, params)) return path;
  const sent = Object.values(params);
  return escapePath(sent.some(isResolved) ? sent : unescapePath(path));
}

/** Whether there was nothing to resolve or unescape, as in nearly every request. */
function isAsSent(path: string, params: Record<string, string>): boolean {
  let end = 0;
  for (const name in params) {
    const segment = params[name]!;
    if (path.charCodeAt(end) !== SLASH || !path.startsWith(segment, end + 1)) return false;
    end += 1 + segment.length;
  }
  return end === path.length || (end === 0 && path === '/');
}

/** Whether Bun's URL has lost this segment, or split it. */
function isResolved(segment: string): boolean {
  return segment === '.' || segment === '..' || segment.includes('\\');
}

function escapePath(segments: readonly string[]): string {
  return segments.map((segment) => `/${escapeSegment(segment)}`).join('');
}

/** Dots alone are escaped too: nothing may take them for steps in a path. */
function escapeSegment(segment: string): string {
  if (segment === '.' || segment === '..') return segment.replaceAll('.', '%2E');
  return encodeURIComponent(segment.toWellFormed());
}

function unescapePath(path: string): string[] {
  return path.slice(1).split('/').map(unescapeSegment);
}

/** As Python's unquote: a malformed escape stays as it is, and bytes that are not UTF-8 become U+FFFD. */
function unescapeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return new URLSearchParams(`_=${segment.replaceAll('+', '%2B').replaceAll('&', '%26')}`).get('_') ?? '';
  }
}

/** Whether only an account key opens this path, or would if it existed; a second slash before it is another path. */
export function isAccountPath(path: string): boolean {
  return /^\/(auth|billing)\//.test(path);
}

/**
 * Two Host headers, or a Host that is not a host, let two servers on the way disagree about where a request goes
 * (RFC 9112, 3.2). Bun joins repeated headers with a comma, and gives no origin to a malformed one.
 */
export function hasOneHost(request: Request): boolean {
  const host = request.headers.get('host');
  if (host === null || host === '') return true;
  return !host.includes(',') && !(Object.hasOwn(request, 'url') && request.url.startsWith(NO_ORIGIN));
}
