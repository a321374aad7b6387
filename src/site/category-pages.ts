import type { Catalog } from '../food/catalog.ts';
import type { CategoryCount } from '../food/food.ts';
import { slugOf } from '../food/static-url.ts';
import { html, type Markup } from '../http/markup.ts';
import type { Made } from '../http/task.ts';
import { formatCount } from './figures.ts';
import { renderFoods } from './food-list.ts';
import { renderLayout } from './layout.ts';
import { foundPage, missingPage, type PageRequest } from './page.ts';
import type { Site } from './site.ts';

const FOODS_ON_A_PAGE = 50;
const PAGE_NUMBER = /^[1-9]\d{0,6}$/;

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
export function categoriesPage({ catalog }: Site, { origin }: PageRequest): Made {
  const categories = catalog.listCategories().toSorted((a, b) => a.category.localeCompare(b.category, 'en'));
  const page = renderLayout({
    facts: catalog.facts,
    title: 'Categories of food · larder',
    description: `Browse ${formatCount(catalog.size)} foods by ${categories.length} categories.`,
    canonical: `${origin}/categories`,
    place: 'categories',
    body: html`<h1>Categories</h1>
<p class="lead">${formatCount(categories.length)} categories, ${formatCount(catalog.size)} foods.</p>
${byLetter(categories)}`,
  });
  return foundPage(page);
}

function byLetter(categories: readonly CategoryCount[]): Markup {
  const letters = Map.groupBy(categories, ({ category }) => category.charAt(0).toLocaleUpperCase('en'));
  const sections = [...letters].map(
    ([letter, list]) => html`<section><h2>${letter}</h2><ul>${list.map(categoryItem)}</ul></section>
`,
  );
  return html`<div class="letters">${sections}</div>`;
}

export function categoryItem({ category, count }: CategoryCount): Markup {
  return html`<li><a href="${categoryPath(category)}">${category}</a> <span class="count">${formatCount(count)}</span></li>`;
}

/** `/category/{slug}?page=N`: its foods, in the order of `/foods/popular`. */
export function categoryPage(site: Site, request: PageRequest): Made {
  const found = findCategory(site.catalog, request.params.slug ?? '');
  if (found === null) return missingPage('No such page', 'This catalogue has no such category.');
  const page = readPageNumber(request);
  const pages = Math.max(1, Math.ceil(found.count / FOODS_ON_A_PAGE));
  if (page > pages) return missingPage('No such page', 'This category has fewer pages.');
  return foundPage(renderCategory(site, request, found, page, pages));
}

function renderCategory(
  site: Site,
  { origin }: PageRequest,
  { category, count }: CategoryCount,
  page: number,
  pages: number,
): Markup {
  const offset = (page - 1) * FOODS_ON_A_PAGE;
  const foods = site.catalog.listPopular({ limit: FOODS_ON_A_PAGE, offset, category, hasImage: false });
  const path = categoryPath(category);
  return renderLayout({
    facts: site.catalog.facts,
    title: `${category}${page === 1 ? '' : `, page ${page}`}: nutrition facts · larder`,
    description: `${formatCount(count)} foods in the category ${category}, with energy, protein, fat and carbohydrate per 100 g.`,
    canonical: origin + pagePath(path, page),
    place: 'categories',
    body: html`<nav aria-label="Breadcrumb"><ol class="path"><li><a href="/categories">Categories</a></li></ol></nav>
<h1>${category}</h1>
<p class="lead">${formatCount(count)} ${count === 1 ? 'food' : 'foods'}, ${orderOf(site)} first. Values are per 100 g.</p>
${renderFoods(foods, site)}
${pager(path, page, pages)}`,
  });
}

/** Without scan counts the list is in order of confidence alone. */
function orderOf({ catalog }: Site): string {
  return (catalog.facts.fill.scans ?? 0) > 0 ? 'most popular' : 'most trusted';
}

function readPageNumber({ query }: PageRequest): number {
  const sent = new URLSearchParams(query).get('page') ?? '1';
  return PAGE_NUMBER.test(sent) ? Number(sent) : 1;
}

function pagePath(path: string, page: number): string {
  return page === 1 ? path : `${path}?page=${page}`;
}

function pager(path: string, page: number, pages: number): Markup | null {
  if (pages === 1) return null;
  return html`<nav class="pager" aria-label="Pages">
${page > 1 && html`<a class="button quiet" rel="prev" href="${pagePath(path, page - 1)}">← Previous</a>`}
<span>Page ${formatCount(page)} of ${formatCount(pages)}</span>
${page < pages && html`<a class="button quiet" rel="next" href="${pagePath(path, page + 1)}">Next →</a>`}
</nav>`;
}
