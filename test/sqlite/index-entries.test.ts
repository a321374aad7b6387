import { expect, test } from 'bun:test';
import { openWritable } from '../../src/sqlite/driver.ts';
import { compareBytes, openEntries, startsWithBytes } from '../../src/sqlite/index-entries.ts';
import { openDatabaseFile } from '../../src/sqlite/pages.ts';
import { randomOf } from '../random.ts';

const random = randomOf(5);
const LETTERS = ['a', 'b', 'é', 'ß', '牛', '🍮', '0', '%'];
const drawText = () =>
  Array.from({ length: Math.floor(random() * 8) }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join(
    '',
  );
const texts = [...new Set(Array.from({ length: 5000 }, drawText))];
const asked = [...texts.slice(0, 500), ...Array.from({ length: 500 }, drawText), '\u{10ffff}'];

/** Small pages make a deep tree, in which many entries are on interior pages. */
function openDeep(schema: string) {
  const db = openWritable(':memory:');
  db.pragma('page_size = 512');
  db.exec(schema);
  const insert = db.prepare('INSERT INTO terms (term, foods) VALUES (?, ?)');
  db.transaction(() => {
    for (const [place, text] of texts.entries()) insert.run(Buffer.from(text), place);
  })();
  return db;
}

test.each([
  ['an index', 'CREATE TABLE terms (id INTEGER PRIMARY KEY, term, foods)', 'by_term'],
  ['a table without rowids', 'CREATE TABLE terms (term, foods, PRIMARY KEY (term)) WITHOUT ROWID', 'terms'],
])('the last entry up to a key and the first after it are found in %s', (_, schema, name) => {
  const db = openDeep(schema);
  if (name === 'by_term') db.exec('CREATE UNIQUE INDEX by_term ON terms (term, foods)');
  const entries = openEntries(openDatabaseFile(db.serialize()), db, name, name === 'by_term' ? 3 : 2);
  const last = db.prepare('SELECT foods FROM terms WHERE term <= ? ORDER BY term DESC LIMIT 1').pluck();
  const next = db.prepare('SELECT foods FROM terms WHERE term > ? ORDER BY term LIMIT 1').pluck();
  for (const text of asked) {
    const key = Buffer.from(text);
    expect(entries.last((entry) => compareBytes(entry, 0, key))?.number(1)).toBe(last.get(key) as number);
    expect(entries.next((entry) => compareBytes(entry, 0, key))?.number(1)).toBe(next.get(key) as number);
  }
});

test('an entry starts with the bytes of a text', () => {
  const db = openDeep('CREATE TABLE terms (term, foods, PRIMARY KEY (term)) WITHOUT ROWID');
  const entries = openEntries(openDatabaseFile(db.serialize()), db, 'terms', 2);
  for (const text of asked) {
    const key = Buffer.from(text);
    const next = entries.next((entry) => compareBytes(entry, 0, key));
    const longer = texts.some((other) => other !== text && other.startsWith(text));
    expect(next !== undefined && startsWithBytes(next, 0, key)).toBe(longer);
  }
});
