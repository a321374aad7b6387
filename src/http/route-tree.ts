import type { Area } from '../admission/admission.ts';
import type { Call, CalledRoute } from './call.ts';

export interface Route extends CalledRoute {
  /** What answers each method; HEAD is answered by what answers GET. */
  handlers: ReadonlyMap<string, RouteHandler>;
}

export type RouteHandler = (context: { call: Call }) => Response | Promise<Response>;

export interface DeclaredRoute {
  path: string;
  method: string;
  area: Area;
  handler: RouteHandler;
}

interface Node {
  children: Map<string, Node>;
  /** What follows any segment that has no child of its own, provided that it ends as it must. */
  any: Node | null;
  anyEnding: string;
  route: Route | null;
}

/** Finds which declared route a path belongs to, segment by segment. */
export class RouteTree {
  readonly #root: Node = emptyNode();

  constructor(declared: readonly DeclaredRoute[]) {
    for (const [path, routes] of Map.groupBy(declared, (route) => route.path)) this.#add(path, routes);
  }

  /** Null when no route has this path. An empty segment matches nothing. */
  find(segments: readonly string[]): Route | null {
    let node: Node | null = this.#root;
    for (let i = 1; i < segments.length && node !== null; i++) {
      const segment = segments[i] as string;
      node = node.children.get(segment) ?? anyOf(node, segment);
    }
    return node === null ? null : node.route;
  }

  #add(path: string, declared: readonly DeclaredRoute[]): void {
    let node = this.#root;
    for (const segment of path.split('/').slice(1)) node = descend(node, segment);
    const handlers = new Map<string, RouteHandler>();
    for (const { method, handler } of declared) {
      handlers.set(method, handler);
      if (method === 'GET') handlers.set('HEAD', handler);
    }
    const area = (declared[0] as DeclaredRoute).area;
    node.route = { path, area, handlers, allow: [...handlers.keys(), 'OPTIONS'].join(', ') };
  }
}

function emptyNode(): Node {
  return { children: new Map(), any: null, anyEnding: '', route: null };
}

/** What follows a segment that stands for a value: not an empty one, and `:slug.html` takes `a.html` alone. */
function anyOf(node: Node, segment: string): Node | null {
  return segment.length > node.anyEnding.length && segment.endsWith(node.anyEnding) ? node.any : null;
}

function descend(node: Node, segment: string): Node {
  if (segment.startsWith(':')) {
    const dot = segment.indexOf('.');
    node.any ??= emptyNode();
    node.anyEnding = dot === -1 ? '' : segment.slice(dot);
    return node.any;
  }
  const child = node.children.get(segment) ?? emptyNode();
  node.children.set(segment, child);
  return child;
}
