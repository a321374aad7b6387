import type { Answer, FullAnswer } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { Body } from '../http/encoding.ts';
import { html, type Markup } from '../http/markup.ts';
import { categoryPath } from './category-pages.ts';
import { ENGLISH } from './locale.ts';
import { missingPage, type PageRequest } from './page.ts';
import { answerText } from './page-answers.ts';
import { originOf, type Site } from './site.ts';

/** What search engines request. */

/** The protocol allows 50,000 addresses in a file; with these, one takes milliseconds even with millions of foods. */
export const ADDRESSES_ON_A_PAGE = 5000;
const PAGE = /^([1-9]\d{0,5}|pages)\.xml$/;

/** Crawlers may read pages; the API and search results are not worth indexing. */
export function robotsText(call: Call, site: Site): Answer {
  const text = `User-agent: *
Disallow: /search
Disallow: /barcode/
Disallow: /foods/
Disallow: /results
Disallow: /*?q=
Disallow: /compare
Disallow: /auth/
Disallow: /billing/
Disallow: /dashboard

Sitemap: ${originOf(call, site)}/sitemap.xml
`;
  return answerText(text);
}

/** `/sitemap.xml`: the files that list every page. */
export function sitemapIndex({ catalog }: Site, { origin }: PageRequest): FullAnswer {
  const files = Math.ceil(catalog.size / ADDRESSES_ON_A_PAGE);
  const names = ['pages', ...Array.from({ length: files }, (_, i) => String(i + 1))];
  const entries = names.map((name) => html`<sitemap><loc>${origin}/sitemap/${name}.xml</loc></sitemap>\n`);
  return xml('sitemapindex', entries);
}

/** `/sitemap/pages.xml`: all pages except those of foods; `/sitemap/{n}.xml`: foods, best first. */
export function sitemapPage(site: Site, { origin, params }: PageRequest): FullAnswer {
  const name = PAGE.exec(params.page ?? '')?.[1] ?? '';
  const paths = name === 'pages' ? pagePaths(site) : foodPaths(site, Number(name));
  if (paths.length === 0) {
    const { noPage, fewerSitemaps } = ENGLISH.words.missing;
    return missingPage(noPage, fewerSitemaps, ENGLISH, site.catalog.facts, null);
  }
  const entries = paths.map((path) => html`<url><loc>${origin}${path}</loc></url>\n`);
  return xml('urlset', entries);
}

function pagePaths({ catalog }: Site): string[] {
  const categories = new Set(catalog.listCategories().map(({ category }) => categoryPath(category)));
  return ['/', '/eaten', '/recipes', '/categories', '/about', '/docs', ...categories];
}

function foodPaths({ catalog }: Site, page: number): string[] {
  return page > 0 ? catalog.listAddresses((page - 1) * ADDRESSES_ON_A_PAGE, ADDRESSES_ON_A_PAGE) : [];
}

function xml(root: string, entries: Markup[]): FullAnswer {
  const name = html`${root}`.text;
  const body = new Body(`<?xml version="1.0" encoding="UTF-8"?>
<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${html`${entries}`.text}</${name}>
`);
  return { kind: 'text', status: 200, body, headers: { 'content-type': 'application/xml; charset=utf-8' } };
}
