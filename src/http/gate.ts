import {
  type Admission,
  type BudgetHeaders,
  type Identity,
  INVALID_KEY,
  type Refused,
  type Verdict,
} from '../admission/admission.ts';
import { answerPreflight, withoutBody } from './answers.ts';
import { Call, type Surroundings } from './call.ts';
import { badRequest, methodNotAllowed, noSuchPath, refuse } from './problems.ts';
import type { Route, RouteTree } from './route-tree.ts';
import { hasOneHost, readTarget } from './target.ts';

/**
 * Every request comes here first and is judged in the order the interface lays down: path, key, scope, method,
 * limits. Validation and look-up follow in the handler of the route, which the gate calls itself: it has found the
 * route by the path as sent, and a router that reads `request.url` would see a path that Bun has resolved.
 */
export interface GateOptions {
  admission: Admission;
  surroundings: Surroundings;
  sleep: (delayMs: number) => Promise<void>;
  /** Refuses one who reads pages. */
  refusePage: (call: Call, refused: Refused) => Response;
  /** The routes there are, asked for once the app has declared them all. */
  routes: () => RouteTree;
  /** Answers a call that failed. */
  fault: (error: unknown, call: Call) => Response;
}

/** The part of Elysia's context that the gate reads and writes. */
export interface Entering {
  request: Request;
  /** Bun makes the URL anew each time it is asked for; here it is as Elysia got it. */
  url?: string;
  call: Call;
}

type Answer = Response | Promise<Response>;

export function createGate(options: GateOptions): (context: Entering) => Answer {
  const { admission, sleep } = options;
  let routes: RouteTree | null = null;

  function judge(call: Call, route: Route | null): Answer {
    if (route === null) return call.area === 'account' ? nowhereInAccount(call) : noSuchPath(call);
    if (call.method === 'OPTIONS') return answerPreflight(call, route);
    if (route.area === 'open') return handle(call, route);
    const identity = admission.identify(call);
    if (!(identity instanceof Promise)) return identified(call, route, identity);
    return identity.then((later) => identified(call, route, later));
  }

  /** A named key is told on every path under `/auth/` and `/billing/` that it is the wrong one. */
  function nowhereInAccount(call: Call): Answer {
    const answer = (identity: Identity<unknown>) =>
      identity.outcome === 'refused' ? refuse(call, identity) : noSuchPath(call);
    const identity = call.method === 'OPTIONS' ? INVALID_KEY : admission.identify(call);
    return identity instanceof Promise ? identity.then(answer) : answer(identity);
  }

  function wrongMethod(call: Call, caller: unknown): Answer {
    const answer = (budget: BudgetHeaders) => {
      call.admissionHeaders = budget;
      return methodNotAllowed(call);
    };
    const budget = admission.budget(caller, call);
    return budget instanceof Promise ? budget.then(answer) : answer(budget);
  }

  function identified(call: Call, route: Route, identity: Identity<unknown>): Answer {
    if (identity.outcome === 'refused') return refuse(call, identity);
    if (!route.handlers.has(call.method)) return wrongMethod(call, identity.caller);
    const verdict = admission.admit(identity.caller, call);
    if (!(verdict instanceof Promise)) return admitted(call, route, verdict);
    return verdict.then((later) => admitted(call, route, later));
  }

  function admitted(call: Call, route: Route, verdict: Verdict): Answer {
    if (verdict.outcome === 'refused')
      return (isForReader(call) ? options.refusePage : refuse)(call, verdict);
    call.admissionHeaders = verdict.headers;
    call.isKeyed = verdict.isKeyed;
    call.accountId = verdict.accountId;
    if (verdict.delayMs > 0) return sleep(verdict.delayMs).then(() => handle(call, route));
    return handle(call, route);
  }

  return function gate(context) {
    routes ??= options.routes();
    const { request, url } = context;
    const target = readTarget(request, url);
    const route = routes.find(target.segments);
    const call = new Call(request, target, route, options.surroundings);
    context.call = call;
    const answer = hasOneHost(request, url) ? judge(call, route) : badRequest(call);
    if (answer instanceof Promise) return settle(call, answer);
    return finish(call, answer);
  };

  /** Elysia sees to what is thrown at once, but not to what fails later. */
  async function settle(call: Call, later: Promise<Response>): Promise<Response> {
    try {
      return await finish(call, await later);
    } catch (error) {
      return options.fault(error, call);
    }
  }
}

/** A page that somebody looks at, and not a script that asks for a part of one. */
function isForReader(call: Call): boolean {
  const isPage = call.area === 'page' || call.area === 'session';
  return isPage && (call.header('accept') ?? '').includes('text/html');
}

function finish(call: Call, answer: Response): Answer {
  if (call.isTimed) answer.headers.set('server-timing', call.timing());
  return call.method === 'HEAD' ? withoutBody(answer) : answer;
}

function handle(call: Call, route: Route): Answer {
  if (call.isTimed) call.markAdmitted();
  const handler = route.handlers.get(call.method);
  return handler === undefined ? methodNotAllowed(call) : handler({ call });
}
