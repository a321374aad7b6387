import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainFailure } from '../../src/cli/failure.ts';
import { queryCatalog } from '../../src/cli/lookup.ts';
import { PlainError } from '../../src/plain-error.ts';
import { SqliteError } from '../../src/sqlite/driver.ts';
import { temporaryFolder } from '../build/export-file.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';

const coded = (code: string, path?: string) => Object.assign(new Error(`${code}: it failed`), { code, path });

describe('A failure', () => {
  test.each([
    ['a.csv: is empty; give another', new PlainError('a.csv', 'is empty', 'give another')],
    ['/nowhere: no such file; check the path', coded('ENOENT', '/nowhere')],
    ['/folder: is a directory (EISDIR); name a file', coded('EISDIR', '/folder')],
    ['the disk is full (ENOSPC); free some space and try again; nothing was changed', coded('ENOSPC')],
    ['ENOTDIR: it failed', coded('ENOTDIR')],
    [
      'the database: the disk is full (SQLITE_FULL); free some space and try again; nothing was changed',
      new SqliteError('database or disk is full', 'SQLITE_FULL'),
    ],
    [
      'the database failed (SQLITE_CORRUPT: malformed); check the disk and run the command again',
      new SqliteError('malformed', 'SQLITE_CORRUPT'),
    ],
  ])('is one line: %s', (line, error) => {
    expect(explainFailure(error)).toBe(line);
  });

  test('of larder itself is called that, with the place', () => {
    const [first, ...stack] = explainFailure(new TypeError('x is undefined')).split('\n');
    expect(first).toBe('internal error: x is undefined; please report it with these lines:');
    expect(stack.join('\n')).toContain('failure.test.ts');
  });
});

describe('A fault while a catalogue is read', () => {
  const fail = (catalog: string) =>
    queryCatalog({ catalog, data: null, overlay: null }, () => {
      throw new RangeError('out of bounds');
    });
  let folder: string;
  let intact: string;
  beforeAll(async () => {
    folder = temporaryFolder();
    intact = await fixtureCatalog();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is one of the file, if a byte of it has changed', async () => {
    const bytes = readFileSync(intact);
    bytes[bytes.length - 1]! ^= 1;
    const altered = join(folder, 'altered.db');
    writeFileSync(altered, bytes);
    await expect(fail(altered)).rejects.toThrow(`${altered}: has been altered`);
  });

  test('is one of larder otherwise', async () => {
    await expect(fail(intact)).rejects.toThrow(new RangeError('out of bounds'));
  });
});
