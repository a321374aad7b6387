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
import { failureOf, quickPatience, quickSession } from './session.ts';

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

/** Requests for the file itself, not for a hash beside it. */
const fileAsked = () => mirror.asked.filter((request) => request.path === NAME);
const rangesAsked = () => fileAsked().map(({ headers }) => headers.get('range') ?? null);
const isWhole = (bytes = BYTES) => readFileSync(path).equals(bytes);

describe('a download', () => {
  test('says who asks, and asks for the bytes as they are', async () => {
    await fetchIt();
    expect(isWhole()).toBe(true);
    expect(mirror.asked[0]!.headers.get('user-agent')).toBe('larder/test (nobody)');
    expect(mirror.asked[0]!.headers.get('accept-encoding')).toBe('identity');
  });

  test('goes on where it was cut, as often as it must', async () => {
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

  test('goes on where it stalled', async () => {
    mirror.faults.push({ kind: 'stall', afterBytes: 90_000 });
    await fetchIt(quickSession(quickPatience({ stallMs: 300 })));
    expect(isWhole()).toBe(true);
    expect(rangesAsked().at(-1)).toBe('bytes=90000-');
  });

  test('goes on in a later run', async () => {
    mirror.faults.push({ kind: 'cut', afterBytes: 120_000 });
    expect(await failureOf(fetchIt(quickSession(quickPatience({ attempts: 1 }))))).toContain(
      'goes on where it stopped',
    );
    expect(readdirSync(folder).sort()).toEqual([NAME, `${NAME}.journal`]);
    mirror.asked.length = 0;
    await fetchIt();
    expect(rangesAsked()).toEqual(['bytes=120000-']);
    expect(isWhole()).toBe(true);
  });

  test('that was stopped by hand is kept', async () => {
    mirror.faults.push({ kind: 'stall', afterBytes: 60_000 });
    const stop = new AbortController();
    const doing = fetchIt(quickSession(quickPatience({ stallMs: 60_000 }), stop.signal));
    while (!existsSync(path) || readFileSync(path).length < 60_000) await Bun.sleep(5);
    stop.abort();
    expect(await doing.catch((error) => error)).toBeInstanceOf(Interrupted);
    await fetchIt();
    expect(rangesAsked().at(-1)).toBe('bytes=60000-');
    expect(isWhole()).toBe(true);
  });

  test('is not begun again for a journal of another address, nor goes on without one', async () => {
    mirror.faults.push({ kind: 'cut', afterBytes: 120_000 });
    await failureOf(fetchIt(quickSession(quickPatience({ attempts: 1 }))));
    const journal = readFileSync(`${path}.journal`, 'utf8');
    for (const altered of [journal.replace(NAME, 'other'), journal.slice(0, 20), '{}', 'null']) {
      writeFileSync(`${path}.journal`, altered);
      mirror.asked.length = 0;
      await fetchIt();
      expect(rangesAsked()[0]).toBeNull();
      expect(isWhole()).toBe(true);
    }
  });

  test('trusts no journal that tells of more bytes than there are', async () => {
    mirror.faults.push({ kind: 'cut', afterBytes: 120_000 });
    await failureOf(fetchIt(quickSession(quickPatience({ attempts: 1 }))));
    writeFileSync(path, BYTES.subarray(0, 1000));
    await fetchIt();
    expect(isWhole()).toBe(true);
  });

  test('begins anew when the file has changed in between', async () => {
    mirror.faults.push(
      { kind: 'cut', afterBytes: 120_000 },
      { kind: 'none', before: () => mirror.files.set(NAME, { bytes: OTHER, etag: '"2"' }) },
    );
    await fetchIt();
    expect(isWhole(OTHER)).toBe(true);
  });

  test('begins anew when a server mixes two states of the file', async () => {
    mirror.faults.push({ kind: 'cut', afterBytes: 120_000 });
    await failureOf(fetchIt(quickSession(quickPatience({ attempts: 1 }))));
    // It takes the condition for fulfilled and sends a range of another file.
    mirror.files.set(NAME, { bytes: OTHER, etag: '"2"', lastModified: '"1"' });
    await fetchIt();
    expect(isWhole(OTHER)).toBe(true);
  });

  test('of a file that changes all the time is given up', async () => {
    let state = 1;
    const before = () => mirror.files.set(NAME, { bytes: BYTES, etag: `"${++state}"` });
    for (let i = 0; i < 20; i++) mirror.faults.push({ kind: 'cut', afterBytes: 50_000, before });
    expect(await failureOf(fetchIt())).toBe(
      `${mirror.url}${NAME}: the file changed while it was downloaded, 4 times; run it again later, or give another --from`,
    );
  });

  test('begins anew where the server knows no ranges', async () => {
    mirror.ranges = false;
    mirror.faults.push({ kind: 'cut', afterBytes: 120_000 }, { kind: 'cut', afterBytes: 10_000 });
    await fetchIt();
    expect(isWhole()).toBe(true);
  });

  test('that is cut each time by a server without ranges is given up', async () => {
    mirror.ranges = false;
    for (let i = 0; i < 20; i++) mirror.faults.push({ kind: 'cut', afterBytes: 50_000 });
    expect(await failureOf(fetchIt())).toContain(
      ': the download was cut, and the server cannot go on with one, 4 times; run it again later',
    );
  });

  test('without anything to hold on to is not gone on with', async () => {
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

  test('goes on by date where there is no tag', async () => {
    mirror.files.set(NAME, { bytes: BYTES, etag: null, lastModified: 'Sat, 14 Nov 2026 03:00:00 GMT' });
    mirror.faults.push({ kind: 'cut', afterBytes: 120_000 });
    await fetchIt();
    expect(fileAsked().at(-1)!.headers.get('if-range')).toBe('Sat, 14 Nov 2026 03:00:00 GMT');
    expect(isWhole()).toBe(true);
  });
});

describe('a file that was taken before', () => {
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

  test('is known again by a server that ignores conditions', async () => {
    const lastModified = 'Sat, 14 Nov 2026 03:00:00 GMT';
    mirror.files.set(NAME, { bytes: BYTES, etag: null, lastModified });
    expect(await fetchIt(quickSession(), tag(null, lastModified))).toEqual({ isChanged: false });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is downloaded when it is another', async () => {
    expect(await fetchIt(quickSession(), tag('"0"'))).toMatchObject({ isChanged: true, path });
    expect(isWhole()).toBe(true);
  });

  test('is built from again without a download when it lies here whole', async () => {
    await fetchIt();
    mirror.asked.length = 0;
    expect(await fetchIt()).toMatchObject({ isChanged: true, path });
    expect(fileAsked().map(({ headers }) => headers.get('if-none-match'))).toEqual(['"1"']);
    expect(isWhole()).toBe(true);
  });
});

describe('the length', () => {
  test('that is told too great ends in a failure, not in half a file', async () => {
    for (let i = 0; i < 10; i++) mirror.faults.push({ kind: 'length', bytes: BYTES.length + 500 });
    expect(await failureOf(fetchIt())).toMatch(
      /: the server refuses the rest of the file \(416\), 4 times; /,
    );
  });

  test('that differs between two answers makes it begin anew', async () => {
    mirror.faults.push({ kind: 'cut', afterBytes: 100_000 });
    await failureOf(fetchIt(quickSession(quickPatience({ attempts: 1 }))));
    mirror.files.set(NAME, { bytes: BYTES.subarray(0, 150_000) });
    await fetchIt();
    expect(isWhole(BYTES.subarray(0, 150_000))).toBe(true);
  });

  test('of a file that has become shorter than what is here: it begins anew', async () => {
    mirror.faults.push({ kind: 'cut', afterBytes: 100_000 });
    await failureOf(fetchIt(quickSession(quickPatience({ attempts: 1 }))));
    mirror.files.set(NAME, { bytes: BYTES.subarray(0, 50_000) });
    await fetchIt();
    expect(mirror.asked.some(({ headers }) => headers.get('range') === 'bytes=100000-')).toBe(true);
    expect(isWhole(BYTES.subarray(0, 50_000))).toBe(true);
  });

  test('is told to whoever must have room for it, before the bytes come', async () => {
    const refusing = fetchWhole(quickSession(), mirror.url + NAME, path, null, ({ bytesMissing }) => {
      throw new Error(`no room for ${bytesMissing}`);
    });
    expect(await failureOf(refusing)).toBe('no room for 200000');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a hash that the server publishes', () => {
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
  ])('as %s is held against the bytes', async (_, wrongHeaders, rightHeaders) => {
    mirror.files.set(NAME, { bytes: BYTES, headers: wrongHeaders });
    expect(await failureOf(fetchIt())).toMatch(/was altered on its way: .*; run it again/);
    // Nothing is kept, or the next run would find it whole.
    expect(readdirSync(folder)).toEqual([]);
    mirror.files.set(NAME, { bytes: BYTES, headers: rightHeaders });
    await fetchIt();
    expect(isWhole()).toBe(true);
  });

  test.each([
    ['a file beside it', `${NAME}.sha256`, (hex: string) => `${hex}\n`],
    ['a list', 'SHA256SUMS', (hex: string) => `${'0'.repeat(64)}  other.csv.gz\n${hex} *data/${NAME}\n`],
    ['a list of the other name', 'sha256sum', (hex: string) => `${hex}  ${NAME}\n`],
  ])('in %s is held against the bytes', async (_, name, write) => {
    mirror.files.set(name, { bytes: Buffer.from(write(wrong)) });
    expect(await failureOf(fetchIt())).toMatch(/was altered on its way: .*; run it again/);
    mirror.files.set(name, { bytes: Buffer.from(write(sha256('hex'))) });
    await fetchIt();
    expect(isWhole()).toBe(true);
  });

  test('is held against what was put together over cuts and runs', async () => {
    mirror.files.set(NAME, { bytes: BYTES, headers: { digest: `sha-256=${inBase64}` } });
    mirror.faults.push({ kind: 'cut', afterBytes: 100_000 });
    await failureOf(fetchIt(quickSession(quickPatience({ attempts: 1 }))));
    expect(await failureOf(fetchIt())).toContain('was altered on its way');
  });

  test('of a redirector that tells it, as Hugging Face does', async () => {
    const linked = (hex: string) => ({ location: `/${NAME}`, headers: { 'x-linked-etag': `"${hex}"` } });
    const fetchLinked = () => fetchWhole(quickSession(), `${mirror.url}resolve`, path, null, () => {});
    mirror.redirects.set('resolve', linked(wrong));
    expect(await failureOf(fetchLinked())).toContain('was altered on its way');
    mirror.redirects.set('resolve', linked(sha256('hex')));
    await fetchLinked();
    expect(isWhole()).toBe(true);
  });
});

test('a web page in place of the file is refused at once, and not kept', async () => {
  mirror.files.set(NAME, { bytes: Buffer.from('<!doctype html><title>Sign in</title>') });
  expect(await failureOf(fetchIt())).toMatch(/: is a web page, not an export; check --from/);
  expect(readdirSync(folder)).toEqual([]);
});

test('an empty file is refused', async () => {
  mirror.files.set(NAME, { bytes: Buffer.alloc(0) });
  expect(await failureOf(fetchIt())).toContain(': is empty; ');
});
