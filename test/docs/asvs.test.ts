import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '..', '..');
const TEXT = readFileSync(join(ROOT, 'docs', 'evidence', 'asvs.md'), 'utf8');
const ROWS = [...TEXT.matchAll(/^\| ([\d., ]+) \| (.+?) \|(.*)\|$/gm)].map(
  ([, numbers = '', how = '', shown = '']) => ({ numbers: numbers.split(', '), how, shown }),
);

test('What applies is shown by files that exist', () => {
  const cited = ROWS.flatMap(({ shown }) => [...shown.matchAll(/`([^`]+)`/g)].map(([, path]) => path!));
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  const unshown = ROWS.filter(({ how, shown }) => shown.trim() === '' && !/^do(es)? not apply/.test(how));
  expect(unshown.map(({ numbers }) => numbers.join())).toEqual([]);
});
