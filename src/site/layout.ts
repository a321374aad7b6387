import type { CatalogFacts } from '../food/catalog.ts';
import { LONGEST_QUERY } from '../food/catalog.ts';
import { hasOpenData } from '../food/credit.ts';
import { html, type Insertable, type Markup, markup } from '../http/markup.ts';
import { ICON_PATH, SCRIPT_PATH, STYLE_PATH } from './assets.ts';
import { ENGLISH, type Locale } from './locale.ts';

/** The frame of every page, the dashboard's included: head, bar, and a footer with the credit that Part 1 asks for. */
export interface PageParts {
  /** English when left out. */
  locale?: Locale;
  title: string;
  /** For search engines and previews; null for pages that should not be indexed. */
  description: string | null;
  /** The full canonical address, or null for a page that should not be indexed. */
  canonical: string | null;
  /** More elements for the head. */
  head?: Markup;
  /** The catalogue that is served; without one, the footer credits every source there may be. */
  facts?: CatalogFacts;
  /** Which entry of the bar is current. */
  place: 'search' | 'categories' | 'recipes' | 'about' | 'food' | 'dashboard' | 'elsewhere';
  /** The search page has its own search box. */
  hasOwnSearch?: boolean;
  body: Insertable;
}

export function renderLayout(page: PageParts): Markup {
  const { locale = ENGLISH } = page;
  return html`<!doctype html>
<html lang="${locale.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
${
  page.description !== null &&
  html`<meta name="description" content="${page.description}">
`
}${page.canonical === null ? html`<meta name="robots" content="noindex">` : html`<link rel="canonical" href="${page.canonical}">`}
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${ICON_PATH}" type="image/svg+xml">
<link rel="stylesheet" href="${STYLE_PATH}">
<script src="${SCRIPT_PATH}" defer></script>
${page.head ?? null}</head>
<body>
<a class="skip" href="#main">${locale.words.frame.skip}</a>
${bar(page, locale)}
<main id="main" tabindex="-1">
${page.body}
</main>
${foot(locale, page.facts)}
</body>
</html>
`;
}

/** A jar on a shelf. */
export const MARK = markup(
  '<svg class="mark" viewBox="0 0 32 32" width="30" height="30" aria-hidden="true"><rect class="mark-ground" width="32" height="32" rx="8"/><rect class="mark-jar" x="9" y="5" width="14" height="4" rx="1.500"/><rect class="mark-jar" x="7" y="11" width="18" height="16" rx="4"/><path class="mark-label" d="M7 16h18v6H7z"/></svg>',
);

function bar({ place, hasOwnSearch }: PageParts, locale: Locale): Markup {
  const { frame } = locale.words;
  const current = (here: PageParts['place']) => (place === here ? html` aria-current="page"` : '');
  return html`<header class="bar">
<a class="brand" href="/"${current('search')}>${MARK}<span>larder</span></a>
${
  hasOwnSearch !== true &&
  html`<form class="bar-search" action="/" method="get" role="search"><label class="unseen" for="bar-q">${frame.searchFoods}</label><input id="bar-q" name="q" type="search" maxlength="${LONGEST_QUERY}" placeholder="${frame.searchFoods}" autocomplete="off" data-search-key></form>`
}
<nav aria-label="${frame.site}"><ul><li><a href="/categories"${current('categories')}>${frame.categories}</a></li><li><a href="/recipes"${current('recipes')}>${frame.recipes}</a></li><li><a href="/about"${current('about')}>${frame.about}</a></li><li><a href="/docs">API</a></li><li><a href="/dashboard"${current('dashboard')}>${frame.account}</a></li></ul></nav>
</header>`;
}

function foot(locale: Locale, facts: CatalogFacts | undefined): Markup {
  const { frame } = locale.words;
  const isOpen = facts === undefined || hasOpenData(facts);
  const isGeneric = facts === undefined || (facts.foods_by_source.usda ?? 0) > 0;
  const credits = [
    isOpen &&
      locale.put(frame.openData, {
        off: html`<a href="https://world.openfoodfacts.org/">Open Food Facts</a>`,
        licence: html`<a href="https://opendatacommons.org/licenses/odbl/1-0/">${frame.openLicence}</a>`,
        pictures: html`<a href="https://creativecommons.org/licenses/by-sa/3.0/">CC BY-SA</a>`,
      }),
    isGeneric && frame.generic,
    !isOpen && frame.notOpenData,
  ].filter((credit) => credit !== false);
  return html`<footer>
<p>${credits.map((credit) => html`${credit} `)}</p>
<p>${frame.notMedical} <a href="/about">${frame.aboutCatalog}</a> · <a href="/docs">API</a> · <a href="/llms.txt">${frame.forModels}</a></p>
</footer>`;
}
