import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openInput } from '../../../build/read/open-input.ts';
import { failureOf, piped, readAll, readExportText, tabbed } from './read-all.ts';

const folder = await mkdtemp(join(tmpdir(), 'larder-input-'));
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function readFile(path: string) {
  const input = await openInput(path);
  const rows = await readAll(input.batches);
  return { ...rows, kind: input.kind, progress: input.progress(), sha256: input.sha256() };
}

const sha256 = (bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex');

const ROWS = Array.from({ length: 3000 }, (_, at) => [String(at), `Food ${(at * 7919) % 3001}`]);
const EXPORT = tabbed(['code', 'product_name'], ...ROWS);
const PACKED = gzipSync(EXPORT);

describe('an input', () => {
  test('is told apart by its content, not by its name', async () => {
    const jsonl = '{"code":"1","product_name":"Crêpes"}\n';
    expect((await readFile(await fileOf('a.jsonl', EXPORT))).kind).toBe('export-csv');
    expect((await readFile(await fileOf('b.csv', jsonl))).kind).toBe('jsonl');
    expect((await readFile(await fileOf('c.txt', gzipSync(jsonl)))).kind).toBe('jsonl');
    expect((await readFile(await fileOf('d', PACKED))).foods).toHaveLength(ROWS.length);
    expect((await readFile(await fileOf('e.gz', `\ufeff\n ${jsonl}`))).kind).toBe('jsonl');
  });

  test('may be standard input, packed or not, in pieces of any size', async () => {
    const pieces = Array.from({ length: PACKED.length }, (_, at) => PACKED.subarray(at, at + 1));
    expect((await readExportText(...pieces)).foods).toHaveLength(ROWS.length);
    expect((await readExportText(EXPORT)).foods).toHaveLength(ROWS.length);
  });

  test('may be a gzip file of several members, or one padded with zeros', async () => {
    const half = EXPORT.indexOf('\n', EXPORT.length / 2) - 3;
    const members = Buffer.concat([gzipSync(EXPORT.slice(0, half)), gzipSync(EXPORT.slice(half))]);
    expect((await readFile(await fileOf('members.gz', members))).foods).toHaveLength(ROWS.length);
    const padded = Buffer.concat([PACKED, Buffer.alloc(3 * 1024 * 1024)]);
    const read = await readFile(await fileOf('padded.gz', padded));
    expect(read.foods).toHaveLength(ROWS.length);
    expect(read.sha256).toBe(sha256(padded));
  });

  test('is hashed and counted as given, packed or not', async () => {
    for (const bytes of [Buffer.from(EXPORT), PACKED]) {
      const read = await readFile(await fileOf('hashed', bytes));
      expect(read.sha256).toBe(sha256(bytes));
      expect(read.progress).toEqual({ bytesRead: bytes.length, bytesTotal: bytes.length });
    }
  });

  test('from a pipe has no known length', async () => {
    const input = await openInput('-', piped(EXPORT));
    await readAll(input.batches);
    expect(input.progress()).toEqual({ bytesRead: Buffer.byteLength(EXPORT), bytesTotal: null });
  });

  test('tells no hash before its end', async () => {
    const input = await openInput(await fileOf('early.csv', EXPORT.repeat(40)));
    expect(() => input.sha256()).toThrow();
    await readAll(input.batches);
  });

  test('is closed when reading stops early or fails', async () => {
    // Longer than what is read at once, so that nothing is closed by coming to its end.
    const long = Buffer.from(Array.from({ length: 4_000_000 }, (_, at) => (at * 2_654_435_761) >>> 24));
    const plain = await fileOf('open.csv', EXPORT.repeat(100));
    const packed = await fileOf('open.gz', gzipSync(EXPORT.repeat(300), { level: 1 }));
    const broken = await fileOf('broken.gz', Buffer.concat([PACKED.subarray(0, 2000), long]));
    const page = await fileOf('open.html', `<html>${EXPORT.repeat(100)}`);
    const openFiles = async () => (await readdir('/proc/self/fd').catch(() => [])).length;
    const before = await openFiles();
    for (let round = 0; round < 10; round++) {
      for (const path of [plain, packed]) for await (const _ of (await openInput(path)).batches) break;
      for (const path of [broken, page]) await failureOf(readFile(path));
    }
    expect(await openFiles()).toBeLessThan(before + 5);
  });
});

describe('a bad input is told in one line: where, what, and what to do', () => {
  const cases: [name: string, content: string | Uint8Array, message: RegExp][] = [
    ['empty.csv', '', /: is empty; .*download it again$/],
    ['empty.gz', gzipSync(''), /: is empty; /],
    ['blank.csv', '\n\n  \n', /: holds nothing but blanks; /],
    ['cut.gz', PACKED.subarray(0, PACKED.length / 2), /: the gzip file is cut short; download it again$/],
    ['cut-at-start.gz', PACKED.subarray(0, 5), /: the gzip file is cut short; /],
    ['cut-in-checksum.gz', PACKED.subarray(0, PACKED.length - 3), /: the gzip file is cut short; /],
    ['cut-member.gz', Buffer.concat([PACKED, PACKED.subarray(0, 40)]), /: the gzip file is cut short; /],
    ['garbage-after.gz', Buffer.concat([PACKED, Buffer.from('garbage')]), /: the gzip file is damaged/],
    [
      'flipped.gz',
      PACKED.map((byte, at) => (at === 5000 ? byte ^ 0xff : byte)),
      /: the gzip file is (damaged|cut)/,
    ],
    ['page.html', '<!DOCTYPE html><html>\t</html>', /: is a web page or XML, not a dump; /],
    ['dump.zip', Buffer.from('PK\x03\x04\x14\0\0\0'), /: is a zip file; unzip it/],
    ['catalog.db', Buffer.from('SQLite format 3\0\x10\0'), /: is an SQLite database, not a dump; /],
    ['twice.gz', gzipSync(PACKED), /: is packed with gzip twice; unpack it once$/],
    ['dump.bz2', 'BZh91AY&SY', /: is packed with bzip2; unpack it first$/],
    ['dump.zst', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 4]), /: is packed with zstd; unpack it first$/],
    ['dump.xz', Buffer.from('\xfd7zXZ\0\0', 'latin1'), /: is packed with xz; unpack it first$/],
    ['array.json', '[{"code":"1"}]', /: is one JSON array, not a product per line; /],
    ['wide.csv', Buffer.from('\ufeffcode\tname\n', 'utf16le'), /: is UTF-16 text; save it as UTF-8$/],
    ['noise.bin', Buffer.from([7, 9, 0, 3, 10, 200, 13]), /: is binary data, not a dump; /],
    ['notes.txt', 'Dear diary\nno food today\n', /notes\.txt:1: is text, but not a dump: /],
    [
      'commas.csv',
      'code,product_name\n1,x\n',
      /commas\.csv:1: the header has commas, not tabs; .*--community$/,
    ],
    ['parquet.gz', gzipSync('PAR1....PAR1'), /: is Parquet packed with gzip; unpack it first$/],
    [
      'cut.parquet',
      'PAR1 and then nothing',
      /: the Parquet file is cut short or damaged \(.*\); download it again$/,
    ],
    ['broken.jsonl', '{"code":\n{"code"\n', /: no line is a product in JSON; /],
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
    expect(await failureOf(openInput(join(folder, 'nowhere.csv')))).toEndWith(
      'nowhere.csv: no such file; check the path',
    );
    const path = join(await fileOf('file.csv', EXPORT), 'beyond.csv');
    expect(await failureOf(openInput(path))).toEndWith(': no such file; check the path');
  });

  test('a directory', async () => {
    expect(await failureOf(openInput(folder))).toBe(
      `${folder}: is a directory; give the export file inside it`,
    );
  });

  test('a file that may not be read', async () => {
    // A name that no file can have fails for every user alike; the superuser reads what others may not.
    expect(await failureOf(readFile('x'.repeat(300)))).toMatch(/cannot be read \(ENAMETOOLONG\)/);
  });

  test('Parquet from a pipe', async () => {
    expect(await failureOf(openInput('-', piped('PAR1')))).toBe(
      'standard input: Parquet cannot be read from a pipe; save it to a file first',
    );
  });

  test('a name with a newline in it still makes one line', async () => {
    expect(await failureOf(openInput('no\nsuch\nfile'))).toBe('no such file: no such file; check the path');
  });
});

describe('a bomb', () => {
  const MEMBER_BYTES = 32 * 1024 * 1024;
  const MEMBERS = 64;

  test('of gzip that unpacks to gigabytes on one line stops early, with the line number', async () => {
    const member = gzipSync(Buffer.alloc(MEMBER_BYTES, 'x'));
    const start = gzipSync('code\tproduct_name\n1\tFirst\n2\t');
    const bomb = Buffer.concat([start, ...new Array<Buffer>(MEMBERS).fill(member)]);
    let given = 0;
    const input = await openInput('-', async function* () {
      for (let at = 0; at < bomb.length; at += 4096) {
        given = at;
        yield bomb.subarray(at, at + 4096);
      }
    });
    expect(await failureOf(readAll(input.batches))).toStartWith(
      'standard input:3: a line of more than 16 MB',
    );
    expect(given).toBeLessThan(bomb.length / 8);
  });

  test('of a field of 100 MB stops as early, in CSV and in JSONL', async () => {
    for (const start of ['code\tproduct_name\n1\t', '{"code":"1"}\n{"code":"2","product_name":"']) {
      let megabytes = 0;
      const reading = openInput('-', async function* () {
        yield Buffer.from(start);
        for (; megabytes < 100; megabytes++) yield Buffer.alloc(1024 * 1024, 'x');
      });
      expect(await failureOf(reading.then(({ batches }) => readAll(batches)))).toStartWith(
        'standard input:2: a line of',
      );
      expect(megabytes).toBeLessThan(20);
    }
  });

  test('of one endless first line without tabs is no dump', async () => {
    const endless = Buffer.alloc(1024 * 1024, 'x');
    expect(await failureOf(readExportText(endless, endless))).toStartWith(
      'standard input:1: the first line has no tabs',
    );
  });
});
