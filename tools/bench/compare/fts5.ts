import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openDisposable, openReadOnly } from '../../../src/sqlite/driver.ts';
import { ANSWERS, type Engine, type NamedFood, type Place, plainWords } from './engine.ts';

const CACHE_KIB = 65_536;

/** FTS5 as it is usually used: all words, the last as a prefix, ordered by bm25. */
export const FTS5: Engine = {
  name: 'FTS5 with bm25',
  manner: 'all words, the last as a prefix, `ORDER BY rank`',
  async findVersion() {
    const db = openDisposable(':memory:', CACHE_KIB);
    const version = db.prepare('SELECT sqlite_version()').pluck().get() as string;
    db.close();
    return version;
  },
  async fill(place, foods) {
    const db = openDisposable(fileIn(place), CACHE_KIB);
    db.exec(`
      CREATE TABLE foods (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE VIRTUAL TABLE names USING fts5
        (name, content = 'foods', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2');
      BEGIN`);
    const insert = db.prepare('INSERT INTO foods (id, name) VALUES (?, ?)');
    for (const { id, name } of foods) insert.run(id, name);
    db.exec(
      `INSERT INTO names (names) VALUES ('rebuild'); INSERT INTO names (names) VALUES ('optimize'); COMMIT`,
    );
    db.close();
  },
  async open(place) {
    const db = openReadOnly(fileIn(place));
    const search = db.prepare(
      `SELECT rowid AS id, name FROM names WHERE names MATCH ? ORDER BY rank LIMIT ${ANSWERS}`,
    );
    const food = db.prepare('SELECT id, name FROM foods WHERE id = ?');
    return {
      search: (q) => {
        const asked = plainWords(q).map((word) => `"${word}"`);
        return asked.length === 0 ? [] : (search.all(`${asked.join(' AND ')} *`) as NamedFood[]);
      },
      food: (id) => (food.get(id) as NamedFood | undefined) ?? null,
    };
  },
  async countBytes(place) {
    return statSync(fileIn(place)).size;
  },
};

function fileIn({ folder }: Place): string {
  return join(folder, 'names.db');
}
