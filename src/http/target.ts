/**
 * The request target as it was sent. The interface reads paths literally: nothing is resolved, `//` and `..`
 * are segments like any other, and `%2F` is a character of its segment (decisions on requests).
 */
export interface Target {
  /** The path, still escaped, from its first slash. */
  path: string;
  /** What stands between the slashes, unescaped; the first one is empty, since a path begins with a slash. */
  segments: readonly string[];
  /** What follows the question mark, still escaped. */
  query: string;
  /** False when a router that reads `request.url` would see another path than this one. */
  isPlain: boolean;
}

/**
 * Bun resolves dots and backslashes in `request.url`. Its own router sees the path before that, and the listener
 * notes the segments here in the rare case that they differ.
 */
const sentSegments = new WeakMap<Request, readonly string[]>();

export function noteSegments(request: Request, segments: readonly string[]): void {
  sentSegments.set(request, segments);
}

const SLASH = 47;
const SHORTEST_ORIGIN = 'http://'.length;

export function readTarget(request: Request): Target {
  const { url } = request;
  // Without a usable Host header there is no origin: Bun then gives the bare target.
  const isBare = url.charCodeAt(0) === SLASH;
  const pathStart = isBare ? 0 : url.indexOf('/', SHORTEST_ORIGIN);
  const questionMark = url.indexOf('?', pathStart);
  const pathEnd = questionMark === -1 ? url.length : questionMark;
  const path = url.slice(pathStart, pathEnd);
  const query = questionMark === -1 ? '' : url.slice(questionMark + 1);
  const sent = sentSegments.get(request);
  if (sent !== undefined) return { path, segments: ['', ...sent], query, isPlain: false };
  if (!path.includes('%')) return { path, segments: path.split('/'), query, isPlain: !isBare };
  return { path, segments: path.split('/').map(unescapeSegment), query, isPlain: false };
}

/** Like Python's unquote: a bad escape stays as it is, bytes that are no UTF-8 become U+FFFD. */
function unescapeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return new URLSearchParams(`_=${segment.replaceAll('+', '%2B').replaceAll('&', '%26')}`).get('_') ?? '';
  }
}

/**
 * Two Host headers, or one that is no host, let two servers on the way disagree about whom a request is for
 * (RFC 9112, 3.2). Bun joins repeated headers with a comma and gives no origin to a bad one.
 */
export function hasOneHost(request: Request): boolean {
  const host = request.headers.get('host');
  if (host === null || host === '') return true;
  return request.url.charCodeAt(0) !== SLASH && !host.includes(',');
}
