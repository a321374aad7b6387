import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { EncryptionKey } from './encryption.ts';
import type { AccountRow } from './tables/rows.ts';

/**
 * A browser that signs in gets a device token: a random name, and a proof that only this server can compute, for this
 * account with this password. It does not sign anyone in. It shows that whoever tries a password is not one of the
 * strangers guessing from elsewhere. Nothing of it is stored on the server.
 */
const NAME_BYTES = 12;
const DEVICE_TOKEN = /^([\w-]{16})\.([\w-]{43})$/;

export function makeDeviceToken(key: EncryptionKey, account: AccountRow): string {
  const name = randomBytes(NAME_BYTES).toString('base64url');
  return `${name}.${proofOf(key.findOrCreate(), name, account).toString('base64url')}`;
}

/** The name of the device. Null when the token is for another account, or the password was changed since. */
export function readDeviceToken(key: EncryptionKey, account: AccountRow, token: string): string | null {
  const [, name, proof] = DEVICE_TOKEN.exec(token) ?? [];
  if (name === undefined || proof === undefined) return null;
  const secret = key.find();
  if (secret === null) return null;
  return timingSafeEqual(Buffer.from(proof, 'base64url'), proofOf(secret, name, account)) ? name : null;
}

/** The text must stay as it is: with another, no browser that signed in before would be recognised. */
function proofOf(secret: Buffer, name: string, { id, password_hash }: AccountRow): Buffer {
  return createHmac('sha256', secret).update(`known browser ${name} ${id} ${password_hash}`).digest();
}
