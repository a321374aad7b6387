import { createHash } from 'node:crypto';

/** Addresses as files and messages may have them: a query can be a token or a signature that opens the file. */

const QUERY = /^([a-z][a-z0-9+.-]*:\/\/[^?#]*)[?#].*$/is;
/** Enough to tell two queries apart, and far too little to find out a secret. */
const DIGEST_DIGITS = 8;

/** Where a file came from, without what opens it. */
export interface SourceAddress {
  /** The address with `?…` for its query, or a path. */
  from: string;
  /** Tells apart addresses that differ in their query only; null without one, and absent in files of release 1.0. */
  query?: string | null | undefined;
}

export function sourceAddress(text: string): SourceAddress {
  const from = shownAddress(text);
  if (from === text) return { from, query: null };
  return { from, query: createHash('sha256').update(text).digest('hex').slice(0, DIGEST_DIGITS) };
}

export function isSameSource(a: SourceAddress, b: SourceAddress): boolean {
  return a.from === b.from && (a.query ?? null) === (b.query ?? null);
}

/** An address for people. A path stays as it is. */
export function shownAddress(text: string): string {
  return text.replace(QUERY, '$1?…');
}
