import { existsSync } from 'node:fs';
import type pg from 'pg';
import type { Database } from '../../sqlite/driver.ts';
import type { PostgresAddress } from '../postgres/address.ts';
import { ensureTables } from '../postgres/create-tables.ts';
import { connect, namePostgresFailure, sqlOf } from '../postgres/database.ts';
import { findFingerprint, fingerprintOf, registerFingerprint } from '../postgres/shared-encryption-key.ts';
import { AccountsError } from '../store/accounts-error.ts';
import { insideOf, LOCK_TIMEOUT_MS } from '../store/connection.ts';
import type { EncryptionKeyFile } from '../store/encryption-key-file.ts';
import type { SqliteAccountStore } from '../store/sqlite-account-store.ts';
import type { Target } from './transfer.ts';

/** What accounts are moved between: files and databases. */

/** A million rows of usage take a while. */
const DEADLINE_MS = 10 * 60_000;

/** Most commands name the accounts with --accounts; a failure here names the flag of this one. */
function openNamed(store: SqliteAccountStore, flag: string): Database {
  try {
    return store.db;
  } catch (error) {
    if (!(error instanceof AccountsError)) throw error;
    throw new AccountsError(error.where, error.what, error.remedy.replace('--accounts', flag));
  }
}

export function openFileEnd(store: SqliteAccountStore, isSource: boolean): Target {
  const { path, encryptionKey } = store;
  if (isSource && !existsSync(path))
    throw new AccountsError(path, 'no such file', 'name another with --from');
  const db = openNamed(store, isSource ? '--from' : '--to');
  db.pragma(`busy_timeout = ${LOCK_TIMEOUT_MS}`);
  // A source is read as one snapshot, however long that takes; a target is locked meanwhile.
  db.exec(isSource ? 'BEGIN' : 'BEGIN IMMEDIATE');
  return {
    name: path,
    sql: insideOf(db),
    encryptionKey: async () => encryptionKey.find(),
    async lastId({ name }) {
      const seq = db.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').pluck().get(name);
      return (seq as number | undefined) ?? 0;
    },
    async setLastId({ name }, id) {
      db.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(name);
      db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, id);
    },
    async setEncryptionKey(key) {
      if (!encryptionKey.create(key).equals(key)) throw otherKey(encryptionKey.path);
    },
    async commit() {
      db.exec('COMMIT');
    },
    async close() {
      if (db.inTransaction) db.exec('ROLLBACK');
      store.close();
    },
  };
}

export async function openPostgresEnd(
  address: PostgresAddress,
  keyFile: EncryptionKeyFile,
  isSource: boolean,
): Promise<Target> {
  await ensureTables(address);
  const client = await connect(address, DEADLINE_MS);
  const name = `PostgreSQL at ${address.name}`;
  const query = async (sql: string, values: unknown[] = []) => {
    try {
      return await client.query(sql, values);
    } catch (error) {
      throw namePostgresFailure(address.name, error) ?? error;
    }
  };
  const db = sqlOf({ query: query as pg.Client['query'] });
  await query(`BEGIN ISOLATION LEVEL REPEATABLE READ${isSource ? ' READ ONLY' : ''}`);
  // Nobody else creates an account in a target before it is complete.
  if (!isSource) await query('LOCK TABLE larder.accounts IN EXCLUSIVE MODE');
  return {
    name,
    sql: db,
    async encryptionKey() {
      const fingerprint = await findFingerprint(db);
      const key = keyFile.find();
      if (fingerprint === null || (key !== null && fingerprintOf(key) === fingerprint)) {
        return fingerprint === null ? null : key;
      }
      throw new AccountsError(
        keyFile.path,
        key === null
          ? 'the encryption key of these accounts is missing'
          : 'not the encryption key of these accounts',
        'copy it from a server that uses them, or name it with --encryption-key-file',
      );
    },
    async lastId({ name: table }) {
      const [row] = await db.rows<{ last_value: number; is_called: boolean }>(
        `SELECT last_value, is_called FROM larder.${table}_id_seq`,
      );
      return row?.is_called === true ? row.last_value : 0;
    },
    async setLastId({ name: table }, id) {
      await query(`SELECT setval('larder.${table}_id_seq', $1, $2)`, [Math.max(id, 1), id > 0]);
    },
    async setEncryptionKey(key) {
      if (await registerFingerprint(db, key)) return;
      if ((await findFingerprint(db)) !== fingerprintOf(key)) throw otherKey(name);
    },
    async commit() {
      await query('COMMIT');
    },
    async close() {
      await client.end().catch(() => {});
    },
  };
}

function otherKey(where: string): AccountsError {
  return new AccountsError(
    where,
    'already has another encryption key',
    'name another target, or remove the key if nothing uses it',
  );
}
