import { isPrivate, type LookUp } from '../../src/host-address.ts';
import { FetchError, Interrupted, TransientError } from './fetch-error.ts';
import type { OutgoingRequest } from './signature.ts';
import { shownAddress } from './source-address.ts';

/** A response whose body is read as it arrives. Leaving the loop over the body closes the connection. */
export interface HttpResponse {
  status: number;
  headers: Headers;
  /** The SHA-256 that Hugging Face sends when it redirects to its storage; null elsewhere. */
  linkedSha256: string | null;
  body: AsyncGenerator<Uint8Array, void, undefined>;
  /** Closes the connection without reading the body. */
  drop(): void;
}

export interface Http {
  /** Sends one request and follows redirects. Throws a TransientError if a retry may help, otherwise a FetchError. */
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<HttpResponse>;
  /** Sends one request to this address and nowhere else. */
  send(
    method: 'HEAD' | 'PUT' | 'POST' | 'DELETE',
    url: string,
    headers: Readonly<Record<string, string>>,
    body: Uint8Array | null,
  ): Promise<HttpResponse>;
}

interface HttpSettings {
  userAgent: string;
  stallMs: number;
  /** Whether everything together has taken too long. */
  isOverdue(): boolean;
  signal: AbortSignal;
  /** For one host only; null if the address had none. */
  credentials: Credentials | null;
}

/** What identifies us to one host, kept apart from the address so that no file, message or other host gets it. */
export interface Credentials {
  origin: string;
  /** The headers that authorize one request. */
  authorize(request: OutgoingRequest): Readonly<Record<string, string>>;
}

export interface Address {
  /** Without credentials. */
  address: string;
  credentials: Credentials | null;
}

/** Separates user and password from an address. */
export function splitCredentials(address: string): Address {
  const url = URL.parse(address);
  if (url === null || (url.username === '' && url.password === '')) return { address, credentials: null };
  const pair = `${unescaped(url.username)}:${unescaped(url.password)}`;
  url.username = '';
  url.password = '';
  const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  return { address: url.href, credentials: { origin: url.origin, authorize: () => ({ authorization }) } };
}

/** As it was meant: someone who wrote a lone `%` in a password did not escape the others either. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Mirrors and storage services need two or three; more is a loop. */
const MAX_REDIRECTS = 5;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
/** How a temporary address responds after it has expired. */
const EXPIRED: readonly number[] = [401, 403, 404, 410];
const SHA256 = /^(?:W\/)?"?([0-9a-f]{64})"?$/i;

/** Where an address redirected to, so that hundreds of range requests need not be redirected each time. */
interface Route {
  finalUrl: string;
  linkedSha256: string | null;
}

export function openHttp(settings: HttpSettings): Http {
  const routes = new Map<string, Route>();
  /** Hosts that have responded. If one of them becomes unreachable, the network is down; otherwise its name is wrong. */
  const known = new Set<string>();

  const follow = async (url: string, headers: Readonly<Record<string, string>>): Promise<HttpResponse> => {
    let linkedSha256: string | null = null;
    let at = readAddress(url, url);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await request(getOf(at, headers), settings, known);
      linkedSha256 ??= findLinkedSha256(response.headers);
      if (!REDIRECTS.includes(response.status)) {
        routes.set(url, { finalUrl: at.href, linkedSha256 });
        return { ...response, linkedSha256 };
      }
      response.drop();
      at = findNext(url, at, response.headers.get('location'));
      await refuseInside(url, at);
    }
    throw new FetchError(
      url,
      `redirects more than ${MAX_REDIRECTS} times`,
      'give the final address of the file',
    );
  };

  return {
    async get(url, headers = {}) {
      const route = routes.get(url);
      if (route === undefined || route.finalUrl === url) return follow(url, headers);
      const response = await request(getOf(new URL(route.finalUrl), headers), settings, known);
      const isMoved = REDIRECTS.includes(response.status) || EXPIRED.includes(response.status);
      if (!isMoved) return { ...response, linkedSha256: route.linkedSha256 };
      response.drop();
      return follow(url, headers);
    },
    async send(method, url, headers, body) {
      const address = readAddress(url, url);
      return { ...(await request({ method, address, headers, body }, settings, known)), linkedSha256: null };
    },
  };
}

function getOf(address: URL, headers: Readonly<Record<string, string>>): OutgoingRequest {
  return { method: 'GET', address, headers, body: null };
}

/** Turns an unexpected status into an exception: a TransientError if the server is busy, otherwise a FetchError. */
export function refuseStatus(url: string, { status, headers }: HttpResponse): never {
  if (status === 429 || status === 408 || status >= 500) {
    throw new TransientError(
      `the server responded with ${status}`,
      readRetryAfter(headers.get('retry-after')),
    );
  }
  if (status === 404 || status === 410) {
    throw new FetchError(url, `not found (${status})`, 'check --from and --format');
  }
  if (status === 401 || status === 403) {
    throw new FetchError(
      url,
      `access denied (${status})`,
      'check --from and its credentials, or identify yourself with --contact',
    );
  }
  throw new FetchError(url, `the server responded with ${status}`, 'check --from, or try again later');
}

/** Parses seconds or a date; null for anything else. */
export function readRetryAfter(value: string | null, nowMs: number = Date.now()): number | null {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
  const dateMs = Date.parse(value);
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs);
}

export function readAddress(text: string, where: string, remedy = 'check --from'): URL {
  const address = URL.parse(text);
  if (address !== null && (address.protocol === 'https:' || address.protocol === 'http:')) return address;
  const shown = where === text ? '' : ` (${shownAddress(text)})`;
  throw new FetchError(where, `is not an http or https address${shown}`, remedy);
}

function findNext(url: string, from: URL, location: string | null): URL {
  if (location === null)
    throw new FetchError(
      url,
      'redirects without an address',
      'give the final address of the file, or set AWS_REGION to the region of the bucket',
    );
  const next = readAddress(URL.parse(location, from.href)?.href ?? location, url);
  next.username = '';
  next.password = '';
  if (from.protocol === 'https:' && next.protocol === 'http:') {
    throw new FetchError(url, `redirects from https to plain http (${next.host})`, 'check --from');
  }
  return next;
}

/** A mirror must not make us fetch from this machine or its network, unless `--from` itself named such an address. */
export async function refuseInside(url: string, next: URL, lookUp?: LookUp): Promise<void> {
  if (!(await isPrivate(next, lookUp)) || (await isPrivate(new URL(url), lookUp))) return;
  throw new FetchError(
    url,
    `redirects to a private address (${next.host})`,
    'give that address with --from if you trust it',
  );
}

function findLinkedSha256(headers: Headers): string | null {
  return SHA256.exec(headers.get('x-linked-etag') ?? '')?.[1]?.toLowerCase() ?? null;
}

/** An upload at this rate is slow, but not stalled; the stall timeout only notices that nothing comes back. */
const SLOWEST_UPLOAD_BYTES_PER_MS = 64;

async function request(
  outgoing: OutgoingRequest,
  settings: HttpSettings,
  known: Set<string>,
): Promise<Omit<HttpResponse, 'linkedSha256'>> {
  const { method, address, headers, body } = outgoing;
  const { signal, stallMs, credentials } = settings;
  const isOwnHost = credentials !== null && credentials.origin === address.origin;
  if (signal.aborted) throw new Interrupted();
  const connection = new AbortController();
  const stop = () => connection.abort();
  signal.addEventListener('abort', stop, { once: true });
  const close = () => {
    signal.removeEventListener('abort', stop);
    connection.abort();
  };
  /** Waits for the server, but no longer than the stall timeout. */
  const orStall = async <Value>(waiting: Promise<Value>, sendingMs = 0): Promise<Value> => {
    let hasStalled = false;
    const timer = setTimeout(() => {
      hasStalled = true;
      connection.abort();
    }, stallMs + sendingMs);
    let value: Value;
    try {
      value = await waiting;
    } catch (error) {
      close();
      if (signal.aborted) throw new Interrupted();
      if (hasStalled) throw new TransientError(`the server sent nothing for ${stallMs / 1000} s`);
      throw explain(address, error as NodeJS.ErrnoException, known.has(address.host));
    } finally {
      clearTimeout(timer);
    }
    if (!settings.isOverdue()) return value;
    close();
    throw new FetchError(address.host, 'sends too slowly', 'run the command again, or choose another mirror');
  };
  const response = await orStall(
    fetch(address, {
      method,
      body,
      headers: {
        'user-agent': settings.userAgent,
        'accept-encoding': 'identity',
        ...(isOwnHost && credentials.authorize(outgoing)),
        ...headers,
      },
      redirect: 'manual',
      signal: connection.signal,
      // Bytes are kept as sent: the readers of the build unpack them, and published hashes are of the packed file.
      decompress: false,
    }),
    (body?.length ?? 0) / SLOWEST_UPLOAD_BYTES_PER_MS,
  );
  known.add(address.host);
  return {
    status: response.status,
    headers: response.headers,
    body: readBody(response, orStall, close),
    drop: close,
  };
}

async function* readBody(
  response: Response,
  orStall: <Value>(waiting: Promise<Value>) => Promise<Value>,
  close: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = response.body?.getReader();
  try {
    while (reader !== undefined) {
      const next = await orStall(reader.read());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    close();
  }
}

const TLS_FAILURE = /CERT|SIGNATURE|SSL|TLS|EPROTO|UNABLE_TO/;

function explain(address: URL, error: NodeJS.ErrnoException, hasAnswered: boolean): Error {
  const { host, href } = address;
  const code = error.code ?? error.name;
  if (TLS_FAILURE.test(code)) {
    return new FetchError(
      href,
      `no secure connection (${code})`,
      'check the address, the system clock and the installed certificates',
    );
  }
  if (!hasAnswered && code === 'ENOTFOUND') {
    return new FetchError(href, `unknown host ${host}`, 'check the address and the network');
  }
  if (!hasAnswered && code === 'ECONNREFUSED') {
    return new FetchError(
      href,
      `${host} refused the connection`,
      'check the address, and HTTPS_PROXY if you use a proxy',
    );
  }
  return new TransientError(
    code === 'ECONNRESET' ? 'the connection was lost' : `the connection failed (${code})`,
  );
}
