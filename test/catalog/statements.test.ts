import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AT_MOST } from '../../src/sqlite/driver.ts';

const CATALOG = join(import.meta.dir, '..', '..', 'src', 'catalog');
const FILES = [...new Bun.Glob('**/*.ts').scanSync(CATALOG)].map((file) =>
  readFileSync(join(CATALOG, file), 'utf8'),
);

test('no statement of a catalogue is prepared again at every use, as SQLite does for LIMIT with a bare parameter', () => {
  expect(FILES.filter((text) => /LIMIT\s+[?@:$][^{]/.test(text))).toEqual([]);
  expect(FILES.filter((text) => /LIMIT \$\{AT_MOST\}/.test(text)).length).toBeGreaterThan(3);
  expect(AT_MOST).not.toStartWith('?');
});
