import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { findSealKey, needSealKey, sealFileOf } from './encryption.ts';
import type { AccountRow } from './store/account-store.ts';

/**
 * A browser that was let in gets a mark: a random name, and a proof that only this server can make, for this account
 * with this password. It lets nobody in. It shows that whoever tries a password is not one of the strangers who
 * guess at the account from elsewhere. Nothing of it is stored here.
 */
const NAME_BYTES = 12;
const MARK = /^([\w-]{16})\.([\w-]{43})$/;

export function makeMark(accountsFile: string, account: AccountRow): string {
  const name = randomBytes(NAME_BYTES).toString('base64url');
  return `${name}.${proofOf(needSealKey(sealFileOf(accountsFile)), name, account).toString('base64url')}`;
}

/** The name of the browser; null when the mark is not one of this account, or was made before its password changed. */
export function readMark(accountsFile: string, account: AccountRow, mark: string): string | null {
  const [, name, proof] = MARK.exec(mark) ?? [];
  if (name === undefined || proof === undefined) return null;
  const key = findSealKey(sealFileOf(accountsFile));
  if (key === null) return null;
  return timingSafeEqual(Buffer.from(proof, 'base64url'), proofOf(key, name, account)) ? name : null;
}

function proofOf(key: Buffer, name: string, { id, password_hash }: AccountRow): Buffer {
  return createHmac('sha256', key).update(`known browser ${name} ${id} ${password_hash}`).digest();
}
