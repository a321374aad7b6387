import { FFIType, ptr } from 'bun:ffi';
import { type Address, contains, type Network } from '../admission/address.ts';
import { bucketOf } from '../admission/client.ts';
import { openSystemLibrary } from '../system.ts';

/**
 * Bounds how many connections a client holds open, and keeps some descriptors free for everything else. Bun accepts
 * every connection, and without a free descriptor it tries again and again, so this checks the open sockets now and
 * then and closes the excess. It opens no file itself: there may be no descriptor left for it.
 */

/** More than any browser, pool or household needs; a trusted proxy has no such limit. */
export const MAX_PER_CLIENT = 1024;
/**
 * Above this share of the descriptors, the clients with the most connections lose some, trusted proxies included, down to the
 * second share.
 */
const MAX_USED = 0.9;
const USED_AFTERWARDS = 0.7;
const LOOK_EVERY_MS = 1000;
/** While there is something to close, more is likely to come at once. */
const LOOK_AGAIN_MS = 50;
/** Fewer than this do not last for a household with its browsers, beside the files and threads of a server. */
const FEW_DESCRIPTORS = 1024;
/** Descriptors are given out from the lowest, so after this many closed ones in a row there are no more open ones. */
const MAX_GAP = 512;
/** Used where the system does not say how many there may be. */
const UNKNOWN_LIMIT = Number.POSITIVE_INFINITY;

/** An accepted connection: its descriptor, and its client as the limits count clients. */
export interface OpenConnection {
  descriptor: number;
  client: string;
  /** Whether it is from a proxy, which may have any number as long as there are descriptors left. */
  isTrusted: boolean;
}

/** The connections to close: the newest of every client that has too many, and of those who have the most. */
export function findExcess(
  connections: readonly OpenConnection[],
  mostPerClient: number,
  mostInAll: number,
): OpenConnection[] {
  const byClient = [...Map.groupBy(connections, ({ client }) => client).values()];
  const keptAt = (most: number) => byClient.reduce((sum, own) => sum + Math.min(own.length, most), 0);
  // The highest number that everyone may have, by binary search.
  let [low, high] = [0, mostPerClient];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (keptAt(middle) <= mostInAll) low = middle;
    else high = middle - 1;
  }
  // Some may have one more, until all are used.
  let spare = low === mostPerClient ? 0 : Math.max(0, mostInAll - keptAt(low));
  return byClient.flatMap((own) => {
    const hasMore = own.length > low && spare > 0;
    if (hasMore) spare--;
    return own.slice(hasMore ? low + 1 : low);
  });
}

export interface ConnectionGuardOptions {
  /** Those that this server listens on. */
  ports: readonly number[];
  trustedProxies: readonly Network[];
  onClosed: (count: number, client: string) => void;
  /** The system gives this process few descriptors. */
  onFew: (limit: number) => void;
}

/**
 * Checks once a second, or more often under attack; returns a function that stops it. Does nothing on systems whose
 * calls are unknown.
 */
export function guardConnections(options: ConnectionGuardOptions): () => void {
  const system = process.platform === 'linux' ? openSystem() : null;
  if (system === null) return () => {};
  if (system.limit < FEW_DESCRIPTORS) options.onFew(system.limit);
  let timer = setTimeout(look, LOOK_EVERY_MS).unref();
  function look() {
    const wasNeeded = closeExcess(system as System, options);
    timer = setTimeout(look, wasNeeded ? LOOK_AGAIN_MS : LOOK_EVERY_MS).unref();
  }
  return () => clearTimeout(timer);
}

/** Whether there was something to close. */
function closeExcess(system: System, { ports, trustedProxies, onClosed }: ConnectionGuardOptions): boolean {
  const { connections, used } = system.list(ports, trustedProxies);
  const isShort = used > system.limit * MAX_USED;
  const excess = isShort
    ? findExcess(
        connections,
        connections.length,
        Math.floor(system.limit * USED_AFTERWARDS) - (used - connections.length),
      )
    : findExcess(
        connections.filter(({ isTrusted }) => !isTrusted),
        MAX_PER_CLIENT,
        Number.POSITIVE_INFINITY,
      );
  for (const { descriptor } of excess) system.close(descriptor);
  const [first] = excess;
  if (first !== undefined) onClosed(excess.length, first.client);
  return first !== undefined;
}

interface System {
  /** How many descriptors this process may have. */
  limit: number;
  list(
    ports: readonly number[],
    trusted: readonly Network[],
  ): { connections: OpenConnection[]; used: number };
  close(descriptor: number): void;
}

const CALLS = {
  getpeername: { args: [FFIType.i32, FFIType.ptr, FFIType.ptr], returns: FFIType.i32 },
  getsockname: { args: [FFIType.i32, FFIType.ptr, FFIType.ptr], returns: FFIType.i32 },
  getrlimit: { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 },
  fcntl: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 },
  shutdown: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 },
} as const;
const [RLIMIT_NOFILE, F_GETFD, SHUT_RDWR] = [7, 1, 2];
const [AF_INET, AF_INET6] = [2, 10];
/** Larger than an address of any family that is examined. */
const ADDRESS_BYTES = 128;

function openSystem(): System | null {
  const calls = openSystemLibrary(CALLS);
  if (calls === null) return null;
  const { getpeername, getsockname, getrlimit, fcntl, shutdown } = calls;
  const address = new DataView(new ArrayBuffer(ADDRESS_BYTES));
  const length = new Uint32Array(1);
  const limits = new BigUint64Array(2);
  const isRead = (call: typeof getpeername, descriptor: number) => {
    length[0] = ADDRESS_BYTES;
    return call(descriptor, ptr(address), ptr(length)) === 0;
  };
  const limit = getrlimit(RLIMIT_NOFILE, ptr(limits)) === 0 ? Number(limits[0]) : UNKNOWN_LIMIT;
  return {
    limit,
    list(ports, trusted) {
      const connections: OpenConnection[] = [];
      let used = 0;
      for (let descriptor = 0, gap = 0; gap < MAX_GAP; descriptor++) {
        if (fcntl(descriptor, F_GETFD) === -1) {
          gap++;
          continue;
        }
        gap = 0;
        used++;
        if (!isRead(getsockname, descriptor) || !ports.includes(address.getUint16(2))) continue;
        const peer = isRead(getpeername, descriptor) ? readPeer(address) : null;
        if (peer === null) continue;
        const isTrusted = trusted.some((network) => contains(network, peer));
        connections.push({ descriptor, client: bucketOf(peer), isTrusted });
      }
      return { connections, used };
    },
    // Bun sees the end of the connection, and closes the descriptor itself.
    close: (descriptor) => void shutdown(descriptor, SHUT_RDWR),
  };
}

/** Null for a socket of another family. */
function readPeer(address: DataView): Address | null {
  const family = address.getUint16(0, true);
  if (family === AF_INET) return [0, 0, 0, 0, 0, 0xffff, address.getUint16(4), address.getUint16(6)];
  if (family !== AF_INET6) return null;
  return Array.from({ length: 8 }, (_, i) => address.getUint16(8 + 2 * i));
}
