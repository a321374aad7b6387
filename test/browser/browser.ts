import type { BrowserContextOptions, Page } from 'playwright-core';
import { openCatalog } from '../../src/catalog/open.ts';
import { createApp } from '../../src/http/app.ts';
import { listen } from '../../src/http/listen.ts';
import type { Images } from '../../src/site/picture.ts';
import { createPageRoutes } from '../../src/site/routes.ts';
import { withoutMissing } from '../outside-programs.ts';
import { findBrowser, launch } from './find-browser.ts';

/** A real browser, and a server that it visits. */

const installed = await findBrowser();
/** `bun:test` for tests in a browser: without one they are skipped. */
export const { test, beforeAll, afterAll } = withoutMissing(installed === null ? ['a browser'] : []);

/** Longer than a slow page takes on a busy machine; a page that has not loaded by then never will. */
const MOST_WAIT_MS = 20_000;

export interface Visit {
  /** Where the site is served, such as `http://127.0.0.1:41234`. */
  origin: string;
  /** A page in a fresh profile. Other hosts cannot be reached, so pictures from them do not load. */
  visit(options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

export async function openBrowser(catalogFile: string, images: Images = 'on'): Promise<Visit> {
  const catalog = openCatalog(catalogFile);
  const app = createApp({ catalog, pages: createPageRoutes({ catalog, images, publicUrl: null }) });
  return browse(
    (request) => app.fetch(request),
    () => catalog.close(),
  );
}

/** The same for any server. */
export async function browse(
  handle: (request: Request) => Response | Promise<Response>,
  onClose: () => void,
): Promise<Visit> {
  if (installed === null)
    throw new Error('no browser is installed: declare the test with `test` of this file');
  const server = listen(handle, { host: '127.0.0.1', port: 0 });
  const origin = server.url.origin;
  const browser = await launch(installed);
  return {
    origin,
    async visit(options = {}) {
      const context = await browser.newContext({ baseURL: origin, ...options });
      context.setDefaultTimeout(MOST_WAIT_MS);
      return context.newPage();
    },
    async close() {
      await browser.close();
      await server.stop(true);
      onClose();
    },
  };
}
