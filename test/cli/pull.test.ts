import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { FetchError } from '../../build/pull/fetch-error.ts';
import { readChecksum } from '../../src/catalog/checksum.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { verifyCatalog } from '../../src/catalog/verify.ts';
import { pull, pullAgain, runPull } from '../../src/cli/commands/pull.ts';
import { rollback } from '../../src/cli/commands/rollback.ts';
import { Stopped } from '../../src/cli/failure.ts';
import { parseOptions } from '../../src/options.ts';
import { findLastPull } from '../../src/server/last-pull.ts';
import { type ExportRow, PRODUCTS, temporaryFolder, writeExport } from '../build/export-file.ts';
import { type Mirror, openMirror } from '../build/pull/mirror.ts';
import { quickRetries } from '../build/pull/session.ts';
import { LARDER } from '../contract/server-process.ts';
import { until } from '../until.ts';
import { runCaptured } from './captured-run.ts';

const [PROGRAM = '', ...FIRST] = LARDER;
const PARQUET = join(import.meta.dir, '../fixtures/open-food-facts/products.parquet');
const CSV = 'en.openfoodfacts.org.products.csv.gz';

let folder: string;
let data: string;
let catalog: string;
let mirror: Mirror;
beforeEach(async () => {
  folder = temporaryFolder();
  data = join(folder, 'data');
  catalog = join(data, 'catalog.db');
  mirror = await openMirror();
  mirror.files.set(CSV, { bytes: exportOf(PRODUCTS) });
});
afterEach(async () => {
  await mirror.close();
  rmSync(folder, { recursive: true });
});

function exportOf(rows: readonly ExportRow[]): Uint8Array {
  return Bun.gzipSync(readFileSync(writeExport(join(folder, 'rows.tsv'), rows)));
}
/** The products and one more, so that the next catalogue differs. */
function grown(name: string): Uint8Array {
  return exportOf([
    ...PRODUCTS,
    { code: '3000000000007', product_name: name, last_modified_t: '1767225600' },
  ]);
}

/** Without the built-in generic foods, which take a second to build and are covered by one test. */
function pullWith(...args: string[]) {
  const { values } = parseOptions(pull.options, ['--data', data, '--generic', 'off', ...args], {});
  return runCaptured((console) => runPull(values, console, quickRetries()));
}
const pullCsv = (...args: string[]) => pullWith('--from', mirror.url, '--format', 'csv', ...args);
const rollBack = () =>
  runCaptured((console) => rollback.run(parseOptions(rollback.options, ['--data', data], {}), console));

function namesIn(path: string): string[] {
  const opened = openCatalog(path);
  const names = opened.db.prepare('SELECT name FROM foods').pluck().all() as string[];
  opened.close();
  return names;
}
/** What is left in the data directory apart from the lock, the record and the outcome. */
const leftovers = () => [
  ...readdirSync(data).filter((name) => !['catalog.db', 'catalog.previous.db', 'pull'].includes(name)),
  ...readdirSync(join(data, 'pull')).filter(
    (name) => !['lock.db', 'last-pull', 'last-pull-outcome.json'].includes(name),
  ),
];

describe('larder pull', () => {
  test('builds and verifies a catalogue from the newest export, and leaves no other files', async () => {
    const { status, stdout, failure } = await pullCsv('--contact', 'ops@example.org');
    expect({ status, failure }).toEqual({ status: 0, failure: '' });
    expect(stdout).toMatch(/catalog\.db: 10 foods, .*, newest record 2026-01-01, built in /);
    expect(verifyCatalog(catalog).foods).toBe(10);
    expect(leftovers()).toEqual([]);
    expect(findLastPull(data)).toMatchObject({
      from: mirror.url + CSV,
      content_sha256: readChecksum(catalog)!.stored,
      report: { rows_read: 11, foods: 10, merged: 0, refused: { no_name: 1 } },
    });
    expect(mirror.asked[0]!.headers.get('user-agent')).toMatch(
      /^larder\/\d+\.\d+\.\d+ \(ops@example\.org\)$/,
    );
  });

  test('with --every pulls again after as many days, and an hour after a failure', async () => {
    const waits: number[] = [];
    const outcomes = [true, false, true];
    const { stderr, failure } = await runCaptured((console) =>
      pullAgain(
        async () => {
          const succeeds = outcomes.shift();
          if (succeeds === undefined) throw new Stopped('stopped');
          if (!succeeds) throw new FetchError('https://a.example', 'not found', 'check the address');
        },
        7,
        console,
        async (waitMs) => {
          waits.push(waitMs / 3_600_000);
        },
      ),
    );
    expect(waits).toEqual([7 * 24, 1, 7 * 24]);
    expect(stderr).toBe('larder: https://a.example: not found; check the address; trying again in an hour\n');
    expect(failure).toBe('stopped');
  });

  test('gives a long path a line of its own on a terminal', async () => {
    const long = join(data, 'x'.repeat(60));
    const args = ['--data', long, '--generic', 'off', '--from', mirror.url, '--format', 'csv'];
    const { values } = parseOptions(pull.options, args, {});
    const { stdout } = await runCaptured(({ stdout, stderr }) =>
      runPull(values, { stdout: { isTTY: true, columns: 80, write: stdout.write }, stderr }, quickRetries()),
    );
    const [path, summary] = stdout.split('\n');
    expect(path).toBe(`${join(long, 'catalog.db')}:`);
    expect(summary).toMatch(/^ {2}10 foods, .*, newest record 2026-01-01, built in \d+ s$/);
  });

  test('keeps the credentials of an address in no file and shows them nowhere', async () => {
    const from = mirror.url.replace('//', '//ada:hunter2hunter2@');
    const { status, stdout, stderr } = await pullWith('--from', from, '--format', 'csv', '--keep-download');
    expect(status).toBe(0);
    expect(mirror.asked[0]!.headers.get('authorization')).toBe(`Basic ${btoa('ada:hunter2hunter2')}`);
    expect(stdout + stderr).not.toContain('hunter2');
    for (const entry of readdirSync(data, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      expect(bytes.includes('hunter2'), entry.name).toBe(false);
    }
    const missing = await pullWith('--from', `${from}missing/`, '--format', 'csv');
    expect(missing.failure).toContain('not found');
    expect(missing.failure).not.toContain('hunter2');
  });

  test('downloads the Parquet export by default, in ranges', async () => {
    mirror.files.set('food.parquet', { bytes: readFileSync(PARQUET) });
    expect((await pullWith('--from', mirror.url)).status).toBe(0);
    expect(mirror.asked.every(({ headers }) => headers.has('range'))).toBe(true);
    expect(namesIn(catalog)).toContain('Helles Lagerbier');
  });

  test('does nothing if the export has not changed, and says so', async () => {
    await pullCsv();
    const before = statSync(catalog);
    const { status, stdout } = await pullCsv();
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: `${mirror.url}${CSV}: unchanged since the last pull; nothing to do\n`,
    });
    expect(statSync(catalog)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
    expect(existsSync(join(data, 'catalog.previous.db'))).toBe(false);
  });

  test('builds anyway if forced, or if the operator’s own foods have changed', async () => {
    await pullCsv();
    const own = join(folder, 'own.csv');
    writeFileSync(own, 'name\nSoup\n');
    expect((await pullCsv('--community', own)).stdout).toContain('11 foods');
    expect((await pullCsv('--community', own)).stdout).toContain('nothing to do');
    writeFileSync(own, 'name\nSoup\nMore soup\n');
    expect((await pullCsv('--community', own)).stdout).toContain('12 foods');
    expect((await pullCsv('--community', own, '--force')).stdout).toContain('12 foods');
  });

  test('adds the built-in generic foods and dishes, and no products of the starter catalogue', async () => {
    await pullCsv('--generic', 'usda');
    const opened = openCatalog(catalog);
    expect(opened.manifest.foods_by_source).toEqual({ off: 10, usda: 8790, community: 100 });
    expect(opened.manifest.sources.map(({ kind }) => kind).sort()).toEqual([
      'community',
      'community',
      'export-csv',
      'usda',
    ]);
    const [milk] = opened.search({ q: 'whole milk', limit: 1, source: null });
    expect(milk).toMatchObject({ source: 'usda' });
    opened.close();
    expect((await pullCsv('--generic', 'usda')).stdout).toContain('nothing to do');
    mirror.files.set(CSV, { bytes: grown('Brand new soup'), etag: '"2"' });
    expect((await pullCsv()).failure).toContain('8790 foods from the source usda, which would be lost');
  });

  test('builds if the catalogue of the last pull is gone', async () => {
    await pullCsv();
    rmSync(catalog);
    expect((await pullCsv()).stdout).toContain('10 foods');
  });

  test('keeps the previous catalogue, which rollback swaps with the current one', async () => {
    await pullCsv();
    mirror.files.set(CSV, { bytes: grown('Brand new soup'), etag: '"2"' });
    expect((await pullCsv()).stderr).toContain('larder rollback');
    expect(namesIn(catalog)).toContain('Brand new soup');
    expect((await rollBack()).stdout).toMatch(
      /catalog\.db: 10 foods, newest record 2026-01-01, sha256 [0-9a-f]{12}…/,
    );
    expect(namesIn(catalog)).not.toContain('Brand new soup');
    expect(namesIn(join(data, 'catalog.previous.db'))).toContain('Brand new soup');
    expect((await rollBack()).status).toBe(0);
    expect(namesIn(catalog)).toContain('Brand new soup');
    expect(leftovers()).toEqual([]);
  });

  test('that only repeats the current catalogue leaves the previous one to return to', async () => {
    await pullCsv();
    mirror.files.set(CSV, { bytes: grown('Brand new soup'), etag: '"2"' });
    await pullCsv();
    expect((await pullCsv('--force')).stderr).toContain('larder rollback');
    expect((await rollBack()).stdout).toContain('10 foods');
  });

  test('does not fetch what was rolled back, until the export changes', async () => {
    await pullCsv();
    mirror.files.set(CSV, { bytes: grown('Spoilt soup'), etag: '"2"' });
    await pullCsv();
    await rollBack();
    expect((await pullCsv()).stdout).toContain('nothing to do');
    expect(namesIn(catalog)).not.toContain('Spoilt soup');
    mirror.files.set(CSV, { bytes: grown('Mended soup'), etag: '"3"' });
    await pullCsv();
    expect(namesIn(catalog)).toContain('Mended soup');
  });

  test('keeps the download on request, and builds from it again', async () => {
    await pullCsv('--keep-download');
    expect(leftovers().sort()).toEqual([CSV, `${CSV}.journal`]);
    mirror.asked.length = 0;
    expect((await pullCsv('--force')).stdout).toContain('10 foods');
    expect(mirror.asked.filter(({ path }) => path === CSV).length).toBe(1);
    expect(leftovers()).toEqual([]);
  });

  test('writes the report of the build', async () => {
    const report = join(folder, 'report.json');
    await pullCsv('--report', report);
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ rows_read: 11, foods: 10 });
  });
});

describe('a pull that fails', () => {
  test('because the export has collapsed leaves the catalogue, and keeps the download for --force', async () => {
    await pullCsv();
    const before = readFileSync(catalog);
    mirror.files.set(CSV, { bytes: exportOf(PRODUCTS.slice(0, 2)), etag: '"2"' });
    const { status, failure } = await pullCsv();
    expect(status).toBe(1);
    expect(failure).toMatch(/catalog\.db: not replaced by the new catalogue, because it has 2 foods, and/);
    expect(readFileSync(catalog).equals(before)).toBe(true);
    expect(leftovers().sort()).toEqual([CSV, `${CSV}.journal`]);
    mirror.asked.length = 0;
    expect((await pullCsv('--force')).stdout).toContain('2 foods');
    expect(mirror.asked.filter(({ headers }) => headers.has('range'))).toEqual([]);
    expect(leftovers()).toEqual([]);
  });

  test('because the announced length is too small reports a truncated file, and starts over the next time', async () => {
    mirror.faults.push({ kind: 'length', bytes: 300 });
    const { status, failure } = await pullCsv();
    expect(status).toBe(1);
    expect(failure).toMatch(/: the gzip file is truncated; download it again$/);
    expect(existsSync(catalog)).toBe(false);
    expect((await pullCsv()).status).toBe(0);
  });

  test('because the server sends a web page instead of the export', async () => {
    mirror.files.set(CSV, { bytes: Buffer.from('<html>moved</html>') });
    expect((await pullCsv()).failure).toMatch(/is a web page, not an export; /);
    expect(leftovers()).toEqual([]);
  });

  test('because the operator’s own foods would be lost fails before the download', async () => {
    const own = join(folder, 'own.csv');
    writeFileSync(own, 'name\nSoup\n');
    await pullCsv('--community', own);
    mirror.files.set(CSV, { bytes: grown('More'), etag: '"2"' });
    mirror.asked.length = 0;
    const { failure } = await pullCsv();
    expect(failure).toMatch(
      /catalog\.db: has 1 foods from the source community, which would be lost; give --community/,
    );
    expect(mirror.asked).toEqual([]);
    expect((await pullCsv('--community', own)).status).toBe(0);
  });

  test('for lack of disk space fails before the download', async () => {
    // No disk has enough space for a file of this length.
    mirror.files.set(CSV, { bytes: exportOf(PRODUCTS) });
    mirror.faults.push({ kind: 'length', bytes: 9e15 });
    expect((await pullCsv()).failure).toMatch(
      /the disk has .* GB free, but about .* GB are needed; free some space/,
    );
    expect(leftovers()).toEqual([]);
  });

  test.each([
    ['a missing folder', ['--from', '/nowhere'], /nowhere: no such file or folder; check --from/],
    [
      'a report in a missing folder',
      ['--report', '/nowhere/r.json'],
      /its directory does not exist; create the directory first/,
    ],
    ['csv from a folder without one', ['--from', '/'], /contains no csv export/],
    [
      'an address with another scheme',
      ['--from', 'ftp://example.org/'],
      /is not an http, https or s3 address/,
    ],
  ])('because of %s', async (_, args, said) => {
    expect((await pullWith('--format', 'csv', ...args)).failure).toMatch(said);
  });

  test('because the contact would break the header', () => {
    for (const contact of ['a\r\nx: y', 'a (b)', 'ä', '']) {
      expect(() => parseOptions(pull.options, ['--contact', contact], {})).toThrow('--contact takes');
    }
  });
});

describe('a folder', () => {
  test('with an export is built from, without copying the export', async () => {
    const stick = join(folder, 'stick');
    mkdirSync(stick);
    writeFileSync(join(stick, CSV), exportOf(PRODUCTS));
    const first = await pullWith('--from', stick);
    expect(first.stdout).toContain('10 foods');
    expect(first.stderr).toContain(`using ${join(stick, CSV)}`);
    expect((await pullWith('--from', stick)).stdout).toContain('nothing to do');
    expect(readdirSync(stick)).toEqual([CSV]);
  });

  test('with a finished catalogue provides it, verified', async () => {
    await pullCsv();
    const stick = join(folder, 'stick');
    mkdirSync(stick);
    renameSync(catalog, join(stick, 'carried.db'));
    rmSync(data, { recursive: true });
    expect((await pullWith('--from', stick)).stdout).toContain('catalog.db: 10 foods');
    expect(verifyCatalog(catalog).foods).toBe(10);
    expect(readdirSync(stick)).toEqual(['carried.db']);
    expect(findLastPull(data)).toMatchObject({ from: expect.stringContaining('carried.db'), report: null });
    expect((await pullWith('--from', stick)).stdout).toContain('nothing to do');
    expect(leftovers()).toEqual([]);
  });

  test('with an altered or truncated catalogue changes nothing', async () => {
    await pullCsv();
    const before = readFileSync(catalog);
    const carried = join(folder, 'carried.db');
    for (const damage of [
      () => writeFileSync(carried, before.subarray(0, before.length - 4096)),
      () => {
        const altered = Buffer.from(before);
        altered[9000]! ^= 1;
        writeFileSync(carried, altered);
      },
    ]) {
      damage();
      const { status, failure } = await pullWith('--from', carried);
      expect(status).toBe(1);
      expect(failure).toMatch(/has been altered|is incomplete|has no checksum/);
      expect(readFileSync(catalog).equals(before)).toBe(true);
    }
  });

  test('with the current catalogue changes nothing, unless that one is damaged', async () => {
    await pullCsv();
    const carried = join(folder, 'carried.db');
    copyFileSync(catalog, carried);
    expect((await pullWith('--from', carried)).stdout).toContain('already in place; nothing to do');
    expect(existsSync(join(data, 'catalog.previous.db'))).toBe(false);
    const altered = readFileSync(catalog);
    altered[9000]! ^= 1;
    writeFileSync(catalog, altered);
    expect((await pullWith('--from', carried)).stdout).toContain('10 foods');
    expect(verifyCatalog(catalog).foods).toBe(10);
  });
});

describe('larder pull --delta', () => {
  const DAY = 86_400;
  const today = Math.floor(Date.now() / 1000 / DAY) * DAY;
  const nameOf = (from: number, to: number) =>
    `openfoodfacts_products_${today + from * DAY}_${today + to * DAY}.json.gz`;
  const changes = (...products: object[]) => ({
    bytes: Bun.gzipSync(Buffer.from(products.map((product) => `${JSON.stringify(product)}\n`).join(''))),
  });
  const product = (product_name: string, code = '3017620422003') => ({
    code,
    product_name,
    lang: 'en',
    nutriments: { 'energy-kcal_100g': 530, proteins_100g: 6, fat_100g: 30, carbohydrates_100g: 58 },
  });
  function offer(deltas: Record<string, ReturnType<typeof changes>>) {
    const names = Object.keys(deltas);
    for (const name of names) mirror.files.set(`delta/${name}`, deltas[name]!);
    mirror.files.set('delta/index.txt', {
      bytes: Buffer.from(`${names.toSorted().toReversed().join('\n')}\n`),
    });
  }
  beforeEach(async () => {
    const rows = PRODUCTS.map((row) => ({ ...row, last_modified_t: String(today - 2 * DAY + 60) }));
    mirror.files.set(CSV, { bytes: exportOf(rows) });
    await pullCsv();
  });

  test('applies the changes since the last build, in order', async () => {
    offer({
      [nameOf(-3, -2)]: changes(product('Oldest spread')),
      [nameOf(-2, -1)]: changes(product('Older spread'), product('Delta soup', '3000000000007')),
      [nameOf(-1, 0)]: changes(product('Newest spread')),
    });
    const { failure, stdout, stderr } = await pullCsv('--delta');
    expect({ failure, stdout }).toEqual({ failure: '', stdout: expect.stringContaining('11 foods') });
    expect(stderr).toContain('applying 2 deltas');
    expect(namesIn(catalog)).toContain('Newest spread');
    expect(namesIn(catalog)).toContain('Delta soup');
    expect(namesIn(catalog)).toContain('Pulled chicken salad');
    expect(leftovers()).toEqual([]);
    expect((await pullCsv('--delta')).stdout).toBe('no delta is newer than the catalogue; nothing to do\n');
    // The full export is still the one from the start.
    expect((await pullCsv()).stdout).toContain('nothing to do');
    offer({ [nameOf(0, 1)]: changes(product('Tomorrow spread')) });
    await pullCsv('--delta');
    expect(namesIn(catalog)).toContain('Tomorrow spread');
  });

  test('does not apply what was rolled back', async () => {
    offer({ [nameOf(-2, -1)]: changes(product('Spoilt spread')) });
    await pullCsv('--delta');
    await rollBack();
    expect((await pullCsv('--delta')).stdout).toContain('was rolled back; nothing to do');
    expect(namesIn(catalog)).not.toContain('Spoilt spread');
  });

  test('does a full pull if a delta is missing, and says so', async () => {
    offer({ [nameOf(-1, 0)]: changes(product('Newest spread')) });
    mirror.files.set(CSV, { bytes: grown('Full soup'), etag: '"2"' });
    const { stderr } = await pullCsv('--delta');
    expect(stderr).toContain('doing a full pull, because no delta covers');
    expect(namesIn(catalog)).toContain('Full soup');
  });

  test('does a full pull if there is no catalogue yet', async () => {
    rmSync(data, { recursive: true });
    expect((await pullCsv('--delta')).stderr).toContain('there is no catalogue yet');
    expect(verifyCatalog(catalog).foods).toBe(10);
  });

  test('accepts a folder as well', async () => {
    const stick = join(folder, 'stick');
    mkdirSync(join(stick, 'delta'), { recursive: true });
    writeFileSync(join(stick, 'delta', nameOf(-2, -1)), changes(product('Carried spread')).bytes);
    expect((await pullWith('--delta', '--from', stick)).status).toBe(0);
    expect(namesIn(catalog)).toContain('Carried spread');
    expect(readdirSync(join(stick, 'delta'))).toEqual([nameOf(-2, -1)]);
  });

  test.each([
    ['a web page instead of the index', '<html></html>', /is not a list of deltas; /],
    ['no index', null, /delta\/index\.txt: not found \(404\); /],
  ])('fails with %s', async (_, index, said) => {
    if (index !== null) mirror.files.set('delta/index.txt', { bytes: Buffer.from(index) });
    expect((await pullCsv('--delta')).failure).toMatch(said);
  });
});

describe('larder rollback', () => {
  test('without a previous catalogue creates nothing', async () => {
    expect((await rollBack()).failure).toMatch(/catalog\.previous\.db: no such file; `larder pull` keeps/);
    expect(existsSync(data)).toBe(false);
  });

  test('to an altered catalogue is refused', async () => {
    await pullCsv();
    const altered = readFileSync(catalog);
    altered[9000]! ^= 1;
    writeFileSync(join(data, 'catalog.previous.db'), altered);
    expect((await rollBack()).failure).toMatch(/has been altered/);
    expect(verifyCatalog(catalog).foods).toBe(10);
  });

  test('to the same catalogue is refused', async () => {
    await pullCsv();
    copyFileSync(catalog, join(data, 'catalog.previous.db'));
    expect((await rollBack()).failure).toMatch(/is the same as the current catalogue/);
  });

  test('works if the current catalogue is damaged or missing', async () => {
    await pullCsv();
    renameSync(catalog, join(data, 'catalog.previous.db'));
    expect((await rollBack()).stdout).toContain('10 foods');
    renameSync(catalog, join(data, 'catalog.previous.db'));
    writeFileSync(catalog, 'not a catalogue');
    expect((await rollBack()).stdout).toContain('10 foods');
    expect(readFileSync(join(data, 'catalog.previous.db'), 'utf8')).toBe('not a catalogue');
  });

  test('that died halfway is completed by the next command', async () => {
    await pullCsv();
    mirror.files.set(CSV, { bytes: grown('Newer soup'), etag: '"2"' });
    await pullCsv();
    for (const name of ['.next.db.99999999.new', '.next.db.99999999.stage', 'next.db', 'next.db.copy']) {
      writeFileSync(join(data, 'pull', name), 'left by a build that was killed');
    }
    // Between its two renames: the older one is in place, the newer one has only its spare name.
    linkSync(catalog, join(data, 'pull', 'spare.db'));
    renameSync(join(data, 'catalog.previous.db'), catalog);
    await pullCsv();
    expect(namesIn(catalog)).not.toContain('Newer soup');
    expect(namesIn(join(data, 'catalog.previous.db'))).toContain('Newer soup');
    expect(leftovers()).toEqual([]);
  });
});

describe('two pulls at once', () => {
  test('are not possible: the second is refused, but a dead one does not block the next', async () => {
    mirror.pieceMs = 30_000;
    const first = spawn(
      PROGRAM,
      [...FIRST, 'pull', '--data', data, '--from', mirror.url, '--format', 'csv'],
      {
        stdio: 'ignore',
      },
    );
    const ended = new Promise((resolve) => first.once('exit', resolve));
    await until(() => mirror.asked.length > 0);
    expect((await pullCsv()).failure).toBe(
      `${join(data, 'pull')}: another pull is running (process ${first.pid}); wait until it has finished`,
    );
    expect((await rollBack()).status).toBe(1);
    first.kill('SIGKILL');
    await ended;
    mirror.pieceMs = 0;
    expect((await pullCsv()).status).toBe(0);
  });
});

test('a proxy in the environment is used', async () => {
  const args = [...FIRST, 'pull', '--data', data, '--from', 'http://export.invalid/products.csv.gz'];
  const env = { ...process.env, HTTP_PROXY: mirror.url, http_proxy: mirror.url, NO_PROXY: '', no_proxy: '' };
  const child = spawn(PROGRAM, args, { stdio: 'ignore', env });
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1);
  expect(mirror.asked[0]!.headers.get('host')).toBe('export.invalid');
});

describe('Ctrl-C', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'during a download (%s) keeps what has arrived, and says so',
    async (signal) => {
      mirror.files.set(CSV, { bytes: randomExport() });
      mirror.faults.push({ kind: 'stall', afterBytes: 100_000 });
      const args = [...FIRST, 'pull', '--data', data, '--from', mirror.url, '--format', 'csv'];
      const child = spawn(PROGRAM, args, { stdio: ['ignore', 'ignore', 'pipe'] });
      let stderr = '';
      child.stderr.on('data', (chunk) => (stderr += chunk));
      const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
      const download = join(data, 'pull', CSV);
      await until(() => existsSync(download) && statSync(download).size >= 100_000);
      child.kill(signal);
      expect(await ended).toBe(1);
      expect(stderr.trimEnd().split('\n').at(-1)).toBe(
        'larder: stopped; run `larder pull` again to resume the download',
      );
      expect(readdirSync(join(data, 'pull')).sort()).toEqual([CSV, `${CSV}.journal`, 'lock.db']);
      expect((await pullCsv()).status).toBe(0);
      expect(mirror.asked.find(({ headers }) => headers.get('range') === 'bytes=100000-')).toBeDefined();
    },
  );

  /** A few hundred kilobytes that gzip cannot compress much. */
  function randomExport(): Uint8Array {
    const noise = (i: number) =>
      Array.from({ length: 12 }, (_, j) => Bun.hash(`${i} ${j}`).toString(36)).join(' ');
    const rows = Array.from({ length: 1000 }, (_, i) => ({
      code: String(4_000_000_000_000 + i),
      product_name: `Product ${noise(i)}`,
    }));
    return exportOf(rows);
  }
});
