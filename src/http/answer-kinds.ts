/** Which headers an answer has, by its kind. */

/** A new catalogue shows everywhere after this time; until then a repeated lookup costs nobody anything. */
const FRESH_SECONDS = 300;

const NO_SNIFFING = { 'x-content-type-options': 'nosniff' };
/** A browser that shows JSON as a page loads and runs nothing in it, and no other page can frame it. */
export const JSON_POLICY = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" };
export const JSON_TYPE = { 'content-type': 'application/json' };
const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' };
const NO_STORE = { 'cache-control': 'no-store' };
export const ALLOWED_ORIGIN = 'access-control-allow-origin';

/** Of the API, which scripts of any website may read. */
const API = {
  [ALLOWED_ORIGIN]: '*',
  'access-control-expose-headers':
    'Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, X-Catalog-Version, X-Search-Matched, X-Total-Count, Server-Timing, ETag, Link',
  ...NO_SNIFFING,
  ...JSON_POLICY,
};
const DATA = { ...API, ...JSON_TYPE, vary: 'Accept-Encoding, Authorization' };

/** Only this host's own style sheet, scripts and requests: text written by strangers cannot do anything. */
const PAGE = {
  'content-security-policy': pagePolicy("img-src 'self'"),
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(self)',
  ...NO_SNIFFING,
  vary: 'Accept-Encoding',
};
const HTML = { ...PAGE, ...HTML_TYPE, vary: 'Accept-Encoding, Accept-Language, Cookie' };
/** A page names the style sheet it was made with, so browsers revalidate it each time; unchanged, that costs a 304. */
const REVALIDATE = { 'cache-control': 'public, no-cache' };
/** The address of an asset changes with its content. */
const CACHE_FOREVER = { 'cache-control': 'public, max-age=31536000, immutable' };

/** What each kind of answer has, besides its own headers and those that every response has. */
export const KINDS = {
  /** Of the catalogue, as JSON. */
  data: { ...DATA, 'cache-control': `public, max-age=${FRESH_SECONDS}` },
  /** The same for a key holder: it carries their budget, so no shared cache may store it and their own must revalidate. */
  keyedData: { ...DATA, 'cache-control': 'private, no-cache' },
  /** JSON that no cache may store, such as problems. */
  uncached: { ...API, ...JSON_TYPE, ...NO_STORE },
  /** What belongs to an account; no other origin may read it. */
  account: { ...JSON_TYPE, ...JSON_POLICY, ...NO_SNIFFING, ...NO_STORE },
  preflight: API,
  /** A text that comes with the executable, such as the OpenAPI document. */
  document: { ...API, 'cache-control': 'no-cache', vary: 'Accept-Encoding' },
  page: { ...HTML, ...REVALIDATE },
  /** A page that says why there is no other. */
  notice: { ...HTML, ...NO_STORE },
  /** A text for programs beside the pages, such as robots.txt. */
  text: { ...PAGE, ...REVALIDATE },
  asset: { ...PAGE, ...CACHE_FOREVER },
  /** Of a food, for clients on any host. */
  picture: {
    [ALLOWED_ORIGIN]: '*',
    'cross-origin-resource-policy': 'cross-origin',
    ...NO_SNIFFING,
    ...CACHE_FOREVER,
  },
  /**
   * A page of the dashboard: private to one person, closed to other origins. The referrer policy is not `no-referrer`,
   * because a form would then not name its origin; other hosts still learn nothing.
   */
  session: {
    ...HTML_TYPE,
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      "img-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'same-origin',
    ...NO_SNIFFING,
    ...NO_STORE,
  },
} satisfies Record<string, Record<string, string>>;
export type Kind = keyof typeof KINDS;

/**
 * Problems are short. The length of a compressed page of the dashboard would reveal something about the secrets in it, and
 * pictures are compressed already.
 */
export const COMPRESSED: ReadonlySet<Kind> = new Set(['data', 'document', 'page', 'notice', 'text', 'asset']);

export function pagePolicy(pictures: string): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    pictures,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
