import { hasValidCheckDigit, readTypedBarcode } from '../food/barcode.ts';
import { type Catalog, MAX_QUERY_LENGTH, MIN_QUERY_LENGTH, type ReadSearch } from '../food/catalog.ts';
import { hasOpenData } from '../food/credit.ts';
import type { Food } from '../food/food.ts';
import { type FoundFoods, MAX_COUNTED } from '../food/food-filters.ts';
import type { FullAnswer } from '../http/answer.ts';
import { html, type Markup } from '../http/markup.ts';
import { categoryItem, everydayFirst } from './category-pages.ts';
import { countChoices, renderActive, renderFilters } from './filter-panel.ts';
import { type Asked, addressOf, faultText, readAsked } from './filters.ts';
import { renderFoods } from './food-list.ts';
import { renderLayout } from './layout.ts';
import { localFoods } from './local-name.ts';
import type { Locale } from './locale.ts';
import { renderMealBox } from './meal-page.ts';
import { foundPage, localeIn, type PageRequest } from './page.ts';
import { renderPager } from './pager.ts';
import type { Images } from './picture.ts';
import { renderSearchBox } from './search-box.ts';
import type { Site } from './site.ts';

const FOODS_ON_A_PAGE = 20;
const FIRST_FOODS = 12;
/** Enough popular foods to find several kinds among them. */
const FOODS_TO_CHOOSE_FROM = 60;
const CATEGORIES_SHOWN = 24;

/** `/` and `/?q=…`: the search box with results and filters, or with somewhere to start. */
export function searchPage(site: Site, request: PageRequest): FullAnswer {
  const { origin, query } = request;
  const locale = localeIn(request);
  const { search: words } = locale.words;
  const asked = readAsked(query, site.catalog);
  const { q } = asked;
  const isStart = q === '' && !asked.isNarrowed;
  const foods = site.catalog.size;
  const page = renderLayout({
    locale,
    at: request,
    facts: site.catalog.facts,
    title: q === '' ? words.title : `${q} · larder`,
    description: locale.say(words.description, { foods }),
    // Search results are not worth indexing: each food has its own page.
    canonical: isStart ? `${origin}/` : null,
    place: 'search',
    hasOwnSearch: true,
    body: html`<div class="hero${isStart ? '' : ' asked'}"><h1>${words.heading}</h1>
<p class="lead">${locale.say(words.lead, { foods })}</p>
${renderSearchBox(q, isStart, locale)}</div>
<p id="search-status" class="unseen" role="status"></p>
<div id="results">${results(site, asked, locale)}</div>`,
  });
  return foundPage(page);
}

/** `/results?q=…`: the part below the search box, for the script that updates it during typing. */
export function resultsFragment(site: Site, request: PageRequest): FullAnswer {
  return foundPage(results(site, readAsked(request.query, site.catalog), localeIn(request)));
}

function results(site: Site, asked: Asked, locale: Locale): Markup {
  const { q, isNarrowed } = asked;
  if (q === '' && !isNarrowed) return start(site, locale);
  if (q !== '' && [...q].length < MIN_QUERY_LENGTH) {
    const least = locale.say(locale.words.search.tooShort, { least: MIN_QUERY_LENGTH });
    return html`<p class="summary" data-announce>${least}</p>${start(site, locale)}`;
  }
  const facets = countChoices(site.catalog, asked);
  return html`${renderFaults(asked, locale)}<div class="found"><div class="found-filters">${renderFilters(site.catalog, asked, facets, locale)}</div>
<div class="found-foods">${renderActive(asked, locale)}${asked.faults.length === 0 && renderFound(site, asked, locale)}</div></div>`;
}

function renderFound(site: Site, asked: Asked, locale: Locale): Markup {
  if (asked.isNarrowed) return narrowed(site, asked, locale);
  return bestMatches(site, asked, countMatches(site.catalog, asked), locale);
}

function renderFaults({ faults }: Asked, locale: Locale): Markup | null {
  if (faults.length === 0) return null;
  const items = faults.map((fault) => html`<li>${faultText(fault, locale)}</li>`);
  return html`<div class="faults" role="alert"><p class="summary" data-announce>${locale.words.filters.faults}</p><ul>${items}</ul></div>`;
}

function findPage(
  catalog: Catalog,
  { filters, sort }: Asked,
  page: number,
  { language }: Locale,
): FoundFoods {
  const offset = (page - 1) * FOODS_ON_A_PAGE;
  return catalog.find({ ...filters, sort, limit: FOODS_ON_A_PAGE, offset, language });
}

/** How many foods have the words of a query; in no particular order, since ranking them takes longer. */
function countMatches(catalog: Catalog, { filters }: Asked): number {
  const sort = { by: 'popularity', isDescending: true } as const;
  return catalog.find({ ...filters, sort, limit: 1, offset: 0 }).total;
}

/** The foods that meet the filters, page by page. */
function narrowed(site: Site, asked: Asked, locale: Locale): Markup {
  const { search: words } = locale.words;
  const first = findPage(site.catalog, asked, 1, locale);
  const { total } = first;
  const pages = Math.max(1, Math.ceil(Math.min(total, MAX_COUNTED) / FOODS_ON_A_PAGE));
  const page = Math.min(asked.page, pages);
  const foods = (page === 1 ? first : findPage(site.catalog, asked, page, locale)).foods;
  if (foods.length === 0) {
    return html`<div class="nothing"><p class="summary" data-announce>${words.nothingFiltered}</p><p>${words.nothingFilteredAdvice}</p></div>`;
  }
  return html`<p class="summary" data-announce>${countText(asked.q, total, locale)}</p>${renderFoods(foods, site, locale, { confidence: asked.sent.get('sort') === '-confidence' })}${renderPager(page, pages, (number) => addressOf(asked.sent, number), locale)}`;
}

function countText(q: string, total: number, locale: Locale): Markup {
  const { search: words } = locale.words;
  const quoted = html`<q>${q}</q>`;
  if (total > MAX_COUNTED) {
    const message = q === '' ? words.foundMany : words.foundManyFor;
    return locale.put(message, { most: MAX_COUNTED, q: quoted });
  }
  return locale.put(q === '' ? words.found : words.foundFor, { count: total, q: quoted });
}

/** The best foods for a query, misspelt or not, and a link to all that have its words. */
function bestMatches(site: Site, { q, sent }: Asked, total: number, locale: Locale): Markup {
  const found = site.catalog.searchRead({
    q,
    limit: FOODS_ON_A_PAGE,
    source: null,
    language: locale.language,
  });
  const { foods } = found;
  if (foods.length === 0) return nothingFound(q, site.catalog, locale);
  const more = total > foods.length && foods.length === FOODS_ON_A_PAGE;
  return html`${summary(q, found, locale)}${renderFoods(foods, site, locale)}${
    more &&
    html`<p class="pager"><a class="button quiet" href="${locale.link(addressOf(new Map([...sent, ['sort', 'relevance']])))}">${showAll(total, locale)}</a></p>`
  }`;
}

function showAll(count: number, locale: Locale): string {
  const { showAll, showAllMany } = locale.words.search;
  return count > MAX_COUNTED ? showAllMany : locale.say(showAll, { count });
}

function summary(
  q: string,
  { foods: { length: count }, matched, corrected, leftOut }: ReadSearch,
  locale: Locale,
): Markup {
  const { search: words } = locale.words;
  const isFull = count === FOODS_ON_A_PAGE;
  const quoted = html`<q>${q}</q>`;
  if (matched === 'part' || corrected === null) {
    const text =
      matched === 'part'
        ? locale.put(words.nearest, { q: quoted, left: html`<q>${leftOut.join(' ')}</q>` })
        : isFull
          ? locale.put(words.bestFor, { foods: count, q: quoted })
          : locale.put(words.foundFor, { count, q: quoted });
    return html`<p class="summary" data-announce>${text}</p>`;
  }
  const link = html`<a href="${locale.link(`/?${new URLSearchParams({ q: corrected })}`)}"><b>${corrected}</b></a>`;
  const number = isFull ? locale.say(words.best, { foods: count }) : locale.say(words.found, { count });
  return html`<p class="summary" data-announce>${locale.put(words.corrected, { corrected: link, q: quoted })} ${number}</p>`;
}

/** Says what was searched for, and what else to try. */
function nothingFound(q: string, { facts }: Catalog, locale: Locale): Markup {
  const { search: words } = locale.words;
  const [gtin] = readTypedBarcode(q);
  if (gtin === undefined) {
    const categories = html`<a href="${locale.link('/categories')}">${words.categories}</a>`;
    return html`<div class="nothing"><p class="summary" data-announce>${locale.put(words.nothing, { q: html`<q>${q}</q>` })}</p>
<p>${locale.put(words.nothingAdvice, { categories })}</p>
${!hasOpenData(facts) && html`<p>${locale.put(words.fewBrands, { foods: facts.foods, command: html`<code>larder pull</code>` })}</p>`}</div>`;
  }
  const digits = q.replace(/\D/g, '');
  const link = html`<a href="https://world.openfoodfacts.org/product/${digits}" rel="noopener">${words.lookUpLink}</a>`;
  return html`<div class="nothing"><p class="summary" data-announce>${locale.put(words.noBarcode, { code: html`<b>${digits}</b>` })}</p>
${hasValidCheckDigit(gtin) ? null : html`<p>${words.wrongDigit}</p>`}
<form class="by-name" action="/" method="get">${locale.field()}<label for="by-name">${words.byName}</label><input id="by-name" name="q" type="search" maxlength="${MAX_QUERY_LENGTH}" autocomplete="off"><button type="submit">${words.button}</button></form>
<p>${locale.put(words.lookUp, { link })}</p></div>`;
}

/** What the page shows without a query: categories, and a few foods to start with. */
function start(site: Site, locale: Locale): Markup {
  const { catalog, images } = site;
  const { search: words } = locale.words;
  const categories = everydayFirst(catalog.listCategories()).slice(0, CATEGORIES_SHOWN);
  const { title, foods } = firstFoods(catalog, images, locale);
  return html`<section class="start-meal" aria-labelledby="meal-title"><h2 id="meal-title">${locale.words.meals.title}</h2>
<form class="recipe" action="/eaten" method="get">${locale.field()}
${renderMealBox('', locale)}</form></section>
${
  categories.length > 0 &&
  html`<section aria-labelledby="categories-title"><h2 id="categories-title">${words.browse}</h2><ul class="cloud">${categories.map((one) => categoryItem(one, locale))}</ul><p><a href="${locale.link('/categories')}">${words.allCategories}</a> · <a href="${locale.link('/?sort=-popularity')}">${words.filterAll}</a></p></section>`
}${
  foods.length > 0 &&
  html`<section aria-labelledby="first-title"><h2 id="first-title">${title} <small>${words.per100g}</small></h2>${renderFoods(foods, site, locale)}</section>`
}`;
}

/** What people look up most, of many kinds. */
const LOOKED_UP = [
  'banana',
  'egg',
  'milk',
  'bread',
  'rice',
  'chicken breast',
  'apple',
  'potato',
  'cheese',
  'oats',
  'salmon',
  'yogurt',
];

/** Everyday foods where the catalogue has them; else popular ones, with pictures where there are any; else plain ones. */
function firstFoods(catalog: Catalog, images: Images, locale: Locale): { title: string; foods: Food[] } {
  const { search: words } = locale.words;
  const everyday = LOOKED_UP.flatMap((name) => catalog.findNamed(name).slice(0, 1)).map(({ food }) => food);
  if (everyday.length === LOOKED_UP.length) {
    const own = everyday.map((food) => catalog.findVersion(food, locale.language) ?? food);
    return { title: words.start, foods: own };
  }
  if ((catalog.facts.fill.scans ?? 0) === 0) {
    return { title: words.start, foods: inVariety(catalog.listBest(FOODS_TO_CHOOSE_FROM), catalog, locale) };
  }
  const popular = (hasImage: boolean) =>
    catalog.listPopular({ limit: FOODS_TO_CHOOSE_FROM, offset: 0, category: null, hasImage });
  const pictured = images === 'on' ? popular(true) : [];
  const foods = inVariety(pictured.length > 0 ? pictured : popular(false), catalog, locale);
  return { title: words.popular, foods };
}

/**
 * The first food of each kind, then the second of each, and so on; a food without a category is a kind of its own. Foods are those of
 * the table of the page's language, and only those with a name in it where there are enough.
 */
function inVariety(foods: readonly Food[], catalog: Catalog, locale: Locale): Food[] {
  const { language } = locale;
  const versions = foods.map((food) => catalog.findVersion(food, language) ?? food);
  const own = [...new Map(versions.map((food) => [food.id, food])).values()];
  const local = localFoods(own, catalog, locale);
  const named = own.filter((_, at) => local[at]!.nameLanguage === language);
  const chosen = named.length < FIRST_FOODS ? own : named;
  const kinds = [...Map.groupBy(chosen, ({ category, id }) => category ?? id).values()];
  const varied: Food[] = [];
  for (let turn = 0; varied.length < chosen.length; turn++)
    varied.push(...kinds.flatMap((kind) => kind[turn] ?? []));
  return varied.slice(0, FIRST_FOODS);
}
