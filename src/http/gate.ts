import {
  type Admission,
  type CallFacts,
  INVALID_KEY,
  isForPeople,
  type Refused,
} from '../admission/admission.ts';
import { after, type MaybePromise } from '../maybe-promise.ts';
import type { Call, Route } from './call.ts';
import { badRequest, noSuchPath, refuse } from './problems.ts';
import { hasOneHost } from './target.ts';

/**
 * Decides who gets through, in the order of the decisions: path, key, scope, method, limits. Validation and lookup
 * follow in the handler.
 */
export interface GateOptions {
  admission: Admission;
  sleep: (delayMs: number) => Promise<void>;
  /** Refuses a person who reads pages. */
  refusePage: (call: Call, refused: Refused) => Response;
  /** Whether the API has paths that begin like this one, so that a mistyped one is a program's mistake. */
  isApiPath: (path: string) => boolean;
}

export function createGate({ admission, sleep, refusePage, isApiPath }: GateOptions) {
  /** Before a handler runs: returns the response that refuses the call, or undefined to let it through. */
  function judge(call: Call, route: Route, params: Call['params']): MaybePromise<Response | undefined> {
    if (!hasOneHost(call.request) || !exists(call, route, params)) return judgeUnknownPath(call);
    call.route = route;
    call.params = params;
    // A preflight carries no key, so OPTIONS is answered before authentication.
    if (route.area === 'open' || call.method === 'OPTIONS') return admit(call);
    const facts = route.dialect?.facts(call) ?? call;
    return after(admission.identify(facts), (identity) => {
      if (identity.outcome === 'refused') return (route.dialect?.refuse ?? refuse)(call, identity);
      if (!route.methods.has(call.method)) return addBudget(call, facts, identity.caller);
      if (route.costOfBody === null) return judgeUse(call, route, facts, identity.caller);
      return call.request.text().then((body) => {
        call.body = body;
        return judgeUse(call, route, facts, identity.caller);
      });
    });
  }

  function judgeUse(
    call: Call,
    route: Route,
    facts: CallFacts,
    caller: unknown,
  ): MaybePromise<Response | undefined> {
    return after(admission.admit(caller, facts), (verdict) => {
      if (verdict.outcome === 'refused') return refuserOf(call, route)(call, verdict);
      call.admissionHeaders = verdict.headers;
      call.isKeyed = verdict.isKeyed;
      call.accountId = verdict.accountId;
      call.countFurther = (requests) => admission.countFurther(caller, facts, requests);
      return verdict.delayMs > 0 ? sleep(verdict.delayMs).then(() => admit(call)) : admit(call);
    });
  }

  /** A wrong method is refused by the route itself, with the caller's budget. */
  async function addBudget(call: Call, facts: CallFacts, caller: unknown): Promise<undefined> {
    call.admissionHeaders = await admission.budget(caller, facts);
  }

  /** Part 5, rule 6; but a named key is the wrong one on every path under `/auth/` and `/billing/` (rule 8). */
  async function judgeUnknownPath(call: Call): Promise<Response> {
    if (!hasOneHost(call.request)) return badRequest(call);
    if (call.area !== 'account' || call.method === 'OPTIONS') return refuseUnknownPath(call);
    const identity = await admission.identify(call);
    return identity.outcome === 'refused' ? refuse(call, identity) : noSuchPath(call);
  }

  function refuseUnknownPath(call: Call): Response {
    return isLostReader(call) && !isApiPath(call.target.path)
      ? refusePage(call, INVALID_KEY)
      : noSuchPath(call);
  }

  function refuserOf(call: Call, { dialect }: Route) {
    return dialect?.refuse ?? (isForReader(call) ? refusePage : refuse);
  }

  return { judge, judgeUnknownPath };
}

function admit(call: Call): undefined {
  call.markAdmitted();
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
