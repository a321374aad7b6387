import type pg from 'pg';
import { AccountsError } from '../store/accounts-error.ts';
import type { PostgresAddress } from './address.ts';
import { connect, namePostgresFailure } from './database.ts';
import accounts from './migrations/0001-accounts.sql' with { type: 'text' };
import operators from './migrations/0002-operators.sql' with { type: 'text' };

/** Append only: a database may be at any of them. */
const MIGRATIONS = [accounts, operators];

/** The lock that servers starting at the same time wait for: any number that no other program uses ("lrda"). */
const LOCK = 0x6c726461;
/** Waiting for another server's migration takes as long as the migration. */
const DEADLINE_MS = 60_000;

/** Whether the schema is that of this version. */
export async function isMigrated(client: pg.Client): Promise<boolean> {
  return (await versionOf(client)) === MIGRATIONS.length;
}

/**
 * Brings the schema up to date. If several servers start at once, the first does it and the others wait. On a
 * connection of its own, since it may take longer than anything else.
 */
export async function migrate(address: PostgresAddress): Promise<void> {
  const client = await connect(address, DEADLINE_MS);
  try {
    if (await isMigrated(client)) return;
    // Outside the transaction: one that began before the lock was granted may not see what the others have done.
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await client.query('BEGIN');
    await applyMissing(client, address.name);
    await client.query('COMMIT');
  } catch (error) {
    throw namePostgresFailure(address.name, error) ?? error;
  } finally {
    // This also releases the lock, and undoes what was not committed.
    await client.end().catch(() => {});
  }
}

async function applyMissing(client: pg.Client, name: string): Promise<void> {
  const version = await versionOf(client);
  if (version > MIGRATIONS.length) {
    throw new AccountsError(`PostgreSQL at ${name}`, 'written by a newer larder', 'update larder');
  }
  if (version === 0) {
    await client.query('CREATE SCHEMA IF NOT EXISTS larder');
    await client.query('CREATE TABLE larder.settings (name text PRIMARY KEY, value text NOT NULL)');
  }
  for (const sql of MIGRATIONS.slice(version)) await client.query(sql);
  await client.query(
    `INSERT INTO larder.settings (name, value) VALUES ('schema version', $1)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [String(MIGRATIONS.length)],
  );
}

/** 0 when there are no accounts yet. */
async function versionOf(client: pg.Client): Promise<number> {
  const { rows: tables } = await client.query("SELECT to_regclass('larder.settings') IS NOT NULL AS exists");
  if (tables[0]?.exists !== true) return 0;
  const { rows } = await client.query("SELECT value FROM larder.settings WHERE name = 'schema version'");
  return Number(rows[0]?.value ?? 0);
}
