import { SQL } from 'bun';
import type { Database } from '../../src/sqlite/driver.ts';
import { words } from '../../src/text/fold.ts';

/** What the search is compared with: the same names, asked the usual way. */
export interface Rival {
  name: string;
  search(q: string): unknown;
  close(): Promise<void>;
}

const ANSWERS = 10;

/** FTS5 as it is usually used: all words, the last as a prefix, ordered by bm25. */
export function openPlainFts5(db: Database): Rival {
  db.exec(`
    CREATE VIRTUAL TABLE temp.plain USING fts5(name, content = '', tokenize = 'unicode61 remove_diacritics 2');
    INSERT INTO temp.plain (rowid, name) SELECT rank, name FROM foods;
    INSERT INTO temp.plain (plain) VALUES ('optimize')`);
  const select = db
    .prepare(`SELECT rowid FROM temp.plain WHERE plain MATCH ? ORDER BY rank LIMIT ${ANSWERS}`)
    .pluck();
  return {
    name: 'FTS5 with bm25',
    search: (q) => {
      const asked = words(q).map((word) => `"${word}"`);
      return asked.length === 0 ? [] : select.all(`${asked.join(' AND ')} *`);
    },
    close: async () => {},
  };
}

/** PostgreSQL with tsvector and pg_trgm, or null when no server answers at the address. */
export async function openPostgres(url: string, names: readonly string[]): Promise<Rival | null> {
  const sql = new SQL(url, { max: 1, connectionTimeout: 3 });
  try {
    await sql`CREATE EXTENSION IF NOT EXISTS pg_trgm`;
  } catch {
    await sql.close().catch(() => {});
    return null;
  }
  await sql`DROP TABLE IF EXISTS larder_bench`;
  await sql`CREATE TABLE larder_bench (name text NOT NULL)`;
  for (let at = 0; at < names.length; at += 5000) {
    const rows = names.slice(at, at + 5000).map((name) => ({ name }));
    await sql`INSERT INTO larder_bench ${sql(rows)}`;
  }
  await sql`CREATE INDEX ON larder_bench USING gin (to_tsvector('simple', name))`;
  await sql`CREATE INDEX ON larder_bench USING gin (name gin_trgm_ops)`;
  await sql`ANALYZE larder_bench`;
  return {
    name: 'PostgreSQL',
    search: async (q: string) => {
      const exact = await sql`
        SELECT name FROM larder_bench
        WHERE to_tsvector('simple', name) @@ plainto_tsquery('simple', ${q})
        ORDER BY ts_rank(to_tsvector('simple', name), plainto_tsquery('simple', ${q})) DESC LIMIT ${ANSWERS}`;
      if (exact.length > 0) return exact;
      return sql`SELECT name FROM larder_bench WHERE name % ${q} ORDER BY similarity(name, ${q}) DESC LIMIT ${ANSWERS}`;
    },
    close: async () => {
      await sql`DROP TABLE larder_bench`;
      await sql.close();
    },
  };
}
