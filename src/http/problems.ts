import { INVALID_KEY, type Refused } from '../admission/admission.ts';
import { uncachedHeaders } from './answers.ts';
import type { Call } from './call.ts';
import type { Endpoint } from './endpoints.ts';
import type { Issue } from './params.ts';

/** Part 7: the one place that makes a body with `detail`, and the statuses that go with it. */

export function refuse(call: Call, { status, detail, headers }: Refused): Response {
  return problem(
    call,
    status,
    detail,
    status === 401 ? { ...headers, 'www-authenticate': 'Bearer' } : headers,
  );
}

/** Part 5, rule 6: a path that does not exist is 401, whatever key was sent. */
export function noSuchPath(call: Call): Response {
  return refuse(call, INVALID_KEY);
}

export function methodNotAllowed(call: Call): Response {
  return problem(call, 405, 'Method Not Allowed', { allow: call.route?.allow ?? '' });
}

export function notFound(call: Call, detail: string): Response {
  return problem(call, 404, detail);
}

/** One of the problems that an endpoint says it may have. */
export function problemOf(call: Call, { problems }: Endpoint, status: number): Response {
  const known = problems.find((candidate) => candidate.status === status);
  if (known === undefined) throw new Error(`The endpoint tells of no problem ${status}`);
  return problem(call, status, known.detail);
}

export function invalid(call: Call, issues: Issue[]): Response {
  return problem(call, 422, issues);
}

export function badRequest(call: Call): Response {
  return problem(call, 400, 'Bad Request');
}

/** Nothing of the fault itself is shown: it is in the log, under the same request id. */
export function internalError(call: Call): Response {
  return problem(call, 500, INTERNAL_ERROR);
}

/** For the case that not even a Call could be made of the request. */
export function bareInternalError(): Response {
  return Response.json({ detail: INTERNAL_ERROR }, { status: 500, headers: { 'cache-control': 'no-store' } });
}

const INTERNAL_ERROR = 'Internal Server Error';

function problem(
  call: Call,
  status: number,
  detail: string | Issue[],
  more: Record<string, string> | null = null,
): Response {
  call.log(status);
  return new Response(JSON.stringify({ detail }), { status, headers: uncachedHeaders(call, more) });
}
