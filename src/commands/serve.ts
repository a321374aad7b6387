import { openCatalog } from '../catalog/open.ts';
import { type Config, SETTINGS } from '../config.ts';
import type { Catalog } from '../food/catalog.ts';
import { type App, createApp } from '../http/app.ts';
import { listen, stopGently } from '../http/listen.ts';
import { type Log, type LogFormat, openLog } from '../http/log.ts';
import { createPageRoutes } from '../site/routes.ts';
import type { Command, Screen } from './command.ts';
import { findCatalog } from './data-directory.ts';
import { type Desk, openDesk } from './desk.ts';
import { UsageError } from './options.ts';

/** Requests in flight may take this long to finish when the server is asked to stop. */
const LAST_REQUESTS_MS = 10_000;

export const serve: Command<typeof SETTINGS> = {
  name: 'serve',
  usage: '[--catalog FILE] [--host 127.0.0.1] [--port 8080]',
  summary: 'Serve a catalogue over HTTP',
  details: [
    'Without --catalog: catalog.db of the data directory if there is one, else the starter catalogue.',
    'Without --accounts: accounts.db of the data directory, made by `larder account create`.',
    'SIGTERM or SIGINT stops it; requests in flight finish first.',
  ],
  options: SETTINGS,
  async run({ values: config, positionals }, { stderr }) {
    if (positionals.length > 0) throw new UsageError(`takes no '${positionals[0]}'`);
    const { file, name } = await findCatalog(config.catalog, config.data);
    const catalog = openCatalog(file, name);
    try {
      return await serveCatalog(config, catalog, name, stderr);
    } finally {
      catalog.close();
    }
  },
};

/** Serves until SIGTERM or SIGINT. */
async function serveCatalog(config: Config, catalog: Catalog, name: string, stderr: Screen): Promise<number> {
  const log = openLog(logFormat(config, stderr));
  const desk = openDesk(config, log);
  try {
    return await serveUntilStopped(config, catalog, name, desk, log);
  } finally {
    desk.close();
    log.flush();
  }
}

async function serveUntilStopped(
  config: Config,
  catalog: Catalog,
  name: string,
  { admission, accountRoutes }: Desk,
  log: Log,
): Promise<number> {
  // The app asks the listener for a peer's address, and the listener is opened with the app.
  const app = createApp({
    catalog,
    admission,
    accountRoutes,
    pages: createPageRoutes({
      catalog,
      images: config.images,
      publicUrl: readPublicUrl(config['public-url']),
    }),
    log,
    clientAddress: (request) => server.requestIP(request)?.address ?? '',
  });
  const server = open(app, config);
  const stop = nextSignal();
  log.event('listening', {
    url: urlOf(config.host, server.port ?? config.port),
    catalog: name,
    foods: catalog.size,
  });
  log.event('stopping', { signal: await stop });
  await stopGently(server, LAST_REQUESTS_MS);
  return 0;
}

function open(app: App, { host, port }: Config): Bun.Server<undefined> {
  try {
    return listen((request) => app.fetch(request), { host, port });
  } catch (error) {
    throw new Error(explainListenError((error as NodeJS.ErrnoException).code ?? String(error), host, port));
  }
}

function explainListenError(code: string, host: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `port ${port} is in use on ${host}; stop what uses it, or choose another with --port`;
  if (code === 'EACCES') return `not allowed to listen on port ${port}; choose one above 1023 with --port`;
  if (code === 'EADDRNOTAVAIL') return `${host} is no address of this machine; choose another with --host`;
  return `cannot listen on ${host}, port ${port} (${code})`;
}

/** Only the origin counts: pages have their paths on every host. */
function readPublicUrl(url: string | null): string | null {
  if (url === null) return null;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new UsageError(`--public-url takes an address such as https://food.example, not '${url}'`);
  }
  return new URL(url).origin;
}

function logFormat(config: Config, { isTTY }: Screen): LogFormat {
  if (config['log-format'] !== 'auto') return config['log-format'];
  return isTTY ? 'text' : 'json';
}

function nextSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal));
  });
}

/** An IPv6 address stands in brackets in a URL. */
function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
