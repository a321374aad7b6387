import type { PlanName } from './plans.ts';

/**
 * A key is `lrd_`, a letter for its kind, 27 random characters and a checksum of 6. People and secret scanners recognise
 * the prefix; the checksum refuses a typo without a lookup.
 */
export const KEY_KINDS = ['account', 'named'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];
export const KEY_SCOPES = ['read', 'full'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** What admission needs to know about a key. */
export interface KeyFacts {
  readonly keyId: number;
  readonly accountId: number;
  readonly kind: KeyKind;
  readonly scope: KeyScope;
  readonly plan: PlanName;
  /** The key's own limit. */
  readonly perMinute: number | null;
  /** The last moment it is valid; infinity when it does not expire. */
  readonly validUntilMs: number;
}

/** Where keys are looked up. Not cached: admission keeps the only cache. */
export interface KeyDirectory {
  /** Null when there is no such key, or it was revoked. */
  findByHash(hash: string): KeyFacts | null;
  /**
   * Changes whenever a key that was found may have changed: at once after a change by this process, within a second
   * after one by another. Read on every request.
   */
  readonly version: number;
}

const LETTERS: Record<KeyKind, string> = { account: 'a', named: 'k' };
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 27 characters of 62 are 160 random bits. */
const RANDOM_LENGTH = 27;
/** Six characters of 62 hold a CRC of 32 bits. */
const CHECKSUM_LENGTH = 6;
const PREFIX_LENGTH = 'lrd_a_'.length;
const KEY_LENGTH = PREFIX_LENGTH + RANDOM_LENGTH + CHECKSUM_LENGTH;
const KEY = /^lrd_[ak]_[0-9A-Za-z]+$/;
/** Bytes above this would make some characters more likely than others. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length);

export function makeKey(kind: KeyKind): string {
  const body = `lrd_${LETTERS[kind]}_${randomCharacters(RANDOM_LENGTH)}`;
  return body + checksumOf(body);
}

/** Whether a text has the form and the checksum of a key. */
export function isKey(text: string): boolean {
  if (text.length !== KEY_LENGTH || !KEY.test(text)) return false;
  const bodyLength = KEY_LENGTH - CHECKSUM_LENGTH;
  return checksumOf(text.slice(0, bodyLength)) === text.slice(bodyLength);
}

/** What is stored of a key. With 160 random bits there is nothing to guess, so the hash may be a fast one. */
export function hashKey(key: string): string {
  return Bun.SHA256.hash(key, 'base64');
}

/** Enough to tell keys apart in a list, and too little to help guess the rest. */
export function hintOf(key: string): string {
  return `${key.slice(0, PREFIX_LENGTH + 4)}…`;
}

/** The key in an `Authorization` header; null for another scheme, or when it cannot be a key. */
export function readBearer(authorization: string): string | null {
  if (!BEARER.test(authorization)) return null;
  const key = authorization.slice(BEARER_LENGTH).trim();
  return isKey(key) ? key : null;
}

/** Scheme names are case-insensitive (RFC 9110, 11.1). */
const BEARER = /^bearer /i;
const BEARER_LENGTH = 'Bearer '.length;

function checksumOf(body: string): string {
  let rest = Bun.hash.crc32(body);
  let checksum = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    checksum = ALPHABET.charAt(rest % ALPHABET.length) + checksum;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return checksum;
}

function randomCharacters(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < FAIR_BYTES && text.length < length) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return text;
}

const DATE = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;
const DAY_MS = 86_400_000;

/** What may be wrong with the expiry of a key, in English. */
export const EXPIRY_FAULTS = {
  past: 'is in the past',
  not_a_date: 'must be a date such as 2027-01-31 or 2027-01-31T12:00:00Z',
} as const;
export type ExpiryFault = keyof typeof EXPIRY_FAULTS;

/** Null when it is valid. */
export function faultOfExpiry(text: string, nowMs: number): ExpiryFault | null {
  const expiry = readExpiry(text, nowMs);
  return typeof expiry === 'string' ? expiry : null;
}

/**
 * The last moment a key is valid, in milliseconds since 1970: `2027-01-31` is the end of that day in UTC,
 * `2027-01-31T12:00:00Z` that moment.
 */
export function readExpiry(text: string, nowMs: number): number | ExpiryFault {
  const date = DATE.exec(text)?.[1];
  const startMs = date === undefined ? Number.NaN : Date.parse(date);
  // Date.parse may read February 30 as a day in March, which nobody meant.
  if (Number.isNaN(startMs) || new Date(startMs).toISOString().slice(0, 10) !== date) return 'not_a_date';
  const lastMs = text === date ? startMs + DAY_MS - 1 : Date.parse(text);
  if (Number.isNaN(lastMs)) return 'not_a_date';
  return lastMs <= nowMs ? 'past' : lastMs;
}
