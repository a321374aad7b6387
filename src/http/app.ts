import { Elysia } from 'elysia';
import { type Admission, anonymousReads, type Refused } from '../admission/admission.ts';
import { type Catalog, type CatalogFacts, USUAL_INSTALLATION } from '../food/catalog.ts';
import { licenceLink } from '../food/credit.ts';
import { CatalogChanged } from '../food/current-catalog.ts';
import { memberOf } from '../member-of.ts';
import { OPERATIONS, type Operation } from '../operations/operations.ts';
import { type Answer, Busy, ClientGone } from './answer.ts';
import { Call, type Route, requestIds, type Surroundings } from './call.ts';
import { CatalogAnswers } from './catalog-answers.ts';
import { examplesFrom } from './catalog-examples.ts';
import { renderDocs, type SiteBar } from './docs/page.ts';
import { createFoodHandlers } from './food-handlers.ts';
import { createGate, isForReader } from './gate.ts';
import { type RestorePrefix, restoringPrefixes, rootOf } from './host-paths.ts';
import { createListHandlers } from './list-handlers.ts';
import { LIST_TASKS } from './list-tasks.ts';
import { type Log, silentLog } from './log.ts';
import { describeApi } from './openapi.ts';
import { busy, CLIENT_GONE, internalError, preflight, problem, refuse, wrongMethod } from './problems.ts';
import { type Handler, listRoutes, patternOf, type RouteDeclaration } from './route.ts';
import { send, settingsTag, withoutBody } from './send.ts';
import { MAX_SEGMENTS, pathOf, pathOfStray, restorePath } from './target.ts';
import { runInThisThread } from './task.ts';
import { Invalid } from './validation.ts';

export interface AppOptions {
  catalog: Catalog;
  /** The routes under `/auth/` and `/billing/`, where there are accounts. */
  accountRoutes?: readonly RouteDeclaration[];
  /** Pages for people, which are not part of the API. */
  pages?: readonly RouteDeclaration[];
  /** What the documentation has above it, where there are pages. */
  docsBar?: SiteBar;
  /** Refuses a person who reads pages; as JSON when left out. */
  refusePage?: RefusePage;
  /** Answers a fault with a page, for browsers; as JSON when left out. */
  failPage?: FailPage;
  admission?: Admission;
  /** What has been answered from the catalogue, and does what takes longer than a lookup; in this thread when left out. */
  answers?: CatalogAnswers;
  log?: Log;
  clientAddress?: (request: Request) => string;
  /** Settings that show in responses beside the catalogue, such as the public address: a copy made with others is stale. */
  shownSettings?: readonly (string | null)[];
  /** Of pages, for readers who ask for none; English when left out. */
  language?: string;
  /** Whether people reach the service over https. */
  isHttps?: boolean;
  /** Whether the server itself speaks https. */
  isTls?: boolean;
  /** The websites whose scripts may read the answers of the API; all when left out. */
  corsOrigins?: readonly string[];
  makeRequestId?: () => string;
  nowMs?: () => number;
  sleep?: (delayMs: number) => Promise<void>;
}

/**
 * The whole API. Elysia matches the path as it was sent (target.ts), the gate lets a call through to its handler or
 * refuses it, and a path that no route matches ends in `onError`.
 */
export function createApp({ catalog, admission = anonymousReads, ...options }: AppOptions) {
  const surroundings = surroundingsFor(catalog, options);
  const refusePage = options.refusePage ?? ((_call, refused) => refuse(refused));
  const gate = createGate({
    admission,
    sleep: options.sleep ?? Bun.sleep,
    refusePage,
    isApiPath: (path) => apiRoots.has(rootOf(path)),
  });
  const open = (request: Request, url?: string, path?: string) => new Call(request, url, path, surroundings);
  const answerFault = faultReporter(
    options.failPage ?? ((call, status) => (status === 503 ? busy(call) : internalError(call))),
  );
  const answers =
    options.answers ??
    new CatalogAnswers(
      catalog,
      runInThisThread(() => LIST_TASKS, { catalog }),
    );
  const foods = createFoodHandlers(catalog, answers);
  const openApi = perFacts(catalog, (facts) => describeApi(declarations, facts, examplesFrom(catalog)));
  const docs = perFacts(catalog, () => renderDocs(openApi().body.text, options.docsBar ?? null));
  const listed = createListHandlers(catalog, answers);
  const answerOf = (path: string, operation: Operation): Handler => {
    const answer = operation.task === undefined ? memberOf(foods, path) : listed(operation, operation.task);
    if (answer === undefined) throw new Error(`nothing answers ${path}`);
    return answer;
  };
  const declarations: readonly RouteDeclaration[] = [
    // Data: keys are optional, and the limits of the caller's plan apply (Part 8). Health is open: no key, no limit.
    ...Object.entries<Operation>(OPERATIONS).map(([path, operation]) => ({
      path,
      area: operation.area,
      operation,
      answer: answerOf(path, operation),
    })),
    { path: '/openapi.json', area: 'open', answer: openApi },
    { path: '/docs', area: 'open', answer: docs },
    // Account: the account key, and a separate limit.
    ...(options.accountRoutes ?? []),
    // Pages: no key, and a separate limit; style sheets and scripts are open.
    ...(options.pages ?? []),
  ];
  const routes = listRoutes(declarations);
  const apiRoots = new Set([...routes.values()].filter(isOfApi).map(({ path }) => rootOf(path)));
  const restorePrefix = restoringPrefixes([...routes.values()]);

  /** The handler of a route: the gate lets a call through to its answer, or refuses it. Whatever happens is answered. */
  const guarded =
    (route: Route, answer: Handler) =>
    async ({ request, url, path, params = {} }: Arriving) => {
      const call = open(request, url, path);
      try {
        const refusal = await gate.judge(call, route, params as Call['params']);
        if (refusal !== null) return send(call, refusal);
        call.markAdmitted();
        return send(call, await answer(call));
      } catch (error) {
        return send(call, answerFault(error, call));
      }
    };

  const app = new Elysia({ handler: { standardHostname: false }, systemRouter: false, strictPath: true })
    .wrap((handle, request) => enter(handle as never, request, restorePrefix))
    .onError(async ({ code, error, request, url, path }: Failing) => {
      const stray = open(request, url, pathOfStray(request, path ?? pathOf(url ?? request.url)));
      const isUnknown = code === 'NOT_FOUND';
      return send(stray, isUnknown ? await gate.judgeUnknownPath(stray) : answerFault(error, stray));
    });
  for (const declaration of declarations) {
    const pattern = patternOf(declaration);
    app.route(declaration.method ?? 'GET', pattern, guarded(routes.get(pattern)!, declaration.answer));
  }
  for (const route of routes.values()) app.all(route.path, guarded(route, otherMethods(route, refusePage)));
  return app;
}

function surroundingsFor(catalog: Catalog, options: Omit<AppOptions, 'catalog' | 'admission'>): Surroundings {
  return {
    log: options.log ?? silentLog,
    licenceLink: perFacts(catalog, licenceLink),
    clientAddress: options.clientAddress ?? (() => ''),
    makeRequestId: options.makeRequestId ?? requestIds(),
    nowMs: options.nowMs ?? (() => performance.now()),
    settingsTag: settingsTag(options.shownSettings ?? []),
    language: options.language ?? USUAL_INSTALLATION.language,
    isHttps: options.isHttps ?? false,
    isTls: options.isTls ?? false,
    corsOrigins: originsOf(options.corsOrigins ?? ['*']),
  };
}

/** Answers OPTIONS on a route, and refuses the methods that it does not have. */
function otherMethods(route: Route, refusePage: RefusePage): Handler {
  if (route.path.split('/').length > MAX_SEGMENTS + 1)
    throw new Error(`${route.path} has more segments than the listener reads`);
  return (call) => {
    if (call.method === 'OPTIONS') return preflight(call, route);
    if (route.dialect?.methodNotAllowed) return route.dialect.methodNotAllowed(call);
    return isForReader(call) ? refusePage(call, wrongMethod(route)) : refuse(wrongMethod(route));
  };
}

/**
 * The parts of Elysia's context that are used here. Its types leave out the URL and the path, which are worth having:
 * Bun builds `request.url` each time it is read.
 */
interface Arriving {
  request: Request;
  url?: string;
  path?: string;
  /** The segments that the route names, unescaped. Their types are left to validation.ts. */
  params?: unknown;
}

interface Failing extends Arriving {
  code: unknown;
  error: unknown;
}

/** Wraps everything: Elysia must see the path as it was sent, and answers HEAD with the handler of GET. */
function enter(handle: (...sent: unknown[]) => unknown, request: Request, restorePrefix: RestorePrefix) {
  restorePath(request);
  restorePrefix(request);
  if (request.method !== 'HEAD') return handle as () => never;
  return (async (sent: Request) => withoutBody((await handle(sent)) as Response)) as () => never;
}

type RefusePage = (call: Call, refused: Refused) => Answer;
/** Answers a browser with a page about a fault, or about an answer that is not there for the moment. */
type FailPage = (call: Call, status: 500 | 503) => Answer;

/** A handler threw: the caller learns only the request id, the log gets everything. */
function faultReporter(failPage: FailPage): (error: unknown, call: Call) => Answer {
  return (error, call) => {
    if (error instanceof ClientGone || call.request.signal.aborted) return CLIENT_GONE;
    if (error instanceof Invalid) return problem(422, error.issues);
    // Of a catalogue that was changed in place, the next good file is taken within seconds.
    if (error instanceof Busy || error instanceof CatalogChanged)
      return isForReader(call) ? failPage(call, 503) : busy(call);
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
    call.surroundings.log.event('fault', { request_id: call.requestId, error: words });
    return isForReader(call) ? failPage(call, 500) : internalError(call);
  };
}

/** Pages share some of these roots, such as `/food`. */
function isOfApi({ area }: Route): boolean {
  return area === 'data' || area === 'account';
}

/** Null for all. */
function originsOf(origins: readonly string[]): ReadonlySet<string> | null {
  return origins.includes('*') ? null : new Set(origins);
}

/** What follows from the facts of a catalogue: made again only when another catalogue is served. */
function perFacts<T>(catalog: Catalog, make: (facts: CatalogFacts) => T): () => T {
  let made: { facts: CatalogFacts; value: T } | null = null;
  return () => {
    const { facts } = catalog;
    if (made?.facts !== facts) made = { facts, value: make(facts) };
    return made.value;
  };
}
