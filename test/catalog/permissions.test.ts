import { afterAll, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openCatalog } from '../../src/catalog/open.ts';
import { openTarget } from '../../src/catalog/write/target.ts';
import { temporaryFolder } from '../build/export-file.ts';

const folder = temporaryFolder();
chmodSync(folder, 0o755);
const PASSAGE = 0o011;
// Folders of temporary files may be closed to others; nobody has to pass through them.
for (let above = dirname(folder); process.getuid?.() === 0 && above !== '/'; above = dirname(above)) {
  const { mode } = statSync(above);
  if ((mode & PASSAGE) !== PASSAGE) chmodSync(above, mode | PASSAGE);
}
afterAll(() => rmSync(folder, { recursive: true }));

const NOBODY = 65_534;

/** As a user who owns nothing here: root may read and write everything. */
function asNobody<T>(act: () => T): T {
  if (process.getuid?.() !== 0) return act();
  process.seteuid?.(NOBODY);
  try {
    return act();
  } finally {
    process.seteuid?.(0);
  }
}

test('A catalogue that may not be read is not called damaged', () => {
  const path = join(folder, 'closed.db');
  writeFileSync(path, 'anything', { mode: 0 });
  expect(() => asNobody(() => openCatalog(path))).toThrow(
    `${path}: cannot be read (EACCES); check its permissions`,
  );
});

test('A path through a file says so', () => {
  const file = join(folder, 'file');
  writeFileSync(file, 'anything');
  const path = join(file, 'catalog.db');
  expect(() => openCatalog(path)).toThrow(`${path}: cannot be read (ENOTDIR); check the path`);
});

test('A build into a folder that may not be written says so', () => {
  const closed = join(folder, 'closed');
  mkdirSync(closed, { mode: 0o555 });
  const out = join(closed, 'new.db');
  expect(() => asNobody(() => openTarget(out))).toThrow(
    `${out}: no file can be created in its folder (EACCES); check its permissions`,
  );
  expect(readdirSync(closed)).toEqual([]);
});
