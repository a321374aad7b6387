import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Interrupted } from '../../../build/pull/fetch-error.ts';
import type { Validators } from '../../../build/pull/validators.ts';
import { type Fetched, fetchWhole } from '../../../build/pull/whole-file.ts';
import { randomOf } from '../../random.ts';
import { temporaryFolder } from '../export-file.ts';
import { type Mirror, openMirror } from './mirror.ts';
import { failureOf, quickRetries, quickSession } from './session.ts';

const NAME = 'products.jsonl.gz';
const random = randomOf(7);
const BYTES = Buffer.from(Uint8Array.from({ length: 200_000 }, () => Math.floor(random() * 256)));
const OTHER = Buffer.from(BYTES.toReversed());

let folder: string;
let path: string;
let mirror: Mirror;
beforeEach(async () => {
  folder = temporaryFolder();
  path = join(folder, NAME);
  mirror = await openMirror();
  mirror.files.set(NAME, { bytes: BYTES });
  mirror.hasArrived = (to) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= to;
});
afterEach(async () => {
  await mirror.close();
  rmSync(folder, { recursive: true });
});

function fetchIt(session = quickSession(), former: Validators | null = null): Promise<Fetched> {
  return fetchWhole(session, mirror.url + NAME, path, former, () => {});
}

/** Requests for the file itself, not for a hash next to it. */
const fileAsked = () => mirror.asked.filter((request) => request.path === NAME);
const rangesAsked = () => fileAsked().map(({ headers }) => headers.get('range') ?? null);
const isWhole = (bytes = BYTES) => readFileSync(path).equals(bytes);

describe('A download whose size the server does not announce', () => {
  test('is checked against the free space while it arrives', async () => {
    mirror.faults.push({ kind: 'length', bytes: null });
    const sizes: number[] = [];
    await fetchWhole(quickSession(), mirror.url + NAME, path, null, ({ bytesTotal }) =>
      sizes.push(bytesTotal),
    );
    expect(isWhole()).toBe(true);
    expect(sizes[0]).toBeWithin(1, BYTES.length + 1);
    rmSync(path);
    mirror.faults.push({ kind: 'length', bytes: null });
    const full = fetchWhole(quickSession(), mirror.url + NAME, path, null, () => {
      throw new Error('the disk is too small');
    });
    expect(await failureOf(full)).toBe('the disk is too small');
  });

  test('is given up, and removed, at a size that no export has', async () => {
    mirror.faults.push({ kind: 'length', bytes: null });
    const policy = { ...quickRetries(), mostUnannouncedBytes: 0 };
    expect(await failureOf(fetchIt(quickSession(policy)))).toMatch(
      /has more than 0 GB, and the server does not say/,
    );
    expect(existsSync(path)).toBe(false);
  });
});

describe('a download', () => {
  test('identifies itself, and requests the bytes without content encoding', async () => {
    await fetchIt();
    expect(isWhole()).toBe(true);
    expect(mirror.asked[0]!.headers.get('user-agent')).toBe('larder/test (nobody)');
    expect(mirror.asked[0]!.headers.get('accept-encoding')).toBe('identity');
  });

  test('resumes where the connection was lost, as often as necessary', async () => {
    for (const afterBytes of [70_000, 50_000, 1, 30_000]) mirror.faults.push({ kind: 'cut', afterBytes });
    await fetchIt();
    expect(isWhole()).toBe(true);
    const asked = fileAsked();
    expect(asked.map(({ headers }) => headers.get('range') ?? null)).toEqual([
      null,
      'bytes=70000-',
      'bytes=120000-',
      'bytes=120001-',
      'bytes=150001-',
    ]);
    expect(asked.slice(1).map(({ headers }) => headers.get('if-range'))).toEqual([
      '"1"',
      '"1"',
      '"1"',
      '"1"',
    ]);
  });

  test('resumes where it stalled', async () => {
    mirror.faults.push({ kind: 'stall', afterBytes: 90_000 });
    await fetchIt(quickSession(quickRetries({ stallMs: 300 })));
    expect(isWhole()).toBe(true);
    expect(rangesAsked().at(-1)).toBe('bytes=90000-');
  });

  test('is resumed by a later run', async () => {
    mirror.faults.push({ kind: 'cut', afterBytes: 120_000 });
    expect(await failureOf(fetchIt(quickSession(quickRetries({ attempts: 1 }))))).toContain('it will resume');
    expect(readdirSync(folder).sort()).toEqual([NAME, `${NAME}.journal`]);
    mirror.asked.length = 0;
    await fetchIt();
    expect(rangesAsked()).toEqual(['bytes=120000-']);
    expect(isWhole()).toBe(true);
  });

  test('that was stopped by the user is kept', async () => {
    mirror.faults.push({ kind: 'stall', afterBytes: 60_000 });
    const stop = new AbortController();
    const doing = fetchIt(quickSession(quickRetries({ stallMs: 60_000 }), stop.signal));
    while (!existsSync(path) || readFileSync(path).length < 60_000) await Bun.sleep(5);
    stop.abort();
    expect(await doing.catch((error) => error)).toBeInstanceOf(Interrupted);
    await fetchIt();
    expect(rangesAsked().at(-1)).toBe('bytes=60000-');
    expect(isWhole()).toBe(true);
  });

  test('keeps no query in its journal, and is resumed with the same query only', async () => {
    const fetchWith = (query: string, attempts?: number) =>
      fetchWhole(
        quickSession(quickRetries(attempts === undefined ? {} : { attempts })),
        mirror.url + NAME + query,
        path,
        null,
        () => {},
      );
    mirror.faults.push({ kind: 'cut', afterBytes: 120_000 }, { kind: 'cut', afterBytes: 10_000 });
    await failureOf(fetchWith('?token=secret', 1));
    expect(readFileSync(`${path}.journal`, 'utf8')).not.toContain('secret');
    await failureOf(fetchWith('?token=secret', 1));
    await fetchWith('?token=other');
    expect(rangesAsked()).toEqual([null, 'bytes=120000-', null]);
    expect(isWhole()).toBe(true);
  });

  test('is not resumed with the journal of another address, nor without one', async () => {
    mirror.faults.push({ kind: 'cut', afterBytes: 120_000 });
    await failureOf(fetchIt(quickSession(quickRetries({ attempts: 1 }))));
    const journal = readFileSync(`${path}.journal`, 'utf8');
    for (const altered of [journal.replace(NAME, 'other'), journal.slice(0, 20), '{}', 'null']) {
      writeFileSync(`${path}.journal`, altered);
      mirror.asked.length = 0;
      await fetchIt();
      expect(rangesAsked()[0]).toBeNull();
      expect(isWhole()).toBe(true);
    }
  });

  test('does not trust a journal that lists more bytes than there are', async () => {
    mirror.faults.push({ kind: 'cut', afterBytes: 120_000 });
    await failureOf(fetchIt(quickSession(quickRetries({ attempts: 1 }))));
    writeFileSync(path, BYTES.subarray(0, 1000));
    await fetchIt();
    expect(isWhole()).toBe(true);
  });

  test('starts over if the file has changed in between', async () => {
    mirror.faults.push(
      { kind: 'cut', afterBytes: 120_000 },
      { kind: 'none', before: () => mirror.files.set(NAME, { bytes: OTHER, etag: '"2"' }) },
    );
    await fetchIt();
    expect(isWhole(OTHER)).toBe(true);
  });

  test('starts over if a server mixes two versions of the file', async () => {
    mirror.faults.push({ kind: 'cut', afterBytes: 120_000 });
    await failureOf(fetchIt(quickSession(quickRetries({ attempts: 1 }))));
    // It treats the condition as met and sends a range of another file.
    mirror.files.set(NAME, { bytes: OTHER, etag: '"2"', lastModified: '"1"' });
    await fetchIt();
    expect(isWhole(OTHER)).toBe(true);
  });

  test('of a file that keeps changing is given up', async () => {
    let state = 1;
    const before = () => mirror.files.set(NAME, { bytes: BYTES, etag: `"${++state}"` });
    for (let i = 0; i < 20; i++) mirror.faults.push({ kind: 'cut', afterBytes: 50_000, before });
    expect(await failureOf(fetchIt())).toBe(
      `${mirror.url}${NAME}: the file changed during the download, 4 times; run the command again later, or change --from`,
    );
  });

  test('starts over if the server does not support ranges', async () => {
    mirror.ranges = false;
    mirror.faults.push({ kind: 'cut', afterBytes: 120_000 }, { kind: 'cut', afterBytes: 10_000 });
    await fetchIt();
    expect(isWhole()).toBe(true);
  });

  test('that a server without ranges drops every time is given up', async () => {
    mirror.ranges = false;
    for (let i = 0; i < 20; i++) mirror.faults.push({ kind: 'cut', afterBytes: 50_000 });
    expect(await failureOf(fetchIt())).toContain(
      ': the connection was lost, and the server cannot resume downloads, 4 times; run the command again later',
    );
  });

  test('without a validator is not resumed', async () => {
    for (const etag of [null, 'W/"1"']) {
      mirror.files.set(NAME, { bytes: BYTES, etag });
      mirror.faults.push({ kind: 'cut', afterBytes: 120_000 });
      mirror.asked.length = 0;
      await fetchIt();
      expect(rangesAsked().filter((range) => range !== null)).toEqual([]);
      expect(isWhole()).toBe(true);
      rmSync(path);
    }
  });

  test('is resumed by date if there is no tag', async () => {
    mirror.files.set(NAME, { bytes: BYTES, etag: null, lastModified: 'Sat, 14 Nov 2026 03:00:00 GMT' });
    mirror.faults.push({ kind: 'cut', afterBytes: 120_000 });
    await fetchIt();
    expect(fileAsked().at(-1)!.headers.get('if-range')).toBe('Sat, 14 Nov 2026 03:00:00 GMT');
    expect(isWhole()).toBe(true);
  });
});

describe('a file that was downloaded before', () => {
  const tag = (etag: string | null, last_modified: string | null = null): Validators => ({
    etag,
    last_modified,
    bytes: BYTES.length,
    linked_sha256: null,
  });

  test('is not downloaded again', async () => {
    expect(await fetchIt(quickSession(), tag('"1"'))).toEqual({ isChanged: false });
    expect(mirror.asked.map(({ headers }) => headers.get('if-none-match'))).toEqual(['"1"']);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is recognized even if the server ignores conditions', async () => {
    const lastModified = 'Sat, 14 Nov 2026 03:00:00 GMT';
    mirror.files.set(NAME, { bytes: BYTES, etag: null, lastModified });
    expect(await fetchIt(quickSession(), tag(null, lastModified))).toEqual({ isChanged: false });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is downloaded if it has changed', async () => {
    expect(await fetchIt(quickSession(), tag('"0"'))).toMatchObject({ isChanged: true, path });
    expect(isWhole()).toBe(true);
  });

  test('is used without a download if it is still here and complete', async () => {
    await fetchIt();
    mirror.asked.length = 0;
    expect(await fetchIt()).toMatchObject({ isChanged: true, path });
    expect(fileAsked().map(({ headers }) => headers.get('if-none-match'))).toEqual(['"1"']);
    expect(isWhole()).toBe(true);
  });
});

describe('the length', () => {
  test('that is announced too large is an error, not half a file', async () => {
    for (let i = 0; i < 10; i++) mirror.faults.push({ kind: 'length', bytes: BYTES.length + 500 });
    expect(await failureOf(fetchIt())).toMatch(
      /: the server refused to send the rest of the file \(416\), 4 times; /,
    );
  });

  test('that differs between two responses makes it start over', async () => {
    mirror.faults.push({ kind: 'cut', afterBytes: 100_000 });
    await failureOf(fetchIt(quickSession(quickRetries({ attempts: 1 }))));
    mirror.files.set(NAME, { bytes: BYTES.subarray(0, 150_000) });
    await fetchIt();
    expect(isWhole(BYTES.subarray(0, 150_000))).toBe(true);
  });

  test('that is shorter than what has arrived makes it start over', async () => {
    mirror.faults.push({ kind: 'cut', afterBytes: 100_000 });
    await failureOf(fetchIt(quickSession(quickRetries({ attempts: 1 }))));
    mirror.files.set(NAME, { bytes: BYTES.subarray(0, 50_000) });
    await fetchIt();
    expect(mirror.asked.some(({ headers }) => headers.get('range') === 'bytes=100000-')).toBe(true);
    expect(isWhole(BYTES.subarray(0, 50_000))).toBe(true);
  });

  test('is reported before the download, so that disk space can be checked', async () => {
    const refusing = fetchWhole(quickSession(), mirror.url + NAME, path, null, ({ bytesMissing }) => {
      throw new Error(`no room for ${bytesMissing}`);
    });
    expect(await failureOf(refusing)).toBe('no room for 200000');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a published hash', () => {
  const sha256 = (encoding: 'hex' | 'base64') => createHash('sha256').update(BYTES).digest(encoding);
  const wrong = 'ab'.repeat(32);
  const inBase64 = Buffer.from(wrong, 'hex').toString('base64');

  test.each([
    [
      'Repr-Digest',
      { 'repr-digest': `sha-256=:${inBase64}:` },
      { 'repr-digest': `sha-256=:${sha256('base64')}:` },
    ],
    ['Digest', { digest: `SHA-256=${inBase64}` }, { digest: `unixsum=1,SHA-256=${sha256('base64')}` }],
    [
      'Content-MD5',
      { 'content-md5': Buffer.alloc(16).toString('base64') },
      { 'content-md5': createHash('md5').update(BYTES).digest('base64') },
    ],
  ])('in %s is checked', async (_, wrongHeaders, rightHeaders) => {
    mirror.files.set(NAME, { bytes: BYTES, headers: wrongHeaders });
    expect(await failureOf(fetchIt())).toMatch(/was corrupted in transit: .*; run the command again/);
    // Nothing is kept; otherwise the next run would consider it complete.
    expect(readdirSync(folder)).toEqual([]);
    mirror.files.set(NAME, { bytes: BYTES, headers: rightHeaders });
    await fetchIt();
    expect(isWhole()).toBe(true);
  });

  test.each([
    ['a file next to it', `${NAME}.sha256`, (hex: string) => `${hex}\n`],
    ['a list', 'SHA256SUMS', (hex: string) => `${'0'.repeat(64)}  other.csv.gz\n${hex} *data/${NAME}\n`],
    ['a list with the other name', 'sha256sum', (hex: string) => `${hex}  ${NAME}\n`],
  ])('in %s is checked', async (_, name, write) => {
    mirror.files.set(name, { bytes: Buffer.from(write(wrong)) });
    expect(await failureOf(fetchIt())).toMatch(/was corrupted in transit: .*; run the command again/);
    mirror.files.set(name, { bytes: Buffer.from(write(sha256('hex'))) });
    await fetchIt();
    expect(isWhole()).toBe(true);
  });

  test('is checked after a download in several parts and runs', async () => {
    mirror.files.set(NAME, { bytes: BYTES, headers: { digest: `sha-256=${inBase64}` } });
    mirror.faults.push({ kind: 'cut', afterBytes: 100_000 });
    await failureOf(fetchIt(quickSession(quickRetries({ attempts: 1 }))));
    expect(await failureOf(fetchIt())).toContain('was corrupted in transit');
  });

  test('in a redirect, as Hugging Face sends it, is checked', async () => {
    const linked = (hex: string) => ({ location: `/${NAME}`, headers: { 'x-linked-etag': `"${hex}"` } });
    const fetchLinked = () => fetchWhole(quickSession(), `${mirror.url}resolve`, path, null, () => {});
    mirror.redirects.set('resolve', linked(wrong));
    expect(await failureOf(fetchLinked())).toContain('was corrupted in transit');
    mirror.redirects.set('resolve', linked(sha256('hex')));
    await fetchLinked();
    expect(isWhole()).toBe(true);
  });
});

test('a web page instead of the file is refused immediately and not kept', async () => {
  mirror.files.set(NAME, { bytes: Buffer.from('<!doctype html><title>Sign in</title>') });
  expect(await failureOf(fetchIt())).toMatch(/: is a web page, not an export; check --from/);
  expect(readdirSync(folder)).toEqual([]);
});

test('an empty file is refused', async () => {
  mirror.files.set(NAME, { bytes: Buffer.alloc(0) });
  expect(await failureOf(fetchIt())).toContain(': is empty; ');
});
