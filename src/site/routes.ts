import type { X509Certificate } from 'node:crypto';
import type { Answer } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { CatalogAnswers } from '../http/catalog-answers.ts';
import type { RouteDeclaration } from '../http/route.ts';
import { runInThisThread } from '../http/task.ts';
import {
  ASSETS,
  DECODER_PATH,
  FAVICON,
  FAVICON_PATH,
  HOME_ICONS,
  readDecoder,
  SERVICE_WORKER,
  SERVICE_WORKER_PATH,
} from './assets.ts';
import { robotsText } from './crawlers.ts';
import { foodPage } from './food-page.ts';
import { LANGUAGE_ROUTE } from './language-choice.ts';
import { llmsText } from './llms-text.ts';
import { offlinePage } from './offline-page.ts';
import {
  answerAsset,
  answerCertificate,
  answerFavicon,
  answerPicture,
  answerText,
  createRenderer,
} from './page-answers.ts';
import { CERTIFICATE_PATH, phonePage } from './phone-page.ts';
import { PICTURE_PATHS, readPicture } from './pictures.ts';
import { PAGE_TASKS, RENDERED_PAGES } from './rendered-pages.ts';
import type { Site } from './site.ts';

/**
 * Every page for people. Pages count against the reader's limit, live searches against a separate one; style sheets,
 * scripts and pictures are free. Pages that take longer than that of a food are tasks; `authority` signed the certificate of this server, where it made that itself.
 */
export function createPageRoutes(
  site: Site,
  answers = new CatalogAnswers(
    site.catalog,
    runInThisThread(() => PAGE_TASKS, site),
  ),
  authority: X509Certificate | null = null,
): RouteDeclaration[] {
  const render = createRenderer(site, answers);
  const page = (path: string, answer: (call: Call, site: Site) => Answer): RouteDeclaration => ({
    path,
    area: 'page',
    answer: (call) => answer(call, site),
  });
  return [
    page('/food/:food_id/:slug.html', foodPage),
    page('/robots.txt', robotsText),
    page('/llms.txt', llmsText),
    page('/offline', offlinePage),
    page('/phone', (call) => phonePage(call, site, authority)),
    ...(authority === null ? [] : [certificateRoute(authority)]),
    LANGUAGE_ROUTE,
    ...RENDERED_PAGES.map(
      (rendered): RouteDeclaration => ({
        path: rendered.path,
        area: rendered.isLive === true ? 'live' : 'page',
        ...(rendered.cost && { cost: rendered.cost }),
        answer: (call) => render(call, rendered),
      }),
    ),
    ...ASSETS.map(
      (asset): RouteDeclaration => ({
        path: asset.path,
        area: 'open',
        answer: () => answerAsset(asset),
      }),
    ),
    {
      path: SERVICE_WORKER_PATH,
      area: 'open',
      answer: () => answerText(SERVICE_WORKER, 'text/javascript; charset=utf-8'),
    },
    ...HOME_ICONS.map(
      ({ path, png }): RouteDeclaration => ({
        path,
        area: 'open',
        answer: () => answerPicture(png),
      }),
    ),
    {
      path: DECODER_PATH,
      area: 'open',
      answer: () => answerAsset({ contentType: 'application/wasm', body: readDecoder() }),
    },
    { path: FAVICON_PATH, area: 'open', answer: () => answerFavicon(FAVICON) },
    ...PICTURE_PATHS.map(
      (path): RouteDeclaration => ({
        path,
        area: 'open',
        answer: async () => answerPicture(await readPicture(path)),
      }),
    ),
  ];
}

function certificateRoute(authority: X509Certificate): RouteDeclaration {
  const der = new Uint8Array(authority.raw);
  return { path: CERTIFICATE_PATH, area: 'open', answer: () => answerCertificate(der) };
}
