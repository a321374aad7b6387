import type { CatalogFacts } from '../food/catalog.ts';
import { LONGEST_QUERY } from '../food/catalog.ts';
import { hasOpenData } from '../food/credit.ts';
import { html, type Insertable, type Markup, markup } from '../http/markup.ts';
import { ICON_PATH, SCRIPT_PATH, STYLE_PATH } from './assets.ts';

/** The frame of every page, the dashboard's included: head, bar, and a footer with the credit that Part 1 asks for. */
export interface PageParts {
  title: string;
  /** For search engines and previews; null for pages that should not be indexed. */
  description: string | null;
  /** The full canonical address, or null for a page that should not be indexed. */
  canonical: string | null;
  /** More elements for the head. */
  head?: Markup;
  /** The catalogue that the page shows; without one, the footer credits every source there may be. */
  facts?: CatalogFacts;
  /** Which entry of the bar is current. */
  place: 'search' | 'categories' | 'about' | 'food' | 'dashboard' | 'elsewhere';
  /** The search page has its own search box. */
  hasOwnSearch?: boolean;
  body: Insertable;
}

export function renderLayout(page: PageParts): Markup {
  return html`<!doctype html>
<html lang="en">
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
<a class="skip" href="#main">Skip to the content</a>
${bar(page)}
<main id="main" tabindex="-1">
${page.body}
</main>
${foot(page.facts)}
</body>
</html>
`;
}

/** A jar on a shelf. */
export const MARK = markup(
  '<svg class="mark" viewBox="0 0 32 32" width="30" height="30" aria-hidden="true"><rect class="mark-ground" width="32" height="32" rx="8"/><rect class="mark-jar" x="9" y="5" width="14" height="4" rx="1.500"/><rect class="mark-jar" x="7" y="11" width="18" height="16" rx="4"/><path class="mark-label" d="M7 16h18v6H7z"/></svg>',
);

function bar({ place, hasOwnSearch }: PageParts): Markup {
  const current = (here: PageParts['place']) => (place === here ? html` aria-current="page"` : '');
  return html`<header class="bar">
<a class="brand" href="/"${current('search')}>${MARK}<span>larder</span></a>
${
  hasOwnSearch !== true &&
  html`<form class="bar-search" action="/" method="get" role="search"><label class="unseen" for="bar-q">Search foods</label><input id="bar-q" name="q" type="search" maxlength="${LONGEST_QUERY}" placeholder="Search foods" autocomplete="off" data-search-key></form>`
}
<nav aria-label="Site"><ul><li><a href="/categories"${current('categories')}>Categories</a></li><li><a href="/about"${current('about')}>About</a></li><li><a href="/docs">API</a></li><li><a href="/dashboard"${current('dashboard')}>Account</a></li></ul></nav>
</header>`;
}

const OPEN_DATA = html`Food data © <a href="https://world.openfoodfacts.org/">Open Food Facts</a> contributors, under the <a href="https://opendatacommons.org/licenses/odbl/1-0/">Open Database License</a>; pictures under <a href="https://creativecommons.org/licenses/by-sa/3.0/">CC BY-SA</a>. `;
const GENERIC = 'Generic foods from USDA SR28, public domain. ';
const NOT_OPEN_DATA = 'Nothing here is from Open Food Facts.';

function foot(facts: CatalogFacts | undefined): Markup {
  const isOpen = facts === undefined || hasOpenData(facts);
  const isGeneric = facts === undefined || (facts.foods_by_source.usda ?? 0) > 0;
  return html`<footer>
<p>${isOpen && OPEN_DATA}${isGeneric && GENERIC}${!isOpen && NOT_OPEN_DATA}</p>
<p>Not for medical use. <a href="/about">About this catalogue</a> · <a href="/docs">API</a> · <a href="/llms.txt">For language models</a></p>
</footer>`;
}
