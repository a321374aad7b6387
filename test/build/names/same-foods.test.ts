import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import namesTable from '../../../data/names.tsv' with { type: 'text' };
import sameFoodsTable from '../../../data/same-foods.tsv' with { type: 'text' };
import { FOOD_TABLES, isTableName } from '../../../src/food/food-tables.ts';
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

/** The kilocalories of each food of a table by a column that identifies it, 0 for a trace, and null where the table has none. */
function energies(table: string, key: string): ReadonlyMap<string, number | null> {
  const file = isTableName(table) ? FOOD_TABLES[table].file : '';
  const text = readFileSync(join(import.meta.dir, '../../../data/tables', file), 'utf8');
  const [keyAt, energyAt] = [key, 'energy_kcal'].map((column) => readHeader(text).indexOf(column));
  const readEnergy = (field: string) => (field === '' ? null : Number(field.replace('tr', '0')));
  return new Map(readTable(text).map((row) => [row[keyAt!]!, readEnergy(row[energyAt!]!)]));
}

const ENERGIES = new Map(tables.map((table) => [table, energies(table, 'code')]));

const agree = (one: number, other: number) =>
  Math.abs(one - other) <= Math.max(30, 0.3 * Math.max(one, other));

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

  test.each(Object.keys(CODES))('has codes of foods that are in %s with their energy', (table) => {
    const unknown = codesOf(table).filter(({ code }) => ENERGIES.get(table)!.get(code) == null);
    expect(unknown).toEqual([]);
  });

  test('has foods of like energy in a row, or says why they are not', () => {
    const usda = energies('usda', 'name_en');
    const unlike = rows.filter((row) => {
      const known = tables.flatMap((table, at) =>
        row[1 + at]!.split(' ')
          .filter((code) => code !== '')
          .map((code) => ENERGIES.get(table)!.get(code) ?? Number.NaN),
      );
      const expected = usda.get(row[0]!) ?? known[0]!;
      return row.at(-1) === '' && !known.every((one) => agree(one, expected));
    });
    expect(unlike.map(([kind]) => kind)).toEqual([]);
  });
});

describe('data/names.tsv', () => {
  test('has rows by the code of a table for foods that are in it, and of no kind that several tables have', () => {
    const byCode = readTable(namesTable).flatMap(([name]) => {
      const [, table, code] = /^([a-z]+):(\S+)$/.exec(name!) ?? [];
      return table === undefined || code === undefined ? [] : [{ table, code }];
    });
    expect(byCode.length).toBeGreaterThan(500);
    const wrong = byCode.filter(
      ({ table, code }) =>
        !ENERGIES.get(table)?.has(code) || codesOf(table).some((known) => known.code === code),
    );
    expect(wrong).toEqual([]);
  });
});
