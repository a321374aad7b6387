import { expect, test } from 'bun:test';
import { mkdtempSync, openSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FileBytes, openBytes, ReadBytes } from '../../src/sqlite/file-bytes.ts';

const BYTES = Buffer.from(Array.from({ length: 10_000 }, (_, i) => (i * 31) % 251));
const file = join(mkdtempSync(join(tmpdir(), 'bytes-')), 'bytes');
writeFileSync(file, BYTES, { mode: 0o400 });

const KINDS: [name: string, open: () => FileBytes][] = [
  ['a file, mapped where the system can', () => openBytes(file)],
  ['a file, read', () => new ReadBytes(openSync(file, 'r'))],
  ['bytes in memory', () => openBytes(BYTES)],
];

test.each(KINDS)('%s: fills buffers of any size from any offset', (_, open) => {
  const bytes = open();
  for (const length of [1, 100, 512, 4096]) {
    const into = Buffer.alloc(length);
    const read = bytes.reader(into);
    for (const offset of [0, 1, 4095, 10_000 - length]) {
      read(offset);
      expect(into.equals(BYTES.subarray(offset, offset + length))).toBe(true);
    }
  }
  bytes.close();
});

test.each(KINDS)('%s: has nothing after its end', (_, open) => {
  const bytes = open();
  const read = bytes.reader(Buffer.alloc(100));
  expect(() => read(9901)).toThrow('damaged');
  expect(() => read(2 ** 40)).toThrow('damaged');
  bytes.close();
});

test.each(KINDS.slice(0, 2))('%s: is not read after it was closed', (_, open) => {
  const bytes = open();
  const read = bytes.reader(Buffer.alloc(100));
  bytes.close();
  bytes.close();
  expect(() => read(0)).toThrow('closed');
});

test('an empty file has no bytes', () => {
  const empty = join(mkdtempSync(join(tmpdir(), 'bytes-')), 'empty');
  writeFileSync(empty, '');
  const bytes = openBytes(empty);
  expect(() => bytes.reader(Buffer.alloc(1))(0)).toThrow('damaged');
  bytes.close();
});
