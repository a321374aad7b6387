import { entityTag, isHeld } from '../http/answers.ts';
import type { Call } from '../http/call.ts';
import { chooseCoding, compress } from '../http/encoding.ts';
import type { Markup } from '../http/markup.ts';
import { hashRequest, requestOf } from '../http/target.ts';
import type { Asset } from './assets.ts';
import type { Images } from './picture.ts';

/** Makes the answers of pages, with the headers that keep what strangers wrote from doing anything. */

const HTML = 'text/html; charset=utf-8';
/** A page names the style sheet it was made with, so it is asked for again each time; unchanged, that costs a 304. */
const ASK_AGAIN = 'public, no-cache';
/** The address of an asset changes with its content. */
const KEEP_FOR_EVER = 'public, max-age=31536000, immutable';
/** What fits in one network packet gains nothing from compression. */
const SMALLEST_COMPRESSED = 1400;

/** Only this host's own style sheet, scripts and requests; pictures from any host, by https, unless they are off. */
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

/** Answers a page of a catalogue with this tag; whoever holds it already is told so without making it. */
export function answerPage(call: Call, images: Images, siteHash: string, make: () => Markup): Response {
  const etag = entityTag(siteHash, hashRequest(requestOf(call.target)));
  const headers = pageHeaders(call, images, HTML);
  headers.etag = etag;
  headers['cache-control'] = ASK_AGAIN;
  if (isHeld(call, etag)) {
    delete headers['content-type'];
    call.log(304);
    return new Response(null, { status: 304, headers });
  }
  return send(call, 200, headers, make().text);
}

/** A page about something that is not there. */
export function answerMissing(call: Call, images: Images, page: Markup): Response {
  const headers = pageHeaders(call, images, HTML);
  headers['cache-control'] = 'no-store';
  return send(call, 404, headers, page.text);
}

/** A page that says why another is not shown. */
export function answerRefused(
  call: Call,
  status: number,
  page: Markup,
  more: Record<string, string>,
): Response {
  const headers = { ...pageHeaders(call, 'off', HTML), 'cache-control': 'no-store', ...more };
  return send(call, status, headers, page.text);
}

/** The same page under its right address. Names change, and so may this: nobody may remember it for ever. */
export function answerMoved(call: Call, location: string): Response {
  const headers = pageHeaders(call, 'off', HTML);
  headers.location = location;
  headers['cache-control'] = ASK_AGAIN;
  call.log(308);
  return new Response(null, { status: 308, headers });
}

/** A text for programs, such as robots.txt. */
export function answerText(call: Call, contentType: string, text: string): Response {
  const headers = pageHeaders(call, 'off', contentType);
  headers['cache-control'] = ASK_AGAIN;
  return send(call, 200, headers, text);
}

export function answerAsset(call: Call, { contentType, text }: Asset): Response {
  const headers = pageHeaders(call, 'off', contentType);
  headers['cache-control'] = KEEP_FOR_EVER;
  return send(call, 200, headers, text);
}

function pageHeaders(call: Call, images: Images, contentType: string): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': contentType,
    'content-security-policy': POLICIES[images],
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(self)',
    'x-content-type-options': 'nosniff',
    'x-request-id': call.requestId,
    vary: 'Accept-Encoding',
  };
  return call.admissionHeaders === null ? headers : Object.assign(headers, call.admissionHeaders);
}

function send(call: Call, status: number, headers: Record<string, string>, text: string): Response {
  const coding =
    text.length < SMALLEST_COMPRESSED ? null : chooseCoding(call.request.headers.get('accept-encoding'));
  call.log(status);
  if (coding === null) return new Response(text, { status, headers });
  headers['content-encoding'] = coding;
  return new Response(compress(text, coding), { status, headers });
}
