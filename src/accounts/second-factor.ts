import { Secret, TOTP } from 'otpauth';
import type { AccountStore } from './account-store.ts';
import { decrypt, encrypt } from './encryption.ts';
import { type Busy, ownerOf } from './hash-queue.ts';
import type { Passwords } from './passwords.ts';
import { digestRecoveryCode, makeRecoveryCodes, makeRecoverySalt } from './recovery-codes.ts';
import type { SecondFactorRow } from './tables/rows.ts';

/** Time-based codes of six digits (RFC 6238), as every authenticator app makes them. */
const STEP_MS = 30_000;
/** Tolerates a device whose clock is off by this many steps. */
const STEPS_OFF = 1;
const SEED_BYTES = 20;

/** Five in a row are more than typing mistakes; a quarter of an hour makes guessing hopeless. */
const MAX_WRONG = 5;
const LOCK_MS = 15 * 60_000;

/** A seed that was shown and never confirmed is shown again for this long. */
const MAX_PENDING_MS = 30 * 60_000;

/** The longest text worth checking as a code: a recovery code, however it is spaced. */
export const MAX_CODE_LENGTH = 64;

/** `none` when there is no second factor to check the code against. */
export type CodeOutcome = 'right' | 'wrong' | 'none' | Busy | { lockedMs: number };

export type CodeRefusal = Exclude<CodeOutcome, 'right'>;

/** What an authenticator needs; the URL is what the QR code holds. */
export interface Enrolment {
  seed: string;
  url: string;
}

/** Enrols, checks and removes the second factor of an account. */
export class SecondFactor {
  constructor(
    private readonly store: AccountStore,
    private readonly codes: Pick<Passwords, 'hashCodes'>,
    private readonly nowMs: () => number,
  ) {}

  async isOn(accountId: number): Promise<boolean> {
    return ((await this.#records.find(accountId))?.confirmed_ms ?? null) !== null;
  }

  /** Null when there is a second factor already. */
  async enrol(accountId: number, accountName: string): Promise<Enrolment | null> {
    const secret = new Secret({ size: SEED_BYTES });
    const encrypted = encrypt(this.store.encryptionKey.findOrCreate(), secret.bytes, contextOf(accountId));
    if (!(await this.#records.begin(accountId, encrypted, this.nowMs()))) return null;
    return enrolmentOf(secret, accountName);
  }

  /** An enrolment that waits for its first code; null when there is none, or it was begun too long ago. */
  async findPending(accountId: number, accountName: string): Promise<Enrolment | null> {
    const row = await this.#records.find(accountId);
    if (row === null || row.confirmed_ms !== null) return null;
    if (this.nowMs() - row.created_ms > MAX_PENDING_MS) return null;
    const secret = this.#decryptSeed(row);
    return secret === null ? null : enrolmentOf(secret, accountName);
  }

  /** The first code shows that the device knows the seed. Returns the recovery codes, which are stored nowhere. */
  async confirm(accountId: number, code: string): Promise<{ recoveryCodes: string[] } | CodeRefusal> {
    const pending = await this.#records.find(accountId);
    if (pending?.confirmed_ms !== null) return 'none';
    const outcome = await this.#checkCode(accountId, code);
    if (outcome !== 'right') return outcome;
    const recoveryCodes = makeRecoveryCodes();
    const digests = recoveryCodes.map((each) => digestRecoveryCode(each) as string);
    const salt = makeRecoverySalt();
    const hashes = await this.codes.hashCodes(digests, salt, ownerOf(accountId));
    if (hashes === 'busy') return 'busy';
    // False when it was started over or confirmed in another window while the codes were hashed.
    const isConfirmed = await this.#records.confirm(pending, hashes, salt, this.nowMs());
    return isConfirmed ? { recoveryCodes } : 'none';
  }

  /**
   * Takes a code from the device, or a recovery code; each is accepted once. Recovery codes cannot be guessed, so they
   * work even while the device's codes are locked: a stranger who guesses does not lock the owner out.
   */
  async check(accountId: number, code: string): Promise<CodeOutcome> {
    if (!(await this.isOn(accountId))) return 'none';
    const digest = digestRecoveryCode(code);
    if (digest === null) return this.#checkCode(accountId, code);
    const isRecovery = await this.#useRecoveryCode(accountId, digest);
    return isRecovery === true ? 'right' : isRecovery === 'busy' ? 'busy' : this.#checkCode(accountId, code);
  }

  async remove(accountId: number): Promise<void> {
    await this.#records.remove(accountId);
  }

  async #useRecoveryCode(accountId: number, digest: string): Promise<boolean | Busy> {
    const salt = (await this.#records.find(accountId))?.recovery_salt ?? null;
    if (salt === null) return false;
    const hashes = await this.codes.hashCodes([digest], salt, ownerOf(accountId));
    return hashes === 'busy' ? 'busy' : this.#records.useRecoveryCode(accountId, hashes[0] as string);
  }

  async #checkCode(accountId: number, code: string): Promise<CodeOutcome> {
    const nowMs = this.nowMs();
    const row = await this.#records.find(accountId);
    if (row === null) return 'none';
    if (row.locked_until_ms > nowMs) return { lockedMs: row.locked_until_ms - nowMs };
    const isCounted = await this.#records.countTry(accountId, MAX_WRONG, nowMs, nowMs + LOCK_MS);
    // Codes that were sent at the same moment have locked it.
    if (!isCounted) return { lockedMs: LOCK_MS };
    const secret = this.#decryptSeed(row);
    const step = secret === null ? null : stepOf(code, secret, nowMs);
    return step !== null && (await this.#records.useStep(accountId, step)) ? 'right' : 'wrong';
  }

  /** Null when the encryption key is lost or was replaced; recovery codes still work then. */
  #decryptSeed({ account_id, sealed_seed }: SecondFactorRow): Secret | null {
    const key = this.store.encryptionKey.find();
    const seed = key === null ? null : decrypt(key, sealed_seed, contextOf(account_id));
    return seed === null ? null : new Secret({ buffer: bytesOf(seed) });
  }

  get #records() {
    return this.store.secondFactors;
  }
}

function enrolmentOf(secret: Secret, accountName: string): Enrolment {
  return { seed: secret.base32, url: totpOf(secret, accountName).toString() };
}

/** The time step of a code; null when it matches none of the accepted steps. Compares in constant time. */
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
