import type { Answer } from './http.ts';

/** By what a server tells one state of a file from another. */
export interface Validators {
  etag: string | null;
  last_modified: string | null;
  /** Of the whole file, as far as the server tells. */
  bytes: number | null;
  /** The SHA-256 that a redirector told. */
  linked_sha256: string | null;
}

/** What an answer tells of the whole file, whether it brings all of it or a range. */
export function readValidators({ status, headers, linkedSha256 }: Answer): Validators {
  const length = Number(headers.get('content-length') ?? Number.NaN);
  const range = readContentRange(headers);
  const whole = status === 200 && Number.isSafeInteger(length) ? length : null;
  return {
    etag: headers.get('etag'),
    last_modified: headers.get('last-modified'),
    bytes: range?.total ?? whole,
    linked_sha256: linkedSha256,
  };
}

/** Whether both speak of the same bytes. What a side does not tell is no difference, but something must be equal. */
export function isSameFile(a: Validators, b: Validators): boolean {
  if (a.bytes !== null && b.bytes !== null && a.bytes !== b.bytes) return false;
  if (a.linked_sha256 !== null && b.linked_sha256 !== null) return a.linked_sha256 === b.linked_sha256;
  if (a.etag !== null && b.etag !== null) return a.etag === b.etag;
  return a.last_modified !== null && a.last_modified === b.last_modified;
}

/** For a request that wants the rest of this very file; null when the server gave nothing to hold on to. */
export function ifRange({ etag, last_modified }: Validators): Record<string, string> | null {
  // A weak tag says that two files mean the same, not that they are equal byte by byte.
  if (etag?.startsWith('"')) return { 'if-range': etag };
  return last_modified === null ? null : { 'if-range': last_modified };
}

/** For a request that wants the file only if it is another. */
export function ifChanged({ etag, last_modified }: Validators): Record<string, string> {
  if (etag !== null) return { 'if-none-match': etag };
  return last_modified === null ? {} : { 'if-modified-since': last_modified };
}

const CONTENT_RANGE = /^bytes (?:(\d{1,16})-(\d{1,16})|\*)\/(?:(\d{1,16})|\*)$/;

/** Which bytes of how many an answer brings; `from` is null in the refusal of a range. */
export function readContentRange(
  headers: Headers,
): { from: number | null; to: number | null; total: number | null } | null {
  const found = CONTENT_RANGE.exec(headers.get('content-range') ?? '');
  if (found === null) return null;
  const [from = null, to = null, total = null] = found
    .slice(1)
    .map((digits) => (digits === undefined ? null : Number(digits)));
  return { from, to: to === null ? null : to + 1, total };
}
