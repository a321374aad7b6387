import { INVALID_KEY, type Refused } from '../admission/admission.ts';
import type { CatalogFacts } from '../food/catalog.ts';
import type { Call } from '../http/call.ts';
import { Body } from '../http/encoding.ts';
import { isForReader } from '../http/gate.ts';
import { html, type Markup } from '../http/markup.ts';
import { BUSY_HEADERS, busy, clientGone } from '../http/problems.ts';
import { codingFor, entityTag, hasCopy, isNotModified, respond } from '../http/responses.ts';
import type { NotDone, TaskResult, TaskRunner } from '../http/task.ts';
import { TaskCache } from '../http/task-cache.ts';
import { after, type MaybePromise } from '../maybe-promise.ts';
import type { Asset } from './assets.ts';
import { languageQuery, localeFor } from './language.ts';
import { type PageAddress, renderLayout } from './layout.ts';
import type { Locale } from './locale.ts';
import { missingPage, type PageRequest, type RenderedPage } from './page.ts';
import type { Images } from './picture.ts';
import { originOf, type Site, siteHash, siteHashOf } from './site.ts';

/** The responses of pages, with the headers that keep text written by strangers from doing anything. */

const HTML = 'text/html; charset=utf-8';
const XML = 'application/xml; charset=utf-8';
/** A page names the style sheet it was made with, so browsers revalidate it each time; unchanged, that costs a 304. */
const REVALIDATE = 'public, no-cache';
/** The address of an asset changes with its content. */
const CACHE_FOREVER = 'public, max-age=31536000, immutable';
/** The favicon always has the same address, and hardly ever changes. */
const CACHE_A_WEEK = 'public, max-age=604800';

/** Allows only this host's own style sheet, scripts and requests; pictures from any host over https, unless off. */
function contentSecurityPolicy(images: Images): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
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

/** Responds with a page of the site in this state; a 304 needs no rendering. */
export function respondWithPage(
  call: Call,
  images: Images,
  siteHash: string,
  render: (locale: Locale) => Markup,
): Response {
  const locale = localeFor(call);
  const etag = pageTag(siteHash, call, locale);
  const headers = htmlHeaders(call, images, REVALIDATE, locale, { etag });
  return isNotModified(call, etag)
    ? respond(call, 304, headers)
    : send(call, 200, headers, render(locale).text);
}

/** Room for every page without a query and some twenty sitemaps, which are the largest; in characters of text. */
const SHARED_CHARACTERS = 32 * 1024 * 1024;

/**
 * Responds with pages that are rendered as tasks. One without a query is the same for all readers of a language, and made
 * once for all of them; a reader
 * who has the same page gets a 304 without a task.
 */
export function createPageResponder(
  site: Site,
  tasks: TaskRunner,
): (call: Call, page: RenderedPage) => MaybePromise<Response> {
  const shared = new TaskCache(site.catalog, tasks, SHARED_CHARACTERS);
  return (call, page) => {
    const locale = localeFor(call);
    const etag = pageTag(siteHash(site), call, locale);
    if (page.kind === 'html' && hasCopy(call, etag)) return respondWithCopy(call, site.images, etag);
    const query = page.isFixed === true ? languageQuery(call.target.query) : call.target.query;
    const { path } = call.target;
    const request: PageRequest = {
      origin: originOf(call, site),
      path,
      query,
      params: call.params,
      language: locale.language,
      isNamed: locale.isNamed,
    };
    const input = JSON.stringify(request);
    const isShared = page.isLive !== true && query === languageQuery(query);
    const answer = isShared ? shared.runOnce(call, page.path, input) : tasks.run(call, page.path, input);
    return after(answer, (made) => respondWithAnswer(call, site, page, made));
  };
}

function respondWithAnswer(
  call: Call,
  site: Site,
  { kind }: RenderedPage,
  answer: TaskResult | NotDone,
): Response {
  if (answer === 'gone') return clientGone(call);
  if (typeof answer === 'string') return isForReader(call) ? busyPage(call, site.catalog.facts) : busy(call);
  const { images } = site;
  const locale = localeFor(call);
  const { status, version, body } = answer;
  const coding = codingFor(call, body);
  if (status === 404) return respond(call, 404, htmlHeaders(call, images, 'no-store', locale), body, coding);
  if (kind === 'xml') return respond(call, 200, pageHeaders(call, 'off', XML, REVALIDATE), body, coding);
  const etag = pageTag(siteHashOf(version, images), call, locale);
  return isNotModified(call, etag)
    ? respondWithCopy(call, images, etag)
    : respond(call, 200, htmlHeaders(call, images, REVALIDATE, locale, { etag }), body, coding);
}

function respondWithCopy(call: Call, images: Images, etag: string): Response {
  const locale = localeFor(call);
  return respond(call, 304, htmlHeaders(call, images, REVALIDATE, locale, { etag }));
}

/** Identifies a page: it differs by language, and by whether its links name the language. */
function pageTag(siteHash: string, call: Call, { language, isNamed }: Locale): string {
  return entityTag(call, siteHash, `${language} ${isNamed} ${call.cacheKey}`);
}

/** Tells a person who reads pages that there is no such food. */
export function respondNoFood(call: Call, { images, catalog }: Site): Response {
  const locale = localeFor(call);
  const { noFood, noFoodWords } = locale.words.missing;
  const { text } = missingPage(noFood, noFoodWords, locale, catalog.facts, call.target);
  return send(call, 404, htmlHeaders(call, images, 'no-store', locale), text);
}

/** Tells a person who reads pages that too many others do so at the moment. */
function busyPage(call: Call, facts: CatalogFacts | null): Response {
  const locale = localeFor(call);
  const { busyTitle, busy, busyWords } = locale.words.missing;
  const said = { title: busyTitle, heading: busy, words: busyWords };
  return sendNotice(call, 503, locale, said, facts, BUSY_HEADERS);
}

/**
 * Tells a person who reads pages of a fault, or that there is no answer for a moment. It needs nothing of the catalogue, which
 * may be what failed.
 */
export function respondFault(call: Call, status: 500 | 503): Response {
  const locale = localeFor(call);
  if (status === 503) return busyPage(call, null);
  const { faultTitle, fault, faultWords } = locale.words.missing;
  const words = locale.say(faultWords, { id: call.requestId });
  return sendNotice(call, 500, locale, { title: faultTitle, heading: fault, words }, null);
}

/** Why there is no page, and what to do about it. */
interface Notice {
  title: string;
  heading: string;
  words: string;
}

function sendNotice(
  call: Call,
  status: number,
  locale: Locale,
  { title, heading, words }: Notice,
  facts: CatalogFacts | null,
  headers: Record<string, string> = {},
): Response {
  const page = renderLayout({
    locale,
    at: call.method === 'GET' ? call.target : null,
    facts,
    title: `${title} · larder`,
    body: html`<div class="missing"><p class="status">${status}</p><h1>${heading}</h1><p>${words}</p></div>`,
  });
  return send(call, status, htmlHeaders(call, 'off', 'no-store', locale, headers), page.text);
}

/**
 * Tells a person who reads pages that there is no such page. The status is that of every path that does not exist
 * (Part 5, rule 6), and programs that request the same address get JSON.
 */
export function respondNoPage(call: Call, facts: CatalogFacts): Response {
  return sendNoPage(call, facts, INVALID_KEY.status, { 'www-authenticate': 'Bearer' }, call.target);
}

function sendNoPage(
  call: Call,
  facts: CatalogFacts,
  status: number,
  more: Record<string, string>,
  at: PageAddress | null,
): Response {
  const locale = localeFor(call);
  const { noPage, noPageWords } = locale.words.missing;
  const { text } = missingPage(noPage, noPageWords, locale, facts, at, null);
  const vary = 'Accept, Accept-Encoding, Accept-Language, Cookie';
  const headers = htmlHeaders(call, 'off', 'no-store', locale, { vary, ...more });
  return send(call, status, headers, text);
}

/** Tells a person who reads pages that the page does not exist, or that there were too many requests. */
export function pageRefuser({ catalog }: Site): (call: Call, refused: Refused) => Response {
  return (call, { status, headers }) => {
    if (status === INVALID_KEY.status) return respondNoPage(call, catalog.facts);
    // Such as the address that a form is sent to, typed or loaded again.
    if (status === 405) return sendNoPage(call, catalog.facts, status, headers ?? {}, null);
    const locale = localeFor(call);
    const { limitedTitle, limited, limitedWords } = locale.words.missing;
    const count = Number(headers?.['retry-after'] ?? MAX_WAIT_SECONDS);
    const said = { title: limitedTitle, heading: limited, words: locale.say(limitedWords, { count }) };
    return sendNotice(call, status, locale, said, catalog.facts, headers ?? {});
  };
}

/** Pages are limited by the minute. */
const MAX_WAIT_SECONDS = 60;

/** Leads to the right address of a page. Names change, and so may this: no cache may keep it forever. */
export function respondMoved(call: Call, location: string): Response {
  return respond(call, 308, pageHeaders(call, 'off', HTML, REVALIDATE, { location }));
}

/** A certificate that devices offer to install. */
export function respondWithCertificate(call: Call, der: Uint8Array<ArrayBuffer>): Response {
  return sendPicture(call, der, 'application/x-x509-ca-cert', 'no-store');
}

/** A text for programs, such as robots.txt. */
export function respondWithText(call: Call, contentType: string, text: string): Response {
  return send(call, 200, pageHeaders(call, 'off', contentType, REVALIDATE), text);
}

export function respondWithAsset(
  call: Call,
  { contentType, body, policy }: Pick<Asset, 'contentType' | 'body' | 'policy'>,
): Response {
  const more = policy === undefined ? {} : { 'content-security-policy': policy };
  const headers = pageHeaders(call, 'off', contentType, CACHE_FOREVER, more);
  return respond(call, 200, headers, body, codingFor(call, body));
}

/** A picture of a food, which clients on any host may show. */
export function respondWithPicture(call: Call, png: Uint8Array<ArrayBuffer>): Response {
  return sendPicture(call, png, 'image/png', CACHE_FOREVER);
}

export function respondWithFavicon(call: Call, icon: Uint8Array<ArrayBuffer>): Response {
  return sendPicture(call, icon, 'image/x-icon', CACHE_A_WEEK);
}

function sendPicture(
  call: Call,
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  cacheControl: string,
): Response {
  call.log(200);
  return new Response(bytes, {
    headers: {
      'content-type': contentType,
      'cache-control': cacheControl,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'x-request-id': call.requestId,
    },
  });
}

/** Leads back to the page on which a language was chosen. */
export function respondWithChoice(call: Call, location: string, cookie: string): Response {
  return respond(call, 303, pageHeaders(call, 'off', HTML, 'no-store', { location, 'set-cookie': cookie }));
}

/** A page depends on the language that its reader chose or prefers. */
function htmlHeaders(
  call: Call,
  images: Images,
  cacheControl: string,
  { language }: Locale,
  more: Record<string, string> = {},
): Record<string, string> {
  return pageHeaders(call, images, HTML, cacheControl, {
    'content-language': language,
    vary: 'Accept-Encoding, Accept-Language, Cookie',
    ...more,
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
