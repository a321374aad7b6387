import type { PlanName } from './plans.ts';

/**
 * Keys: `lrd_`, a letter for the kind, 27 random characters and 6 that check the rest. The prefix lets people and
 * scanners of leaked secrets recognise one; the check lets a typo be refused without a look-up.
 */
export const KEY_KINDS = ['account', 'named'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];
export const KEY_SCOPES = ['read', 'full'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** What is known of a key that exists and is not revoked. */
export interface KeyFacts {
  readonly keyId: number;
  readonly accountId: number;
  readonly kind: KeyKind;
  readonly scope: KeyScope;
  readonly plan: PlanName;
  /** A cap of the key's own. */
  readonly perMinute: number | null;
  /** The last moment at which it is valid; infinity when it does not end. */
  readonly validUntilMs: number;
}

/** Where keys are looked up. */
export interface KeyDirectory {
  /** By the hash of the key; null when there is none, or it was revoked. */
  find(hash: string): KeyFacts | null;
  /** Another number whenever what was found before may not hold any more. */
  readonly version: number;
}

const LETTERS: Record<KeyKind, string> = { account: 'a', named: 'k' };
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 27 characters of 62 are 160 random bits. */
const RANDOM_LENGTH = 27;
/** Six characters of 62 hold the 32 bits of the check. */
const CHECK_LENGTH = 6;
const PREFIX_LENGTH = 'lrd_a_'.length;
const KEY_LENGTH = PREFIX_LENGTH + RANDOM_LENGTH + CHECK_LENGTH;
const KEY = /^lrd_[ak]_[0-9A-Za-z]+$/;
/** Bytes from here on would make some characters more likely than others. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length);

export function makeKey(kind: KeyKind): string {
  const body = `lrd_${LETTERS[kind]}_${randomCharacters(RANDOM_LENGTH)}`;
  return body + checkOf(body);
}

/** Whether a text can be a key at all. */
export function isKey(text: string): boolean {
  if (text.length !== KEY_LENGTH || !KEY.test(text)) return false;
  const bodyLength = KEY_LENGTH - CHECK_LENGTH;
  return checkOf(text.slice(0, bodyLength)) === text.slice(bodyLength);
}

/** What is stored in place of a key. With 160 random bits behind it there is nothing to guess, so it need not be slow. */
export function hashKey(key: string): string {
  return Bun.SHA256.hash(key, 'base64');
}

/** Enough of a key to tell it from others in a list, and not enough to help anyone guess the rest. */
export function hintOf(key: string): string {
  return `${key.slice(0, PREFIX_LENGTH + 4)}…`;
}

/** The key in an `Authorization` header; null when there is none, the scheme is another, or it cannot be one. */
export function readBearer(authorization: string): string | null {
  if (!BEARER.test(authorization)) return null;
  const key = authorization.slice(BEARER_LENGTH).trim();
  return isKey(key) ? key : null;
}

/** The name of a scheme is read without regard to case (RFC 9110, 11.1). */
const BEARER = /^bearer /i;
const BEARER_LENGTH = 'Bearer '.length;

function checkOf(body: string): string {
  let rest = Bun.hash.crc32(body);
  let check = '';
  for (let i = 0; i < CHECK_LENGTH; i++) {
    check = ALPHABET.charAt(rest % ALPHABET.length) + check;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return check;
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
