import type { Area, CallFacts, Refused } from '../admission/admission.ts';
import { type Answer, uncached } from '../http/answer.ts';
import type { Call, Dialect } from '../http/call.ts';
import { Body } from '../http/encoding.ts';
import { BUSY_HEADERS } from '../http/problems.ts';
import { type Form, formOfPath, VERSION_0, WITH_ERRORS } from './form.ts';

/** Problems as each version of the Open Food Facts API words them, and how its calls look to admission. */

/** A message by the name that version 3 gives it, and in words. */
interface Message {
  id: string;
  words: string;
  /** What the message is about. */
  field?: { id: string; value: string };
}

const READ_ONLY: Message = {
  id: 'no_permission',
  words: 'This server is read-only. Send changes to openfoodfacts.org.',
  field: { id: 'permission', value: 'write' },
};
const BUSY = { id: 'internal_error', words: 'Service busy' };
const FAULT = { id: 'internal_error', words: 'Internal Server Error' };
const TOO_LARGE = { id: 'invalid_request_body', words: 'Request body too large' };

const FOUND_BEFORE_V3 = '"status":1,"status_verbose":"product found"}';
const FOUND =
  '"result":{"id":"product_found","lc_name":"Product found","name":"Product found"},"status":"success","warnings":[]}';

/** Clients recognise a limit by the beginning of this page. */
const TOO_MANY =
  '<!DOCTYPE html><html><head><meta name="robots" content="noindex"></head><body><h1>TOO MANY REQUESTS</h1>';

export const DIALECT: Dialect = {
  facts: (call) => new ReadFacts(call),
  refuse(call, { status, detail, headers }: Refused) {
    if (status === 429) {
      const body = new Body(`${TOO_MANY}<p>${detail}</p></body></html>`);
      const html = { ...headers, 'content-type': 'text/html; charset=utf-8' };
      return { kind: 'uncached', status: 429, body, headers: html };
    }
    if (status === 401) {
      return problem(
        call,
        401,
        { id: 'invalid_token', words: detail },
        { ...headers, 'www-authenticate': 'Bearer' },
      );
    }
    return problem(call, status, { id: 'no_permission', words: detail }, headers);
  },
  methodNotAllowed: (call) =>
    problem(
      call,
      405,
      {
        id: 'invalid_api_method',
        words: 'Method Not Allowed',
        field: { id: 'api_method', value: call.method },
      },
      { allow: call.route?.allow ?? '' },
    ),
  internalError: (call) => problem(call, 500, FAULT),
  busy: tooBusy,
};

/**
 * What admission sees of a call: a read, whatever its method, since apps search by POST and nothing here writes. Apps
 * also send the name and password of an Open Food Facts account; only a bearer token is a key.
 */
class ReadFacts implements CallFacts {
  readonly method = 'GET';
  readonly area: Area = 'data';
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  get authorization(): string | null {
    const sent = this.#call.authorization;
    return sent !== null && /^bearer\b/i.test(sent) ? sent : null;
  }

  get clientAddress(): string {
    return this.#call.clientAddress;
  }

  header(name: string): string | null {
    return this.#call.header(name);
  }
}

/** The search service words most of its problems as the API does. */
export const SERVICE_DIALECT: Dialect = {
  facts: (call) => new ReadFacts(call),
};

/** An error that is about the query, not about one parameter. */
export function serviceError(status: number, title: string, description: string): Answer {
  return uncached(status, { debug: {}, errors: [{ title, description, status }] });
}

/** A list in the form of its version: from version 3 on, within an object. */
export function aroundList({ schema }: Form, name: string, list: readonly object[]): string {
  if (schema < WITH_ERRORS) return JSON.stringify(list);
  return JSON.stringify({ [name]: list, status: 'success', errors: [], warnings: [] });
}

/** The answer to everything that would change a product at Open Food Facts. */
export function refuseWriting(call: Call): Answer {
  return problem(call, 403, READ_ONLY);
}

export function tooLarge(call: Call): Answer {
  return problem(call, 413, TOO_LARGE);
}

export function tooBusy(call: Call): Answer {
  return problem(call, 503, BUSY, BUSY_HEADERS);
}

/** Version 0 answers 200 even for these. */
export function productNotFound(call: Call, code: string, isCode: boolean): Answer {
  const { schema } = formOfPath(call.target.path);
  if (schema < WITH_ERRORS) {
    const status_verbose = isCode ? 'product not found' : 'no code or invalid code';
    return uncached(schema === VERSION_0 ? 200 : 404, { code, status: 0, status_verbose });
  }
  const field = { id: 'code', value: code };
  const missing = { id: 'product_not_found', words: 'Product not found', field };
  const messages = isCode ? [missing] : [{ id: 'invalid_code', words: 'Invalid code', field }, missing];
  return uncached(404, {
    code,
    errors: messages.map(errorOf),
    result: named('product_not_found', 'Product not found'),
    status: 'failure',
    warnings: [],
  });
}

/** A product that was found, as each version wraps it; in JSON, like the product. The code consists of digits. */
export function aroundProduct({ schema }: Form, code: string, product: string): string {
  return schema >= WITH_ERRORS
    ? `{"code":"${code}","errors":[],"product":${product},${FOUND}`
    : `{"code":"${code}","product":${product},${FOUND_BEFORE_V3}`;
}

function problem(
  call: Call,
  status: number,
  message: Message,
  headers: Record<string, string> | null = null,
): Answer {
  const body =
    formOfPath(call.target.path).schema >= WITH_ERRORS
      ? { errors: [errorOf(message)], status: 'failure', warnings: [] }
      : { status: 0, status_verbose: message.words };
  return uncached(status, body, headers);
}

function errorOf({ id, words, field }: Message): object {
  return { ...(field && { field }), impact: named('failure', 'Failure'), message: named(id, words) };
}

function named(id: string, name: string): object {
  return { id, lc_name: name, name };
}
