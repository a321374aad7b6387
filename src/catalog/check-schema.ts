import type { Database } from '../sqlite/driver.ts';
import searchSql from './search/index/schema.sql' with { type: 'text' };
import tierSql from './search/index/tier.sql' with { type: 'text' };
import suggestionsSql from './suggest/schema.sql' with { type: 'text' };

/**
 * A catalogue may come from anywhere, and its schema is code: a view can recurse without end, an index or a generated column
 * can compute anything. So everything in it must be a table or an index that only stores, or one of the
 * virtual tables that the build creates. Returns what is not, in words; null if all is well.
 */
export function findForeignSchema(db: Database): string | null {
  const entries = db.prepare('SELECT type, name, sql FROM sqlite_schema').raw().iterate();
  let count = 0;
  for (const [type, name, sql] of entries as IterableIterator<[unknown, unknown, unknown]>) {
    if (++count > MAX_ENTRIES) return `has more than ${MAX_ENTRIES} tables and indexes`;
    if (!isOurs(type, sql)) return `contains something that no catalogue has (${type} ${name})`;
  }
  return null;
}

/** A catalogue has some thirty tables, and four more for each million foods. */
const MAX_ENTRIES = 1000;
const COMMENT = /--[^\n]*/g;
const VIRTUAL_TABLE = /CREATE VIRTUAL TABLE[^;]+/g;
const TIER_NUMBER = /^(CREATE VIRTUAL TABLE search_tier)_\d+\b/;

const COLUMN = String.raw`\w+(?: (?:INTEGER|REAL|TEXT|BLOB))?(?: NOT NULL| UNIQUE| PRIMARY KEY)*`;
const KEY = String.raw`PRIMARY KEY ?\(\w+(?:, ?\w+)*\)`;
/** A table that computes nothing: columns with a type, and keys. The tables of FTS5 and SQLite's statistics are such. */
const ORDINARY_TABLE = new RegExp(
  String.raw`^CREATE TABLE (?:\w+|'\w+'|"\w+") ?\( ?${COLUMN}(?:, ?(?:${KEY}|${COLUMN}))* ?\)(?: WITHOUT ROWID)?$`,
);

const CONDITION = String.raw`\w+ (?:= \d+|IS NOT NULL)`;
/** An index of columns, perhaps of some of the rows. */
const ORDINARY_INDEX = new RegExp(
  String.raw`^CREATE (?:UNIQUE )?INDEX \w+ ON \w+ ?\(\w+(?:, ?\w+)*\)(?: WHERE ${CONDITION}(?: AND ${CONDITION})*)?$`,
);

const OWN_VIRTUAL_TABLES: ReadonlySet<string> = new Set(
  [tierSql, searchSql, suggestionsSql].flatMap((sql) => tidy(sql).match(VIRTUAL_TABLE)?.map(tidy) ?? []),
);

function isOurs(type: unknown, sql: unknown): boolean {
  // SQLite makes the index of a key itself, and stores no statement for it.
  if (sql === null) return type === 'index';
  if (typeof sql !== 'string') return false;
  const statement = tidy(sql);
  if (type === 'index') return ORDINARY_INDEX.test(statement);
  if (type !== 'table') return false;
  return ORDINARY_TABLE.test(statement) || OWN_VIRTUAL_TABLES.has(statement.replace(TIER_NUMBER, '$1'));
}

/** Without comments, and with single spaces. */
function tidy(sql: string): string {
  return sql.replace(COMMENT, ' ').replace(/\s+/g, ' ').replace(/\( /g, '(').replace(/ \)/g, ')').trim();
}
