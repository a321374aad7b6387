import { openCatalog } from '../../src/catalog/open.ts';
import type { Catalog } from '../../src/food/catalog.ts';
import { createApp } from '../../src/http/app.ts';
import { DOCS_BAR } from '../../src/site/layout.ts';
import { answerFault, pageRefuser } from '../../src/site/page-answers.ts';
import { createPageRoutes } from '../../src/site/routes.ts';
import type { Site } from '../../src/site/site.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';

/** A page as received. */
export interface Page {
  status: number;
  headers: Headers;
  /** As it reads: what only says where lines may break (typesetting.ts) is left out. */
  text: string;
}

export interface PageClient {
  catalog: Catalog;
  get(path: string, headers?: Record<string, string>): Promise<Page>;
}

/** Requests pages in process, from the contract's catalogue unless another is given. */
export async function openPages(site: Partial<Site> = {}): Promise<PageClient> {
  const catalog = site.catalog ?? openCatalog(await fixtureCatalog());
  const all: Site = { images: 'on', publicUrl: null, ...site, catalog };
  const app = createApp({
    catalog,
    pages: createPageRoutes(all),
    docsBar: DOCS_BAR,
    refusePage: pageRefuser(all),
    failPage: answerFault,
  });
  return {
    catalog,
    async get(path, headers = {}) {
      const answer = await app.handle(new Request(`http://localhost${path}`, { headers }));
      return { status: answer.status, headers: answer.headers, text: asRead(await answer.text()) };
    },
  };
}

/** With ordinary spaces, and without soft hyphens. */
export function asRead(text: string): string {
  return text.replaceAll('\u00a0', ' ').replaceAll('\u00ad', '');
}

/** A food of the fixture with nearly all values. */
export const SPREAD = '/food/4006381333931/hazelnut-cocoa-spread.html';
/** One page of each kind. */
export const PAGES = [
  '/',
  '/?q=hazelnut',
  '/?q=zzzzzz',
  '/?q=chocolate&category=Spreads&brand=nusskern&min_protein_g=1&sort=-protein_g',
  '/?sort=-popularity',
  '/?min_fat_g=much&min_sugar_g=5&max_sugar_g=3&min_potassium_g=&country=france',
  SPREAD,
  '/categories',
  '/category/spreads',
  '/eaten',
  '/eaten?meal=30+g+hazelnut+cocoa+spread+and+a+zblorkel',
  '/recipes',
  '/recipes?lines=30+g+hazelnut+cocoa+spread%0Asalt+to+taste&servings=2',
  '/about',
  '/phone',
  '/offline',
  '/compare',
  '/compare?ids=4006381333931,5901234123457,9000000000025&q=hazelnut',
];
