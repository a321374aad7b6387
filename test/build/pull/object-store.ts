import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/**
 * A stand-in for an S3-compatible store, in memory. It checks every signature by itself, from the bytes that were sent,
 * and can fail in the ways that stores and networks do. Like several real stores, it ignores If-Range.
 */
export interface ObjectStore {
  readonly url: string;
  /** The variables that a client needs to use it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly objects: Map<string, StoredObject>;
  /** Multipart uploads that were started and neither completed nor aborted. */
  readonly uploads: Map<string, Upload>;
  /** Applied one by one, each to the next request that it fits. */
  readonly faults: StoreFault[];
  readonly asked: StoreRequest[];
  /** Whether anyone may read without a signature. */
  isPublic: boolean;
  /** Older stores refuse conditional writes with 501. */
  knowsConditions: boolean;
  close(): Promise<void>;
}

export interface StoredObject {
  body: Buffer;
  etag: string;
  metadata: Readonly<Record<string, string>>;
}

interface Upload {
  key: string;
  metadata: Readonly<Record<string, string>>;
  parts: Map<number, { body: Buffer; etag: string }>;
}

export interface StoreRequest {
  method: string;
  key: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

export interface StoreFault {
  fits?: (request: StoreRequest) => boolean;
  /** Called before the request is handled. */
  before?: () => void;
  /** Answers with this status and handles nothing. */
  status?: number;
  code?: string;
  headers?: Record<string, string>;
  /** Sends this many bytes of the body, then cuts the connection. */
  cutAfterBytes?: number;
  /** Handles the request, and cuts the connection instead of answering. */
  losesAnswer?: boolean;
}

const BUCKET = 'catalogues';
const ACCESS_KEY = 'LARDERTESTACCESSKEY0';
const SECRET_KEY = 'larder/test+secret/that+must/not+show';
const SESSION_TOKEN = 'larder//session+token==';
const REGION = 'eu-test-1';
const MAX_SKEW_MS = 15 * 60_000;
export const SECRETS = [SECRET_KEY, SESSION_TOKEN];

export async function openObjectStore(): Promise<ObjectStore> {
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('error', () => {});
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => answer(store, incoming, Buffer.concat(chunks), response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  const store: ObjectStore = {
    url,
    environment: {
      AWS_ACCESS_KEY_ID: ACCESS_KEY,
      AWS_SECRET_ACCESS_KEY: SECRET_KEY,
      AWS_SESSION_TOKEN: SESSION_TOKEN,
      AWS_REGION: REGION,
      AWS_ENDPOINT_URL: url,
    },
    objects: new Map(),
    uploads: new Map(),
    faults: [],
    asked: [],
    isPublic: false,
    knowsConditions: true,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return store;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: Buffer;
}

function answer(store: ObjectStore, incoming: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const request = readRequest(incoming, body);
  store.asked.push(request);
  const fault = takeFault(store, request);
  fault?.before?.();
  const problem = fault?.status === undefined ? findProblem(store, incoming, body) : null;
  const reply =
    fault?.status !== undefined
      ? failure(fault.status, fault.code ?? 'SlowDown', fault.headers)
      : problem !== null
        ? failure(403, problem)
        : handle(store, request);
  if (fault?.losesAnswer) return void incoming.socket.destroy();
  const content = reply.body ?? Buffer.alloc(0);
  response.writeHead(reply.status, { 'content-length': String(content.length), ...reply.headers });
  if (request.method === 'HEAD') return void response.end();
  if (fault?.cutAfterBytes === undefined) return void response.end(content);
  response.write(content.subarray(0, fault.cutAfterBytes), () => {
    // Bytes in transit are lost with the connection, so these get time to arrive.
    setTimeout(() => incoming.socket.destroy(), 100);
  });
}

function takeFault(store: ObjectStore, request: StoreRequest): StoreFault | undefined {
  const at = store.faults.findIndex(({ fits }) => fits === undefined || fits(request));
  return at === -1 ? undefined : store.faults.splice(at, 1)[0];
}

function readRequest({ method = '', url = '', headers }: IncomingMessage, body: Buffer): StoreRequest {
  const [path = '', query = ''] = url.split('?');
  return {
    method,
    key: decodeURIComponent(path.slice(`/${BUCKET}/`.length)),
    query: new URLSearchParams(query),
    headers: headers as Record<string, string>,
    body,
  };
}

/** The code of the error, or null if the request is signed as it should be. */
function findProblem(store: ObjectStore, incoming: IncomingMessage, body: Buffer): string | null {
  const { headers, method = '' } = incoming;
  if (headers.authorization === undefined) {
    return store.isPublic && (method === 'GET' || method === 'HEAD') ? null : 'AccessDenied';
  }
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization,
    );
  if (found === null) return 'AuthorizationHeaderMalformed';
  const [, id, day, region, names = '', signature = ''] = found;
  if (id !== ACCESS_KEY) return 'InvalidAccessKeyId';
  if (headers['x-amz-security-token'] !== SESSION_TOKEN) return 'InvalidToken';
  if (region !== REGION) return 'AuthorizationHeaderMalformed';
  if (headers['x-amz-content-sha256'] !== createHash('sha256').update(body).digest('hex')) {
    return 'XAmzContentSHA256Mismatch';
  }
  const time = String(headers['x-amz-date']);
  const atMs = Date.parse(time.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
  if (!(Math.abs(Date.now() - atMs) < MAX_SKEW_MS) || !time.startsWith(day!)) return 'RequestTimeTooSkewed';
  const signed = names.split(';');
  const mustBeSigned = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
  if (mustBeSigned.some((name) => !signed.includes(name))) return 'AccessDenied';
  const expected = Buffer.from(signatureOf(incoming, signed, String(day), time), 'hex');
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch';
}

function signatureOf(
  incoming: IncomingMessage,
  signed: readonly string[],
  day: string,
  time: string,
): string {
  const { method, url = '', headers } = incoming;
  const [path, query = ''] = url.split('?');
  const parameters =
    query === '' ? [] : query.split('&').map((part) => (part.includes('=') ? part : `${part}=`));
  let canonical = `${method}\n${path}\n${parameters.sort().join('&')}\n`;
  for (const name of signed) canonical += `${name}:${String(headers[name]).trim()}\n`;
  canonical += `\n${signed.join(';')}\n${headers['x-amz-content-sha256']}`;
  const hashed = createHash('sha256').update(canonical).digest('hex');
  let key: Buffer = Buffer.from(`AWS4${SECRET_KEY}`);
  for (const part of [day, REGION, 's3', 'aws4_request'])
    key = createHmac('sha256', key).update(part).digest();
  const text = `AWS4-HMAC-SHA256\n${time}\n${day}/${REGION}/s3/aws4_request\n${hashed}`;
  return createHmac('sha256', key).update(text).digest('hex');
}

function handle(store: ObjectStore, request: StoreRequest): Answer {
  const { method, query } = request;
  if (method === 'GET' && query.has('list-type')) return list(store, query.get('prefix') ?? '');
  if (method === 'GET' || method === 'HEAD') return read(store, request);
  if (method === 'DELETE' && !query.has('uploadId')) {
    store.objects.delete(request.key);
    return { status: 204 };
  }
  if (method === 'DELETE') {
    return store.uploads.delete(query.get('uploadId') ?? '') ? { status: 204 } : failure(404, 'NoSuchUpload');
  }
  if (method === 'POST' && query.has('uploads')) return startUpload(store, request);
  if (method === 'PUT' && query.has('uploadId')) return putPart(store, request);
  const refusal = refuseWrite(store, request);
  if (refusal !== null) return refusal;
  return method === 'PUT' ? putObject(store, request) : completeUpload(store, request);
}

function list({ objects }: ObjectStore, prefix: string): Answer {
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  return { status: 200, body: Buffer.from(`<ListBucketResult>${contents}</ListBucketResult>`) };
}

function read(store: ObjectStore, { key, headers }: StoreRequest): Answer {
  const object = store.objects.get(key);
  if (object === undefined) return failure(404, 'NoSuchKey');
  const { body, etag, metadata } = object;
  const known = { etag, 'accept-ranges': 'bytes', ...metadata };
  if (headers['if-match'] !== undefined && headers['if-match'] !== etag) {
    return failure(412, 'PreconditionFailed');
  }
  if (headers['if-none-match'] === etag) return { status: 304, headers: known };
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  if (from === undefined) return { status: 200, headers: known, body };
  const part = body.subarray(Number(from), to ? Number(to) + 1 : body.length);
  if (part.length === 0) return failure(416, 'InvalidRange', { 'content-range': `bytes */${body.length}` });
  const range = `bytes ${from}-${Number(from) + part.length - 1}/${body.length}`;
  return { status: 206, headers: { ...known, 'content-range': range }, body: part };
}

function refuseWrite(store: ObjectStore, { key, headers }: StoreRequest): Answer | null {
  const [match, noneMatch] = [headers['if-match'], headers['if-none-match']];
  if (!store.knowsConditions && (match !== undefined || noneMatch !== undefined)) {
    return failure(501, 'NotImplemented');
  }
  const object = store.objects.get(key);
  const isRefused =
    (match !== undefined && match !== object?.etag) || (noneMatch === '*' && object !== undefined);
  return isRefused ? failure(412, 'PreconditionFailed') : null;
}

function putObject(store: ObjectStore, { key, body, headers }: StoreRequest): Answer {
  const etag = tagOf(body);
  store.objects.set(key, { body, etag, metadata: metadataOf(headers) });
  return { status: 200, headers: { etag } };
}

function startUpload(store: ObjectStore, { key, headers }: StoreRequest): Answer {
  const id = `upload/${store.asked.length}+=`;
  store.uploads.set(id, { key, metadata: metadataOf(headers), parts: new Map() });
  return {
    status: 200,
    body: Buffer.from(
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    ),
  };
}

function putPart(store: ObjectStore, { query, body }: StoreRequest): Answer {
  const upload = store.uploads.get(query.get('uploadId') ?? '');
  if (upload === undefined) return failure(404, 'NoSuchUpload');
  const etag = tagOf(body);
  upload.parts.set(Number(query.get('partNumber')), { body, etag });
  return { status: 200, headers: { etag } };
}

function completeUpload(store: ObjectStore, { key, query, body }: StoreRequest): Answer {
  const id = query.get('uploadId') ?? '';
  const upload = store.uploads.get(id);
  if (upload === undefined || upload.key !== key) return failure(404, 'NoSuchUpload');
  const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
  const parts = named.map(([, number]) => upload.parts.get(Number(number)));
  if (parts.some((part, i) => part === undefined || part.etag !== named[i]![2])) {
    return failure(400, 'InvalidPart');
  }
  const whole = Buffer.concat(parts.map((part) => part!.body));
  const etag = `"${tagOf(whole).slice(1, -1)}-${parts.length}"`;
  store.objects.set(key, { body: whole, etag, metadata: upload.metadata });
  store.uploads.delete(id);
  return {
    status: 200,
    body: Buffer.from('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>'),
  };
}

function metadataOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-')));
}

function tagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}

/** Stores repeat the request in their errors, which must not be shown. */
function failure(status: number, code: string, headers: Record<string, string> = {}): Answer {
  const text = `<Error><Code>${code}</Code><Message>signed with ${SECRET_KEY}</Message></Error>`;
  return { status, headers, body: status === 304 ? Buffer.alloc(0) : Buffer.from(text) };
}
