import { closeSync, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { PlainError } from '../../src/plain-error.ts';
import { FetchError, TransientError } from './fetch-error.ts';
import { type Address, type HttpResponse, readRetryAfter } from './http.ts';
import { readSmallText } from './published-hash.ts';
import { type OnDownload, type RetryPolicy, Session } from './session.ts';

/**
 * Puts a file into an object store, completely or not at all: up to the size of a part in one request, otherwise in parts
 * that become an object only when the last step succeeds.
 */
export interface UploadRequest {
  /** `s3://bucket/key`, for messages. */
  name: string;
  to: Address;
  contentType: string;
  userAgent: string;
  policy: RetryPolicy;
  /** Tests use smaller parts. */
  partBytes?: number | undefined;
  /** The ETag of the object to be replaced, or null if there must be none. Without it, the object that is there now. */
  replaces?: string | null;
}

export interface UploadProgress {
  onUpload: OnDownload;
  onWait(what: string, waitMs: number): void;
  onMessage(line: string): void;
}

/**
 * A part is sent again as a whole when the connection is lost, so it should not be large. Stores allow 10,000 parts:
 * 160 GB with this size.
 */
const PART_BYTES = 16 * 1024 * 1024;
/** Carries the catalogue's own hash, since the ETag of an object in parts is not a hash of its content. */
const HASH_HEADER = 'x-amz-meta-larder-sha256';
/** Answers of a store are a few hundred bytes. */
const MAX_ANSWER_BYTES = 64 * 1024;
/** Removing an unfinished upload is worth a few seconds, but not a long wait after Ctrl-C. */
const ABORT_ATTEMPTS = 3;

/** A file, open for reading. */
export interface Source {
  file: number;
  bytes: number;
  hash: string;
  /** Throws if the file has changed since it was opened. */
  requireSame(): void;
  close(): void;
}

/** Opens a file whose hash is known. What was hashed must be what is sent, even if the file is replaced meanwhile. */
export function openSource(path: string, hashed: Stats, hash: string): Source {
  const file = openSync(path, 'r');
  const requireSame = () => refuseReplaced(path, hashed, fstatSync(file));
  return { file, bytes: hashed.size, hash, requireSame, close: () => closeSync(file) };
}

/** Throws if a file is not the one that it was. */
export function refuseReplaced(path: string, before: Stats, now: Stats = statSync(path)): void {
  if (describe(now) === describe(before)) return;
  throw new PlainError(path, 'changed while it was being published', 'run the command again');
}

function describe({ dev, ino, size, mtimeMs }: Stats): string {
  return [dev, ino, size, mtimeMs].join(' ');
}

/** False if the store already has this file under this name. */
export async function uploadFile(
  { name, to, contentType, userAgent, policy, partBytes = PART_BYTES, replaces }: UploadRequest,
  { onUpload, onWait, onMessage }: UploadProgress,
  source: Source,
  signal: AbortSignal,
): Promise<boolean> {
  source.requireSame();
  const { credentials } = to;
  const settings = {
    userAgent,
    credentials,
    onDownload: onUpload,
    onWait,
    remedy: 'check the network and run the command again',
  };
  const uploadIn = (session: Session) => new ObjectUpload(session, name, to.address, contentType, source);
  const store = uploadIn(new Session({ ...settings, policy, signal }));
  const former = await store.find();
  if (store.isOurs(former)) return false;
  const condition = conditionFor(replaces === undefined ? former : replaces && { etag: replaces });
  if (source.bytes <= partBytes) await store.putWhole(condition);
  else {
    const upload = await store.start();
    try {
      const parts = await store.putParts(upload, partBytes);
      source.requireSame();
      await store.complete(upload, parts, condition);
    } catch (error) {
      // A separate session, since the other may have been stopped.
      const patient = { ...policy, attempts: Math.min(policy.attempts, ABORT_ATTEMPTS) };
      const signal = new AbortController().signal;
      const session = new Session({ ...settings, policy: patient, signal });
      await uploadIn(session)
        .abort(upload)
        .catch(() => onMessage('the unfinished upload could not be removed; the store may charge for it'));
      throw error;
    }
  }
  if (!store.isOurs(await store.find())) {
    throw new FetchError(name, 'is not what was sent', 'check the store, and run the command again');
  }
  return true;
}

function conditionFor(former: { etag: string | null } | null | ''): Record<string, string> {
  if (!former) return { 'if-none-match': '*' };
  return former.etag === null ? {} : { 'if-match': former.etag };
}

/** What a store says about an object. */
interface Found {
  etag: string | null;
  bytes: number;
  hash: string | null;
}

class ObjectUpload {
  constructor(
    readonly session: Session,
    readonly name: string,
    readonly url: string,
    readonly contentType: string,
    readonly source: Source,
  ) {}

  /** Null if there is no such object. */
  find(): Promise<Found | null> {
    return this.#try(async () => {
      const response = await this.session.http.send('HEAD', this.url, {}, null);
      response.drop();
      if (response.status === 404) return null;
      if (response.status !== 200) throw refuse(this.name, response, '');
      const { headers } = response;
      return {
        etag: headers.get('etag'),
        bytes: Number(headers.get('content-length')),
        hash: headers.get(HASH_HEADER),
      };
    });
  }

  isOurs(found: Found | null): boolean {
    return found !== null && found.hash === this.source.hash && found.bytes === this.source.bytes;
  }

  async putWhole(condition: Readonly<Record<string, string>>): Promise<void> {
    const { bytes, hash } = this.source;
    const body = readPart(this.source, 0, bytes);
    this.source.requireSame();
    await this.#finish(condition, async (condition) => {
      const headers = { 'content-type': this.contentType, [HASH_HEADER]: hash, ...condition };
      const response = await this.#send('PUT', '', headers, body);
      this.session.onSent(bytes, bytes, bytes);
      return response;
    });
  }

  async start(): Promise<string> {
    const headers = { 'content-type': this.contentType, [HASH_HEADER]: this.source.hash };
    const { text } = await this.#try(() => this.#send('POST', '?uploads=', headers, EMPTY));
    const [, upload] = /<UploadId>([^<]+)<\/UploadId>/.exec(text) ?? [];
    if (upload === undefined) throw new FetchError(this.name, 'the store started no upload', CHECK_STORE);
    return upload;
  }

  /** The tags of the parts, in their order. */
  async putParts(upload: string, partBytes: number): Promise<string[]> {
    const { bytes } = this.source;
    const tags: string[] = [];
    for (let at = 0; at < bytes; at += partBytes) {
      const part = readPart(this.source, at, Math.min(partBytes, bytes - at));
      const query = `?partNumber=${tags.length + 1}&uploadId=${encodeURIComponent(upload)}`;
      const { headers } = await this.#try(() => this.#send('PUT', query, {}, part));
      const tag = headers.get('etag');
      if (tag === null) throw new FetchError(this.name, 'the store gave a part no ETag', CHECK_STORE);
      tags.push(tag);
      this.session.onSent(part.length, at + part.length, bytes);
    }
    return tags;
  }

  async complete(
    upload: string,
    tags: readonly string[],
    condition: Readonly<Record<string, string>>,
  ): Promise<void> {
    const parts = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    const query = `?uploadId=${encodeURIComponent(upload)}`;
    await this.#finish(condition, (condition) => this.#send('POST', query, condition, body));
  }

  async abort(upload: string): Promise<void> {
    const query = `?uploadId=${encodeURIComponent(upload)}`;
    await this.#try(() => this.#send('DELETE', query, {}, null));
  }

  /**
   * The request that makes the object visible. If its answer was lost, trying again finds the object changed, or the
   * upload gone, because of our own request. Older stores do not support conditions; they get the request without.
   */
  async #finish(
    condition: Readonly<Record<string, string>>,
    send: (condition: Readonly<Record<string, string>>) => Promise<unknown>,
  ): Promise<void> {
    try {
      await this.#try(() => send(condition));
    } catch (error) {
      if (!(error instanceof RefusedUpload)) throw error;
      if (error.status === 501) {
        await this.#try(() => send({}));
        return;
      }
      if (this.isOurs(await this.find())) return;
      if (error.status !== 412 && error.status !== 409) throw error;
      throw new FetchError(this.name, 'was changed by someone else meanwhile', 'run the command again');
    }
  }

  async #send(
    method: 'PUT' | 'POST' | 'DELETE',
    query: string,
    headers: Readonly<Record<string, string>>,
    body: Uint8Array | null,
  ): Promise<{ headers: Headers; text: string }> {
    const response = await this.session.http.send(method, this.url + query, headers, body);
    const text = (await readSmallText(response, MAX_ANSWER_BYTES)) ?? '';
    // Completing an upload may take so long that the status is sent before the outcome is known.
    if (response.status >= 300 || text.includes('<Error>')) throw refuse(this.name, response, text);
    return { headers: response.headers, text };
  }

  #try<Outcome>(attempt: () => Promise<Outcome>): Promise<Outcome> {
    return this.session.withRetries(this.name, attempt);
  }
}
const EMPTY = new Uint8Array(0);
const CHECK_STORE = 'check AWS_ENDPOINT_URL';

function readPart({ file }: Source, at: number, length: number): Buffer {
  const part = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const read = readSync(file, part, done, length - done, at + done);
    // The check of the file before the last step reports why.
    if (read === 0) break;
    done += read;
  }
  return part;
}

/** The store refused, for a reason that a retry does not change. */
class RefusedUpload extends FetchError {
  constructor(
    name: string,
    readonly status: number,
    code: string,
  ) {
    super(name, `the store responded with ${status}${code === '' ? '' : ` (${code})`}`, remedyFor(status));
  }
}

/** Only the code of an error is shown: its text may repeat what was signed. */
function refuse(name: string, { status, headers }: HttpResponse, text: string): Error {
  const [, code = ''] = /<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(text) ?? [];
  const isBusy = status === 408 || status === 429 || (status >= 500 && status !== 501);
  if (isBusy || BUSY_CODES.includes(code)) {
    const retryAfterMs = readRetryAfter(headers.get('retry-after'));
    return new TransientError(`the store responded with ${status}${code && ` (${code})`}`, retryAfterMs);
  }
  return new RefusedUpload(name, status, code);
}
/** Sent with a status that says otherwise: 400 for a slow upload, and 200 while an upload is being completed. */
const BUSY_CODES: readonly string[] = ['RequestTimeout', 'InternalError', 'SlowDown', 'ServiceUnavailable'];

function remedyFor(status: number): string {
  if (status === 401 || status === 403) {
    return 'check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, the clock, and what the keys may do';
  }
  if (status === 404) return 'check the name of the bucket, and AWS_ENDPOINT_URL';
  return 'check AWS_REGION and AWS_ENDPOINT_URL';
}
