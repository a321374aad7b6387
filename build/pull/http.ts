import { FetchError, Hiccup, Interrupted } from './fetch-error.ts';

/** The head of an answer, and its body as it comes. Leaving the loop over the body closes the connection. */
export interface Answer {
  status: number;
  headers: Headers;
  /** The SHA-256 that Hugging Face tells of a file where it redirects to its storage; null elsewhere. */
  linkedSha256: string | null;
  body: AsyncGenerator<Uint8Array, void, undefined>;
  /** Closes the connection, for who does not want the body. */
  drop(): void;
}

export interface Http {
  /** One request, redirects followed. Throws a Hiccup where trying again may help, else a FetchError. */
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

export interface HttpSettings {
  userAgent: string;
  stallMs: number;
  signal: AbortSignal;
}

/** Mirrors and storage behind a redirector need two or three; more is a circle. */
const MOST_REDIRECTS = 5;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
/** What an address answers that was lent for a while and has run out. */
const RUN_OUT: readonly number[] = [401, 403, 404, 410];
const SHA256 = /^(?:W\/)?"?([0-9a-f]{64})"?$/i;

/** Where an address led, so that hundreds of ranges of one file need not ask the redirector each time. */
interface Route {
  finalUrl: string;
  linkedSha256: string | null;
}

export function openHttp(settings: HttpSettings): Http {
  const routes = new Map<string, Route>();
  /** Hosts that have answered: if one of them is gone, the network is; otherwise the name is wrong. */
  const known = new Set<string>();

  const follow = async (url: string, headers: Readonly<Record<string, string>>): Promise<Answer> => {
    let linkedSha256: string | null = null;
    let at = readAddress(url, url);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const answer = await request(at, headers, settings, known);
      linkedSha256 ??= findLinkedSha256(answer.headers);
      if (!REDIRECTS.includes(answer.status)) {
        routes.set(url, { finalUrl: at.href, linkedSha256 });
        return { ...answer, linkedSha256 };
      }
      answer.drop();
      at = findNext(url, at, answer.headers.get('location'));
    }
    throw new FetchError(
      url,
      `redirects more than ${MOST_REDIRECTS} times`,
      'give the address of the file itself',
    );
  };

  return {
    async get(url, headers = {}) {
      const route = routes.get(url);
      if (route === undefined || route.finalUrl === url) return follow(url, headers);
      const answer = await request(new URL(route.finalUrl), headers, settings, known);
      const isMoved = REDIRECTS.includes(answer.status) || RUN_OUT.includes(answer.status);
      if (!isMoved) return { ...answer, linkedSha256: route.linkedSha256 };
      answer.drop();
      return follow(url, headers);
    },
  };
}

/** Throws for every status that nobody can use: a Hiccup where the server is busy, else what is wrong. */
export function refuseStatus(url: string, { status, headers }: Answer): never {
  if (status === 429 || status === 408 || status >= 500) {
    throw new Hiccup(`the server answers ${status}`, readRetryAfter(headers.get('retry-after')));
  }
  if (status === 404 || status === 410) {
    throw new FetchError(url, `is not there (${status})`, 'check --from and --format');
  }
  if (status === 401 || status === 403) {
    throw new FetchError(
      url,
      `the server refuses (${status})`,
      'check --from, or say who you are with --contact',
    );
  }
  throw new FetchError(url, `the server answers ${status}`, 'check --from, or try again later');
}

/** Seconds, or a date; null when there is neither. */
export function readRetryAfter(value: string | null, nowMs: number = Date.now()): number | null {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
  const dateMs = Date.parse(value);
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs);
}

export function readAddress(text: string, where: string): URL {
  const address = URL.parse(text);
  if (address !== null && (address.protocol === 'https:' || address.protocol === 'http:')) return address;
  throw new FetchError(where, `is no http or https address (${text})`, 'check --from');
}

function findNext(url: string, from: URL, location: string | null): URL {
  if (location === null)
    throw new FetchError(url, 'redirects to nowhere', 'give the address of the file itself');
  const next = readAddress(URL.parse(location, from.href)?.href ?? location, url);
  if (from.protocol === 'https:' && next.protocol === 'http:') {
    throw new FetchError(url, `redirects from https to plain http (${next.host})`, 'check --from');
  }
  return next;
}

function findLinkedSha256(headers: Headers): string | null {
  return SHA256.exec(headers.get('x-linked-etag') ?? '')?.[1]?.toLowerCase() ?? null;
}

async function request(
  address: URL,
  headers: Readonly<Record<string, string>>,
  settings: HttpSettings,
  known: Set<string>,
): Promise<Omit<Answer, 'linkedSha256'>> {
  const { signal, stallMs } = settings;
  if (signal.aborted) throw new Interrupted();
  const connection = new AbortController();
  const stop = () => connection.abort();
  signal.addEventListener('abort', stop, { once: true });
  const close = () => {
    signal.removeEventListener('abort', stop);
    connection.abort();
  };
  /** Waits for the peer, but not longer than it may stall. */
  const orStall = async <Value>(waiting: Promise<Value>): Promise<Value> => {
    let hasStalled = false;
    const timer = setTimeout(() => {
      hasStalled = true;
      connection.abort();
    }, stallMs);
    try {
      return await waiting;
    } catch (error) {
      close();
      if (signal.aborted) throw new Interrupted();
      if (hasStalled) throw new Hiccup(`the server sent nothing for ${stallMs / 1000} s`);
      throw explain(address, error as NodeJS.ErrnoException, known.has(address.host));
    } finally {
      clearTimeout(timer);
    }
  };
  const response = await orStall(
    fetch(address, {
      headers: { 'user-agent': settings.userAgent, 'accept-encoding': 'identity', ...headers },
      redirect: 'manual',
      signal: connection.signal,
      // What arrives is kept as it is sent: the readers of the build unpack, and hashes are of the packed file.
      decompress: false,
    }),
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
      `no safe connection (${code})`,
      'check the address, the clock of this machine and its certificates',
    );
  }
  if (!hasAnswered && code === 'ENOTFOUND') {
    return new FetchError(href, `there is no host ${host}`, 'check the address and the network');
  }
  if (!hasAnswered && code === 'ECONNREFUSED') {
    return new FetchError(
      href,
      `${host} refuses connections`,
      'check the address, and HTTPS_PROXY if there is a proxy',
    );
  }
  return new Hiccup(code === 'ECONNRESET' ? 'the connection was cut' : `the connection failed (${code})`);
}
