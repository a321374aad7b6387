import { METRICS_TYPE, type Metrics } from './metrics.ts';

/** The address for operators, apart from the one for everybody: metrics, and whether requests are welcome. */
export interface ObservatoryOptions {
  host: string;
  port: number;
  metrics: Metrics;
  /** False once the server has been asked to stop: a balancer then sends nobody here any more. */
  isReady: () => boolean;
}

export interface Observatory {
  port: number;
  close(): void;
}

export function openObservatory({ host, port, metrics, isReady }: ObservatoryOptions): Observatory {
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
    fetch: () => Response.json({ detail: 'There is /metrics, /ready and /health here' }, { status: 404 }),
  });
  return { port: server.port ?? port, close: () => void server.stop(true) };
}
