import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { ENCRYPTION_KEY_BYTES, type EncryptionKey } from '../encryption.ts';
import { AccountsError, namingFailures } from './accounts-error.ts';
import { refuseReadable } from './connection.ts';

/** As `openssl rand -hex 32` writes it, for operators who create it themselves. */
const HEX = /^[0-9a-f]{64}\s*$/i;

/** The suffix must stay as it is: with another, existing second factors could not be decrypted. */
export function encryptionKeyPath(accountsPath: string): string {
  return `${accountsPath}.seal`;
}

/** The encryption key in a file of its own, readable by its owner only. */
export class EncryptionKeyFile implements EncryptionKey {
  constructor(readonly path: string) {}

  find(): Buffer | null {
    return namingFailures(this.path, () => {
      try {
        const key = readFileSync(this.path);
        refuseReadable(this.path);
        if (key.length === ENCRYPTION_KEY_BYTES) return key;
        const text = key.toString('latin1');
        if (HEX.test(text)) return Buffer.from(text.trim(), 'hex');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
      throw new AccountsError(
        this.path,
        'not an encryption key of larder',
        'restore the original, or remove it',
      );
    });
  }

  /** The file appears whole or not at all, and never replaces one that another process created. */
  findOrCreate(): Buffer {
    return this.find() ?? this.create(randomBytes(ENCRYPTION_KEY_BYTES));
  }

  /** Returns the key that is there afterwards. */
  create(key: Buffer): Buffer {
    return namingFailures(this.path, () => this.#create(key));
  }

  #create(key: Buffer): Buffer {
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    const unfinished = `${this.path}.${process.pid}.unfinished`;
    const descriptor = openSync(unfinished, 'w', 0o600);
    try {
      writeSync(descriptor, key);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    try {
      linkSync(unfinished, this.path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(unfinished);
    }
    return this.find() as Buffer;
  }
}
