import { AccountsError } from '../store/accounts-error.ts';
import type { AuditEntry } from '../tables/rows.ts';

/** Moves accounts from one file or database to another: everything that lasts, as it is, with its ids. */

/** A table, and how its rows are put in order. Parents come before their children. */
export interface TransferredTable {
  name: string;
  order: string;
  /** Ids are never used again, so the next one is moved as well. */
  hasSequence: boolean;
}

const AUDIT: TransferredTable = { name: 'audit', order: 'id', hasSequence: true };

/** Both ends have the tables of one version (tables/schema.sql), so they have the same columns in the same order. */
export const TABLES: readonly TransferredTable[] = [
  { name: 'accounts', order: 'id', hasSequence: true },
  { name: 'keys', order: 'id', hasSequence: true },
  { name: 'key_secrets', order: 'hash', hasSequence: false },
  { name: 'usage', order: 'account_id, day, key_id', hasSequence: false },
  { name: 'usage_totals', order: 'account_id, day', hasSequence: false },
  { name: 'sessions', order: 'id', hasSequence: true },
  { name: 'second_factors', order: 'account_id', hasSequence: false },
  { name: 'recovery_codes', order: 'hash', hasSequence: false },
  { name: 'identities', order: 'issuer, subject', hasSequence: false },
  AUDIT,
];

/** The values of a row, in the order of its columns. */
export type Row = readonly unknown[];

/** Where accounts are moved from. Everything is read as of one moment. */
export interface Source {
  readonly name: string;
  /** Null when there is none. Throws when there should be one, and this machine does not have it. */
  encryptionKey(): Promise<Buffer | null>;
  rows(table: TransferredTable): AsyncIterable<Row>;
  /** The highest id that was ever used. */
  lastId(table: TransferredTable): Promise<number>;
  close(): Promise<void>;
}

/** Where accounts are moved to. Nothing is changed before `commit`. */
export interface Target extends Source {
  insert(table: TransferredTable, rows: readonly Row[]): Promise<void>;
  setLastId(table: TransferredTable, id: number): Promise<void>;
  /** Throws when there is a different key already. */
  setEncryptionKey(key: Buffer): Promise<void>;
  commit(): Promise<void>;
}

/** Rows that are sent together. */
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
  await target.insert(AUDIT, [[id, timeMs, actor, via, act, account, detail]]);
  await target.setLastId(AUDIT, id);
}

async function refuseUsed(target: Target): Promise<void> {
  for (const table of TABLES) {
    for await (const _ of target.rows(table)) {
      throw new AccountsError(target.name, 'already has accounts', 'name an empty target with --to');
    }
  }
}

async function copy(table: TransferredTable, source: Source, target: Target): Promise<void> {
  let batch: Row[] = [];
  for await (const row of source.rows(table)) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    await target.insert(table, batch);
    batch = [];
  }
  if (batch.length > 0) await target.insert(table, batch);
}

/** Counts and hashes the rows of a table: equal rows have equal digests, wherever they are. */
async function digest(table: TransferredTable, source: Source): Promise<{ rows: number; hash: string }> {
  const hash = new Bun.CryptoHasher('sha256');
  let rows = 0;
  for await (const row of source.rows(table)) {
    rows++;
    hash.update(
      JSON.stringify(row.map((value) => (value instanceof Uint8Array ? bytesInWords(value) : value))),
    );
  }
  return { rows, hash: hash.digest('base64') };
}

function bytesInWords(value: Uint8Array): string {
  return Buffer.from(value).toString('hex');
}
