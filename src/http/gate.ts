import type { Admission, Identity, Verdict } from './admission.ts';
import { answerPreflight, withoutBody } from './answers.ts';
import { Call, type Surroundings } from './call.ts';
import { badRequest, methodNotAllowed, noSuchPath, refuse } from './problems.ts';
import type { RouteTree } from './route-tree.ts';
import { hasOneHost, readTarget } from './target.ts';

/**
 * Before routing, every request is judged here, in the order the interface lays down: path, key, scope, method,
 * limits. Validation and look-up follow in the handler. What the gate lets pass carries its Call.
 */
export interface GateOptions {
  admission: Admission;
  surroundings: Surroundings;
  sleep: (delayMs: number) => Promise<void>;
  /** The routes there are, asked for once the app has declared them all. */
  routes: () => RouteTree;
  /** Answers a call that failed. */
  fault: (error: unknown, call: Call) => Response;
  /** Hands a request to the router again, with its Call already judged. */
  route: (request: Request) => Response | Promise<Response>;
}

type Passage = Response | Promise<Response> | undefined;

export function createGate(options: GateOptions): (context: { request: Request; call: Call }) => Passage {
  const { admission, sleep } = options;
  let routes: RouteTree | null = null;
  /** Calls that were judged already and are on their way to the router. */
  const judged = new WeakMap<Request, Call>();

  function open(request: Request): Call {
    routes ??= options.routes();
    const target = readTarget(request);
    return new Call(request, target, routes.find(target.segments), options.surroundings);
  }

  function identified(call: Call, identity: Identity<unknown>): Passage {
    if (identity.outcome === 'refused') return refuse(call, identity);
    if (!call.allowsMethod) return methodNotAllowed(call);
    const verdict = admission.admit(identity.caller, call);
    if (!(verdict instanceof Promise)) return admitted(call, verdict);
    return verdict.then((later) => admitted(call, later) ?? passLater(call));
  }

  function admitted(call: Call, verdict: Verdict): Passage {
    if (verdict.outcome === 'refused') return refuse(call, verdict);
    call.admissionHeaders = verdict.headers;
    call.isKeyed = verdict.isKeyed;
    if (verdict.delayMs > 0) return sleep(verdict.delayMs).then(() => passLater(call));
    return pass(call);
  }

  /** Lets the router go on with this request, unless it would not recognise the path as spelled. */
  function pass(call: Call): Passage {
    return call.target.isPlain ? undefined : passLater(call);
  }

  /** Routes once more: under the route's own spelling, which the router does recognise. */
  function passLater(call: Call): Response | Promise<Response> {
    const { request, route } = call;
    const vehicle = call.target.isPlain ? request : new Request(`http://localhost${route?.path}`, request);
    judged.set(vehicle, call);
    return options.route(vehicle);
  }

  function judge(call: Call): Passage {
    if (!hasOneHost(call.request)) return badRequest(call);
    if (call.route === null) return noSuchPath(call);
    if (call.method === 'OPTIONS') return answerPreflight(call, call.route);
    if (call.area === 'open') return call.allowsMethod ? pass(call) : methodNotAllowed(call);
    const identity = admission.identify(call);
    if (!(identity instanceof Promise)) return identified(call, identity);
    return identity.then((later) => identified(call, later) ?? passLater(call));
  }

  return function gate(context) {
    const known = judged.get(context.request);
    context.call = known ?? open(context.request);
    if (known !== undefined) return undefined;
    const { call } = context;
    const passage = judge(call);
    if (passage instanceof Promise) return settle(call, passage);
    return passage !== undefined && call.method === 'HEAD' ? withoutBody(passage) : passage;
  };

  /** Elysia sees to what is thrown at once, but not to what fails later. */
  async function settle(call: Call, later: Promise<Response>): Promise<Response> {
    try {
      const answer = await later;
      return call.method === 'HEAD' ? await withoutBody(answer) : answer;
    } catch (error) {
      return options.fault(error, call);
    }
  }
}
