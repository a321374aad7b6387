import { describe, expect, test } from 'bun:test';
import { renderTable, tableWidth, wrap } from '../../src/cli/table.ts';

const ACCOUNT = 'a-team-with-a-name-of-thirty-seven-letters'.slice(0, 37);
const ROWS = [
  ['ID', 'ACCOUNT', 'NAME', 'SCOPE', 'EXPIRES', 'PER MIN', 'LAST USED'],
  ['7', ACCOUNT, 'production servers in Helsinki', 'read', '2027-01-31', '60', '2026-11-16'],
  ['8', 'bob', 'ci', 'full', '', '', ''],
];
const ALIGN = ['right', 'left', 'left', 'whole', 'whole', 'right', 'whole'] as const;

describe('A table', () => {
  test('is not cut outside a terminal', () => {
    const [head = '', first = ''] = renderTable(ROWS, ALIGN, tableWidth({ write() {} })).split('\n');
    expect(head).toEndWith('LAST USED');
    for (const cell of ROWS[1]!) expect(first).toContain(cell);
  });

  test('shortens its widest texts to fit a terminal, and no number or date', () => {
    const width = tableWidth({ isTTY: true, columns: 80, write() {} });
    const lines = renderTable(ROWS, ALIGN, width).split('\n');
    for (const line of lines) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(80);
    expect(lines[0]).toMatch(/^ID {2}ACCOUNT +NAME +SCOPE {2}EXPIRES +PER MIN {2}LAST USED$/);
    expect(lines[1]).toMatch(
      /^ 7 {2}a-team-[^ ]+… {2}production [^…]*… {2}read +2027-01-31 +60 {2}2026-11-16$/,
    );
    expect(lines[2]).toMatch(/^ 8 {2}bob +ci +full$/);
  });

  test('has the usual width on a terminal that reports 0 columns', () => {
    expect(tableWidth({ isTTY: true, columns: 0, write() {} })).toBe(80);
  });

  test('wraps the texts that may be wrapped, and cuts what is longer than four lines', () => {
    const rows = [
      ['12', 'Milk, whole, with added vitamin D'],
      ['3', 'a '.repeat(60)],
    ];
    expect(renderTable(rows, ['right', 'wrapped'], 18).split('\n')).toEqual([
      '12  Milk, whole,',
      '    with added',
      '    vitamin D',
      ' 3  a a a a a a a',
      '    a a a a a a a',
      '    a a a a a a a',
      '    a a a a a a a…',
    ]);
    expect(renderTable(rows, ['right', 'wrapped']).split('\n')).toHaveLength(2);
  });

  test('is cut at its end where even that is not enough', () => {
    const lines = renderTable(ROWS, ALIGN, 40).split('\n');
    expect(lines[0]).toMatch(/^ID {2}ACCOUNT {3}NAME {6}SCOPE {2}EXPIRES …$/);
  });
});

test('Text is broken by the columns that it takes, not by its characters', () => {
  expect(wrap('抹茶 牛乳 ab', 7)).toEqual(['抹茶', '牛乳 ab']);
});
