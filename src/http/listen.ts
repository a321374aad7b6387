import type { AnyElysia } from 'elysia';
import { bareInternalError } from './problems.ts';
import { MAX_SEGMENTS, makeUnmatchable, segmentName } from './target.ts';

export interface ListenOptions {
  host: string;
  /** 0 lets the system choose one. */
  port: number;
  /** Serves https with it, and plain http without. */
  tls?: TlsPair | null;
}

/** A certificate and its key, both in PEM format. */
export interface TlsPair {
  cert: string;
  key: string;
}

/** Paths of this depth may end in a slash: those of products, as clients of Open Food Facts write them. */
const DEPTH_BEFORE_SLASH = 4;
/** No route takes a body that comes near this. */
const MAX_BODY_BYTES = 64 * 1024;
/** Idle connections are closed after this time, so that forgotten ones do not pile up. */
const IDLE_SECONDS = 30;

type Handler = (request: Request) => Response | Promise<Response>;

/** Serves an app on a socket. */
export function listenFor(app: AnyElysia, options: ListenOptions): Bun.Server<undefined> {
  return listen((request) => app.fetch(request), options);
}

/**
 * Serves on a socket. Bun resolves `..` and `\` in `request.url`, but its own router matches the path as sent: one
 * pattern for each number of segments puts those segments on the request, where target.ts finds them.
 */
export function listen(handle: Handler, { host, port, tls = null }: ListenOptions): Bun.Server<undefined> {
  const routes: Record<string, Handler> = {};
  for (let depth = 0, pattern = ''; depth <= MAX_SEGMENTS; depth++, pattern += `/:${segmentName(depth)}`) {
    routes[pattern || '/'] = handle;
    if (depth === DEPTH_BEFORE_SLASH) routes[`${pattern}/`] = handle;
  }
  return Bun.serve({
    hostname: host,
    port,
    // Two processes on one port would split the limits between them, unnoticed.
    reusePort: false,
    ...(tls !== null && { tls: { cert: tls.cert, key: tls.key } }),
    development: false,
    idleTimeout: IDLE_SECONDS,
    maxRequestBodySize: MAX_BODY_BYTES,
    routes,
    // An empty segment, or too many of them: whatever it may look like once resolved, there is no such path.
    fetch(request) {
      makeUnmatchable(request);
      return handle(request);
    },
    error: bareInternalError,
  });
}

/** Refuses new connections, lets requests in flight finish, and cuts off what is left after a while. */
export async function stopGently(server: Bun.Server<undefined>, withinMs: number): Promise<void> {
  const late = setTimeout(() => server.stop(true), withinMs);
  await server.stop();
  clearTimeout(late);
}

interface Reopening {
  open(port: number, pair: TlsPair): Bun.Server<undefined>;
  pair: TlsPair;
  /** What the listener has shown until now. */
  former: TlsPair;
  drainMs: number;
}

/**
 * Bun cannot replace the certificate of a listener: another takes its port, and requests in flight finish on the old
 * one. If the new certificate cannot be used, the former is shown again, and `error` says why. Throws if nothing could
 * take the port.
 */
export function reopen(
  old: Bun.Server<undefined>,
  { open, pair, former, drainMs }: Reopening,
): { server: Bun.Server<undefined>; error: unknown } {
  const { port = 0 } = old;
  void stopGently(old, drainMs);
  try {
    return { server: open(port, pair), error: null };
  } catch (error) {
    return { server: open(port, former), error };
  }
}
