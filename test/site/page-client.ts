import { openCatalog } from '../../src/catalog/open.ts';
import type { Catalog } from '../../src/food/catalog.ts';
import { createApp } from '../../src/http/app.ts';
import { createPageRoutes } from '../../src/site/routes.ts';
import type { Site } from '../../src/site/site.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';

/** A page as it was answered. */
export interface Page {
  status: number;
  headers: Headers;
  text: string;
}

export interface PageClient {
  catalog: Catalog;
  get(path: string, headers?: Record<string, string>): Promise<Page>;
}

/** Asks for pages in process, of the catalogue of the contract unless another is given. */
export async function openPages(site: Partial<Site> = {}): Promise<PageClient> {
  const catalog = site.catalog ?? openCatalog(await fixtureCatalog());
  const pages = createPageRoutes({ images: 'on', publicUrl: null, ...site, catalog });
  const app = createApp({ catalog, pages });
  return {
    catalog,
    async get(path, headers = {}) {
      const answer = await app.handle(new Request(`http://localhost${path}`, { headers }));
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    },
  };
}

/** A food of the fixture that knows nearly everything. */
export const SPREAD = '/food/4006381333931/hazelnut-cocoa-spread.html';
/** One of each page that shows data, and the ones around them. */
export const PAGES = [
  '/',
  '/?q=hazelnut',
  '/?q=zzzzzz',
  SPREAD,
  '/categories',
  '/category/spreads',
  '/about',
];
