import type { Call } from '../http/call.ts';
import type { PageRoute } from '../http/route.ts';
import { aboutPage } from './about-page.ts';
import { ASSETS } from './assets.ts';
import { categoriesPage, categoryPage } from './category-pages.ts';
import { robotsText, sitemapIndex, sitemapPage } from './crawlers.ts';
import { foodPage } from './food-page.ts';
import { llmsText } from './llms-text.ts';
import { respondWithAsset, respondWithPicture } from './page-responses.ts';
import { PICTURE_PATHS, readPicture } from './pictures.ts';
import { resultsFragment, searchPage } from './search-page.ts';
import type { Site } from './site.ts';

/** Every page for people. Pages count against the reader's limit; their style sheets, scripts and pictures do not. */
export function createPageRoutes(site: Site): PageRoute[] {
  const page = (path: string, answer: (call: Call, site: Site) => Response): PageRoute => ({
    path,
    area: 'page',
    answer: (call) => answer(call, site),
  });
  return [
    page('/', searchPage),
    page('/results', resultsFragment),
    page('/food/:food_id/:slug.html', foodPage),
    page('/categories', categoriesPage),
    page('/category/:slug', categoryPage),
    page('/about', aboutPage),
    page('/robots.txt', robotsText),
    page('/sitemap.xml', sitemapIndex),
    page('/sitemap/:page.xml', sitemapPage),
    page('/llms.txt', llmsText),
    ...ASSETS.map(
      (asset): PageRoute => ({
        path: asset.path,
        area: 'open',
        answer: (call) => respondWithAsset(call, asset),
      }),
    ),
    ...PICTURE_PATHS.map(
      (path): PageRoute => ({
        path,
        area: 'open',
        answer: async (call) => respondWithPicture(call, await readPicture(path)),
      }),
    ),
  ];
}
