import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAULTS } from '../../tools/faults/run.ts';

/** docs/evidence/reliability.md names the test of each promise: it must exist. */
const ROOT = join(import.meta.dir, '..', '..');
const rows = readFileSync(join(ROOT, 'docs', 'evidence', 'reliability.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .filter((cells) => cells.some((cell) => cell.includes('test/')));
const numbered = rows.filter(([item]) => /^\d+$/.test(item!));
const shortForms = rows.flatMap((cells) => [
  ...cells.at(-2)!.matchAll(/`(test\/[^`]+)`: ([^;|]+(?:;(?! `)[^;|]+)*)/g),
]);
const longForms = rows.flatMap((cells) =>
  [...cells.at(-1)!.matchAll(/`([a-z]+)`/g)].map(([, name]) => name!),
);

describe('Every promise', () => {
  test('has a number of its own, without gaps', () => {
    expect(numbered.map(([item]) => Number(item))).toEqual(numbered.map((_, at) => at + 1));
    expect(numbered.length).toBeGreaterThan(0);
  });

  test('names a test', () => {
    expect(rows.filter((cells) => !cells.at(-2)!.includes('`test/'))).toEqual([]);
    // Each file that is named comes with the title of a test in it.
    const named = rows.map((cells) => cells.at(-2)!.split('`test/').length - 1);
    expect(shortForms).toHaveLength(named.reduce((sum, count) => sum + count, 0));
  });
});

test('npm run faults runs the long forms of the table, and no others', () => {
  expect([...new Set(longForms)].toSorted()).toEqual(Object.keys(FAULTS).toSorted());
});
