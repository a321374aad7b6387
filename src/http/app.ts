import { Elysia } from 'elysia';
import { type Admission, anonymousReads, type Refused } from '../admission/admission.ts';
import type { Catalog } from '../food/catalog.ts';
import type { AccountRoute } from './account-routes.ts';
import { answerDocument, type Document } from './answers.ts';
import type { Call, Surroundings } from './call.ts';
import { declaredRoutes, described, plainly, unlisted } from './declare.ts';
import { renderDocs } from './docs/page.ts';
import { BARCODE, CATEGORIES, FOOD, HEALTH, POPULAR, SEARCH } from './endpoints.ts';
import { createGate, type Entering } from './gate.ts';
import { type Log, silentLog } from './log.ts';
import { createLookups } from './lookups.ts';
import { describeInterface } from './openapi.ts';
import type { PageRoute } from './page-route.ts';
import { bareInternalError, internalError, refuse } from './problems.ts';
import { requestIds } from './request-ids.ts';
import { RouteTree } from './route-tree.ts';

export interface AppOptions {
  catalog: Catalog;
  /** The routes under `/auth/` and `/billing/`, where there are accounts. */
  accountRoutes?: readonly AccountRoute[];
  /** Pages for people, which are no part of the interface. */
  pages?: readonly PageRoute[];
  /** A limit told to one who reads pages; JSON when left out. */
  refusePage?: (call: Call, refused: Refused) => Response;
  admission?: Admission;
  log?: Log;
  clientAddress?: (request: Request) => string;
  makeRequestId?: () => string;
  nowMs?: () => number;
  sleep?: (delayMs: number) => Promise<void>;
}

/** For Elysia's typed client. */
export type App = ReturnType<typeof createApp>;

/** The whole interface. Nothing reaches a route that the gate has not let pass. */
export function createApp({ catalog, admission, sleep, ...options }: AppOptions) {
  const surroundings: Surroundings = {
    log: options.log ?? silentLog,
    clientAddress: options.clientAddress ?? (() => ''),
    makeRequestId: options.makeRequestId ?? requestIds(),
    nowMs: options.nowMs ?? (() => performance.now()),
  };
  const gate = createGate({
    admission: admission ?? anonymousReads,
    surroundings,
    sleep: sleep ?? Bun.sleep,
    refusePage: options.refusePage ?? refuse,
    routes: () => new RouteTree(declaredRoutes(app)),
    fault: (error, call) => fault(error, call, surroundings.log),
  });
  const lookups = createLookups(catalog);
  const openApi = once((): Document => describeInterface(app));
  const docs = once((): Document => renderDocs(openApi().body.text));

  const app = new Elysia({ handler: { standardHostname: false }, systemRouter: false, strictPath: true })
    .onError(plainly(({ error, call }: Faulty) => fault(error, call, surroundings.log)))
    .decorate('call', null as unknown as Call)
    .onRequest(plainly((context: Entering) => gate(context)))
    .get('/search', on(lookups.search), described(SEARCH))
    .get('/food/:food_id', on(lookups.food), described(FOOD))
    .get('/barcode/:code', on(lookups.barcode), described(BARCODE))
    .get('/foods/popular', on(lookups.popular), described(POPULAR))
    .get('/foods/categories', on(lookups.categories), described(CATEGORIES))
    .get('/health', on(lookups.health), described(HEALTH))
    .get(
      '/openapi.json',
      on((call) => answerDocument(call, openApi())),
      unlisted('open'),
    )
    .get(
      '/docs',
      on((call) => answerDocument(call, docs())),
      unlisted('open'),
    );
  for (const { method, path, endpoint, answer } of options.accountRoutes ?? []) {
    app.route(method, path, on(answer), described(endpoint));
  }
  for (const { method = 'GET', path, area, answer } of options.pages ?? []) {
    app.route(method, path, on(answer), unlisted(area));
  }
  return app;
}

type Faulty = { error: unknown; call?: Call };

function on(answer: (call: Call) => Response | Promise<Response>) {
  return plainly(({ call }: { call: Call }) => answer(call));
}

/** A handler threw: the caller learns nothing but the request id, the log gets everything. */
function fault(error: unknown, call: Call | null | undefined, log: Log): Response {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.event('fault', { request_id: call?.requestId ?? '', error: words });
  return call == null ? bareInternalError() : internalError(call);
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
