import { Type } from '@sinclair/typebox';
import { INVALID_KEY, type Refused } from '../admission/admission.ts';
import { PlainError } from '../plain-error.ts';
import { type Answer, uncached } from './answer.ts';
import { JSON_POLICY } from './answer-kinds.ts';
import type { Call, Route } from './call.ts';
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

export function refuse({ status, detail, headers }: Refused): Answer {
  return problem(status, detail, status === 401 ? { ...headers, 'www-authenticate': 'Bearer' } : headers);
}

/** Part 5, rule 6: a path that does not exist is 401, whatever key was sent. */
export const NO_SUCH_PATH = refuse(INVALID_KEY);

export function wrongMethod(route: Route | null): Refused {
  return {
    outcome: 'refused',
    status: 405,
    detail: 'Method Not Allowed',
    headers: { allow: route?.allow ?? '' },
  };
}

/** How long a browser may remember a preflight: the longest that any of them honours. */
const PREFLIGHT_SECONDS = 86_400;
const REQUEST_HEADERS = 'Authorization, Content-Type, If-None-Match, X-Request-Id, X-Server-Timing';

/** The answer to OPTIONS, preflight or not. */
export function preflight(call: Call, { allow, requestHeaders }: Route): Answer {
  if (call.isPrivate) return uncached(204, null, { allow });
  return {
    kind: 'preflight',
    status: 204,
    body: null,
    headers: {
      allow,
      'access-control-allow-methods': allow,
      'access-control-allow-headers': [REQUEST_HEADERS, ...requestHeaders].join(', '),
      'access-control-max-age': String(PREFLIGHT_SECONDS),
    },
  };
}

/** More tasks wait than can be done soon. Every queue that is full now has room again after this time. */
const RETRY_BUSY_SECONDS = 1;
export const BUSY = 'Service busy';
export const BUSY_HEADERS = { 'retry-after': String(RETRY_BUSY_SECONDS) };

/** There is no answer for a moment, such as when too many other requests were waiting already. */
export function busy(call: Call): Answer {
  return call.route?.dialect?.busy?.(call) ?? problem(503, BUSY, BUSY_HEADERS);
}

/** By then a lock has been released; a full disk, or a database that is away, takes longer. */
export const RETRY_ACCOUNTS_SECONDS = 10;
export const ACCOUNTS_AWAY = 'Accounts are temporarily unavailable. Nothing was changed.';

/** The accounts cannot be read or changed. */
export function accountsAway(): Answer {
  return problem(503, ACCOUNTS_AWAY, { 'retry-after': String(RETRY_ACCOUNTS_SECONDS) });
}

/** When the accounts cannot be read or written, the response says so; the log says why. */
export async function orWhenAccountsFail(
  call: Call,
  act: () => Answer | Promise<Answer>,
  answer: (call: Call) => Answer,
): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    call.surroundings.log.event('accounts failed', { request_id: call.requestId, error: error.message });
    return answer(call);
  }
}

/** The client closed the connection before it was answered: nobody sees this, but the log and the metrics do. */
export const CLIENT_GONE = problem(499, 'Client Closed Request');

const INTERNAL_ERROR = 'Internal Server Error';

/** Reveals nothing about the fault itself, which is in the log under the same request id. */
export function internalError(call: Call): Answer {
  return call.route?.dialect?.internalError?.(call) ?? problem(500, INTERNAL_ERROR);
}

/** For a fault outside any call. */
export function bareInternalError(): Response {
  return Response.json(
    { detail: INTERNAL_ERROR },
    { status: 500, headers: { 'cache-control': 'no-store', ...JSON_POLICY } },
  );
}

/** An answer that no cache may store, with the words of the API. */
export function problem(
  status: number,
  detail: string | readonly Issue[],
  headers: Record<string, string> | null = null,
): Answer {
  return uncached(status, { detail }, headers);
}
