import { openSearch } from '../../src/catalog/search/search.ts';
import type { Database } from '../../src/sqlite/driver.ts';
import { words } from '../../src/text/fold.ts';

/** What the search is compared with: the same names, asked the usual way. */
export interface Rival {
  name: string;
  search(q: string): unknown;
}

const ANSWERS = 10;

export function openLarder(db: Database): Rival {
  const search = openSearch(db);
  return { name: 'larder', search: (q) => search.search({ q, limit: ANSWERS, source: null }) };
}

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
  };
}
