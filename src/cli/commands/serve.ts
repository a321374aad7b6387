import { dataDirectory } from '../../data-directory.ts';
import { type App, createApp } from '../../http/app.ts';
import { listen, stopGently } from '../../http/listen.ts';
import { type Log, type LogFormat, openLog } from '../../http/log.ts';
import { UsageError } from '../../options.ts';
import { type AccessServices, openAccessServices } from '../../server/access-services.ts';
import { type Config, SETTINGS } from '../../server/config.ts';
import { describeCatalog, observeRequests, observeSearches } from '../../server/instrumentation.ts';
import type { Metrics, Watched } from '../../server/metrics.ts';
import type { Observatory } from '../../server/metrics-server.ts';
import { announceServer } from '../../server/running-servers.ts';
import { openServedCatalog, type ServedCatalog } from '../../server/served-catalog.ts';
import { refusePage } from '../../site/page-responses.ts';
import { createPageRoutes } from '../../site/routes.ts';
import { VERSION } from '../../version.ts';
import type { Command, Screen } from '../command.ts';

/** Requests in flight may take this long to finish when the server is asked to stop. */
const LAST_REQUESTS_MS = 10_000;

export const serve: Command<typeof SETTINGS> = {
  name: 'serve',
  usage: '[--catalog FILE] [--host 127.0.0.1] [--port 8080]',
  summary: 'Serve a catalogue over HTTP',
  details: [
    'Without --catalog: catalog.db of the data directory if there is one, else the starter catalogue.',
    'Without --accounts: accounts.db of the data directory, made by `larder account create` or a first sign-up.',
    'A new file in the place of the catalogue is taken up within a second, or at once on SIGHUP.',
    'SIGTERM or SIGINT stops it; requests in flight finish first.',
  ],
  options: SETTINGS,
  async run({ values: config, positionals }, { stderr }) {
    if (positionals.length > 0) throw new UsageError(`takes no '${positionals[0]}'`);
    const publicUrl = readPublicUrl(config['public-url']);
    const log = openLog(logFormat(config, stderr));
    // What is watched is opened after the watching, since it is told of everything from the start.
    const metrics = await openMetricsIfAsked(config, {
      catalog: () => describeCatalog(served.catalog),
      buckets: () => access.buckets(),
    });
    const served = await openServedCatalog(config, observeSearches(metrics), publicUrl);
    const access = openAccessServices(config, log, publicUrl, metrics);
    try {
      return await serveUntilStopped({ config, publicUrl, served, access, metrics, log });
    } finally {
      access.close();
      served.catalog.close();
      metrics?.close();
      log.flush();
    }
  },
};

interface Serving {
  config: Config;
  publicUrl: string | null;
  served: ServedCatalog;
  access: AccessServices;
  metrics: Metrics | null;
  log: Log;
}

/** Serves until SIGTERM or SIGINT. */
async function serveUntilStopped(serving: Serving): Promise<number> {
  const { config, served, metrics, log } = serving;
  // The app asks the listener for a peer's address, and the listener is opened with the app.
  const app = createServiceApp(serving, (request) => server.requestIP(request)?.address ?? '');
  let isReady = true;
  const observatory = metrics === null ? null : await openObservatoryAt(config, metrics, () => isReady);
  const server = listenOrExplain(config.host, config.port, '--port', () =>
    listen((request) => app.fetch(request), config),
  );
  const stop = nextSignal();
  const stopFollowing = served.follow(log, (outcome) => metrics?.swap(outcome));
  const takeBackWord = announceServer(dataDirectory(config.data), config.overlay !== null);
  log.event('listening', {
    url: urlOf(config.host, server.port ?? config.port),
    ...(observatory !== null && {
      metrics: `${urlOf(config.metrics?.host ?? '', observatory.port)}/metrics`,
    }),
    catalog: served.name,
    foods: served.catalog.size,
  });
  log.event('stopping', { signal: await stop });
  isReady = false;
  takeBackWord();
  stopFollowing();
  await stopGently(server, LAST_REQUESTS_MS);
  observatory?.close();
  return 0;
}

function createServiceApp(
  { config, publicUrl, served: { catalog }, access, metrics, log }: Serving,
  clientAddress: (request: Request) => string,
): App {
  return createApp({
    catalog,
    admission: access.admission,
    accountRoutes: access.accountRoutes,
    pages: [...createPageRoutes({ catalog, images: config.images, publicUrl }), ...access.dashboardRoutes],
    refusePage,
    log: observeRequests(log, metrics),
    clientAddress,
  });
}

/** The libraries for metrics are loaded only where they are wanted. */
async function openMetricsIfAsked(config: Config, watched: Watched): Promise<Metrics | null> {
  if (config.metrics === null) return null;
  const { openMetrics } = await import('../../server/metrics.ts');
  return openMetrics(watched, VERSION);
}

async function openObservatoryAt(
  { metrics: place }: Config,
  metrics: Metrics,
  isReady: () => boolean,
): Promise<Observatory> {
  const { openObservatory } = await import('../../server/metrics-server.ts');
  const { host, port } = place ?? { host: '', port: 0 };
  return listenOrExplain(host, port, '--metrics', () => openObservatory({ host, port, metrics, isReady }));
}

function listenOrExplain<Listener>(
  host: string,
  port: number,
  flag: string,
  listener: () => Listener,
): Listener {
  try {
    return listener();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new Error(explainListenError(code, host, port, flag));
  }
}

function explainListenError(code: string, host: string, port: number, flag: string): string {
  if (code === 'EADDRINUSE')
    return `port ${port} is in use on ${host}; stop what uses it, or choose another with ${flag}`;
  if (code === 'EACCES') return `not allowed to listen on port ${port}; choose one above 1023 with ${flag}`;
  if (code === 'EADDRNOTAVAIL')
    return `${host} is no address of this machine; choose another with ${flag === '--port' ? '--host' : flag}`;
  return `cannot listen on ${host}, port ${port} (${code}); check ${flag === '--port' ? '--host and --port' : flag}`;
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
