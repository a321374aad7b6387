import { INVALID_KEY, type Refused } from '../admission/admission.ts';
import type { CatalogFacts } from '../food/catalog.ts';
import type { Answer } from '../http/answer.ts';
import { pagePolicy } from '../http/answer-kinds.ts';
import type { Call } from '../http/call.ts';
import type { CatalogAnswers } from '../http/catalog-answers.ts';
import { Body } from '../http/encoding.ts';
import { html, type Markup } from '../http/markup.ts';
import { BUSY_HEADERS } from '../http/problems.ts';
import { entityTag, hasCopy, isNotModified } from '../http/send.ts';
import type { Asset } from './assets.ts';
import { languageQuery, localeFor } from './language.ts';
import { type PageAddress, renderLayout } from './layout.ts';
import type { Locale } from './locale.ts';
import { missingPage, type PageRequest, type RenderedPage } from './page.ts';
import type { Images } from './picture.ts';
import { originOf, type Site, siteHash, siteHashOf } from './site.ts';

/** What pages are answered with; `send` has the headers that all of a kind share. */

/** The favicon always has the same address, and hardly ever changes. */
const CACHE_A_WEEK = 'public, max-age=604800';
/** Pictures from any host over https. */
const WITH_PICTURES = { 'content-security-policy': pagePolicy("img-src 'self' https:") };

/** Answers with a page of the site in this state; a 304 needs no rendering. */
export function answerPage(
  call: Call,
  images: Images,
  siteHash: string,
  render: (locale: Locale) => Markup,
): Answer {
  const locale = localeFor(call);
  const etag = pageTag(siteHash, call, locale);
  const headers = headersOf(locale, images);
  if (isNotModified(call, etag)) return { kind: 'page', status: 304, body: null, headers, etag };
  return { kind: 'page', status: 200, body: new Body(render(locale).text), headers, etag };
}

/**
 * Answers with pages that are rendered as tasks. One without a query is the same for all readers of a language, and made
 * once for all of them; a reader who has the same page gets a 304 without a task.
 */
export function createRenderer(
  site: Site,
  answers: CatalogAnswers,
): (call: Call, page: RenderedPage) => Promise<Answer> {
  return async (call, page) => {
    const { images } = site;
    const locale = localeFor(call);
    const headers = headersOf(locale, images);
    const known = pageTag(siteHash(site), call, locale);
    if (page.kind === 'html' && hasCopy(call, known))
      return { kind: 'page', status: 304, body: null, headers, etag: known };
    const query = page.isFixed === true ? languageQuery(call.target.query) : call.target.query;
    const input: PageRequest = {
      origin: originOf(call, site),
      path: call.target.path,
      query,
      params: call.params,
      language: locale.language,
      isNamed: locale.isNamed,
    };
    const isShared = page.isLive !== true && query === languageQuery(query);
    const made = await (isShared
      ? answers.makeOnce(call, { task: page.path, input, key: JSON.stringify(input) })
      : answers.run(call, page.path, input));
    const { kind, status, body, version } = made;
    if (kind === 'text') return made;
    if (status !== 200) return { kind, status, body, headers };
    return { kind, status, body, headers, etag: pageTag(siteHashOf(version, images), call, locale) };
  };
}

/** Of a page in this language. */
function headersOf({ language }: Locale, images: Images): Record<string, string> {
  return { 'content-language': language, ...(images === 'on' && WITH_PICTURES) };
}

/** Identifies a page: it differs by language, and by whether its links name the language. */
function pageTag(siteHash: string, call: Call, { language, isNamed }: Locale): string {
  return entityTag(call, siteHash, `${language} ${isNamed} ${call.cacheKey}`);
}

/** The page for a food that does not exist. */
export function answerNoFood(call: Call, { images, catalog }: Site): Answer {
  const locale = localeFor(call);
  const { noFood, noFoodWords } = locale.words.missing;
  const page = missingPage(noFood, noFoodWords, locale, catalog.facts, call.target);
  return { ...page, headers: headersOf(locale, images) };
}

/**
 * The page about a fault, or about an answer that is not there for the moment. It needs nothing of the catalogue, which
 * may be what failed.
 */
export function answerFault(call: Call, status: 500 | 503): Answer {
  const locale = localeFor(call);
  const { faultTitle, fault, faultWords, busyTitle, busy, busyWords } = locale.words.missing;
  if (status === 503) {
    const notice = { title: busyTitle, heading: busy, words: busyWords };
    return answerNotice(call, 503, locale, notice, null, BUSY_HEADERS);
  }
  const words = locale.say(faultWords, { id: call.requestId });
  return answerNotice(call, 500, locale, { title: faultTitle, heading: fault, words }, null);
}

/** Why there is no page, and what to do about it. */
interface Notice {
  title: string;
  heading: string;
  words: string;
}

function answerNotice(
  call: Call,
  status: number,
  locale: Locale,
  { title, heading, words }: Notice,
  facts: CatalogFacts | null,
  headers: Record<string, string> = {},
): Answer {
  const page = renderLayout({
    locale,
    at: call.method === 'GET' ? call.target : null,
    facts,
    title: `${title} · larder`,
    body: html`<div class="missing"><p class="status">${status}</p><h1>${heading}</h1><p>${words}</p></div>`,
  });
  const body = new Body(page.text);
  return { kind: 'notice', status, body, headers: { ...headersOf(locale, 'off'), ...headers } };
}

/**
 * The page for an address that does not exist. The status is that of every path that does not exist
 * (Part 5, rule 6), and programs that request the same address get JSON.
 */
export function answerNoPage(call: Call, facts: CatalogFacts): Answer {
  return noPage(call, facts, INVALID_KEY.status, { 'www-authenticate': 'Bearer' }, call.target);
}

function noPage(
  call: Call,
  facts: CatalogFacts,
  status: number,
  more: Record<string, string>,
  at: PageAddress | null,
): Answer {
  const locale = localeFor(call);
  const { noPage, noPageWords } = locale.words.missing;
  const vary = 'Accept, Accept-Encoding, Accept-Language, Cookie';
  const headers = { ...headersOf(locale, 'off'), vary, ...more };
  return { ...missingPage(noPage, noPageWords, locale, facts, at, null), status, headers };
}

/** The page for an address that does not exist, or for too many requests. */
export function pageRefuser({ catalog }: Site): (call: Call, refused: Refused) => Answer {
  return (call, { status, headers }) => {
    if (status === INVALID_KEY.status) return answerNoPage(call, catalog.facts);
    // Such as the address that a form is sent to, typed or loaded again.
    if (status === 405) return noPage(call, catalog.facts, status, headers ?? {}, null);
    const locale = localeFor(call);
    const { limitedTitle, limited, limitedWords } = locale.words.missing;
    const count = Number(headers?.['retry-after'] ?? MAX_WAIT_SECONDS);
    const notice = { title: limitedTitle, heading: limited, words: locale.say(limitedWords, { count }) };
    return answerNotice(call, status, locale, notice, catalog.facts, headers ?? {});
  };
}

/** Pages are limited by the minute. */
const MAX_WAIT_SECONDS = 60;

/** Leads to the right address of a page. Names change, and so may this: no cache may keep it forever. */
export function answerMoved(location: string): Answer {
  return { kind: 'text', status: 308, body: null, headers: { location } };
}

/** A text for programs, such as robots.txt. */
export function answerText(text: string, contentType = 'text/plain; charset=utf-8'): Answer {
  return { kind: 'text', status: 200, body: new Body(text), headers: { 'content-type': contentType } };
}

export function answerAsset({
  contentType,
  body,
  policy,
}: Pick<Asset, 'contentType' | 'body' | 'policy'>): Answer {
  const own = policy === undefined ? null : { 'content-security-policy': policy };
  return { kind: 'asset', status: 200, body, headers: { 'content-type': contentType, ...own } };
}

/** A picture of a food, which clients on any host may show. */
export function answerPicture(png: Uint8Array<ArrayBuffer>): Answer {
  return bytes(png, { 'content-type': 'image/png' });
}

export function answerFavicon(icon: Uint8Array<ArrayBuffer>): Answer {
  return bytes(icon, { 'content-type': 'image/x-icon', 'cache-control': CACHE_A_WEEK });
}

/** A certificate that devices offer to install. */
export function answerCertificate(der: Uint8Array<ArrayBuffer>): Answer {
  return bytes(der, { 'content-type': 'application/x-x509-ca-cert', 'cache-control': 'no-store' });
}

function bytes(content: Uint8Array<ArrayBuffer>, headers: Record<string, string>): Answer {
  return { kind: 'picture', status: 200, body: new Body(content), headers };
}

/** Leads back to the page on which a language was chosen. */
export function answerChoice(location: string, cookie: string): Answer {
  const headers = { 'cache-control': 'no-store', location, 'set-cookie': cookie };
  return { kind: 'text', status: 303, body: null, headers };
}
