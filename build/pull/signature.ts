/**
 * AWS Signature Version 4, which every S3-compatible store understands. Bun's own S3 client cannot make a request
 * conditional (`If-Match`), and would bypass our timeouts and retries.
 */
export interface SigningKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** For temporary credentials; null for permanent ones. */
  readonly sessionToken: string | null;
  readonly region: string;
}

export interface OutgoingRequest {
  readonly method: string;
  /** Its path must be encoded by `encodePath`: what is signed has to be what is sent. */
  readonly address: URL;
  /** All of these are signed; their names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const SERVICE = 's3';
const SCOPE_END = 'aws4_request';
const NOTHING = new Uint8Array(0);

/** The headers to send in addition to those of the request. */
export function signRequest(
  { method, address, headers, body }: OutgoingRequest,
  { accessKeyId, secretAccessKey, sessionToken, region }: SigningKeys,
  nowMs: number,
): Record<string, string> {
  const time = new Date(nowMs).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const bodyHash = sha256(body ?? NOTHING);
  const added = {
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': time,
    ...(sessionToken !== null && { 'x-amz-security-token': sessionToken }),
  };
  const signed = Object.entries({ ...headers, ...added, host: address.host }).sort(byName);
  const names = signed.map(([name]) => name).join(';');
  const canonical = [
    method,
    address.pathname,
    canonicalQuery(address),
    ...signed.map(([name, value]) => `${name}:${value.trim().replace(/ +/g, ' ')}`),
    '',
    names,
    bodyHash,
  ].join('\n');
  const scope = [day, region, SERVICE, SCOPE_END].join('/');
  const text = [ALGORITHM, time, scope, sha256(canonical)].join('\n');
  const start: string | Buffer = `AWS4${secretAccessKey}`;
  const key = [day, region, SERVICE, SCOPE_END].reduce<string | Buffer>(
    (key, part) => hmac(key, part),
    start,
  );
  const signature = hmac(key, text).toString('hex');
  const authorization = `${ALGORITHM} Credential=${accessKeyId}/${scope},SignedHeaders=${names},Signature=${signature}`;
  return { ...added, authorization };
}

/** Encodes the key of an object as the signature requires it: everything but letters, digits and `-_.~/`. */
export function encodePath(key: string): string {
  return key.split('/').map(encode).join('/');
}

function canonicalQuery({ searchParams }: URL): string {
  return [...searchParams]
    .map(([name, value]): [string, string] => [encode(name), encode(value)])
    .sort(byName)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

function encode(text: string): string {
  const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[!'()*]/g, percent);
}

function byName([a]: [string, string], [b]: [string, string]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function sha256(text: string | Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return new Bun.CryptoHasher('sha256', key).update(text).digest();
}
