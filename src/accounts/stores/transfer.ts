import { AccountsError } from '../store/accounts-error.ts';
import type { AuditEntry } from '../tables/rows.ts';

/** Moves accounts from one file or database to another: everything that lasts, as it is, with its ids. */

/** A table, its columns, and how its rows are put in order. Parents come before their children. */
export interface TransferredTable {
  name: string;
  columns: readonly string[];
  order: string;
  /** Ids are never used again, so the next one is moved as well. */
  hasSequence: boolean;
}

const AUDIT = table('audit', 'id', true, 'id time_ms actor via act account detail');

export const TABLES: readonly TransferredTable[] = [
  table('accounts', 'id', true, 'id name folded_name password_hash plan created_ms is_admin'),
  table(
    'keys',
    'id',
    true,
    'id account_id kind name scope expires_ms per_minute created_ms last_used_ms revoked_ms',
  ),
  table('key_secrets', 'hash', false, 'hash key_id hint created_ms ends_ms'),
  table('usage', 'account_id, day, key_id', false, 'account_id day key_id requests limited'),
  table('usage_totals', 'account_id, day', false, 'account_id day requests limited'),
  table(
    'sessions',
    'id',
    true,
    'id token_hash account_id is_complete agent client created_ms seen_ms authenticated_ms expires_ms',
  ),
  table(
    'second_factors',
    'account_id',
    false,
    'account_id sealed_seed created_ms confirmed_ms last_step wrong_codes locked_until_ms recovery_salt',
  ),
  table('recovery_codes', 'hash', false, 'hash account_id'),
  table('identities', 'issuer, subject', false, 'issuer subject account_id created_ms label'),
  AUDIT,
];

function table(name: string, order: string, hasSequence: boolean, columns: string): TransferredTable {
  return { name, order, hasSequence, columns: columns.split(' ') };
}

/** The values of a row, in the order of the columns. */
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
