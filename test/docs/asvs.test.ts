import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '..', '..');
const TEXT = readFileSync(join(ROOT, 'docs', 'evidence', 'asvs.md'), 'utf8');
/** How many requirements of levels 1 and 2 each section of ASVS 5.0 has; they are numbered without gaps. */
const SECTIONS: Readonly<Record<string, readonly number[]>> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
};
const ROWS = [...TEXT.matchAll(/^\| ([\d., ]+) \| (.+?) \|(.*)\|$/gm)].map(
  ([, numbers = '', how = '', shown = '']) => ({ numbers: numbers.split(', '), how, shown }),
);

test('The list of ASVS requirements has every one of levels 1 and 2, once', () => {
  const required = Object.entries(SECTIONS).flatMap(([chapter, counts]) =>
    counts.flatMap((count, i) =>
      Array.from({ length: count }, (_, number) => `${chapter}.${i + 1}.${number + 1}`),
    ),
  );
  expect(required).toHaveLength(253);
  expect(ROWS.flatMap(({ numbers }) => numbers).sort()).toEqual(required.sort());
});

test('What applies is shown by files that exist', () => {
  const cited = ROWS.flatMap(({ shown }) => [...shown.matchAll(/`([^`]+)`/g)].map(([, path]) => path!));
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  const unshown = ROWS.filter(({ how, shown }) => shown.trim() === '' && !/^do(es)? not apply/.test(how));
  expect(unshown.map(({ numbers }) => numbers.join())).toEqual([]);
});
