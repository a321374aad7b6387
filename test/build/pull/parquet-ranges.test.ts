import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadataAsync } from 'hyparquet';
import { fetchParquet, findColumnSpans } from '../../../build/pull/parquet-ranges.ts';
import { subtractSpans } from '../../../build/pull/partial-file.ts';
import type { Validators } from '../../../build/pull/validators.ts';
import type { Fetched } from '../../../build/pull/whole-file.ts';
import { openExport, readBatches } from '../../../build/read/open-input.ts';
import { openParquet } from '../../../build/read/parquet.ts';
import { temporaryFolder } from '../export-file.ts';
import { readAll, rowsOf } from '../read/read-all.ts';
import { type Mirror, openMirror } from './mirror.ts';
import { failureOf, quickRetries, quickSession } from './session.ts';

/** Five made-up products in row groups of two, with the nested columns of the real export. */
const FIXTURE = await Bun.file(
  join(import.meta.dir, '../../fixtures/open-food-facts/products.parquet'),
).bytes();
const NAME = 'food.parquet';
/** Small like the fixture: with the usual sizes, one request would get all of it. */
const SIZES = { footerBytes: 64, gapBytes: 0 };

let folder: string;
let path: string;
let mirror: Mirror;
beforeEach(async () => {
  folder = temporaryFolder();
  path = join(folder, NAME);
  mirror = await openMirror();
  mirror.files.set(NAME, { bytes: FIXTURE });
});
afterEach(async () => {
  await mirror.close();
  rmSync(folder, { recursive: true });
});

function fetchIt(
  session = quickSession(),
  former: Validators | null = null,
  sizes = SIZES,
): Promise<Fetched> {
  return fetchParquet(session, mirror.url + NAME, path, former, () => {}, sizes);
}

async function codesOf(file: string): Promise<(string | null)[]> {
  const { foods } = await readAll(readBatches(await openExport(file)));
  return foods.map(({ code }) => code);
}
const CODES = ['3991234500016', '0012345600012', '4099999900014', '20000042', '8000000000019'];

const bytesAsked = () =>
  mirror.asked
    .filter((request) => request.path === NAME)
    .reduce((sum, { headers }) => {
      const [, from, to] = /bytes=(\d+)-(\d+)/.exec(headers.get('range') ?? '')!;
      return sum + Number(to) - Number(from) + 1;
    }, 0);

describe('a Parquet file by ranges', () => {
  test('contains everything its reader needs, and not the rest', async () => {
    await fetchIt();
    const metadata = await parquetMetadataAsync(FIXTURE.slice().buffer);
    const spans = findColumnSpans(metadata);
    const readHere: [number, number][] = [];
    const file = {
      byteLength: FIXTURE.length,
      slice: async (from: number, to = FIXTURE.length) => {
        readHere.push([from, to]);
        return FIXTURE.slice(from, to).buffer as ArrayBuffer;
      },
    };
    const parquet = await openParquet(file, NAME);
    // The footer has been read by now; only the rows follow.
    readHere.length = 0;
    await readAll(rowsOf(parquet));
    expect(readHere.length).toBeGreaterThan(10);
    expect(subtractSpans(readHere, spans)).toEqual([]);
    expect(bytesAsked()).toBeLessThan(FIXTURE.length);
    expect(await codesOf(path)).toEqual(CODES);
    expect(await readRows(path)).toEqual(await readRows(FIXTURE_PATH));
  });

  test('has holes where nothing was downloaded', async () => {
    await fetchIt();
    const local = readFileSync(path);
    expect(local.length).toBe(FIXTURE.length);
    const missing = FIXTURE.filter((byte, at) => byte !== 0 && local[at] === 0).length;
    expect(missing).toBeGreaterThan(200);
  });

  test('needs few requests if the columns are close together', async () => {
    await fetchIt(quickSession(), null, { footerBytes: 1024, gapBytes: 4096 });
    // One for the head, up to two for the footer, and one for all columns.
    expect(mirror.asked.length).toBeLessThanOrEqual(4);
    expect(await codesOf(path)).toEqual(CODES);
  });

  test('is resumed after lost connections and stalls', async () => {
    for (let i = 0; i < 3; i++) {
      mirror.faults.push({ kind: 'none', before() {} }, { kind: 'cut', afterBytes: 30 });
      mirror.faults.push({ kind: 'stall', afterBytes: 20 }, { kind: 'status', status: 503 });
    }
    await fetchIt(quickSession(quickRetries({ attempts: 5, stallMs: 100 })));
    expect(await codesOf(path)).toEqual(CODES);
  });

  test('is resumed by a later run without requesting what has arrived', async () => {
    for (let i = 0; i < 8; i++) mirror.faults.push({ kind: 'none', before() {} });
    mirror.faults.push({ kind: 'cut', afterBytes: 10 });
    expect(await failureOf(fetchIt(quickSession(quickRetries({ attempts: 1 }))))).toContain('it will resume');
    // Ten bytes of the last request arrived.
    const cut = mirror.asked.pop()!;
    const taken = bytesAsked() + 10;
    mirror.asked.length = 0;
    await fetchIt();
    const rest = bytesAsked();
    mirror.asked.length = 0;
    rmSync(path);
    await fetchIt();
    // Nothing is requested twice except the head, which shows whether the file is still the same.
    expect(cut.headers.get('if-range')).toBe('"1"');
    expect(taken + rest).toBe(bytesAsked() + 'PAR1'.length);
    expect(await codesOf(path)).toEqual(CODES);
  });

  test('that changes halfway is downloaded from the start', async () => {
    const changed = FIXTURE.slice();
    const at = Buffer.from(changed).indexOf('3991234500016');
    changed.set(Buffer.from('3991234500023'), at);
    for (let i = 0; i < 8; i++) mirror.faults.push({ kind: 'none', before() {} });
    mirror.faults.push({
      kind: 'none',
      before: () => mirror.files.set(NAME, { bytes: changed, etag: '"2"' }),
    });
    expect(await fetchIt()).toMatchObject({ isChanged: true, validators: { etag: '"2"' } });
    expect(await codesOf(path)).toEqual(['3991234500023', ...CODES.slice(1)]);
  });

  test('that keeps changing is given up', async () => {
    let state = 1;
    const before = () => mirror.files.set(NAME, { bytes: FIXTURE, etag: `"${++state}"` });
    for (let i = 0; i < 99; i++) mirror.faults.push({ kind: 'none', before });
    expect(await failureOf(fetchIt())).toMatch(/the file changed during the download, 4 times; /);
  });

  test('that was downloaded before is not downloaded again', async () => {
    const first = await fetchIt();
    rmSync(path);
    rmSync(`${path}.journal`);
    mirror.asked.length = 0;
    const former = first.isChanged ? first.validators : null;
    expect(await fetchIt(quickSession(), former)).toEqual({ isChanged: false });
    expect(mirror.asked.length).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is downloaded whole if the server has no ranges or no validators', async () => {
    mirror.ranges = false;
    await fetchIt();
    expect(readFileSync(path).equals(FIXTURE)).toBe(true);
    rmSync(path);
    mirror.ranges = true;
    mirror.files.set(NAME, { bytes: FIXTURE, etag: null });
    await fetchIt();
    expect(readFileSync(path).equals(FIXTURE)).toBe(true);
  });

  test('is identified by the hash in a redirect; another hash means another version', async () => {
    const linked = (digit: string) => ({
      location: `/${NAME}`,
      headers: { 'x-linked-etag': `"${digit.repeat(64)}"` },
    });
    const fetchLinked = (former: Validators | null) =>
      fetchParquet(quickSession(), `${mirror.url}resolve`, path, former, () => {}, SIZES);
    mirror.redirects.set('resolve', linked('a'));
    const first = await fetchLinked(null);
    expect(first).toMatchObject({ isChanged: true, validators: { linked_sha256: 'a'.repeat(64) } });
    const former = first.isChanged ? { ...first.validators, etag: '"of another storage"' } : null;
    expect(await fetchLinked(former)).toEqual({ isChanged: false });
    mirror.redirects.set('resolve', linked('b'));
    expect(await fetchLinked(former)).toMatchObject({ isChanged: true });
  });
});

describe('something other than a Parquet file', () => {
  test.each([
    ['a web page', '<html><body>Sign in</body></html>', /is a web page, not an export/],
    [
      'something else',
      'code\tproduct_name\n1\tMilk and more than that\n',
      /is not a Parquet file; check --from/,
    ],
    ['a truncated file', Buffer.from(FIXTURE.slice(0, 5000)), /is not a Parquet file; check --from/],
    [
      'a footer of impossible length',
      Buffer.concat([FIXTURE.slice(0, -8), Buffer.from('\xff\xff\xff\xffPAR1', 'latin1')]),
      /is not a Parquet file/,
    ],
    ['only the magic numbers', 'PAR1PAR1', /is not a Parquet file/],
    [
      'garbage between the magic numbers',
      Buffer.concat([
        Buffer.from('PAR1'),
        Buffer.alloc(3000, 7),
        Buffer.from([100, 0, 0, 0]),
        Buffer.from('PAR1'),
      ]),
      /is not a Parquet file/,
    ],
  ])('(%s) is refused and not kept', async (_, content, said) => {
    mirror.files.set(NAME, { bytes: Buffer.from(content) });
    expect(await failureOf(fetchIt())).toMatch(said);
    expect(readdirSync(folder)).toEqual([]);
  });
});

const FIXTURE_PATH = join(import.meta.dir, '../../fixtures/open-food-facts/products.parquet');
async function readRows(file: string) {
  return (await readAll(readBatches(await openExport(file)))).foods;
}

test('A server that sends more than it was asked for is not read to its end', async () => {
  const chunk = Buffer.alloc(1024 * 1024, 'PAR1');
  let sent = 0;
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) =>
      request.headers.get('range') !== 'bytes=0-3'
        ? new Response(null, { status: 404 })
        : new Response(
            new ReadableStream({
              pull(controller) {
                if (sent === 100 * chunk.length) return controller.close();
                sent += chunk.length;
                controller.enqueue(chunk);
              },
            }),
            { status: 206, headers: { etag: '"1"', 'content-range': 'bytes 0-3/104857600' } },
          ),
  });
  await fetchParquet(quickSession(), `${server.url}${NAME}`, path, null, () => {}, SIZES).catch(() => {});
  expect(sent).toBeLessThan(50 * chunk.length);
  await server.stop(true);
});
