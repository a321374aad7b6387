import type { AnyElysia } from 'elysia';
import type { MaybePromise } from './maybe-promise.ts';
import { isSentSo, nameSegments, pathOf, type RoutedRequest } from './target.ts';

export type Handler = (request: Request) => MaybePromise<Response>;

/** Such as `/food/:food_id`. */
const LOOKUP = /^\/(\w+)\/:(\w+)$/;

/**
 * Routes for lookups, matched by Bun's router alone: restoring the path (target.ts) and matching it again with Elysia's
 * router take a third of a lookup. A GET whose path there is nothing to restore in goes straight to what Elysia compiled
 * for its route; any other request takes the long way, through `handle`.
 */
export function directRoutes(app: AnyElysia, handle: Handler): Record<string, Handler> {
  const routes: Record<string, Handler> = {};
  for (const route of app.routes) {
    const [, root, name] = LOOKUP.exec(route.path) ?? [];
    if (route.method !== 'GET' || root === undefined || name === undefined) continue;
    const answer = route.compile() as (context: object) => MaybePromise<Response>;
    routes[route.path] = (request) => {
      const { url, method } = request;
      const { params } = request as Required<RoutedRequest>;
      const segment = params[name]!;
      if (method === 'GET' && isSentSo(url, root, segment))
        return answer({ request, url, path: pathOf(url), params });
      nameSegments(request, [root, segment]);
      return handle(request);
    };
  }
  return routes;
}
