import { createHmac } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { EncryptionKey } from '../encryption.ts';
import { AccountsError } from '../store/accounts-error.ts';
import type { EncryptionKeyFile } from '../store/encryption-key-file.ts';
import type { Sql } from '../tables/sql.ts';

const FINGERPRINT = 'encryption key fingerprint';

/**
 * The encryption key of all servers that share accounts. It stays in a file on each machine; the database only has a
 * fingerprint, by which a server notices that its own key differs.
 */
export class SharedEncryptionKey implements EncryptionKey {
  /** Null until it has been compared with the fingerprint. */
  #key: Buffer | null = null;

  /** `name` is that of the database, for messages. */
  constructor(
    private readonly file: EncryptionKeyFile,
    private readonly name: string,
  ) {}

  find(): Buffer {
    if (this.#key === null) throw this.#fault('was not compared yet', 'try again later');
    return this.#key;
  }

  findOrCreate(): Buffer {
    return this.find();
  }

  /** Throws when this machine has another key, or none. The first server of all creates it. */
  async prepare(db: Sql): Promise<void> {
    // In this order, because a server writes the file of a key before it registers the key.
    const known = await findFingerprint(db);
    const held = this.file.find();
    const key = known === null ? this.file.findOrCreate() : held;
    if (key !== null && (await this.#isOurs(db, key, known))) {
      this.#key = key;
      return;
    }
    if (held !== null) {
      throw this.#fault(
        `is not the encryption key of the accounts in PostgreSQL at ${this.name}`,
        'copy it from a server that uses them, or name it with --encryption-key-file',
      );
    }
    // Another server was quicker with a key of its own.
    rmSync(this.file.path, { force: true });
    throw this.#fault(
      'is missing, and other servers have one for these accounts',
      'copy it from one of them, or name it with --encryption-key-file',
    );
  }

  async #isOurs(db: Sql, key: Buffer, known: string | null): Promise<boolean> {
    if (known === null && (await registerFingerprint(db, key))) return true;
    return (known ?? (await findFingerprint(db))) === fingerprintOf(key);
  }

  #fault(what: string, remedy: string): AccountsError {
    return new AccountsError(this.file.path, what, remedy);
  }
}

export async function findFingerprint(db: Sql): Promise<string | null> {
  const sql = 'SELECT value FROM larder.settings WHERE name = $1';
  return (await db.rows<{ value: string }>(sql, FINGERPRINT))[0]?.value ?? null;
}

/** False when another key was registered first. */
export function registerFingerprint(db: Sql, key: Buffer): Promise<boolean> {
  const sql = 'INSERT INTO larder.settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING';
  return db.change(sql, FINGERPRINT, fingerprintOf(key));
}

/** Nothing about the key can be learned from it. */
export function fingerprintOf(key: Buffer): string {
  return createHmac('sha256', key).update('fingerprint of the encryption key').digest('base64');
}
