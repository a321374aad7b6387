import { createServer, type Socket } from 'node:net';

/** A file on the mirror; a test that replaces it also changes its tag. */
export interface MirrorFile {
  bytes: Uint8Array;
  etag?: string | null;
  lastModified?: string | null;
  /** Additional response headers. */
  headers?: Record<string, string>;
}

export interface Asked {
  path: string;
  /** With its question mark; empty without one. */
  query: string;
  headers: Map<string, string>;
}

/** What goes wrong with one response. */
export type Fault =
  | { kind: 'cut'; afterBytes: number; before?: () => void }
  | { kind: 'stall'; afterBytes: number }
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  /** The announced length, regardless of what is sent; null for none. */
  | { kind: 'length'; bytes: number | null }
  /** A normal response, but something happens on the server before it. */
  | { kind: 'none'; before: () => void };

/** A file server on raw sockets, which can misbehave in ways that no framework allows. */
export interface Mirror {
  readonly url: string;
  readonly files: Map<string, MirrorFile>;
  /** Applied one by one, each to the next request for an existing file. */
  readonly faults: Fault[];
  readonly asked: Asked[];
  /** False for a server without support for ranges. */
  ranges: boolean;
  /** Paths that redirect elsewhere. */
  readonly redirects: Map<string, { location: string; headers?: Record<string, string> }>;
  /** Whether the client has received the file up to here: bytes in transit are lost when a connection is cut. */
  hasArrived: ((to: number) => boolean) | null;
  /** A wait before each piece of a body, so that a process can be killed during a download. */
  pieceMs: number;
  close(): Promise<void>;
}

const PIECE_BYTES = 16 * 1024;
/** Long enough for a busy machine, if the client does not report its progress. */
const ARRIVE_MS = 100;
const MAX_POLLS = 500;

export async function openMirror(): Promise<Mirror> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let head = '';
    socket.on('data', (chunk) => {
      head += chunk.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      const asked = readAsked(head);
      head = '';
      mirror.asked.push(asked);
      void answer(mirror, asked, socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const mirror: Mirror = {
    url: `http://127.0.0.1:${port}/`,
    files: new Map(),
    faults: [],
    asked: [],
    ranges: true,
    redirects: new Map(),
    hasArrived: null,
    pieceMs: 0,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return mirror;
}

function readAsked(head: string): Asked {
  const [request = '', ...lines] = head.split('\r\n');
  const headers = lines.flatMap((line) => {
    const colon = line.indexOf(':');
    return colon === -1 ? [] : [[line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const];
  });
  const [, path = '', query = ''] = /^\/([^?]*)(.*)$/.exec(request.split(' ')[1]!) ?? [];
  return { path: decodeURIComponent(path), query, headers: new Map(headers) };
}

async function answer(mirror: Mirror, asked: Asked, socket: Socket): Promise<void> {
  const redirect = mirror.redirects.get(asked.path);
  if (redirect !== undefined) {
    return send(socket, 302, { location: redirect.location, ...redirect.headers, 'content-length': '0' });
  }
  if (!mirror.files.has(asked.path)) return send(socket, 404, { 'content-length': '0' });
  const fault = mirror.faults.shift();
  if (fault?.kind === 'status') {
    const body = fault.body ?? '';
    const headers = { 'content-length': String(body.length), ...fault.headers };
    return send(socket, fault.status, headers, Buffer.from(body));
  }
  if (fault?.kind === 'none' || fault?.kind === 'cut') fault.before?.();
  const file = mirror.files.get(asked.path)!;
  const known = validatorsOf(file);
  if (asked.headers.get('if-none-match') === known.etag && known.etag !== undefined) {
    return send(socket, 304, known);
  }
  const [from, to] = findRange(mirror, asked, file) ?? [0, file.bytes.length];
  const isRange = findRange(mirror, asked, file) !== null;
  if (isRange && (from >= file.bytes.length || to <= from)) {
    return send(socket, 416, { 'content-range': `bytes */${file.bytes.length}`, 'content-length': '0' });
  }
  const body = file.bytes.subarray(from, to);
  const headers: Record<string, string> = {
    ...known,
    ...file.headers,
    'content-length': String(body.length),
  };
  if (isRange) headers['content-range'] = `bytes ${from}-${to - 1}/${file.bytes.length}`;
  if (fault?.kind === 'length') {
    if (fault.bytes === null) delete headers['content-length'];
    else headers['content-length'] = String(fault.bytes);
  }
  const isBroken = fault?.kind === 'cut' || fault?.kind === 'stall';
  const sent = isBroken ? body.subarray(0, fault.afterBytes) : body;
  writeHead(socket, isRange ? 206 : 200, headers);
  for (let at = 0; at < sent.length && !socket.destroyed; at += PIECE_BYTES) {
    if (mirror.pieceMs > 0) await Bun.sleep(mirror.pieceMs);
    if (!socket.write(sent.subarray(at, at + PIECE_BYTES))) {
      await new Promise((resolve) => {
        socket.once('drain', resolve);
        socket.once('close', resolve);
      });
    }
  }
  if (fault?.kind === 'cut' || fault?.kind === 'length') await letArrive(mirror, from + sent.length);
  if (fault?.kind !== 'stall') socket.end();
}

async function letArrive({ hasArrived }: Mirror, to: number): Promise<void> {
  if (hasArrived === null) return Bun.sleep(ARRIVE_MS);
  for (let polls = 0; polls < MAX_POLLS && !hasArrived(to); polls++) await Bun.sleep(2);
}

function validatorsOf({ etag = '"1"', lastModified = null }: MirrorFile): Record<string, string> {
  return {
    ...(etag === null ? {} : { etag }),
    ...(lastModified === null ? {} : { 'last-modified': lastModified }),
  };
}

/** The requested range, unless the condition refers to another version of the file. */
function findRange(mirror: Mirror, { headers }: Asked, file: MirrorFile): [number, number] | null {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.get('range') ?? '') ?? [];
  if (from === undefined || !mirror.ranges) return null;
  const condition = headers.get('if-range');
  const { etag, 'last-modified': lastModified } = validatorsOf(file);
  if (condition !== undefined && condition !== etag && condition !== lastModified) return null;
  return [Number(from), Math.min(file.bytes.length, to ? Number(to) + 1 : file.bytes.length)];
}

function writeHead(socket: Socket, status: number, headers: Record<string, string>): void {
  const lines = Object.entries({ ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.write(`HTTP/1.1 ${status} Answer\r\n${lines.join('')}\r\n`);
}

function send(socket: Socket, status: number, headers: Record<string, string>, body?: Uint8Array): void {
  writeHead(socket, status, headers);
  if (body !== undefined) socket.write(body);
  socket.end();
}
