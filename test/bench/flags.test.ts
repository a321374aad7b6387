import { expect, test } from 'bun:test';
import { findCatalog } from '../../tools/bench/catalog.ts';
import { readCount, readFlags } from '../../tools/bench/flags.ts';

test('Flags of a bench are read, and whatever else there is ends in one line before anything is measured', async () => {
  expect(readFlags(['--rows', '5', '--catalog=x.db'], ['rows', 'catalog'])).toEqual({
    rows: '5',
    catalog: 'x.db',
  });
  for (const args of [['--help'], ['--row', '5'], ['x.db'], ['--rows']]) {
    expect(() => readFlags(args, ['rows'])).toThrow(/cannot be read; the flags are --rows VALUE$/);
  }
  expect(readFlags(['--held'], ['rows'], ['held'])).toEqual({ held: true });
  expect(() => readFlags(['--hold'], ['rows'], ['held'])).toThrow(/the flags are --rows VALUE, --held$/);
  expect([readCount(undefined, 7), readCount('12', 7)]).toEqual([7, 12]);
  for (const text of ['0', '-1', '1.5', 'x', '']) expect(() => readCount(text, 7)).toThrow(/whole number/);
  expect(findCatalog('/no/such/file.db', 1)).rejects.toThrow(/no such file/);
});
