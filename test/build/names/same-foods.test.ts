import { describe, expect, test } from 'bun:test';
import namesTable from '../../../data/names.tsv' with { type: 'text' };
import sameFoodsTable from '../../../data/same-foods.tsv' with { type: 'text' };
import { readHeader, readTable } from '../../../src/text/data-table.ts';

/** How each table writes its codes. */
const CODES: Record<string, RegExp> = {
  bls: /^[A-Z][0-9A-Z]{6}$/,
  ciqual: /^\d{4,5}$/,
  cofid: /^\d{2}-\d{3,4}$/,
  swiss: /^\d{1,5}$/,
  cnf: /^\d{1,6}$/,
  fndds: /^\d{8}$/,
  foundation: /^\d{6,7}$/,
  fineli: /^\d{1,5}$/,
  livsmedelsverket: /^\d{1,4}$/,
  stfcj: /^\d{5}$/,
};

const [food, ...columns] = readHeader(sameFoodsTable);
const tables = columns.slice(0, -1);
const rows = readTable(sameFoodsTable);
/** Every code of a table, with the food whose row has it. */
const codesOf = (table: string) =>
  rows
    .flatMap((row) =>
      (row[1 + tables.indexOf(table)] || '').split(' ').map((code) => ({ code, kind: row[0]! })),
    )
    .filter(({ code }) => code !== '');

describe('data/same-foods.tsv', () => {
  test('has a column for each table, and one that says why energies differ', () => {
    expect([food, ...columns]).toEqual(['food', ...Object.keys(CODES), 'energy_differs']);
    expect(rows.filter((row) => row.length !== columns.length + 1)).toEqual([]);
  });

  test('names kinds of food that have a row in data/names.tsv, each once', () => {
    const named = new Set(readTable(namesTable).map(([name]) => name!));
    const kinds = rows.map(([kind]) => kind!);
    expect(kinds.filter((kind) => !named.has(kind))).toEqual([]);
    expect(kinds.filter((kind, at) => kinds.indexOf(kind) !== at)).toEqual([]);
  });

  test.each(Object.keys(CODES))('has well-formed codes of %s, each for one kind only', (table) => {
    const codes = codesOf(table);
    expect(codes.filter(({ code }) => !CODES[table]!.test(code))).toEqual([]);
    const first = new Map(codes.toReversed().map(({ code, kind }) => [code, kind]));
    expect(codes.filter(({ code, kind }) => first.get(code) !== kind)).toEqual([]);
  });
});
