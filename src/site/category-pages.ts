import type { Catalog } from '../food/catalog.ts';
import type { CategoryCount } from '../food/food.ts';
import { slugOf } from '../food/static-url.ts';
import type { FullAnswer } from '../http/answer.ts';
import { html, type Markup } from '../http/markup.ts';
import { renderFoods } from './food-list.ts';
import { renderLayout } from './layout.ts';
import type { Locale } from './locale.ts';
import { foundPage, localeIn, missingPage, type PageRequest } from './page.ts';
import { readPageNumber, renderPager } from './pager.ts';
import type { Site } from './site.ts';

const FOODS_ON_A_PAGE = 50;

/** The address of a category's page. */
export function categoryPath(category: string): string {
  return `/category/${slugOf(category)}`;
}

/** The category with that slug, or null. Where two share a slug, it means the larger one. */
function findCategory(catalog: Catalog, slug: string): CategoryCount | null {
  const hasSlug = ({ category }: CategoryCount) => decodeURIComponent(slugOf(category)) === slug;
  return catalog.listCategories().find(hasSlug) ?? null;
}

/** `/categories`: all of them by name, each with its number of foods. */
export function categoriesPage({ catalog }: Site, request: PageRequest): FullAnswer {
  const { origin } = request;
  const locale = localeIn(request);
  const { categories: words } = locale.words;
  const categories = catalog
    .listCategories()
    .toSorted((a, b) => locale.compare(locale.category(a.category), locale.category(b.category)));
  const counts = { foods: catalog.size, categories: categories.length };
  const page = renderLayout({
    locale,
    at: request,
    facts: catalog.facts,
    title: `${words.title} · larder`,
    description: locale.say(words.description, counts),
    canonical: `${origin}/categories`,
    place: 'categories',
    body: html`<h1>${locale.words.frame.categories}</h1>
<p class="lead">${locale.say(words.lead, counts)}</p>
${byLetter(categories, locale)}`,
  });
  return foundPage(page);
}

/** What most people look for first. The largest categories are those that laboratories measured most often. */
const EVERYDAY = [
  'Fruits',
  'Vegetables',
  'Breads',
  'Milks',
  'Yogurts',
  'Cheeses',
  'Eggs',
  'Breakfast cereals',
  'Pastas',
  'Rices',
  'Legumes',
  'Nuts',
  'Poultries',
  'Beef',
  'Pork',
  'Fishes',
  'Meals',
  'Pizzas',
  'Soups',
  'Snacks',
  'Biscuits',
  'Chocolates',
  'Fruit juices',
  'Beverages',
];

/** Those of the catalogue that most people know, then the others as they come. */
export function everydayFirst(categories: readonly CategoryCount[]): CategoryCount[] {
  const byName = new Map(categories.map((one) => [one.category, one]));
  const known = EVERYDAY.map((name) => byName.get(name)).filter((one) => one !== undefined);
  return [...new Set([...known, ...categories])];
}

function byLetter(categories: readonly CategoryCount[], locale: Locale): Markup {
  const letters = Map.groupBy(categories, ({ category }) => locale.initial(locale.category(category)));
  const sections = [...letters].map(
    ([letter, list]) =>
      html`<section><h2>${letter}</h2><ul>${list.map((one) => categoryItem(one, locale))}</ul></section>
`,
  );
  return html`<div class="letters">${sections}</div>`;
}

export function categoryItem({ category, count }: CategoryCount, locale: Locale): Markup {
  return html`<li><a href="${locale.link(categoryPath(category))}">${locale.category(category)}</a> <span class="count">${locale.count(count)}</span></li>`;
}

/** `/category/{slug}?page=N`: its foods, in the order of `/foods/popular`. */
export function categoryPage(site: Site, request: PageRequest): FullAnswer {
  const locale = localeIn(request);
  const { facts } = site.catalog;
  const { noPage, noCategory, fewerPages } = locale.words.missing;
  const found = findCategory(site.catalog, request.params.slug ?? '');
  if (found === null) return missingPage(noPage, noCategory, locale, facts, request);
  const page = readPageNumber(request.query);
  const pages = Math.max(1, Math.ceil(found.count / FOODS_ON_A_PAGE));
  if (page > pages) return missingPage(noPage, fewerPages, locale, facts, request);
  return foundPage(renderCategory(site, request, found, page, pages));
}

function renderCategory(
  site: Site,
  request: PageRequest,
  { category, count }: CategoryCount,
  page: number,
  pages: number,
): Markup {
  const { origin } = request;
  const locale = localeIn(request);
  const { categories: words, frame } = locale.words;
  const offset = (page - 1) * FOODS_ON_A_PAGE;
  const foods = site.catalog.listPopular({ limit: FOODS_ON_A_PAGE, offset, category, hasImage: false });
  const path = categoryPath(category);
  const pagePath = (number: number) => (number === 1 ? path : `${path}?page=${number}`);
  const name = locale.category(category);
  // Without scan counts the list is in order of confidence alone.
  const lead = (site.catalog.facts.fill.scans ?? 0) > 0 ? words.byPopularity : words.byTrust;
  return renderLayout({
    locale,
    at: request,
    facts: site.catalog.facts,
    title: `${locale.say(page === 1 ? words.oneTitle : words.pageTitle, { category: name, page })} · larder`,
    description: locale.say(words.oneDescription, { count, category: name }),
    canonical: origin + pagePath(page),
    place: 'categories',
    body: html`<nav aria-label="${locale.words.food.breadcrumb}"><ol class="path"><li><a href="${locale.link('/categories')}">${frame.categories}</a></li></ol></nav>
<h1>${name}</h1>
<p class="lead">${locale.say(lead, { count })} <a href="${locale.link(`/?${new URLSearchParams({ category })}`)}">${words.filter}</a></p>
${renderFoods(foods, site, locale)}
${renderPager(page, pages, pagePath, locale)}`,
  });
}
