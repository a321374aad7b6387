import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { createCompatRoutes } from '../compat/routes.ts';
import { dataDirectory } from '../data-directory.ts';
import { USUAL_INSTALLATION } from '../food/catalog.ts';
import { urlHost } from '../host-address.ts';
import { createApp } from '../http/app.ts';
import { CatalogAnswers } from '../http/catalog-answers.ts';
import { listenFor, reopen, stopGently, type TlsPair } from '../http/listen.ts';
import { type Log, type LogFormat, limitLog, openLog } from '../http/log.ts';
import type { RouteDeclaration } from '../http/route.ts';
import { PlainError } from '../plain-error.ts';
import { DOCS_BAR } from '../site/layout.ts';
import { answerFault, pageRefuser } from '../site/page-answers.ts';
import { createPageRoutes } from '../site/routes.ts';
import type { Site } from '../site/site.ts';
import { VERSION } from '../version.ts';
import { type AccessServices, openAccessServices } from './access-services.ts';
import { checkConfig } from './check-config.ts';
import type { Config } from './config.ts';
import { guardConnections } from './connections.ts';
import { DRAIN_MS, forceStopAfterSignal } from './forced-stop.ts';
import { describeCatalog, NO_METRICS, observeRequests, observeSearches } from './instrumentation.ts';
import { createMcpRoute } from './mcp-route.ts';
import type { MetricSources, Metrics } from './metrics.ts';
import type { MetricsServer } from './metrics-server.ts';
import { openProductPictures } from './product-pictures.ts';
import { announceServer } from './running-servers.ts';
import { openServedCatalog, type ServedCatalog } from './served-catalog.ts';
import { openTaskThreads, type TaskThreads } from './threads/task-threads.ts';
import { countThreads } from './threads/thread-count.ts';
import { authorityOf, fingerprintOf, openTls, type Tls } from './tls.ts';

/**
 * Opens everything a server needs, serves until SIGTERM or SIGINT, and closes it all again. `exposed` are files with
 * secrets that others can read.
 */
export async function serve(
  config: Config,
  isTerminal: boolean,
  exposed: readonly PlainError[],
): Promise<void> {
  await checkConfig(config);
  const log = limitLog(
    openLog(chooseLogFormat(config, isTerminal)),
    config['log-level'],
    config['access-log'],
  );
  for (const { where, what, remedy } of exposed)
    log.event('secret exposed', { file: where, error: `${what}; ${remedy}` });
  const tls = openTls(config, log);
  // The metrics come first, because they count from the start; what they read on demand is opened below.
  const metrics = await openMetricsIfEnabled(config, {
    catalog: () => describeCatalog(served.catalog),
    buckets: () => access.buckets(),
    threads: () => tasks.load(),
  });
  const installation = { publicUrl: config['public-url'], language: config.lang };
  const served = await openServedCatalog(config, observeSearches(metrics), installation);
  const access = await openAccessServices(config, log, config['public-url'], metrics, served);
  const site = { catalog: served.catalog, images: config.images, publicUrl: config['public-url'] };
  const tasks = openTaskThreads({
    threads: countThreads(config.threads),
    site,
    source: served.source,
    clientOf: (call) => (call.accountId === null ? access.clientOf(call) : `account ${call.accountId}`),
    metrics,
    log,
  });
  try {
    await serveUntilStopped({ config, site, served, tasks, access, metrics, log, tls });
  } finally {
    tasks.close();
    await access.close();
    served.catalog.close();
    metrics.close();
    log.flush();
  }
}

interface Service {
  config: Config;
  site: Site;
  served: ServedCatalog;
  tasks: TaskThreads;
  access: AccessServices;
  metrics: Metrics;
  log: Log;
  /** Null for plain http. */
  tls: Tls | null;
}

async function serveUntilStopped(service: Service): Promise<void> {
  const { config, served, tasks, metrics, log, tls } = service;
  // The app needs the listener to look up a peer's address, and the listener needs the app to be opened.
  const app = createServiceApp(service, (request) => server.requestIP(request)?.address ?? '');
  const open = (port: number, tls: TlsPair | null) => listenFor(app, { host: config.host, port, tls });
  let isReady = true;
  const metricsServer =
    config.metrics === null
      ? null
      : await openMetricsServerFor(config, metrics, () => isReady && !served.catalog.hasChanged);
  const stop = nextSignal();
  // Before strangers can take descriptors that a thread needs to start.
  forceStopAfterSignal();
  let server = listenOrExplain(config.host, config.port, '--port', () =>
    open(config.port, tls?.pair ?? null),
  );
  const stopFollowing = served.follow(log, {
    onReplaced(source) {
      tasks.replaceCatalog(source);
      metrics.swap('replaced');
    },
    onRefused: () => metrics.swap('refused'),
  });
  let shown = tls?.pair ?? null;
  const unreachable = Promise.withResolvers<never>();
  const reopenWith = (pair: TlsPair, former: TlsPair) => {
    try {
      return reopen(server, { open, pair, former, drainMs: DRAIN_MS });
    } catch (error) {
      // A server that nobody can reach ends, so that its supervisor starts another.
      unreachable.reject(error);
      throw error;
    }
  };
  const stopRenewing = tls?.follow(log, (pair) => {
    const reopened = reopenWith(pair, shown ?? pair);
    server = reopened.server;
    if (reopened.error !== null) throw reopened.error;
    shown = pair;
  });
  const stopGuarding = guardConnections({
    ports: [server.port ?? config.port, ...(metricsServer === null ? [] : [metricsServer.port])],
    trustedProxies: config['trust-proxy'],
    onClosed: (closed, client) => log.event('connections closed', { closed, client }),
    onFew: (limit) =>
      log.event('few descriptors', { limit, remedy: 'allow more connections with `ulimit -n 65536`' }),
  });
  const withdraw = announceServer(dataDirectory(config.data), config.overlay !== null);
  const authority = installableAuthority(config, tls);
  log.event('listening', {
    url: urlOf(config.host, server.port ?? config.port, tls === null ? 'http' : 'https'),
    ...(tls !== null && { certificate_sha256: fingerprintOf(tls.pair) }),
    ...(authority !== null && { authority_sha256: authority.fingerprint256 }),
    ...(metricsServer !== null && {
      metrics: `${urlOf(config.metrics?.host ?? '', metricsServer.port)}/metrics`,
    }),
    catalog: served.name(),
    foods: served.catalog.size,
  });
  // Only now, so that they do not delay the first answer.
  tasks.start();
  log.event('stopping', { signal: await Promise.race([stop, unreachable.promise]) });
  isReady = false;
  withdraw();
  stopFollowing();
  stopRenewing?.();
  stopGuarding();
  await stopGently(server, DRAIN_MS);
  metricsServer?.close();
  log.event('stopped', {});
}

function createServiceApp(
  { config, site, tasks, access, metrics, log, tls }: Service,
  clientAddress: (request: Request) => string,
): ReturnType<typeof createApp> {
  const { catalog, publicUrl } = site;
  const answers = new CatalogAnswers(catalog, tasks);
  const pictures = openProductPictures(config, log);
  const compatRoutes =
    config.compat === 'off' ? [] : createCompatRoutes({ catalog, answers, publicUrl, pictures });
  return createApp({
    catalog,
    answers,
    admission: access.admission,
    accountRoutes: access.accountRoutes,
    pages: [
      ...createPageRoutes(site, answers, installableAuthority(config, tls)),
      ...access.dashboardRoutes,
      ...compatRoutes,
      ...agentRoutes(config, site, answers),
    ],
    docsBar: DOCS_BAR,
    refusePage: pageRefuser(site),
    failPage: answerFault,
    log: observeRequests(log, metrics),
    // With pictures of its own, the server links to those.
    shownSettings: [
      publicUrl,
      config.lang === USUAL_INSTALLATION.language ? null : config.lang,
      pictures === null ? null : 'pictures',
    ],
    language: config.lang,
    isHttps: tls !== null || publicUrl?.startsWith('https:') === true,
    isTls: tls !== null,
    corsOrigins: config['cors-origin'],
    clientAddress,
  });
}

/** The authority that signed the certificate of this server, if people must install it; null if they trust it already. */
function installableAuthority({ tls: kind }: Config, tls: Tls | null): X509Certificate | null {
  return kind === 'self-signed' && tls !== null ? authorityOf(tls.pair) : null;
}

/** Pages of the public address, and of websites that the operator lists, may call tools; `*` lists none. */
function agentRoutes(config: Config, site: Site, answers: CatalogAnswers): RouteDeclaration[] {
  if (config.mcp === 'off') return [];
  const origins = [...config['cors-origin'], ...(site.publicUrl === null ? [] : [site.publicUrl])];
  return [createMcpRoute({ site, answers, origins })];
}

/** The metrics library is loaded only if metrics are enabled. */
async function openMetricsIfEnabled(config: Config, sources: MetricSources): Promise<Metrics> {
  if (config.metrics === null) return NO_METRICS;
  const { openMetrics } = await import('./metrics.ts');
  return openMetrics(sources, VERSION, Date.now);
}

async function openMetricsServerFor(
  { metrics: address }: Config,
  metrics: Metrics,
  isReady: () => boolean,
): Promise<MetricsServer> {
  const { openMetricsServer } = await import('./metrics-server.ts');
  const { host, port } = address ?? { host: '', port: 0 };
  return listenOrExplain(host, port, '--metrics', () => openMetricsServer({ host, port, metrics, isReady }));
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
    throw listenError(code, host, port, flag);
  }
}

function listenError(code: string, host: string, port: number, flag: string): PlainError {
  const hostFlag = flag === '--port' ? '--host' : flag;
  switch (code) {
    case 'EADDRINUSE':
      return new PlainError(
        `port ${port}`,
        `already in use on ${host}`,
        `stop whatever is using it, or choose another port with ${flag}`,
      );
    case 'EACCES':
      return new PlainError(
        `port ${port}`,
        'not allowed to listen there',
        `choose a port above 1023 with ${flag}`,
      );
    case 'EADDRNOTAVAIL':
      return new PlainError(host, 'not an address of this machine', `choose another with ${hostFlag}`);
    default:
      // For a name or number that no resolver knows, Bun gives the code of whatever call failed last.
      if (isIP(host) === 0) return new PlainError(host, 'no such address', `check ${hostFlag}`);
      return new PlainError(
        `${host}, port ${port}`,
        `cannot listen there (${code})`,
        `check ${flag === '--port' ? '--host and --port' : flag}`,
      );
  }
}

function chooseLogFormat(config: Config, isTerminal: boolean): LogFormat {
  if (config['log-format'] !== 'auto') return config['log-format'];
  return isTerminal ? 'text' : 'json';
}

function nextSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal));
  });
}

function urlOf(host: string, port: number, scheme: 'http' | 'https' = 'http'): string {
  return `${scheme}://${urlHost(host)}:${port}`;
}
