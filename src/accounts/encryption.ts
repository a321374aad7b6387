import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * Secrets that must be read back, and so cannot be hashed, are encrypted with AES-256-GCM. The key is stored apart from
 * the accounts, so that a copy of the accounts alone reveals nothing.
 */
export const ENCRYPTION_KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface EncryptionKey {
  /** Null when none was created yet. */
  find(): Buffer | null;
  /** Creates it when there is none. */
  findOrCreate(): Buffer;
}

/** `context` names what the secret belongs to: a secret encrypted for one account cannot be decrypted for another. */
export function encrypt(key: Buffer, secret: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** Null when it was encrypted with another key or for another context, or was altered. */
export function decrypt(key: Buffer, encrypted: Buffer, context: string): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const secret = decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([secret, decipher.final()]);
  } catch {
    return null;
  }
}
