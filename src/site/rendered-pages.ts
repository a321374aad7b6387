import { fromJson, type TaskFunctions } from '../http/task.ts';
import { aboutPage } from './about-page.ts';
import { categoriesPage, categoryPage } from './category-pages.ts';
import { comparePage } from './compare-page.ts';
import { sitemapIndex, sitemapPage } from './crawlers.ts';
import { costOfMeal, mealPage } from './meal-page.ts';
import type { RenderedPage } from './page.ts';
import { costOfRecipe, recipePage } from './recipe-page.ts';
import { resultsFragment, searchPage } from './search-page.ts';
import type { Site } from './site.ts';

/** The pages that take longer to render than a food: they search or read lists. */
export const RENDERED_PAGES: readonly RenderedPage[] = [
  { path: '/', kind: 'html', render: searchPage },
  { path: '/results', kind: 'html', isLive: true, render: resultsFragment },
  { path: '/categories', kind: 'html', isFixed: true, render: categoriesPage },
  { path: '/category/:slug', kind: 'html', render: categoryPage },
  { path: '/eaten', kind: 'html', cost: costOfMeal, render: mealPage },
  { path: '/recipes', kind: 'html', cost: costOfRecipe, render: recipePage },
  { path: '/compare', kind: 'html', render: comparePage },
  { path: '/about', kind: 'html', isFixed: true, render: aboutPage },
  { path: '/sitemap.xml', kind: 'xml', isFixed: true, render: sitemapIndex },
  { path: '/sitemap/:page.xml', kind: 'xml', isFixed: true, render: sitemapPage },
];

/** The pages as tasks, by path. */
export const PAGE_TASKS: TaskFunctions<Site> = Object.fromEntries(
  RENDERED_PAGES.map((page) => [page.path, fromJson(page.render)]),
);
