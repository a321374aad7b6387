import { memberOf } from '../../member-of.ts';
import { AccountsError } from '../store/accounts-error.ts';
import type { AuditEntry } from '../tables/rows.ts';
import { findRow, type Sql } from '../tables/sql.ts';

/** Moves accounts from one file or database to another: everything that lasts, as it is, with its ids. */

/** A table, and the columns of its primary key. Parents come before their children. */
export interface TransferredTable {
  name: string;
  key: string;
  /** Ids are never used again, so the next one is moved as well. */
  hasSequence: boolean;
}

const AUDIT: TransferredTable = { name: 'audit', key: 'id', hasSequence: true };

/** Both ends have the tables of one version (tables/schema.sql), so they have the same columns in the same order. */
export const TABLES: readonly TransferredTable[] = [
  { name: 'accounts', key: 'id', hasSequence: true },
  { name: 'keys', key: 'id', hasSequence: true },
  { name: 'key_secrets', key: 'hash', hasSequence: false },
  { name: 'usage', key: 'account_id, day, key_id', hasSequence: false },
  { name: 'usage_totals', key: 'account_id, day', hasSequence: false },
  { name: 'sessions', key: 'id', hasSequence: true },
  { name: 'second_factors', key: 'account_id', hasSequence: false },
  { name: 'recovery_codes', key: 'hash', hasSequence: false },
  { name: 'identities', key: 'issuer, subject', hasSequence: false },
  AUDIT,
];

type Row = Readonly<Record<string, unknown>>;

/** Where accounts are moved from. Everything is read as of one moment. */
export interface Source {
  readonly name: string;
  readonly sql: Sql;
  /** Null when there is none. Throws when there should be one, and this machine does not have it. */
  encryptionKey(): Promise<Buffer | null>;
  /** The highest id that was ever used. */
  lastId(table: TransferredTable): Promise<number>;
  close(): Promise<void>;
}

/** Where accounts are moved to. Nothing is changed before `commit`. */
export interface Target extends Source {
  setLastId(table: TransferredTable, id: number): Promise<void>;
  /** Throws when there is a different key already. */
  setEncryptionKey(key: Buffer): Promise<void>;
  commit(): Promise<void>;
}

/** Rows that are read or written together. */
const BATCH = 500;

export interface Transferred {
  table: string;
  rows: number;
}

/** Moves everything, and compares it before it takes effect. Adds an entry about the move to the target's audit log. */
export async function transfer(source: Source, target: Target, entry: AuditEntry): Promise<Transferred[]> {
  await refuseUsed(target);
  const key = await source.encryptionKey();
  const transferred: Transferred[] = [];
  for (const table of TABLES) {
    await copy(table, source, target);
    if (table.hasSequence) await target.setLastId(table, await source.lastId(table));
    const [sent, received] = [await digest(table, source), await digest(table, target)];
    if (sent.rows !== received.rows || sent.hash !== received.hash) {
      throw new AccountsError(
        target.name,
        `received ${received.rows} rows of ${table.name} that differ from the ${sent.rows} sent`,
        'nothing was changed; try again',
      );
    }
    transferred.push({ table: table.name, rows: sent.rows });
  }
  await record(target, entry);
  if (key !== null) await target.setEncryptionKey(key);
  await target.commit();
  return transferred;
}

/** In the same transaction, so that moved accounts have this entry from the start. */
async function record(
  target: Target,
  { timeMs, actor, via, act, account, detail }: AuditEntry,
): Promise<void> {
  const id = (await target.lastId(AUDIT)) + 1;
  await insert(AUDIT, target, [{ id, time_ms: timeMs, actor, via, act, account, detail }]);
  await target.setLastId(AUDIT, id);
}

async function refuseUsed(target: Target): Promise<void> {
  for (const { name } of TABLES)
    if ((await findRow(target.sql, `SELECT 1 FROM larder.${name} LIMIT 1`)) !== null)
      throw new AccountsError(target.name, 'already has accounts', 'name an empty target with --to');
}

async function copy(table: TransferredTable, source: Source, target: Target): Promise<void> {
  for await (const batch of readBatches(table, source)) await insert(table, target, batch);
}

/** In the order of the key, each batch from where the one before ended. */
async function* readBatches({ name, key }: TransferredTable, { sql }: Source): AsyncIterable<Row[]> {
  const columns = key.split(', ');
  const after = columns.map((_, i) => `$${i + 1}`).join(', ');
  let rows: Row[] = [];
  do {
    const last = rows.at(-1);
    const where = last === undefined ? '' : `WHERE (${key}) > (${after})`;
    const values = last === undefined ? [] : columns.map((column) => memberOf(last, column));
    rows = await sql.rows(`SELECT * FROM larder.${name} ${where} ORDER BY ${key} LIMIT ${BATCH}`, ...values);
    if (rows.length > 0) yield rows;
  } while (rows.length === BATCH);
}

async function insert({ name }: TransferredTable, { sql }: Target, rows: readonly Row[]): Promise<void> {
  const values = rows.map((row) => Object.values(row));
  const tuples = values.map((row, i) => `(${row.map((_, j) => `$${i * row.length + j + 1}`).join(', ')})`);
  await sql.change(`INSERT INTO larder.${name} VALUES ${tuples.join(', ')}`, ...values.flat());
}

/** Counts and hashes the rows of a table: equal rows have equal digests, wherever they are. */
async function digest(table: TransferredTable, source: Source): Promise<{ rows: number; hash: string }> {
  const hash = new Bun.CryptoHasher('sha256');
  let rows = 0;
  const inWords = (value: unknown) => (value instanceof Uint8Array ? bytesInWords(value) : value);
  for await (const batch of readBatches(table, source)) {
    rows += batch.length;
    for (const row of batch) hash.update(JSON.stringify(Object.values(row).map(inWords)));
  }
  return { rows, hash: hash.digest('base64') };
}

function bytesInWords(value: Uint8Array): string {
  return Buffer.from(value).toString('hex');
}
