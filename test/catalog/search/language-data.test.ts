import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dir, '..', '..', '..', 'data', 'language');
const tables = [...new Bun.Glob('*.tsv').scanSync(FOLDER)].sort();

describe.each(tables)('data/language/%s', (file) => {
  const lines = readFileSync(join(FOLDER, file), 'utf8').split('\n');
  const rows = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'));

  test('explains itself in its first line', () => expect(lines[0]).toStartWith('# '));
  test('has as many fields in each row as in its header, none of them empty', () => {
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows) {
      expect(row).toHaveLength(rows[0]!.length);
      for (const field of row) expect(field).toBe(field.trim());
      for (const field of row) expect(field).not.toBe('');
    }
  });
  test('says nothing twice', () => expect(new Set(rows.map(String)).size).toBe(rows.length));
});
