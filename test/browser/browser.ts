import { onTestFinished } from 'bun:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openCatalog } from '../../src/catalog/open.ts';
import { createApp } from '../../src/http/app.ts';
import { listen } from '../../src/http/listen.ts';
import { DOCS_BAR } from '../../src/site/layout.ts';
import { answerFault, pageRefuser } from '../../src/site/page-answers.ts';
import type { Images } from '../../src/site/picture.ts';
import { createPageRoutes } from '../../src/site/routes.ts';
import { withoutMissing } from '../outside-programs.ts';
import { untilInPage } from '../until.ts';
import { findBrowser, launch } from './find-browser.ts';

/** A real browser, and a server that it visits. */

const installed = await findBrowser();
/** `bun:test` for tests in a browser: without one they are skipped. */
export const { test, beforeAll, afterAll } = withoutMissing(installed === null ? ['a browser'] : []);

/** Longer than a slow page takes on a busy machine; a page that has not loaded by then never will. */
const MAX_WAIT_MS = 60_000;

/** Of a page for which a test does not ask for another: an earlier test may have. */
const VIEWPORT = { width: 1280, height: 720 };
/** What tests listen to. */
const EVENTS = ['console', 'dialog', 'pageerror', 'request'];
/** A new page starts a process, which takes longer than most tests; but idle pages cost time, too. */
const MAX_IDLE_PAGES = 4;

/** Other hosts cannot be reached, so pictures from them do not load. Nothing is kept, unless a test allows service workers. */
export interface Visit {
  /** Where the site is served, such as `http://127.0.0.1:41234`. */
  origin: string;
  /** A page without cookies for the running test. A later test may get the same page. */
  visit(options?: BrowserContextOptions): Promise<Page>;
  /** The same in a profile that no other test gets, for tests that change the browser itself. */
  visitAlone(options?: BrowserContextOptions): Promise<Page>;
  /** A page that stays open until the browser is closed. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** No network at all: what some browsers do to pretend that there is none does not reach their service workers. */
  stopServing(): Promise<void>;
  close(): Promise<void>;
}

export async function openBrowser(
  catalogFile: string,
  images: Images = 'on',
  flags: readonly string[] = [],
): Promise<Visit> {
  const catalog = openCatalog(catalogFile);
  const site = { catalog, images, publicUrl: null };
  const app = createApp({
    catalog,
    pages: createPageRoutes(site),
    docsBar: DOCS_BAR,
    refusePage: pageRefuser(site),
    failPage: answerFault,
  });
  return browse(
    (request) => app.fetch(request),
    () => catalog.close(),
    flags,
  );
}

/** The same for any server. */
export async function browse(
  handle: (request: Request) => Response | Promise<Response>,
  onClose: () => void | Promise<void>,
  flags: readonly string[] = [],
): Promise<Visit> {
  if (installed === null)
    throw new Error('no browser is installed: declare the test with `test` of this file');
  const server = listen(handle, { host: '127.0.0.1', port: 0 });
  const origin = server.url.origin;
  const browser = await launch(installed, flags);
  return {
    origin,
    ...openPages(browser, origin),
    stopServing: () => server.stop(true),
    async close() {
      await browser.close();
      await server.stop(true);
      await onClose();
    },
  };
}

/** What a page complains of from now on: a style or script that the policy blocks, or one that fails. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // Something that is not there, or a form that was filled in wrongly, is answered with such a status.
    const isStatus = message
      .text()
      .startsWith('Failed to load resource: the server responded with a status of 4');
    if (message.type() === 'error' && !isStatus) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

/** Waits until a page has come to rest: all its pictures have come, or are hidden since they cannot. Two pages are alike only then. */
export function atRest(page: Page): Promise<void> {
  return untilInPage(page, IS_AT_REST);
}

/** A lazy picture may be asked for at any moment, so all are asked for now. */
const IS_AT_REST = `[...document.images].every((image) => {
  image.loading = 'eager';
  return image.naturalWidth > 0 || !image.checkVisibility({ visibilityProperty: true });
})`;

function openPages(browser: Browser, origin: string): Pick<Visit, 'visit' | 'visitAlone' | 'open'> {
  const idle: { page: Page; wanted: string }[] = [];
  const open = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block', ...options });
    context.setDefaultTimeout(MAX_WAIT_MS);
    return context.newPage();
  };
  const giveBack = async (page: Page, wanted: string) => {
    if (idle.length === MAX_IDLE_PAGES) return page.context().close();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.emulateMedia({ colorScheme: null });
    await page.context().clearCookies();
    for (const event of EVENTS) page.removeAllListeners(event);
    idle.push({ page, wanted });
  };
  return {
    open,
    async visit({ viewport = VIEWPORT, ...options } = {}) {
      const wanted = JSON.stringify({ javaScriptEnabled: true, ...options });
      const found = idle.findIndex((each) => each.wanted === wanted);
      const page = found < 0 ? await open({ viewport, ...options }) : idle.splice(found, 1)[0]!.page;
      if (found >= 0 && viewport !== null) await page.setViewportSize(viewport);
      onTestFinished(() => giveBack(page, wanted));
      return page;
    },
    async visitAlone(options) {
      const page = await open(options);
      onTestFinished(() => page.context().close());
      return page;
    },
  };
}
