import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** docs/reliability.md says where each promise is tested: what it names must be there. */
const ROOT = join(import.meta.dir, '..', '..');
const rows = readFileSync(join(ROOT, 'docs', 'reliability.md'), 'utf8')
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

describe('The table of promises', () => {
  test('has all of them, each with a short form', () => {
    expect(numbered.map(([item]) => Number(item))).toEqual(Array.from({ length: 25 }, (_, at) => at + 1));
    expect(rows.filter((cells) => !cells.at(-2)!.includes('`test/'))).toEqual([]);
    const named = rows.map((cells) => cells.at(-2)!.split('`test/').length - 1);
    expect(shortForms).toHaveLength(named.reduce((sum, count) => sum + count, 0));
  });

  test.each(shortForms.map(([, file, title]) => [file!, title!.trim()]))('names %s: %s', (file, title) => {
    expect(existsSync(join(ROOT, file))).toBe(true);
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(title);
  });

  test('names the long forms that there are, and no others', () => {
    const runner = readFileSync(join(ROOT, 'test', 'faults', 'run.ts'), 'utf8');
    const table = runner.slice(runner.indexOf('const FAULTS'), runner.indexOf('};'));
    const known = [...table.matchAll(/^ {2}([a-z]+): async/gm)].map(([, name]) => name!);
    expect(longForms.toSorted()).toEqual(known.toSorted());
  });
});
