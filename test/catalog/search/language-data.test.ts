import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dir, '..', '..', '..', 'data');
const tables = [...new Bun.Glob('{language,recipe}/*.tsv').scanSync(FOLDER)].sort();
/** What a table may leave empty. */
const MAY_BE_EMPTY: Readonly<Record<string, number>> = { 'recipe/densities.tsv': 1 };

describe.each(tables)('data/%s', (file) => {
  const lines = readFileSync(join(FOLDER, file), 'utf8').split('\n');
  const rows = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'));

  test('explains itself in its first line', () => expect(lines[0]).toStartWith('# '));
  test('has as many fields in each row as in its header, none of them empty', () => {
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows) {
      expect(row).toHaveLength(rows[0]!.length);
      for (const field of row) expect(field).toBe(field.trim());
      row.forEach((field, at) => {
        if (at !== MAY_BE_EMPTY[file]) expect(field).not.toBe('');
      });
    }
  });
  test('says nothing twice', () => expect(new Set(rows.map(String)).size).toBe(rows.length));
});
