import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { zstdDecompressSync } from 'node:zlib';
import { type Database, openReadOnly } from '../src/sqlite/driver.ts';

/**
 * `npm run compare-catalogs -- FIRST.db SECOND.db [--first-by EXECUTABLE] [--second-by EXECUTABLE]`: whether two catalogues are
 * the same, field by field: the rows of every table that both have, and what `export --full` says of each food. Each file
 * is exported by the executable that made it, so that they may have different schemas; this checkout is used where none is
 * named. Ends with status 1 where they differ.
 */
const LARDER = [process.execPath, join(import.meta.dir, '..', 'src', 'main.ts')];

/** What each field differs in: how often, and the first few pairs. */
export class Differences {
  readonly #found = new Map<string, { count: number; examples: string[] }>();

  note(field: string, where: string, first: unknown, second: unknown): void {
    const found = this.#found.get(field) ?? { count: 0, examples: [] };
    this.#found.set(field, found);
    found.count++;
    if (found.examples.length < EXAMPLES) found.examples.push(`${where}: ${shown(first)} | ${shown(second)}`);
  }

  /** A line for each field, with examples below it. */
  lines(): string[] {
    return [...this.#found].flatMap(([field, { count, examples }]) => [
      `${field} differs ${count} times`,
      ...examples.map((example) => `  ${example}`),
    ]);
  }
}

const EXAMPLES = 3;
const MAX_SHOWN = 160;

function shown(value: unknown): string {
  const text = Buffer.isBuffer(value) ? `${value.length} bytes` : (JSON.stringify(value) ?? 'nothing');
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** Tables whose rows say how a file came about, or hold full records, which the exports compare. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['checksum', 'manifest', 'records']);

/** Compares the tables that both have by the columns that both have; returns the tables and columns that only one has. */
export function compareTables(first: Database, second: Database, differences: Differences): string[] {
  const [own, other] = [tablesOf(first), tablesOf(second)];
  const onlyOne: string[] = [];
  for (const table of [...new Set([...own.keys(), ...other.keys()])].sort()) {
    const [columns, others] = [own.get(table), other.get(table)];
    if (columns === undefined || others === undefined) {
      onlyOne.push(`table ${table} is only in the ${columns === undefined ? 'second' : 'first'}`);
      continue;
    }
    for (const column of columns.symmetricDifference(others))
      onlyOne.push(`column ${table}.${column} is only in the ${columns.has(column) ? 'first' : 'second'}`);
    if (!NOT_COMPARED.has(table))
      compareRows(first, second, table, [...columns.intersection(others)], differences);
  }
  return onlyOne;
}

/** Without the tables inside FTS5: what is in them depends on how they were written. */
function tablesOf(db: Database): Map<string, Set<string>> {
  const names = db.prepare(
    "SELECT name FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  const columnsOf = db.prepare('SELECT name FROM pragma_table_info(?)').pluck();
  return new Map(
    (names.pluck().all() as string[]).map((name) => [name, new Set(columnsOf.all(name) as string[])]),
  );
}

function compareRows(
  first: Database,
  second: Database,
  table: string,
  columns: readonly string[],
  differences: Differences,
): void {
  const read = (db: Database) =>
    db
      .prepare(`SELECT ${columns.join(', ')} FROM ${table} ORDER BY ${columns[0]}`)
      .raw()
      .iterate();
  const others = read(second) as IterableIterator<unknown[]>;
  for (const row of read(first) as IterableIterator<unknown[]>) {
    const other = others.next();
    if (other.done) {
      differences.note(table, String(row[0]), 'a row', 'none');
      continue;
    }
    for (const [at, column] of columns.entries())
      if (!isSame(row[at], other.value[at]))
        differences.note(`${table}.${column}`, String(row[0]), row[at], other.value[at]);
  }
  for (const row of others) differences.note(table, String(row[0]), 'none', 'a row');
}

const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** What is compressed may be packed differently. */
function isSame(first: unknown, second: unknown): boolean {
  if (!Buffer.isBuffer(first) || !Buffer.isBuffer(second)) return Object.is(first, second);
  return first.equals(second) || unpacked(first).equals(unpacked(second));
}

function unpacked(bytes: Buffer): Buffer {
  return bytes.subarray(0, ZSTD_MAGIC.length).equals(ZSTD_MAGIC) ? zstdDecompressSync(bytes) : bytes;
}

/** Compares two exports, food by food in the order of the catalogues; returns how many foods there are. */
export async function compareExports(
  first: string,
  second: string,
  differences: Differences,
): Promise<number> {
  const linesOf = (path: string) =>
    createInterface({ input: createReadStream(path) })[Symbol.asyncIterator]();
  const own = linesOf(first);
  const others = linesOf(second);
  for (let foods = 0; ; foods++) {
    const [one, other] = [await own.next(), await others.next()];
    if (one.done && other.done) return foods;
    if (one.done || other.done) differences.note('food', String(foods + 1), one.value, other.value);
    else if (one.value !== other.value)
      compareFoods(JSON.parse(one.value), JSON.parse(other.value), differences);
  }
}

type Exported = Readonly<Record<string, unknown>>;

function compareFoods(first: Exported, second: Exported, differences: Differences): void {
  for (const field of new Set([...Object.keys(first), ...Object.keys(second)]))
    if (JSON.stringify(first[field]) !== JSON.stringify(second[field]))
      differences.note(`export ${field}`, String(first.id), first[field], second[field]);
}

async function exportWith(larder: readonly string[], catalog: string, out: string): Promise<void> {
  const command = [...larder, 'export', catalog, '--full', '--format', 'jsonl', '--out', out];
  const run = Bun.spawn(command, { stdout: 'ignore', stderr: 'pipe' });
  const message = await new Response(run.stderr).text();
  if ((await run.exited) !== 0) throw new Error(`${larder.join(' ')} cannot export ${catalog}: ${message}`);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'first-by': { type: 'string' }, 'second-by': { type: 'string' } },
  });
  const [first, second, ...rest] = positionals;
  if (first === undefined || second === undefined || rest.length > 0) {
    console.error('give two catalogues: npm run compare-catalogs -- FIRST.db SECOND.db');
    process.exitCode = 2;
    return;
  }
  const larders = [values['first-by'], values['second-by']].map((path) =>
    path === undefined ? LARDER : [path],
  );
  const differences = new Differences();
  const folder = mkdtempSync(join(tmpdir(), 'larder-compare-'));
  try {
    const onlyOne = compareTables(openReadOnly(first), openReadOnly(second), differences);
    const [own, other] = [join(folder, 'first.jsonl'), join(folder, 'second.jsonl')];
    await exportWith(larders[0]!, first, own);
    await exportWith(larders[1]!, second, other);
    const foods = await compareExports(own, other, differences);
    const found = differences.lines();
    console.log([...onlyOne, ...found, `${foods} foods compared`].join('\n'));
    if (found.length > 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) await main();
