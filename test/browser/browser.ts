import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { openCatalog } from '../../src/catalog/open.ts';
import { createApp } from '../../src/http/app.ts';
import { listen } from '../../src/http/listen.ts';
import type { Images } from '../../src/site/picture.ts';
import { createPageRoutes } from '../../src/site/routes.ts';

/** A real browser, and a server for it to read from. */

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** Without a sandbox, since tests may run as root; and without a word to anyone. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No other host is there, and no name is asked for.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];
/** A page that is not there by then has failed; on a busy machine a slow one has not. */
const PATIENCE_MS = 20_000;

export interface Visit {
  /** Where the site is, such as `http://127.0.0.1:41234`. */
  origin: string;
  /** A fresh visitor. Other hosts do not answer, so that pictures of theirs do not load. */
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
  const server = listen(handle, { host: '127.0.0.1', port: 0 });
  const origin = server.url.origin;
  const browser: Browser = await chromium.launch({ executablePath: EXECUTABLE, args: FLAGS });
  return {
    origin,
    async visit(options = {}) {
      const context = await browser.newContext({ baseURL: origin, ...options });
      context.setDefaultTimeout(PATIENCE_MS);
      return context.newPage();
    },
    async close() {
      await browser.close();
      await server.stop(true);
      onClose();
    },
  };
}
