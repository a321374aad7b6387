import { Type } from '@sinclair/typebox';
import { INVALID_KEY, type Refused } from '../admission/admission.ts';
import type { MaybePromise } from '../maybe-promise.ts';
import type { Operation } from '../operations/operations.ts';
import { PlainError } from '../plain-error.ts';
import type { Call, Route } from './call.ts';
import { JSON_POLICY, respondUncached } from './responses.ts';
import type { Issue } from './validation.ts';

/** Part 7: the only place that builds a body with `detail`, and the statuses that go with it. */

export const Problem = Type.Object(
  { detail: Type.String({ description: 'What is wrong, in one sentence' }) },
  { $id: 'Problem', additionalProperties: false },
);

export const ValidationProblem = Type.Object(
  {
    detail: Type.Array(
      Type.Object({
        type: Type.String({ description: 'The kind of failure', examples: ['string_too_short'] }),
        loc: Type.Array(Type.Union([Type.String(), Type.Integer()]), {
          description:
            'Where: `query`, `path` or `body`, then the name of the parameter or member, then the place in a list, from 0',
          examples: [['query', 'q']],
        }),
        msg: Type.String({ description: 'What is wrong, in one sentence' }),
        input: Type.Unsafe<unknown>({
          description: 'The value as sent: text for a parameter, null for a missing one',
        }),
        ctx: Type.Optional(
          Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
            description: 'The bound that was exceeded',
          }),
        ),
      }),
      { description: 'Everything that is wrong, in the order in which the parameters are declared' },
    ),
  },
  { $id: 'ValidationProblem', additionalProperties: false },
);

export function refuse(call: Call, { status, detail, headers }: Refused): Response {
  const all = status === 401 ? { ...headers, 'www-authenticate': 'Bearer' } : headers;
  return problem(call, status, detail, all);
}

/** Part 5, rule 6: a path that does not exist is 401, whatever key was sent. */
export function noSuchPath(call: Call): Response {
  return refuse(call, INVALID_KEY);
}

export function methodNotAllowed(call: Call): Response {
  return refuse(call, wrongMethod(call.route));
}

export function wrongMethod(route: Route | null): Refused {
  return {
    outcome: 'refused',
    status: 405,
    detail: 'Method Not Allowed',
    headers: { allow: route?.allow ?? '' },
  };
}

export function forbidden(call: Call, detail: string): Response {
  return problem(call, 403, detail);
}

export function notFound(call: Call, detail: string): Response {
  return problem(call, 404, detail);
}

/** One of the problems that an endpoint declares. */
export function problemOf(call: Call, { problems }: Pick<Operation, 'problems'>, status: number): Response {
  const known = problems.find((candidate) => candidate.status === status);
  if (known === undefined) throw new Error(`The endpoint declares no problem with status ${status}`);
  return problem(call, status, known.detail);
}

export function invalid(call: Call, issues: readonly Issue[]): Response {
  return problem(call, 422, issues);
}

export function badRequest(call: Call): Response {
  return problem(call, 400, 'Bad Request');
}

/** More tasks wait than can be done soon. Every queue that is full now has room again after this time. */
const RETRY_BUSY_SECONDS = 1;
export const BUSY = 'Service busy';
export const BUSY_HEADERS = { 'retry-after': String(RETRY_BUSY_SECONDS) };

/** There is no answer for a moment, such as when too many other requests were waiting already. */
export function busy(call: Call): Response {
  return call.route?.dialect?.busy?.(call) ?? problem(call, 503, BUSY, BUSY_HEADERS);
}

/** By then a lock has been released; a full disk, or a database that is away, takes longer. */
export const RETRY_ACCOUNTS_SECONDS = 10;
export const ACCOUNTS_AWAY = 'Accounts are temporarily unavailable. Nothing was changed.';
const ACCOUNTS_AWAY_HEADERS = { 'retry-after': String(RETRY_ACCOUNTS_SECONDS) };

/** The accounts cannot be read or changed. */
export function accountsAway(call: Call): Response {
  return problem(call, 503, ACCOUNTS_AWAY, ACCOUNTS_AWAY_HEADERS);
}

/** When the accounts cannot be read or written, the response says so; the log says why. */
export async function orWhenAccountsFail(
  call: Call,
  act: () => MaybePromise<Response>,
  respond: (call: Call) => Response,
): Promise<Response> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    call.surroundings.log.event('accounts failed', { request_id: call.requestId, error: error.message });
    return respond(call);
  }
}

/** The client closed the connection before it was answered: nobody sees this, but the log and the metrics do. */
export function clientGone(call: Call): Response {
  return problem(call, 499, 'Client Closed Request');
}

/** Reveals nothing about the fault itself, which is in the log under the same request id. */
export function internalError(call: Call): Response {
  return call.route?.dialect?.internalError?.(call) ?? problem(call, 500, INTERNAL_ERROR);
}

/** For a fault outside any call. */
export function bareInternalError(): Response {
  return Response.json(
    { detail: INTERNAL_ERROR },
    { status: 500, headers: { 'cache-control': 'no-store', ...JSON_POLICY } },
  );
}

const INTERNAL_ERROR = 'Internal Server Error';

function problem(
  call: Call,
  status: number,
  detail: string | readonly Issue[],
  headers: Record<string, string> | null = null,
): Response {
  return respondUncached(call, status, JSON.stringify({ detail }), headers);
}
