import type { TSchema } from '@sinclair/typebox';
import type { AnyElysia } from 'elysia';
import type { Area } from '../admission/admission.ts';
import type { Operation } from '../operations/operations.ts';
import type { Call, Route } from './call.ts';
import type { Problem, ValidationProblem } from './problems.ts';

/** A route outside the API, such as a page for people. */
export interface PageRoute extends RouteRules {
  /** GET when left out. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As Elysia writes it; a last segment `:slug.html` matches only what ends in `.html`. */
  path: string;
  area: Area;
  answer: (call: Call) => Response | Promise<Response>;
}

/** What else the gate must know about some routes. */
type RouteRules = Partial<
  Pick<Route, 'accepts' | 'cost' | 'dialect' | 'onlyReads' | 'costOfBody' | 'requestHeaders' | 'atHost'>
>;

/**
 * What a route is declared with. Elysia's own validation cannot produce the 422 of the API, so it only gets the types
 * of the schemas, for the typed client; validation.ts reads requests by them.
 */
interface Typed<E extends Operation> {
  params: E['path'];
  query: E['query'];
  response: {
    200: E['answer'] extends TSchema ? E['answer'] : never;
    401: typeof Problem;
    404: typeof Problem;
    422: typeof ValidationProblem;
    429: typeof Problem;
    503: typeof Problem;
  };
}

interface Declaration {
  area: Area;
  /** Null for a route that the OpenAPI document leaves out. */
  endpoint: Operation | null;
  ending: string;
  more?: RouteRules;
}

/** A route of the API, listed in the OpenAPI document. */
export function described<E extends Operation>(endpoint: E): Typed<E> {
  return declare({ area: endpoint.area, endpoint, ending: '' }) as unknown as Typed<E>;
}

/** A route for people or programs that is not part of the API. */
export function unlisted(area: Area, ending = '', more: RouteRules = {}): Record<never, never> {
  return declare({ area, endpoint: null, ending, more });
}

/** A path for Elysia, whose parameters are whole segments, and the ending that its last one must have. */
export function splitEnding(path: string): { pattern: string; ending: string } {
  const [, pattern = path, ending = ''] = /^(.*\/:\w+)(\.\w+)$/.exec(path) ?? [];
  return { pattern, ending };
}

/**
 * Every path of an app with what the gate must know about it. A route declared without an area is guarded like data.
 */
export function listRoutes(app: AnyElysia): Map<string, Route> {
  const routes = new Map<string, Route>();
  for (const [path, declared] of Map.groupBy(app.routes, (route) => route.path)) {
    const sent = declared.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const { area = 'data', ending = '', endpoint, more } = declarationOf(declared[0]?.hooks) ?? {};
    const methods = new Set(sent);
    const allow = [...sent, 'OPTIONS'].join(', ');
    const { cost = null, allowance = 'plan' } = endpoint ?? {};
    routes.set(path, { path, area, ending, methods, allow, allowance, ...NO_RULES, cost, ...more });
  }
  return routes;
}

const NO_RULES: Required<RouteRules> = {
  accepts: null,
  cost: null,
  dialect: null,
  onlyReads: false,
  costOfBody: null,
  requestHeaders: [],
  atHost: null,
};

/** The endpoints of an app with their paths and methods, in the order of declaration. */
export function describedEndpoints(app: AnyElysia): { path: string; method: string; endpoint: Operation }[] {
  return app.routes.flatMap(({ path, method, hooks }) => {
    const endpoint = declarationOf(hooks)?.endpoint;
    return endpoint ? [{ path, method, endpoint }] : [];
  });
}

/** Elysia passes `detail` on unchanged: it is meant for documentation. */
const DECLARATION = 'larder';

function declare(value: Declaration): object {
  return { detail: { [DECLARATION]: value } };
}

function declarationOf(hooks: { detail?: unknown } | undefined): Declaration | undefined {
  return (hooks?.detail as { [DECLARATION]?: Declaration } | undefined)?.[DECLARATION];
}
