import { randomUUID } from 'node:crypto';
import { RedisClient } from 'bun';
import { KEY_PREFIX } from './shared-limiter.ts';
import script from './take.lua' with { type: 'text' };

/**
 * The script in take.lua, run by a Redis or Valkey server. The server may be away, slow, stopped or restarted at any
 * moment: a call then gives null within the deadline, and the store reconnects on its own.
 */
export interface RedisStoreOptions {
  /** `redis://`, `rediss://` or `redis+unix://`. */
  url: string;
  /** Called when the store goes away or comes back; not for attempts in between. */
  onChange(isUp: boolean, reason: string): void;
  /** How long a call may take; a busy machine that runs tests needs longer. */
  deadlineMs?: number;
}

/** The part of Bun's client that is used. */
interface RedisConnection {
  connect(): Promise<unknown>;
  send(command: string, args: string[]): Promise<unknown>;
  close(): void;
  onclose: ((error: Error) => void) | null;
}

/** Longer than any healthy store takes, short enough for a caller not to notice. */
const DEADLINE_MS = 50;
/**
 * If this process itself was held up for longer than this, answers may have arrived; reading them gets the same time
 * again.
 */
const GRACE_MS = 10;
/** Connecting includes names, TLS and loading the script, and nobody waits for it. */
const CONNECT_DEADLINE_MS = 2000;
/**
 * Soon after a restart, then less and less often until a request has been decided on, so that a store that is absent, or
 * lost again and again, costs nothing.
 */
const FIRST_RECONNECT_MS = 100;
const MAX_RECONNECT_MS = 5000;

export class RedisStore {
  readonly #options: RedisStoreOptions;
  #connection: RedisConnection | null = null;
  #scriptHash = '';
  #reconnectMs = FIRST_RECONNECT_MS;
  #isClosed = false;
  /** Null before the first attempt has ended. */
  #wasUp: boolean | null = null;

  constructor(options: RedisStoreOptions) {
    this.#options = options;
    void this.#connect();
  }

  get isUp(): boolean {
    return this.#connection !== null;
  }

  /** The numbers that the script returns, or null when the store did not answer in time. */
  async take(keys: readonly string[], numbers: string): Promise<readonly number[] | null> {
    const connection = this.#connection;
    if (connection === null) return null;
    try {
      const answer = await this.#run(connection, keys, numbers);
      this.#reconnectMs = FIRST_RECONNECT_MS;
      return answer;
    } catch (error) {
      this.#lose(connection, reasonOf(error));
      return null;
    }
  }

  async #run(connection: RedisConnection, keys: readonly string[], numbers: string): Promise<number[]> {
    const sent = connection.send('EVALSHA', [this.#scriptHash, String(keys.length), ...keys, numbers]);
    return (await within(this.#options.deadlineMs ?? DEADLINE_MS, sent)) as number[];
  }

  close(): void {
    this.#isClosed = true;
    this.#connection?.close();
    this.#connection = null;
  }

  async #connect(): Promise<void> {
    if (this.#isClosed) return;
    const connection = openConnection(this.#options.url);
    try {
      const loaded = connection.connect().then(() => connection.send('SCRIPT', ['LOAD', script]));
      // A restarted server has forgotten its scripts, so the script is loaded with every connection.
      this.#scriptHash = (await within(CONNECT_DEADLINE_MS, loaded)) as string;
      await this.#run(connection, ...trial());
    } catch (error) {
      connection.close();
      this.#report(false, reasonOf(error));
      this.#reconnectLater();
      return;
    }
    if (this.#isClosed) return connection.close();
    connection.onclose = (error) => this.#lose(connection, reasonOf(error));
    this.#connection = connection;
    this.#report(true, '');
  }

  #lose(connection: RedisConnection, reason: string): void {
    if (this.#connection !== connection) return;
    this.#connection = null;
    connection.onclose = null;
    connection.close();
    if (this.#isClosed) return;
    this.#report(false, reason);
    this.#reconnectLater();
  }

  #reconnectLater(): void {
    setTimeout(() => void this.#connect(), this.#reconnectMs).unref();
    this.#reconnectMs = Math.min(2 * this.#reconnectMs, MAX_RECONNECT_MS);
  }

  #report(isUp: boolean, reason: string): void {
    if (this.#wasUp === isUp) return;
    this.#wasUp = isUp;
    this.#options.onChange(isUp, reason);
  }
}

function openConnection(url: string): RedisConnection {
  // With its own reconnecting, the client reports a lost connection only after its last attempt.
  return new RedisClient(url, {
    autoReconnect: false,
    enableOfflineQueue: false,
    connectionTimeout: CONNECT_DEADLINE_MS,
  }) as unknown as RedisConnection;
}

/**
 * A request that is decided on before any other, since a store may accept connections and scripts but no writes: a
 * replica, a server without memory left, a user without the right, or a cluster, which has two keys on two servers.
 */
function trial(): [keys: string[], numbers: string] {
  // New keys each time: a server without memory left still adds to a list that the script has made shorter.
  const id = `${KEY_PREFIX}trial:${randomUUID()}`;
  // One request at a cost of one, and two keys, each with a limit of one in a window of a second.
  return [[`${id}:1`, `${id}:2`], '1 1 2 1 1000000 1 1000000'];
}

/** Bun's client has no deadline of its own: with a stopped server a command would hang forever. */
function within<Value>(deadlineMs: number, answer: Promise<Value>): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  const giveUp = () => reject(new Error(`no answer within ${deadlineMs} ms`));
  const dueMs = performance.now() + deadlineMs;
  let timer = setTimeout(() => {
    if (performance.now() - dueMs > GRACE_MS) timer = setTimeout(giveUp, GRACE_MS);
    else giveUp();
  }, deadlineMs);
  answer.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}

/** Never the URL, which may hold a password. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
