import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openExport, readBatches } from '../../../build/read/open-input.ts';
import { failureOf, piped, readAll, readExportText, tabbed } from '../read/read-all.ts';

const folder = await mkdtemp(join(tmpdir(), 'larder-input-'));
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function readFile(path: string) {
  const input = await openExport(path);
  const rows = await readAll(readBatches(input));
  return { ...rows, kind: input.kind, progress: input.progress(), sha256: input.sha256() };
}

const sha256 = (bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex');

const ROWS = Array.from({ length: 3000 }, (_, at) => [String(at), `Food ${(at * 7919) % 3001}`]);
const EXPORT = tabbed(['code', 'product_name'], ...ROWS);
const PACKED = gzipSync(EXPORT);

describe('an input', () => {
  test('is recognized by its content, not by its name', async () => {
    const jsonl = '{"code":"1","product_name":"Crêpes"}\n';
    expect((await readFile(await fileOf('a.jsonl', EXPORT))).kind).toBe('export-csv');
    expect((await readFile(await fileOf('b.csv', jsonl))).kind).toBe('jsonl');
    expect((await readFile(await fileOf('c.txt', gzipSync(jsonl)))).kind).toBe('jsonl');
    expect((await readFile(await fileOf('d', PACKED))).foods).toHaveLength(ROWS.length);
    expect((await readFile(await fileOf('e.gz', `\ufeff\n ${jsonl}`))).kind).toBe('jsonl');
  });

  test('can be standard input, compressed or not, in pieces of any size', async () => {
    const pieces = Array.from({ length: PACKED.length }, (_, at) => PACKED.subarray(at, at + 1));
    expect((await readExportText(...pieces)).foods).toHaveLength(ROWS.length);
    expect((await readExportText(EXPORT)).foods).toHaveLength(ROWS.length);
  });

  test('can be a gzip file with several members, or one padded with zeros', async () => {
    const half = EXPORT.indexOf('\n', EXPORT.length / 2) - 3;
    const members = Buffer.concat([gzipSync(EXPORT.slice(0, half)), gzipSync(EXPORT.slice(half))]);
    expect((await readFile(await fileOf('members.gz', members))).foods).toHaveLength(ROWS.length);
    const padded = Buffer.concat([PACKED, Buffer.alloc(3 * 1024 * 1024)]);
    const read = await readFile(await fileOf('padded.gz', padded));
    expect(read.foods).toHaveLength(ROWS.length);
    expect(read.sha256).toBe(sha256(padded));
  });

  test('is hashed and counted as given, compressed or not', async () => {
    for (const bytes of [Buffer.from(EXPORT), PACKED]) {
      const read = await readFile(await fileOf('hashed', bytes));
      expect(read.sha256).toBe(sha256(bytes));
      expect(read.progress).toEqual({ bytesRead: bytes.length, bytesTotal: bytes.length });
    }
  });

  test('from a pipe has an unknown length', async () => {
    const input = await openExport('-', piped(EXPORT));
    await readAll(readBatches(input));
    expect(input.progress()).toEqual({ bytesRead: Buffer.byteLength(EXPORT), bytesTotal: null });
  });

  test('has no hash before its end', async () => {
    const input = await openExport(await fileOf('early.csv', EXPORT.repeat(40)));
    expect(() => input.sha256()).toThrow();
    await readAll(readBatches(input));
  });

  test('is closed when reading stops early or fails', async () => {
    // Longer than one read, so that nothing is closed by reaching its end.
    const long = Buffer.from(Array.from({ length: 4_000_000 }, (_, at) => (at * 2_654_435_761) >>> 24));
    const plain = await fileOf('open.csv', EXPORT.repeat(100));
    const packed = await fileOf('open.gz', gzipSync(EXPORT.repeat(300), { level: 1 }));
    const broken = await fileOf('broken.gz', Buffer.concat([PACKED.subarray(0, 2000), long]));
    const page = await fileOf('open.html', `<html>${EXPORT.repeat(100)}`);
    const openFiles = async () => (await readdir('/proc/self/fd').catch(() => [])).length;
    const before = await openFiles();
    for (let round = 0; round < 10; round++) {
      for (const path of [plain, packed]) for await (const _ of readBatches(await openExport(path))) break;
      for (const path of [broken, page]) await failureOf(readFile(path));
    }
    expect(await openFiles()).toBeLessThan(before + 5);
  });
});

describe('a bad input is reported in one line: where, what, and what to do', () => {
  const cases: [name: string, content: string | Uint8Array, message: RegExp][] = [
    ['empty.csv', '', /: is empty; .*download it again$/],
    ['empty.gz', gzipSync(''), /: is empty; /],
    ['blank.csv', '\n\n  \n', /: contains only white space; /],
    ['cut.gz', PACKED.subarray(0, PACKED.length / 2), /: the gzip file is truncated; download it again$/],
    ['cut-at-start.gz', PACKED.subarray(0, 5), /: the gzip file is truncated; /],
    ['cut-in-checksum.gz', PACKED.subarray(0, PACKED.length - 3), /: the gzip file is truncated; /],
    ['cut-member.gz', Buffer.concat([PACKED, PACKED.subarray(0, 40)]), /: the gzip file is truncated; /],
    ['garbage-after.gz', Buffer.concat([PACKED, Buffer.from('garbage')]), /: the gzip file is damaged/],
    [
      'flipped.gz',
      PACKED.map((byte, at) => (at === 5000 ? byte ^ 0xff : byte)),
      /: the gzip file is (damaged|truncated)/,
    ],
    ['page.html', '<!DOCTYPE html><html>\t</html>', /: is a web page or XML, not a dump; /],
    ['dump.zip', Buffer.from('PK\x03\x04\x14\0\0\0'), /: is a zip file; unzip it/],
    ['catalog.db', Buffer.from('SQLite format 3\0\x10\0'), /: is an SQLite database, not a dump; /],
    ['twice.gz', gzipSync(PACKED), /: is compressed with gzip twice; decompress it once$/],
    ['dump.bz2', 'BZh91AY&SY', /: is compressed with bzip2; decompress it first$/],
    ['dump.zst', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 4]), /: is compressed with zstd; decompress it first$/],
    ['dump.xz', Buffer.from('\xfd7zXZ\0\0', 'latin1'), /: is compressed with xz; decompress it first$/],
    ['array.json', '[{"code":"1"}]', /: is one JSON array, not one product per line; /],
    ['wide.csv', Buffer.from('\ufeffcode\tname\n', 'utf16le'), /: is UTF-16 text; save it as UTF-8$/],
    ['noise.bin', Buffer.from([7, 9, 0, 3, 10, 200, 13]), /: is binary data, not a dump; /],
    ['notes.txt', 'Dear diary\nno food today\n', /notes\.txt:1: is text but not a dump: /],
    [
      'commas.csv',
      'code,product_name\n1,x\n',
      /commas\.csv:1: the header is separated by commas, not tabs; .*--community for your own foods$/,
    ],
    [
      'parquet.gz',
      gzipSync('PAR1....PAR1'),
      /: is a Parquet file compressed with gzip; decompress it first$/,
    ],
    [
      'cut.parquet',
      'PAR1 and then nothing',
      /: the Parquet file is truncated or damaged \(.*\); download it again$/,
    ],
    ['broken.jsonl', '{"code":\n{"code"\n', /: no line is a JSON product; /],
  ];
  for (const [name, content, pattern] of cases) {
    test(name, async () => {
      const message = await failureOf(readFile(await fileOf(name, content)));
      expect(message).toMatch(pattern);
      expect(message).toContain(name);
      expect(message).not.toContain('\n');
    });
  }

  test('no such file', async () => {
    expect(await failureOf(openExport(join(folder, 'nowhere.csv')))).toEndWith(
      'nowhere.csv: no such file; check the path',
    );
    const path = join(await fileOf('file.csv', EXPORT), 'beyond.csv');
    expect(await failureOf(openExport(path))).toEndWith(': no such file; check the path');
  });

  test('a directory', async () => {
    expect(await failureOf(openExport(folder))).toBe(`${folder}: is a directory; give the export file in it`);
  });

  test('a file that cannot be read', async () => {
    // Not by permissions, which do not apply to root: this name is invalid for every user.
    expect(await failureOf(readFile('x'.repeat(300)))).toMatch(/cannot be read \(ENAMETOOLONG\)/);
  });

  test('Parquet from a pipe', async () => {
    expect(await failureOf(openExport('-', piped('PAR1')))).toBe(
      'standard input: Parquet cannot be read from a pipe; save it to a file first',
    );
  });

  test('a name with a newline is still reported in one line', async () => {
    expect(await failureOf(openExport('no\nsuch\nfile'))).toBe('no such file: no such file; check the path');
  });
});

describe('a bomb', () => {
  const MEMBER_BYTES = 32 * 1024 * 1024;
  const MEMBERS = 64;

  test('of gzip that expands to gigabytes on one line is stopped early, with the line number', async () => {
    const member = gzipSync(Buffer.alloc(MEMBER_BYTES, 'x'));
    const start = gzipSync('code\tproduct_name\n1\tFirst\n2\t');
    const bomb = Buffer.concat([start, ...new Array<Buffer>(MEMBERS).fill(member)]);
    let given = 0;
    const input = await openExport('-', async function* () {
      for (let at = 0; at < bomb.length; at += 4096) {
        given = at;
        yield bomb.subarray(at, at + 4096);
      }
    });
    expect(await failureOf(readAll(readBatches(input)))).toStartWith(
      'standard input:3: has a line of more than 16 MB',
    );
    expect(given).toBeLessThan(bomb.length / 8);
  });

  test('with a field of 100 MB is stopped as early, in CSV and in JSONL', async () => {
    for (const start of ['code\tproduct_name\n1\t', '{"code":"1"}\n{"code":"2","product_name":"']) {
      let megabytes = 0;
      const reading = openExport('-', async function* () {
        yield Buffer.from(start);
        for (; megabytes < 100; megabytes++) yield Buffer.alloc(1024 * 1024, 'x');
      });
      expect(await failureOf(reading.then((input) => readAll(readBatches(input))))).toStartWith(
        'standard input:2: has a line of',
      );
      expect(megabytes).toBeLessThan(20);
    }
  });

  test('with one endless first line without tabs is not a dump', async () => {
    const endless = Buffer.alloc(1024 * 1024, 'x');
    expect(await failureOf(readExportText(endless, endless))).toStartWith(
      'standard input:1: the first line has no tabs',
    );
  });
});
