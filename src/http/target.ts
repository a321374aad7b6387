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
}

/** The request in one line: equal for two that are answered alike. */
export function requestOf({ path, query }: Target): string {
  return `${path}?${query}`;
}

export function hashRequest(request: string): number {
  return Bun.hash.xxHash32(request);
}

/** What the listener knows of the path of the request it hands on, before Bun resolved any of it. */
export interface Arrival {
  /** How many segments were sent, or null when that many have no route. */
  depth: number | null;
  /** The segments themselves, unescaped. */
  segments(request: Request): readonly string[];
}

/**
 * Bun resolves dots and backslashes in `request.url`, and a router may be handed nothing but the request. So the
 * listener leaves word here, and the target is read before anything else happens; without word, the URL counts.
 */
let lastArrival: Arrival | null = null;
let lastArrived: Request | null = null;

export function announce(request: Request, arrival: Arrival): void {
  lastArrived = request;
  lastArrival = arrival;
}

const SLASH = 47;
const SHORTEST_ORIGIN = 'http://'.length;

export function readTarget(request: Request, url: string = request.url): Target {
  const arrival = lastArrived === request ? lastArrival : null;
  // Without a usable Host header there is no origin: Bun then gives the bare target.
  const pathStart = url.charCodeAt(0) === SLASH ? 0 : url.indexOf('/', SHORTEST_ORIGIN);
  const questionMark = url.indexOf('?', pathStart);
  const path = url.slice(pathStart, questionMark === -1 ? url.length : questionMark);
  const query = questionMark === -1 ? '' : url.slice(questionMark + 1);
  const segments = path.split('/');
  if (arrival !== null) {
    const sent = arrival.segments(request);
    if (wasResolved(segments, arrival, sent))
      return { path: pathOf(sent) ?? path, segments: ['', ...sent], query };
  }
  if (!path.includes('%')) return { path, segments, query };
  return { path, segments: segments.map(unescapeSegment), query };
}

/** Whether a path is, or would be, one of those that only an account key opens. */
export function isAccountPath({ path, segments }: Target): boolean {
  const [, first, ...rest] = segments;
  // Of a path with too many segments the listener tells none, and what Bun made of it has to do.
  return ACCOUNT_PREFIX.test(path) || (rest.length > 0 && (first === 'auth' || first === 'billing'));
}

const ACCOUNT_PREFIX = /^\/(auth|billing)\//;

/**
 * Resolving takes segments away or leaves the last one empty. A backslash becomes a slash and adds one, so that together
 * with dots the number may come out right.
 */
function wasResolved(segments: readonly string[], { depth }: Arrival, sent: readonly string[]): boolean {
  if (depth === null) return true;
  // The path `/` has no segment, and splits into two empty ones all the same.
  if (segments.length - 1 !== Math.max(1, depth) || (depth > 0 && segments[depth] === '')) return true;
  return sent.some((segment) => segment.includes('\\'));
}

/** The path of segments as they were sent; null where the listener tells none, since there are too many. */
function pathOf(sent: readonly string[]): string | null {
  if (sent.length === 0) return null;
  return sent.map((segment) => `/${encodeURIComponent(segment.toWellFormed())}`).join('');
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
export function hasOneHost(request: Request, url: string = request.url): boolean {
  const host = request.headers.get('host');
  if (host === null || host === '') return true;
  return url.charCodeAt(0) !== SLASH && !host.includes(',');
}
