import type { Refused } from '../admission/admission.ts';
import type { Call } from '../http/call.ts';
import { Body } from '../http/encoding.ts';
import { html, type Markup } from '../http/markup.ts';
import { codingFor, entityTag, hashRequest, isNotModified, respond } from '../http/responses.ts';
import type { Asset } from './assets.ts';
import { renderLayout } from './layout.ts';
import type { Images } from './picture.ts';

/** The responses of pages, with the headers that keep text written by strangers from doing anything. */

const HTML = 'text/html; charset=utf-8';
/** A page names the style sheet it was made with, so browsers revalidate it each time; unchanged, that costs a 304. */
const REVALIDATE = 'public, no-cache';
/** The address of an asset changes with its content. */
const CACHE_FOREVER = 'public, max-age=31536000, immutable';

/** Allows only this host's own style sheet, scripts and requests; pictures from any host over https, unless off. */
function contentSecurityPolicy(images: Images): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    images === 'on' ? "img-src 'self' https:" : "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
const POLICIES: Readonly<Record<Images, string>> = {
  on: contentSecurityPolicy('on'),
  off: contentSecurityPolicy('off'),
};

/** Responds with a page of the site in this state; a 304 does without rendering it. */
export function respondWithPage(
  call: Call,
  images: Images,
  siteHash: string,
  render: () => Markup,
): Response {
  const etag = entityTag(siteHash, hashRequest(call.cacheKey));
  const headers = pageHeaders(call, images, HTML, REVALIDATE, { etag });
  return isNotModified(call, etag) ? respond(call, 304, headers) : send(call, 200, headers, render().text);
}

/** A page that says what is not there, and what can be done about it. */
export function respondMissing(call: Call, images: Images, title: string, words: string): Response {
  const page = renderLayout({
    title,
    description: null,
    canonical: null,
    place: 'elsewhere',
    body: html`<div class="missing"><p class="status">404</p><h1>${title}</h1><p>${words}</p>
<p><a class="button" href="/">Search foods</a> <a class="button quiet" href="/categories">Browse categories</a></p></div>`,
  });
  return send(call, 404, pageHeaders(call, images, HTML, 'no-store'), page.text);
}

/** Tells a person who reads pages that there were too many requests, and how long to wait. */
export function refusePage(call: Call, { status, headers }: Refused): Response {
  const seconds = headers?.['retry-after'] ?? '60';
  const page = renderLayout({
    title: 'Too many requests · larder',
    description: null,
    canonical: null,
    place: 'elsewhere',
    body: html`<div class="missing"><p class="status">${status}</p><h1>Slow down a little</h1><p>There were too many requests from your address within a minute. Load this page again in ${seconds} ${seconds === '1' ? 'second' : 'seconds'}.</p></div>`,
  });
  return send(call, status, pageHeaders(call, 'off', HTML, 'no-store', headers ?? {}), page.text);
}

/** The same page at its right address. Names change, and so may this: no cache may keep it for good. */
export function respondMoved(call: Call, location: string): Response {
  return respond(call, 308, pageHeaders(call, 'off', HTML, REVALIDATE, { location }));
}

/** A text for programs, such as robots.txt. */
export function respondWithText(call: Call, contentType: string, text: string): Response {
  return send(call, 200, pageHeaders(call, 'off', contentType, REVALIDATE), text);
}

export function respondWithAsset(call: Call, { contentType, text }: Asset): Response {
  return send(call, 200, pageHeaders(call, 'off', contentType, CACHE_FOREVER), text);
}

/** A picture of a food, which clients on any host may show. */
export function respondWithPicture(call: Call, png: Uint8Array<ArrayBuffer>): Response {
  call.log(200);
  return new Response(png, {
    headers: {
      'content-type': 'image/png',
      'cache-control': CACHE_FOREVER,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'x-request-id': call.requestId,
    },
  });
}

function pageHeaders(
  call: Call,
  images: Images,
  contentType: string,
  cacheControl: string,
  more: Record<string, string> = {},
): Record<string, string> {
  return {
    'content-type': contentType,
    'cache-control': cacheControl,
    'content-security-policy': POLICIES[images],
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(self)',
    'x-content-type-options': 'nosniff',
    'x-request-id': call.requestId,
    vary: 'Accept-Encoding',
    ...call.admissionHeaders,
    ...more,
  };
}

function send(call: Call, status: number, headers: Record<string, string>, text: string): Response {
  const body = new Body(text);
  return respond(call, status, headers, body, codingFor(call, body));
}
