import type { AnyElysia } from 'elysia';
import type { MaybePromise } from './maybe-promise.ts';
import { isSentSo, nameSegments, pathOf, type RoutedRequest } from './target.ts';

export type Handler = (request: Request) => MaybePromise<Response>;

/** Such as `/food/:food_id`. */
const LOOKUP = /^\/(\w+)\/:(\w+)$/;
/** Such as `/search` and `/foods/popular`. */
const FIXED = /^(?:\/[\w.-]+)+$/;

/**
 * Routes for fixed paths and lookups, matched by Bun's router alone: restoring the path (target.ts) and matching it again
 * with Elysia's router take a third of a lookup. A GET whose path there is nothing to restore in goes straight to what
 * Elysia compiled for its route; any other request takes the long way, through `handle`.
 */
export function directRoutes(app: AnyElysia, handle: Handler): Record<string, Handler> {
  const routes: Record<string, Handler> = {};
  for (const { method, path, compile } of app.routes) {
    if (method !== 'GET') continue;
    // Compiles the route once, when it is first called: all of them at the start would delay the first response.
    const answer: CompiledRoute = (context) => (compile() as CompiledRoute)(context);
    const [, root, name] = LOOKUP.exec(path) ?? [];
    if (root !== undefined && name !== undefined) routes[path] = lookup(root, name, answer, handle);
    else if (FIXED.test(path)) routes[path] = fixed(path, answer, handle);
  }
  return routes;
}

/** What Elysia compiled for a route. */
type CompiledRoute = (context: object) => MaybePromise<Response>;

function lookup(root: string, name: string, answer: CompiledRoute, handle: Handler): Handler {
  return (request) => {
    const { url, method } = request;
    const { params } = request as Required<RoutedRequest>;
    const segment = params[name]!;
    if (method === 'GET' && isSentSo(url, root, segment))
      return answer({ request, url, path: pathOf(url), params });
    nameSegments(request, [root, segment]);
    return handle(request);
  };
}

function fixed(path: string, answer: CompiledRoute, handle: Handler): Handler {
  const segments = path.slice(1).split('/');
  const params = {};
  return (request) => {
    const { url, method } = request;
    // Without a usable host, the URL is nothing but the path.
    if (method === 'GET' && !url.startsWith(path) && pathOf(url) === path)
      return answer({ request, url, path, params });
    nameSegments(request, segments);
    return handle(request);
  };
}
