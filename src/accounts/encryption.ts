import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { AccountsError, namingFailures } from './accounts-error.ts';

/**
 * What must be read back, and so cannot be hashed, is encrypted: AES-256-GCM with a key in a file of its own beside the
 * accounts, readable by its owner alone. A copy of the accounts without that file gives no seed away; whoever loses
 * the file signs in with a recovery code and enrols again.
 */
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The file that belongs to a file of accounts. */
export function sealFileOf(accountsFile: string): string {
  return `${accountsFile}.seal`;
}

/** `context` says what a secret belongs to: sealed for one account, it cannot be opened for another. */
export function seal(key: Buffer, secret: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Null when it was sealed with another key, for something else, or was altered. */
export function unseal(key: Buffer, sealed: Buffer, context: string): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const secret = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([secret, decipher.final()]);
  } catch {
    return null;
  }
}

/** Null when there is none yet. */
export function findSealKey(file: string): Buffer | null {
  return namingFailures(file, () => {
    try {
      const key = readFileSync(file);
      if (key.length === KEY_BYTES) return key;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
    throw new AccountsError(file, 'is no key of larder', 'put the original back, or remove it');
  });
}

/** Made on first need. It appears whole or not at all, and never in place of one that another process made. */
export function needSealKey(file: string): Buffer {
  const found = findSealKey(file);
  if (found !== null) return found;
  return namingFailures(file, () => {
    const unfinished = `${file}.${process.pid}.unfinished`;
    const descriptor = openSync(unfinished, 'w', 0o600);
    try {
      writeSync(descriptor, randomBytes(KEY_BYTES));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    try {
      linkSync(unfinished, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(unfinished);
    }
    return findSealKey(file) as Buffer;
  });
}
