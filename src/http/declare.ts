import type { TSchema } from '@sinclair/typebox';
import type { AnyElysia } from 'elysia';
import type { Area } from '../admission/admission.ts';
import type { Endpoint } from './endpoints.ts';
import type { Problem, ValidationProblem } from './problem-schemas.ts';
import type { DeclaredRoute, RouteHandler } from './route-tree.ts';

/**
 * What a route is declared with. Elysia's own validation cannot give the 422 of the interface, so the schemas
 * reach its types alone, for the typed client; at run time params.ts reads by them.
 */
interface Typed<E extends Endpoint> {
  params: E['path'];
  query: E['query'];
  response: {
    200: E['answer'] extends TSchema ? E['answer'] : never;
    401: typeof Problem;
    404: typeof Problem;
    422: typeof ValidationProblem;
    429: typeof Problem;
  };
}

interface Declaration {
  area: Area;
  /** Null for a route that the description of the interface leaves out. */
  endpoint: Endpoint | null;
}

/** A route of the interface, listed in its description. */
export function described<E extends Endpoint>(endpoint: E): Typed<E> {
  return declaration({ area: endpoint.area, endpoint }) as unknown as Typed<E>;
}

/** A route that serves people or programs around the interface. */
export function unlisted(area: Area): Record<never, never> {
  return declaration({ area, endpoint: null });
}

/** Every route of an app with its area. One that was declared without any is guarded like data. */
export function declaredRoutes(app: AnyElysia): DeclaredRoute[] {
  return app.routes.map(({ path, method, hooks, handler }) => ({
    path,
    method,
    handler: handler as unknown as RouteHandler,
    area: declarationOf(hooks)?.area ?? 'data',
  }));
}

/** The endpoints of an app by their path and method, in the order of their declaration. */
export function describedEndpoints(app: AnyElysia): { path: string; method: string; endpoint: Endpoint }[] {
  return app.routes.flatMap(({ path, method, hooks }) => {
    const endpoint = declarationOf(hooks)?.endpoint;
    return endpoint ? [{ path, method, endpoint }] : [];
  });
}

/**
 * Elysia reads the source text of what it is given, to guess whether it is asynchronous and which parts of a request
 * it needs. A wrong guess costs a promise on every request, and the reading of all its headers, cookies and query.
 * Since a compiler rewrites source texts, the one to be read is stated here: synchronous (it may still return a
 * promise), and with no need of anything but what the gate leaves on the context.
 */
export function plainly<Handler extends (context: never) => unknown>(handler: Handler): Handler {
  return Object.assign(handler, { toString: () => '({ request, call, error }) => { return call }' });
}

const DECLARATION = 'larder';

function declaration(value: Declaration): object {
  return { detail: { [DECLARATION]: value } };
}

function declarationOf(hooks: { detail?: unknown } | undefined): Declaration | undefined {
  return (hooks?.detail as { [DECLARATION]?: Declaration } | undefined)?.[DECLARATION];
}
