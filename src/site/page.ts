import type { CatalogFacts } from '../food/catalog.ts';
import type { FullAnswer } from '../http/answer.ts';
import { Body } from '../http/encoding.ts';
import { html, type Markup } from '../http/markup.ts';
import { type PageAddress, renderLayout } from './layout.ts';
import { type Language, type Locale, localeOf } from './locale.ts';
import type { Site } from './site.ts';

/** What a page needs to know about its request. */
export interface PageRequest {
  /** The public origin of the service, such as `https://food.example`. */
  origin: string;
  /** Path and query as sent, still escaped. */
  path: string;
  query: string;
  /** The segments that the route names, unescaped. */
  params: Readonly<Record<string, string>>;
  language: Language;
  /** Whether its address names the language. */
  isNamed: boolean;
}

export function localeIn({ language, isNamed }: PageRequest): Locale {
  return localeOf(language, isNamed);
}

/** A page that any thread can make. */
export interface RenderedPage {
  path: string;
  kind: 'html' | 'xml';
  /** Whether it is requested while someone types, and draws from the budget for that. */
  isLive?: boolean;
  /** Whether it takes no parameters but the language, so that other queries need not render it again. */
  isFixed?: boolean;
  /** How many pages it counts for, from its query; one when left out. */
  cost?: (query: string) => number;
  render: (site: Site, request: PageRequest) => FullAnswer;
}

export function foundPage({ text }: Markup): FullAnswer {
  return { kind: 'page', status: 200, body: new Body(text) };
}

/** A page that says what is missing, and what can be done about it. */
export function missingPage(
  title: string,
  words: string,
  locale: Locale,
  facts: CatalogFacts,
  at: PageAddress | null,
  status: 404 | null = 404,
): FullAnswer {
  const { frame, missing } = locale.words;
  const page = renderLayout({
    locale,
    facts,
    at,
    title,
    body: html`<div class="missing">${status !== null && html`<p class="status">${status}</p>`}<h1>${title}</h1><p>${words}</p>
<p><a class="button" href="${locale.link('/')}">${frame.searchFoods}</a> <a class="button quiet" href="${locale.link('/categories')}">${missing.browse}</a></p></div>`,
  });
  return { kind: 'notice', status: 404, body: new Body(page.text) };
}
