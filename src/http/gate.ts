import { type Admission, INVALID_KEY, isForPeople, type Refused } from '../admission/admission.ts';
import type { Answer } from './answer.ts';
import type { Call, Route } from './call.ts';
import { NO_SUCH_PATH, problem, refuse } from './problems.ts';
import { hasOneHost } from './target.ts';

/**
 * Decides who gets through, in the order of the decisions: path, key, scope, method, limits. Validation and lookup
 * follow in the handler.
 */
export interface GateOptions {
  admission: Admission;
  sleep: (delayMs: number) => Promise<void>;
  /** Refuses a person who reads pages. */
  refusePage: (call: Call, refused: Refused) => Answer;
  /** Whether the API has paths that begin like this one, so that a mistyped one is a program's mistake. */
  isApiPath: (path: string) => boolean;
}

export function createGate({ admission, sleep, refusePage, isApiPath }: GateOptions) {
  /** Before a handler runs: returns the answer that refuses the call, or null to let it through. */
  async function judge(call: Call, route: Route, params: Call['params']): Promise<Answer | null> {
    if (!hasOneHost(call.request) || !exists(call, route, params)) return judgeUnknownPath(call);
    call.route = route;
    call.params = params;
    // A preflight carries no key, so OPTIONS is answered before authentication.
    if (route.area === 'open' || call.method === 'OPTIONS') return null;
    const facts = route.dialect?.facts(call) ?? call;
    const identity = await admission.identify(facts);
    const refuseCall = route.dialect?.refuse ?? ((_call, refused) => refuse(refused));
    if (identity.outcome === 'refused') return refuseCall(call, identity);
    const { caller } = identity;
    if (!route.methods.has(call.method)) {
      // The route itself refuses a wrong method, with the caller's budget.
      call.admissionHeaders = await admission.budget(caller, facts);
      return null;
    }
    if (route.costOfBody !== null) call.body = await call.request.text();
    const verdict = await admission.admit(caller, facts);
    if (verdict.outcome === 'refused') {
      const isPage = isForReader(call) && route.dialect?.refuse === undefined;
      return isPage ? refusePage(call, verdict) : refuseCall(call, verdict);
    }
    call.admissionHeaders = verdict.headers;
    call.isKeyed = verdict.isKeyed;
    call.accountId = verdict.accountId;
    call.countFurther = (requests) => admission.countFurther(caller, facts, requests);
    if (verdict.delayMs > 0) {
      await sleep(verdict.delayMs);
      call.hasWaited = true;
    }
    return null;
  }

  /** Part 5, rule 6; but a named key is the wrong one on every path under `/auth/` and `/billing/` (rule 8). */
  async function judgeUnknownPath(call: Call): Promise<Answer> {
    if (!hasOneHost(call.request)) return problem(400, 'Bad Request');
    if (call.area === 'account' && call.method !== 'OPTIONS') {
      const identity = await admission.identify(call);
      return identity.outcome === 'refused' ? refuse(identity) : NO_SUCH_PATH;
    }
    return isLostReader(call) && !isApiPath(call.target.path) ? refusePage(call, INVALID_KEY) : NO_SUCH_PATH;
  }

  return { judge, judgeUnknownPath };
}

/** Whether the path exists, beyond what the router can check. */
function exists({ target: { path } }: Call, { ending, accepts }: Route, params: Call['params']): boolean {
  const endsAsDeclared = ending === '' || (path.endsWith(ending) && !path.endsWith(`/${ending}`));
  return endsAsDeclared && (accepts === null || accepts(params));
}

/** Whether a person sees the response, rather than a script that asks for a part of a page. */
export function isForReader(call: Call): boolean {
  return (isForPeople(call.area) || call.area === 'open') && acceptsPage(call);
}

/** Whether a person may have mistyped the address of a page: a browser sends no key, and wants a page. */
export function isLostReader(call: Call): boolean {
  return call.method !== 'OPTIONS' && call.authorization === null && acceptsPage(call);
}

/** A program that takes anything does not name HTML. */
function acceptsPage(call: Call): boolean {
  return (call.header('accept') ?? '').includes('text/html');
}
