import { Secret, TOTP } from 'otpauth';
import { findSealKey, needSealKey, seal, sealFileOf, unseal } from './encryption.ts';
import type { AccountsFile } from './store/accounts-file.ts';
import type { SecondFactorRow } from './store/second-factor-store.ts';

/** Time-based codes (RFC 6238) of six digits, as every authenticator application makes them. */
const STEP_MS = 30_000;
/** A device whose clock is off by this many steps is still understood. */
const STEPS_OFF = 1;
const SEED_BYTES = 20;

/** Five in a row are more than fingers get wrong; a quarter of an hour makes guessing hopeless. */
const MOST_WRONG = 5;
const LOCK_MS = 15 * 60_000;

/** A seed that was shown and never confirmed is shown again for this long. */
const LONGEST_PENDING_MS = 30 * 60_000;

const RECOVERY_CODES = 10;
/** 80 random bits each, in the 32 characters of Crockford that are not mistaken for one another. */
const RECOVERY_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RECOVERY_LENGTH = 16;

export type CodeOutcome = 'right' | 'wrong' | 'none' | { lockedMs: number };

/** Enrolling, checking and removing the second factor of an account. */
export class SecondFactor {
  readonly #file: AccountsFile;

  constructor(file: AccountsFile) {
    this.#file = file;
  }

  isOn(accountId: number): boolean {
    return (this.#store.find(accountId)?.confirmed_ms ?? null) !== null;
  }

  /** The seed for a person's device, shown once; null when there is a factor already. */
  enrol(accountId: number, accountName: string): { seed: string; url: string } | null {
    const secret = new Secret({ size: SEED_BYTES });
    const key = needSealKey(sealFileOf(this.#file.path));
    const sealed = seal(key, secret.bytes, contextOf(accountId));
    if (!this.#store.begin(accountId, sealed)) return null;
    return { seed: secret.base32, url: totpOf(secret, accountName).toString() };
  }

  /** One that waits for its first code; null when there is none, or it has waited too long. */
  findPending(accountId: number, accountName: string): { seed: string; url: string } | null {
    const row = this.#store.find(accountId);
    if (row === null || row.confirmed_ms !== null) return null;
    if (this.#file.nowMs() - row.created_ms > LONGEST_PENDING_MS) return null;
    const secret = this.#unsealSeed(row);
    return secret === null ? null : { seed: secret.base32, url: totpOf(secret, accountName).toString() };
  }

  /** A first code shows that the device knows the seed. Gives the recovery codes, which are nowhere else. */
  confirm(accountId: number, code: string): { recoveryCodes: string[] } | CodeOutcome {
    if (this.#store.find(accountId)?.confirmed_ms !== null) return 'none';
    const outcome = this.#checkCode(accountId, code);
    if (outcome !== 'right') return outcome;
    const recoveryCodes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode);
    this.#store.confirm(accountId, recoveryCodes.map(hashRecoveryCode));
    return { recoveryCodes };
  }

  /**
   * A code of the device, or a recovery code. Each is accepted once. Recovery codes cannot be guessed, so they work
   * while the device's codes are locked: a stranger who guesses does not lock the owner out.
   */
  check(accountId: number, code: string): CodeOutcome {
    if (!this.isOn(accountId)) return 'none';
    const isRecovery = this.#store.useRecoveryCode(accountId, hashRecoveryCode(code));
    return isRecovery ? 'right' : this.#checkCode(accountId, code);
  }

  remove(accountId: number): void {
    this.#store.remove(accountId);
  }

  #checkCode(accountId: number, code: string): CodeOutcome {
    const nowMs = this.#file.nowMs();
    const row = this.#store.find(accountId);
    if (row === null) return 'none';
    if (row.locked_until_ms > nowMs) return { lockedMs: row.locked_until_ms - nowMs };
    const secret = this.#unsealSeed(row);
    const step = secret === null ? null : stepOf(code, secret, nowMs);
    if (step !== null && this.#store.useStep(accountId, step)) return 'right';
    this.#store.noteWrong(accountId, MOST_WRONG, nowMs + LOCK_MS);
    return 'wrong';
  }

  #unsealSeed({ account_id, sealed_seed }: SecondFactorRow): Secret | null {
    const key = findSealKey(sealFileOf(this.#file.path));
    const seed = key === null ? null : unseal(key, sealed_seed, contextOf(account_id));
    return seed === null ? null : new Secret({ buffer: bytesOf(seed) });
  }

  get #store() {
    return this.#file.needed().secondFactors;
  }
}

/** The time step that a code belongs to; null when it is no code of these times. Compared in constant time. */
function stepOf(code: string, secret: Secret, nowMs: number): number | null {
  const token = code.replaceAll(' ', '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(secret, '').validate({ token, timestamp: nowMs, window: STEPS_OFF });
  return delta === null ? null : Math.floor(nowMs / STEP_MS) + delta;
}

function totpOf(secret: Secret, label: string): TOTP {
  return new TOTP({ issuer: 'larder', label, secret, digits: 6, period: STEP_MS / 1000, algorithm: 'SHA1' });
}

function contextOf(accountId: number): string {
  return `second factor of account ${accountId}`;
}

function bytesOf(buffer: Buffer): ArrayBuffer {
  return buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength) as ArrayBuffer;
}

function makeRecoveryCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RECOVERY_LENGTH));
  const text = [...bytes].map((byte) => RECOVERY_ALPHABET[byte % RECOVERY_ALPHABET.length]).join('');
  return text.replace(/(.{4})(?=.)/g, '$1-');
}

/** However it is typed: dashes, spaces and case do not matter. */
function hashRecoveryCode(code: string): string {
  return Bun.SHA256.hash(code.toLowerCase().replace(/[\s-]/g, ''), 'base64');
}
