import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { FetchError } from './fetch-error.ts';
import type { Answer, Http } from './http.ts';

/** A hash of a whole file that its server tells, in hexadecimal. */
export interface PublishedHash {
  algorithm: 'sha256' | 'sha512' | 'md5';
  hex: string;
  /** Where it was told. */
  source: string;
}

/** Names of lists of hashes, beside the file; `FILE.sha256` is tried before them. */
const LISTS: readonly string[] = ['SHA256SUMS', 'sha256sum'];
/** A list of hashes is small; anything longer is something else. */
const LIST_BYTES = 256 * 1024;
const CHUNK_BYTES = 1024 * 1024;
const ALGORITHMS: Readonly<Record<string, PublishedHash['algorithm']>> = {
  'sha-256': 'sha256',
  'sha-512': 'sha512',
  md5: 'md5',
};
const HEX_DIGITS: Readonly<Record<PublishedHash['algorithm'], number>> = { sha256: 64, sha512: 128, md5: 32 };

/** The best hash that an answer carries of the whole file, or null. */
export function findHash({ status, headers, linkedSha256 }: Answer): PublishedHash | null {
  if (linkedSha256 !== null) return { algorithm: 'sha256', hex: linkedSha256, source: 'x-linked-etag' };
  const told = [
    ...readDigests(headers.get('repr-digest'), 'repr-digest'),
    ...readDigests(headers.get('digest'), 'digest'),
  ];
  // Of an answer with a range, Content-MD5 is the hash of the range.
  if (status === 200) told.push(...readDigests(`md5=${headers.get('content-md5') ?? ''}`, 'content-md5'));
  const strength = ['sha256', 'sha512', 'md5'];
  return told.sort((a, b) => strength.indexOf(a.algorithm) - strength.indexOf(b.algorithm))[0] ?? null;
}

/** `sha-256=BASE64` of the older Digest, `sha-256=:BASE64:` of Repr-Digest; several stand with commas between. */
function readDigests(value: string | null, source: string): PublishedHash[] {
  return (value ?? '').split(',').flatMap((part) => {
    const [, name, base64] = /^\s*([\w-]+)=:?([A-Za-z0-9+/]+=*):?\s*$/.exec(part) ?? [];
    const algorithm = ALGORITHMS[name?.toLowerCase() ?? ''];
    if (algorithm === undefined || base64 === undefined) return [];
    const hex = Buffer.from(base64, 'base64').toString('hex');
    return hex.length === HEX_DIGITS[algorithm] ? [{ algorithm, hex, source }] : [];
  });
}

/** Looks for a hash in the files that people put beside a download; null when there is none. */
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

/** The line `HASH  NAME` of a list as sha256sum writes it, or a file with the hash alone. */
export function findInList(text: string, name: string): string | null {
  for (const line of text.split('\n')) {
    const [, hex, named] = /^([0-9a-fA-F]{64})(?:\s+\*?(.+?))?\s*$/.exec(line) ?? [];
    if (hex !== undefined && (named === undefined || basename(named) === name)) return hex.toLowerCase();
  }
  return null;
}

/** The text at an address, or null: what is not there, or not now, was not promised either. */
async function findSmallText(http: Http, url: string): Promise<string | null> {
  try {
    const answer = await http.get(url);
    if (answer.status === 200) return await readSmallText(answer, LIST_BYTES);
    answer.drop();
    return null;
  } catch (error) {
    if ((error as Error).name === 'Interrupted') throw error;
    return null;
  }
}

/** The body as text; null when it is longer than a text of this kind can be. */
export async function readSmallText({ body }: Answer, mostBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > mostBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Throws when the file is not what its server says it is. */
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
    `was altered on its way: its ${algorithm} is ${computed.slice(0, 16)}…, not ${hex.slice(0, 16)}… as ${source} says`,
    'run it again; it will be downloaded anew',
  );
}

/** The bytes are worth nothing, so they are not kept. */
export class WrongHash extends FetchError {}
