import { hasValidCheckDigit, readTypedBarcode } from '../food/barcode.ts';
import { type Catalog, LONGEST_QUERY, SHORTEST_QUERY } from '../food/catalog.ts';
import type { Food } from '../food/food.ts';
import { html, type Markup, markup } from '../http/markup.ts';
import type { Made } from '../http/task.ts';
import { categoryItem } from './category-pages.ts';
import { formatCount } from './figures.ts';
import { renderFoods } from './food-list.ts';
import { renderLayout } from './layout.ts';
import { foundPage, type PageRequest } from './page.ts';
import type { Images } from './picture.ts';
import type { Site } from './site.ts';

const FOODS_FOUND = 20;
const FIRST_FOODS = 12;
const CATEGORIES_SHOWN = 24;

/** `/` and `/?q=…`: the search box with results, or with somewhere to start from. */
export function searchPage(site: Site, { origin, query }: PageRequest): Made {
  const q = readQuery(query);
  const page = renderLayout({
    facts: site.catalog.facts,
    title: q === '' ? 'larder: what is in your food' : `${q} · larder`,
    description: `Nutrition facts of ${formatCount(site.catalog.size)} foods: energy, protein, fat and carbohydrate, with their sources and a confidence score.`,
    // Search results are not worth indexing: each food has a page of its own.
    canonical: q === '' ? `${origin}/` : null,
    place: 'search',
    hasOwnSearch: true,
    body: html`<div class="hero${q === '' ? '' : ' asked'}"><h1>What is in your food?</h1>
<p class="lead">Nutrition facts of ${formatCount(site.catalog.size)} foods, with their sources and a confidence score.</p>
${searchBox(q)}</div>
<p id="search-status" class="unseen" role="status"></p>
<div id="results">${results(site, q)}</div>`,
  });
  return foundPage(page);
}

/** `/results?q=…`: the part below the search box, for the script that updates it as one types. */
export function resultsFragment(site: Site, { query }: PageRequest): Made {
  return foundPage(results(site, readQuery(query)));
}

const LENS = markup(
  '<svg class="lens" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><circle cx="8.5" cy="8.5" r="5.75"/><path d="m13 13 5 5"/></svg>',
);
const SCAN = markup(
  '<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="M3 8V5a2 2 0 0 1 2-2h3M16 3h3a2 2 0 0 1 2 2v3M21 16v3a2 2 0 0 1-2 2h-3M8 21H5a2 2 0 0 1-2-2v-3M7 8v8M10.500 8v8M14 8v8M17 8v8"/></svg>',
);

function searchBox(q: string): Markup {
  return html`<form class="search" id="search" action="/" method="get" role="search">
<label class="unseen" for="q">Food, brand or barcode</label>
<div class="box">${LENS}<input id="q" name="q" type="search" value="${q}" maxlength="${LONGEST_QUERY}" placeholder="Food, brand or barcode" autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="search" data-search-key${q === '' ? ' autofocus' : ''}>
<button type="button" class="scan" id="scan" hidden aria-label="Scan a barcode with the camera">${SCAN}</button>
<button type="submit">Search</button></div>
<p class="hint"><kbd>↓</kbd> to the results, <kbd>Enter</kbd> opens, <kbd>Esc</kbd> back to the box</p>
</form>
<dialog id="camera" aria-labelledby="camera-title"><h2 id="camera-title">Point the camera at the barcode</h2><video id="camera-view" muted playsinline></video><p id="camera-words" role="status"></p><button type="button" id="camera-close">Close</button></dialog>`;
}

function readQuery(query: string): string {
  const sent = new URLSearchParams(query).get('q') ?? '';
  return [...sent.trim()].slice(0, LONGEST_QUERY).join('');
}

function results(site: Site, q: string): Markup {
  if (q === '') return start(site);
  if ([...q].length < SHORTEST_QUERY) {
    return html`<p class="summary" data-announce>Type at least ${SHORTEST_QUERY} characters.</p>${start(site)}`;
  }
  const { foods, corrected } = site.catalog.searchRead({ q, limit: FOODS_FOUND, source: null });
  if (foods.length === 0) return nothingFound(q);
  return html`${summary(q, foods.length, corrected)}${renderFoods(foods, site)}`;
}

function summary(q: string, count: number, corrected: string | null): Markup {
  const found =
    count === FOODS_FOUND ? `The best ${count} foods` : count === 1 ? 'One food' : `${count} foods`;
  if (corrected === null) {
    return html`<p class="summary" data-announce>${found} for <q>${q}</q>, per 100 g</p>`;
  }
  return html`<p class="summary" data-announce>Showing results for <a href="/?${new URLSearchParams({ q: corrected }).toString()}"><b>${corrected}</b></a>; there is nothing for <q>${q}</q>. ${found}, per 100 g</p>`;
}

/** Says what was searched for, and what else to try. */
function nothingFound(q: string): Markup {
  const [gtin] = readTypedBarcode(q);
  if (gtin === undefined) {
    return html`<div class="nothing"><p class="summary" data-announce>No food in this catalogue matches <q>${q}</q>.</p>
<p>Try fewer or more general words, the brand alone, or the number below the barcode, or browse the <a href="/categories">categories</a>.</p></div>`;
  }
  const digits = q.replace(/\D/g, '');
  return html`<div class="nothing"><p class="summary" data-announce>No food in this catalogue has the barcode <b>${digits}</b>.</p>
${hasValidCheckDigit(gtin) ? null : html`<p>Its check digit is wrong, so a digit may be mistyped.</p>`}
<p><a href="https://world.openfoodfacts.org/product/${digits}" rel="noopener">Look it up at Open Food Facts</a>, or try the name of the product.</p></div>`;
}

/** What the page shows without a query: categories, and a few foods to start with. */
function start(site: Site): Markup {
  const { catalog, images } = site;
  const categories = catalog.listCategories().slice(0, CATEGORIES_SHOWN);
  const { title, foods } = firstFoods(catalog, images);
  return html`${
    categories.length > 0 &&
    html`<section aria-labelledby="categories-title"><h2 id="categories-title">Browse</h2><ul class="cloud">${categories.map(categoryItem)}</ul><p><a href="/categories">All categories</a></p></section>`
  }${
    foods.length > 0 &&
    html`<section aria-labelledby="first-title"><h2 id="first-title">${title} <small>per 100 g</small></h2>${renderFoods(foods, site)}</section>`
  }`;
}

/** Popular foods where scan counts are known, with pictures where there are any; otherwise plain foods. */
function firstFoods(catalog: Catalog, images: Images): { title: string; foods: Food[] } {
  if ((catalog.facts.fill.scans ?? 0) === 0) {
    return { title: 'Foods to start with', foods: catalog.listBest(FIRST_FOODS) };
  }
  const popular = (hasImage: boolean) =>
    catalog.listPopular({ limit: FIRST_FOODS, offset: 0, category: null, hasImage });
  const pictured = images === 'on' ? popular(true) : [];
  return { title: 'Popular foods', foods: pictured.length > 0 ? pictured : popular(false) };
}
