import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { memberOf } from '../../src/member-of.ts';
import { FetchError } from './fetch-error.ts';
import type { Http, HttpResponse } from './http.ts';

/** The hash of a file as its server publishes it, in hexadecimal. */
export interface PublishedHash {
  algorithm: 'sha256' | 'sha512' | 'md5';
  hex: string;
  /** The header or address where it was found. */
  source: string;
}

/** Names of hash lists next to the file; `FILE.sha256` is tried first. */
const LISTS: readonly string[] = ['SHA256SUMS', 'sha256sum'];
/** A hash list is small; anything longer is something else. */
const MAX_LIST_BYTES = 256 * 1024;
const CHUNK_BYTES = 1024 * 1024;
const ALGORITHMS: Readonly<Record<string, PublishedHash['algorithm']>> = {
  'sha-256': 'sha256',
  'sha-512': 'sha512',
  md5: 'md5',
};
const HEX_DIGITS: Readonly<Record<PublishedHash['algorithm'], number>> = { sha256: 64, sha512: 128, md5: 32 };

/** The best hash of the whole file in the headers of a response; null if there is none. */
export function findHash({ status, headers, linkedSha256 }: HttpResponse): PublishedHash | null {
  if (linkedSha256 !== null) return { algorithm: 'sha256', hex: linkedSha256, source: 'x-linked-etag' };
  const hashes = [
    ...readDigests(headers.get('repr-digest'), 'repr-digest'),
    ...readDigests(headers.get('digest'), 'digest'),
  ];
  // In a partial response, Content-MD5 is the hash of the part.
  if (status === 200) hashes.push(...readDigests(`md5=${headers.get('content-md5') ?? ''}`, 'content-md5'));
  const strength = ['sha256', 'sha512', 'md5'];
  return hashes.sort((a, b) => strength.indexOf(a.algorithm) - strength.indexOf(b.algorithm))[0] ?? null;
}

/** `sha-256=BASE64` in the older Digest header, `sha-256=:BASE64:` in Repr-Digest; separated by commas. */
function readDigests(value: string | null, source: string): PublishedHash[] {
  return (value ?? '').split(',').flatMap((part) => {
    const [, name, base64] = /^\s*([\w-]+)=:?([A-Za-z0-9+/]+=*):?\s*$/.exec(part) ?? [];
    const algorithm = memberOf(ALGORITHMS, name?.toLowerCase() ?? '');
    if (algorithm === undefined || base64 === undefined) return [];
    const hex = Buffer.from(base64, 'base64').toString('hex');
    return hex.length === HEX_DIGITS[algorithm] ? [{ algorithm, hex, source }] : [];
  });
}

/** Looks for a hash in the files that are commonly published next to a download; null if there is none. */
export async function findHashBeside(http: Http, url: string): Promise<PublishedHash | null> {
  const name = basename(new URL(url).pathname);
  const own = new URL(url);
  own.pathname += '.sha256';
  for (const address of [own.href, ...LISTS.map((list) => new URL(list, url).href)]) {
    const text = await findSmallText(http, address);
    const hex = text === null ? null : findInList(text, name);
    if (hex !== null) return { algorithm: 'sha256', hex, source: address };
  }
  return null;
}

/** Finds the line `HASH  NAME` as written by sha256sum, or the hash in a file with nothing else. */
export function findInList(text: string, name: string): string | null {
  for (const line of text.split('\n')) {
    const [, hex, named] = /^([0-9a-fA-F]{64})(?:\s+\*?(.+?))?\s*$/.exec(line) ?? [];
    if (hex !== undefined && (named === undefined || basename(named) === name)) return hex.toLowerCase();
  }
  return null;
}

/** The text at an address. Null for any failure, since publishing a hash is optional. */
async function findSmallText(http: Http, url: string): Promise<string | null> {
  try {
    const response = await http.get(url);
    if (response.status === 200) return await readSmallText(response, MAX_LIST_BYTES);
    response.drop();
    return null;
  } catch (error) {
    if ((error as Error).name === 'Interrupted') throw error;
    return null;
  }
}

/** The body as text; null if it is longer than expected. */
export async function readSmallText(response: HttpResponse, maxBytes: number): Promise<string | null> {
  return (await readSmallBody(response, maxBytes))?.toString('utf8') ?? null;
}

export async function readSmallBody({ body }: HttpResponse, maxBytes: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Throws if the file does not have the published hash. */
export async function checkHash(
  path: string,
  url: string,
  { algorithm, hex, source }: PublishedHash,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const hasher = new Bun.CryptoHasher(algorithm);
  const file = await open(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let total = 0; ; ) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, null);
      if (bytesRead === 0) break;
      hasher.update(chunk.subarray(0, bytesRead));
      total += bytesRead;
      onBytes(total);
    }
  } finally {
    await file.close();
  }
  const computed = hasher.digest('hex');
  if (computed === hex) return;
  throw new WrongHash(
    url,
    `was corrupted in transit: its ${algorithm} is ${computed.slice(0, 16)}…, but ${source} says ${hex.slice(0, 16)}…`,
    'run the command again to download it again',
  );
}

/** The download is useless, so it is not kept. */
export class WrongHash extends FetchError {}
