import { randomBytes, scrypt } from 'node:crypto';

const RECOVERY_CODES = 10;
/** 80 random bits each, in Crockford's 32 characters, which are not mistaken for one another. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 16;
const RECOVERY_CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** One of the settings that OWASP recommends for scrypt: 16 MiB, five passes. */
const SCRYPT = { N: 2 ** 14, r: 8, p: 5 } as const;

export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
    const text = [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
    return text.replace(/(.{4})(?=.)/g, '$1-');
  });
}

export function makeRecoverySalt(): Buffer {
  return randomBytes(SALT_BYTES);
}

/** Ignores dashes, spaces and case. Null when the text cannot be a recovery code, and so need not be hashed slowly. */
export function digestRecoveryCode(code: string): string | null {
  const plain = code.toLowerCase().replace(/[\s-]/g, '');
  return RECOVERY_CODE.test(plain) ? Bun.SHA256.hash(plain, 'base64') : null;
}

/** What is stored of a code, from its digest. */
export function hashDigest(digest: string, salt: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(digest, salt, HASH_BYTES, SCRYPT, (error, hash) =>
      error ? reject(error) : resolve(hash.toString('base64')),
    );
  });
}
