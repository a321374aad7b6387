import { METRICS_TYPE } from './metric-registry.ts';
import type { Metrics } from './metrics.ts';

/** A second listener for operators, apart from the public one: metrics, readiness and health. */
interface MetricsServerOptions {
  host: string;
  port: number;
  metrics: Metrics;
  /** False once the server has been asked to stop, so that load balancers send no more requests. */
  isReady: () => boolean;
}

export interface MetricsServer {
  port: number;
  close(): void;
}

export function openMetricsServer({ host, port, metrics, isReady }: MetricsServerOptions): MetricsServer {
  const status = (isGood: boolean, word: string) =>
    Response.json({ status: word }, { status: isGood ? 200 : 503, headers: { 'cache-control': 'no-store' } });
  const server = Bun.serve({
    hostname: host,
    port,
    reusePort: false,
    development: false,
    routes: {
      '/metrics': {
        GET: async () => new Response(await metrics.text(), { headers: { 'content-type': METRICS_TYPE } }),
      },
      '/ready': { GET: () => (isReady() ? status(true, 'ready') : status(false, 'stopping')) },
      '/health': { GET: () => status(true, 'ok') },
    },
    fetch: () => Response.json({ detail: 'Not found; try /metrics, /ready or /health' }, { status: 404 }),
  });
  return { port: server.port ?? port, close: () => void server.stop(true) };
}
