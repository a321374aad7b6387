import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { ENCRYPTION_KEY_BYTES, type EncryptionKey } from '../encryption.ts';
import { AccountsError, namingFailures } from './accounts-error.ts';
import { refuseReadable } from './connection.ts';

/** The encryption key in a file beside the accounts, readable by its owner only. */
export class EncryptionKeyFile implements EncryptionKey {
  readonly path: string;

  /** The suffix must stay as it is: with another, existing second factors could not be decrypted. */
  constructor(accountsPath: string) {
    this.path = `${accountsPath}.seal`;
  }

  find(): Buffer | null {
    return namingFailures(this.path, () => {
      try {
        const key = readFileSync(this.path);
        refuseReadable(this.path);
        if (key.length === ENCRYPTION_KEY_BYTES) return key;
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
    return this.find() ?? namingFailures(this.path, () => this.#create());
  }

  #create(): Buffer {
    const unfinished = `${this.path}.${process.pid}.unfinished`;
    const descriptor = openSync(unfinished, 'w', 0o600);
    try {
      writeSync(descriptor, randomBytes(ENCRYPTION_KEY_BYTES));
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
