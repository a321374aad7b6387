/** What every call of the client goes through. The package contains this file unchanged, so it imports nothing. */

export interface LarderOptions {
  /** Where the server is, such as `https://food.example`. */
  baseUrl: string;
  /** An API key. Data can be read without one, at lower limits. */
  key?: string;
  /** How often to try again when the server is busy or a limit is reached; 0 when left out. */
  retries?: number;
  /** The longest wait, in seconds, before trying again; 60 when left out. */
  longestWaitSeconds?: number;
  /** Replaces the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export interface CallOptions {
  /** Cancels the call. */
  signal?: AbortSignal;
  /** Sees the response before it is read, for headers such as `X-Total-Count` or `X-RateLimit-Remaining`. */
  onResponse?: (response: Response) => void;
}

/** One failure of an invalid request. */
export interface Issue {
  type: string;
  loc: (string | number)[];
  msg: string;
  input: unknown;
  ctx?: Record<string, string | number>;
}

/** The server answered, but not with success. */
export class LarderError extends Error {
  override readonly name = 'LarderError';

  constructor(
    readonly status: number,
    /** What is wrong; a list for an invalid request (422). */
    readonly detail: string | Issue[],
    /** Identifies the request in the log of the server. */
    readonly requestId: string | null,
    /** When to try again, for 429 and 503. */
    readonly retryAfterSeconds: number | null,
  ) {
    super(
      typeof detail === 'string'
        ? detail
        : detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; '),
    );
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Request {
  method: Method;
  /** With the names of parameters in braces. */
  path: string;
  params?: object;
  body?: object;
  /** Lists that are sent as one parameter for each element; others are separated by commas. */
  repeated?: readonly string[];
}

const MAX_WAIT_SECONDS = 60;

export class LarderBase {
  readonly #options: LarderOptions;
  readonly #origin: string;

  constructor(options: LarderOptions) {
    this.#options = options;
    this.#origin = options.baseUrl.replace(/\/+$/, '');
  }

  protected async call<Answer>(request: Request, options: CallOptions = {}): Promise<Answer> {
    const { retries = 0, longestWaitSeconds = MAX_WAIT_SECONDS } = this.#options;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#send<Answer>(request, options);
      } catch (error) {
        const waitSeconds = error instanceof LarderError ? error.retryAfterSeconds : null;
        if (waitSeconds === null || waitSeconds > longestWaitSeconds || attempt >= retries) throw error;
        await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1000));
        options.signal?.throwIfAborted();
      }
    }
  }

  async #send<Answer>(request: Request, { signal, onResponse }: CallOptions): Promise<Answer> {
    const { key, fetch: send = globalThis.fetch } = this.#options;
    const response = await send(this.#origin + targetOf(request), {
      method: request.method,
      headers: {
        accept: 'application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      ...(signal !== undefined && { signal }),
    });
    onResponse?.(response);
    const text = await response.text();
    if (!response.ok) throw errorOf(response, text);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  }
}

function targetOf({ path, params = {}, repeated = [] }: Request): string {
  const query = new URLSearchParams();
  let target = path;
  for (const [name, value] of Object.entries(params) as [string, unknown][]) {
    if (value === undefined || value === null) continue;
    const placeholder = `{${name}}`;
    if (path.includes(placeholder)) target = target.replace(placeholder, encodeURIComponent(String(value)));
    else if (Array.isArray(value) && repeated.includes(name)) {
      for (const element of value) query.append(name, String(element));
    } else query.append(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return query.size === 0 ? target : `${target}?${query}`;
}

function errorOf({ status, headers }: Response, text: string): LarderError {
  const seconds = headers.get('retry-after');
  return new LarderError(
    status,
    detailIn(text) ?? `The server answered with status ${status}`,
    headers.get('x-request-id'),
    seconds === null ? null : Number(seconds),
  );
}

/** Null for a response that is not from larder itself, such as the error page of a proxy. */
function detailIn(text: string): string | Issue[] | null {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    return typeof detail === 'string' || Array.isArray(detail) ? detail : null;
  } catch {
    return null;
  }
}
