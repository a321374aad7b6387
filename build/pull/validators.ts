import type { HttpResponse } from './http.ts';

/** How a server distinguishes the versions of a file. */
export interface Validators {
  etag: string | null;
  last_modified: string | null;
  /** The length of the whole file; null if the server does not say. */
  bytes: number | null;
  /** The SHA-256 sent along with a redirect. */
  linked_sha256: string | null;
}

/** What a response, complete or partial, says about the whole file. */
export function readValidators({ status, headers, linkedSha256 }: HttpResponse): Validators {
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

/** Whether both describe the same version. Missing values are ignored, but at least one must be equal. */
export function isSameVersion(a: Validators, b: Validators): boolean {
  if (a.bytes !== null && b.bytes !== null && a.bytes !== b.bytes) return false;
  if (a.linked_sha256 !== null && b.linked_sha256 !== null) return a.linked_sha256 === b.linked_sha256;
  if (a.etag !== null && b.etag !== null) return a.etag === b.etag;
  return a.last_modified !== null && a.last_modified === b.last_modified;
}

/**
 * The conditions for resuming this version of the file; null if the server sent nothing to identify it. Some object
 * stores ignore If-Range and would send the rest of another version; If-Match makes them refuse (412).
 */
export function ifSame({ etag, last_modified }: Validators): Record<string, string> | null {
  // A weak tag does not guarantee that two files are equal byte for byte.
  if (etag?.startsWith('"')) return { 'if-match': etag, 'if-range': etag };
  return last_modified === null ? null : { 'if-range': last_modified };
}

/** The condition for downloading the file only if it has changed. */
export function ifChanged({ etag, last_modified }: Validators): Record<string, string> {
  if (etag !== null) return { 'if-none-match': etag };
  return last_modified === null ? {} : { 'if-modified-since': last_modified };
}

const CONTENT_RANGE = /^bytes (?:(\d{1,16})-(\d{1,16})|\*)\/(?:(\d{1,16})|\*)$/;

/** Which bytes a partial response contains; `from` is null if the requested range was refused. */
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
