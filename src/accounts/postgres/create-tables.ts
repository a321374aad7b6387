import type pg from 'pg';
import { AccountsError } from '../store/accounts-error.ts';
import { otherVersion, SCHEMA, SCHEMA_VERSION } from '../tables/schema.ts';
import type { PostgresAddress } from './address.ts';
import { connect, namePostgresFailure } from './database.ts';
import ownSchema from './schema.sql' with { type: 'text' };

/** The lock that servers starting at the same time wait for: any number that no other program uses ("lrda"). */
const LOCK = 0x6c726461;
/** Waiting for another server takes as long as that server does. */
const DEADLINE_MS = 60_000;

/**
 * Creates the tables in a database that has none, and refuses those of another version. If several servers start at once,
 * the first does it and the others wait. On a connection of its own, since it may take longer than anything else.
 */
export async function ensureTables(address: PostgresAddress): Promise<void> {
  const client = await connect(address, DEADLINE_MS);
  try {
    if (await hasTables(client, address)) return;
    // Outside the transaction: one that began before the lock was granted may not see what the others have done.
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await client.query('BEGIN');
    if (!(await hasTables(client, address))) await createTables(client);
    await client.query('COMMIT');
  } catch (error) {
    throw namePostgresFailure(address.name, error) ?? error;
  } finally {
    // This also releases the lock, and undoes what was not committed.
    await client.end().catch(() => {});
  }
}

/** Throws when they are of another version. */
export async function hasTables(client: pg.Client, { name }: PostgresAddress): Promise<boolean> {
  const { rows: tables } = await client.query("SELECT to_regclass('larder.settings') IS NOT NULL AS exists");
  if (tables[0]?.exists !== true) return false;
  const { rows } = await client.query("SELECT value FROM larder.settings WHERE name = 'schema version'");
  const version = Number(rows[0]?.value ?? 0);
  if (version === SCHEMA_VERSION) return true;
  throw new AccountsError(`PostgreSQL at ${name}`, otherVersion(version), 'name another database');
}

async function createTables(client: pg.Client): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS larder');
  await client.query(SCHEMA);
  await client.query(ownSchema);
  const insert = "INSERT INTO larder.settings (name, value) VALUES ('schema version', $1)";
  await client.query(insert, [String(SCHEMA_VERSION)]);
}
