import type { Area } from '../admission/admission.ts';
import type { Operation } from '../operations/operations.ts';
import type { Answer } from './answer.ts';
import type { Call, Route } from './call.ts';

/** What the gate need not be told about most routes. */
type RouteRules = Partial<
  Pick<Route, 'accepts' | 'cost' | 'dialect' | 'onlyReads' | 'costOfBody' | 'requestHeaders' | 'atHost'>
>;

/** A route as it is declared: of the API, of an account, of a dialect, or a page for people. */
export interface RouteDeclaration extends RouteRules {
  /** GET when left out. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As Elysia writes it; a last segment `:slug.html` matches only what ends in `.html`. */
  path: string;
  area: Area;
  /** What the OpenAPI document says of it; left out for a route that is not in there. */
  operation?: Operation;
  answer: Handler;
}

export type Handler = (call: Call) => Answer | Promise<Answer>;

/** The path for Elysia, whose parameters are whole segments, and the ending that its last one must have. */
function splitEnding(path: string): { pattern: string; ending: string } {
  const [, pattern = path, ending = ''] = /^(.*\/:\w+)(\.\w+)$/.exec(path) ?? [];
  return { pattern, ending };
}

export function patternOf({ path }: Pick<RouteDeclaration, 'path'>): string {
  return splitEnding(path).pattern;
}

/** Every path, by its pattern, with what the gate must know about it. */
export function listRoutes(declarations: readonly RouteDeclaration[]): Map<string, Route> {
  const routes = new Map<string, Route>();
  for (const [pattern, [first, ...others]] of Map.groupBy(declarations, patternOf)) {
    const { path, method: _, operation, answer: __, ...declared } = first!;
    const sent = [first!, ...others].flatMap(({ method = 'GET' }) =>
      method === 'GET' ? ['GET', 'HEAD'] : [method],
    );
    const { cost = null, allowance = 'plan' } = operation ?? {};
    routes.set(pattern, {
      ...NO_RULES,
      cost,
      ...declared,
      path: pattern,
      ending: splitEnding(path).ending,
      methods: new Set(sent),
      allow: [...sent, 'OPTIONS'].join(', '),
      allowance,
    });
  }
  return routes;
}

const NO_RULES: Required<Omit<RouteRules, 'cost'>> = {
  accepts: null,
  dialect: null,
  onlyReads: false,
  costOfBody: null,
  requestHeaders: [],
  atHost: null,
};
