import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fold } from '../../../src/text/fold.ts';

const FOLDER = join(import.meta.dir, '..', '..', '..', 'data');
const tables = [
  ...new Bun.Glob('{language/*,recipe/*,names,synonyms,word-translations}.tsv').scanSync(FOLDER),
].sort();
/** The columns that a table may leave empty: not every food has a name in every language. */
const MAY_BE_EMPTY: Readonly<Record<string, (column: number) => boolean>> = {
  'recipe/densities.tsv': (column) => column === 1,
  'names.tsv': (column) => column > 0,
};

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
        if (!MAY_BE_EMPTY[file]?.(at)) expect(field).not.toBe('');
      });
    }
  });
  test('says nothing twice', () => expect(new Set(rows.map(String)).size).toBe(rows.length));
});

describe('data/names.tsv', () => {
  const lines = readFileSync(join(FOLDER, 'names.tsv'), 'utf8').split('\n');
  const [header, ...rows] = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));

  test('has a column for each language, and a name in at least one of them', () => {
    const [food, ...languages] = header!;
    expect(food).toBe('food');
    expect(languages.filter((language) => !/^[a-z]{2}$/.test(language))).toEqual([]);
    expect(rows.filter(([, ...columns]) => columns.every((list) => list === ''))).toEqual([]);
  });
  test('has lists of names, each with at most one mark', () => {
    const names = rows.flatMap(([, ...columns]) =>
      columns.flatMap((list) => (list === '' ? [] : list.split(', '))),
    );
    expect(names.filter((name) => !/^[~!]?[\p{L}\p{N}]/u.test(name))).toEqual([]);
    expect(names.filter((name) => /[~!;]/u.test(name.slice(1)))).toEqual([]);
  });
  test('gives a name in one language to one food only, but for those of recipes and stand-ins', () => {
    const foods = new Map<string, Set<string>>();
    for (const [food, ...columns] of rows) {
      for (const [at, list] of columns.entries()) {
        for (const name of list.split(', ').filter((one) => /^[^~!]/.test(one))) {
          const key = `${header![at + 1]} ${fold(name)}`;
          foods.set(key, (foods.get(key) ?? new Set()).add(food!));
        }
      }
    }
    expect([...foods].filter(([, owners]) => owners.size > 1).map(([key]) => key)).toEqual([]);
  });
});
