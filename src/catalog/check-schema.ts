import { onDemand } from '../on-demand.ts';
import { type Database, openWritable } from '../sqlite/driver.ts';
import columnsSql from './columns/schema.sql' with { type: 'text' };
import indexesSql from './indexes.sql' with { type: 'text' };
import recordsSql from './records/schema.sql' with { type: 'text' };
import schemaSql from './schema.sql' with { type: 'text' };
import searchSql from './search/index/schema.sql' with { type: 'text' };
import termsIndexesSql from './search/index/terms-indexes.sql' with { type: 'text' };
import suggestionsSql from './suggest/schema.sql' with { type: 'text' };

/**
 * A catalogue may come from anywhere, and its schema is code: a view can recurse without end, an index or a generated column
 * can compute anything. So it must have exactly what the build creates. Returns what it has or lacks, in words; null if all
 * is well.
 */
export function findForeignSchema(db: Database): string | null {
  const own = ownSchema();
  const left = new Set(own.keys());
  for (const [type, name, sql] of readSchema(db)) {
    const key = keyOf(type, name);
    if (own.get(key) !== sql) return `contains something that no catalogue has (${type} ${name})`;
    left.delete(key);
  }
  const [missing] = left;
  return missing === undefined ? null : `is damaged (it lacks the ${missing})`;
}

/** Without comments, which may change. */
function* readSchema(db: Database): Generator<[type: unknown, name: unknown, sql: unknown]> {
  const entries = db.prepare('SELECT type, name, sql FROM sqlite_schema').raw().iterate();
  for (const [type, name, sql] of entries as IterableIterator<[unknown, unknown, unknown]>)
    yield [type, name, typeof sql === 'string' ? tidy(sql) : sql];
}

/** With single spaces. */
function tidy(sql: string): string {
  return sql
    .replace(/--[^\n]*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function keyOf(type: unknown, name: unknown): string {
  return `${type} ${name}`;
}

const OWN_SQL = [schemaSql, searchSql, termsIndexesSql, columnsSql, recordsSql, suggestionsSql, indexesSql];

/** The statements of the build, by what they create, and those that SQLite makes of them for FTS5 and for keys. */
const ownSchema = onDemand((): ReadonlyMap<string, unknown> => {
  const db = openWritable(':memory:');
  try {
    for (const sql of OWN_SQL) db.exec(sql);
    return new Map(Array.from(readSchema(db), ([type, name, sql]) => [keyOf(type, name), sql]));
  } finally {
    db.close();
  }
});
