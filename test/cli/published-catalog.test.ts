import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildCatalog } from '../../build/pipeline.ts';
import { verifyCatalog } from '../../src/catalog/verify.ts';
import { publish, runPublish } from '../../src/cli/commands/publish.ts';
import { pull, runPull } from '../../src/cli/commands/pull.ts';
import { rollback } from '../../src/cli/commands/rollback.ts';
import { parseOptions } from '../../src/options.ts';
import { PRODUCTS, temporaryFolder, writeExport } from '../build/export-file.ts';
import { type Mirror, openMirror } from '../build/pull/mirror.ts';
import { type ObjectStore, openObjectStore, SECRETS } from '../build/pull/object-store.ts';
import { quickRetries } from '../build/pull/session.ts';
import { type CapturedRun, runCaptured } from './captured-run.ts';

/** Finished catalogues on the network: how they get there, and how other machines take them. */
const NAME = 's3://catalogues/food/catalog.db';
const KEY = 'food/catalog.db';

/** Two catalogues, made once. */
const made = temporaryFolder();
const first = await build('first', PRODUCTS);
const more = { code: '3000000000007', product_name: 'Brand new soup', last_modified_t: '1767225600' };
const second = await build('second', [...PRODUCTS, more]);

async function build(name: string, rows: typeof PRODUCTS): Promise<string> {
  const out = join(made, `${name}.db`);
  const sources = [{ source: 'off' as const, path: writeExport(join(made, `${name}.tsv`), rows) }];
  await buildCatalog({ base: null, sources, out, force: false }, () => {});
  return out;
}

let data: string;
let catalog: string;
let store: ObjectStore;
beforeEach(async () => {
  data = temporaryFolder();
  catalog = join(data, 'catalog.db');
  store = await openObjectStore();
});
afterEach(async () => {
  await store.close();
  rmSync(data, { recursive: true });
});

function publishTo(name: string, path = first, changes: { partBytes?: number; attempts?: number } = {}) {
  const { partBytes, attempts = 4 } = changes;
  const line = parseOptions(publish.options, [path, '--to', name], {});
  const policy = quickRetries({ attempts });
  return runCaptured((console) => runPublish(line, console, policy, store.environment, partBytes));
}
function pullFrom(from: string, ...args: string[]) {
  const { values } = parseOptions(pull.options, ['--data', data, '--from', from, ...args], {});
  return runCaptured((console) => runPull(values, console, quickRetries(), store.environment));
}
const rollBack = () =>
  runCaptured((console) => rollback.run(parseOptions(rollback.options, ['--data', data], {}), console));

const hashOf = (path: string) => verifyCatalog(path).hash;
/** What is left in the folder of pulls apart from the lock, the record and the outcome. */
const leftovers = () =>
  readdirSync(join(data, 'pull')).filter(
    (name) => !['lock.db', 'last-pull', 'last-pull-outcome.json'].includes(name),
  );
function expectNoSecrets({ stdout, stderr, failure }: CapturedRun): void {
  for (const secret of SECRETS) expect(stdout + stderr + failure).not.toContain(secret);
}

describe('larder publish', () => {
  test('puts a catalogue into a store, and says what it was', async () => {
    const outcome = await publishTo(NAME);
    expect(outcome).toMatchObject({ status: 0, failure: '' });
    expect(outcome.stdout).toMatch(
      /^s3:\/\/catalogues\/food\/catalog\.db: 10 foods, .*, sha256 [0-9a-f]{64}\n$/,
    );
    expect(store.objects.get(KEY)!.body.equals(readFileSync(first))).toBe(true);
    expectNoSecrets(outcome);
  });

  test('does nothing if the same catalogue is there', async () => {
    await publishTo(NAME);
    store.asked.length = 0;
    expect((await publishTo(NAME)).stdout).toBe(`${NAME}: already has this catalogue; nothing to do\n`);
    expect(store.asked.map(({ method }) => method)).toEqual(['HEAD']);
  });

  test('sends a large one in parts, each again when it failed', async () => {
    const partBytes = Math.ceil(statSync(first).size / 5);
    const isPart =
      (number: string) =>
      ({ query }: { query: URLSearchParams }) =>
        query.get('partNumber') === number;
    store.faults.push({ fits: isPart('2'), status: 503 }, { fits: isPart('4'), losesAnswer: true });
    const outcome = await publishTo(NAME, first, { partBytes });
    expect(outcome).toMatchObject({ status: 0, failure: '' });
    expect(outcome.stderr).toContain('the store responded with 503 (SlowDown); retrying in');
    expect(store.objects.get(KEY)!.body.equals(readFileSync(first))).toBe(true);
    expect(store.uploads.size).toBe(0);
    const parts = store.asked.map(({ query }) => query.get('partNumber')).filter((part) => part !== null);
    expect(parts).toEqual(['1', '2', '2', '3', '4', '4', '5']);
  });

  test.each([
    ['one request', undefined, 'PUT'],
    ['parts', 100_000, 'POST'],
  ])('succeeds in %s even if the last answer is lost', async (_, partBytes, method) => {
    store.faults.push({
      fits: (request) => request.method === method && !request.query.has('uploads'),
      losesAnswer: true,
    });
    expect(await publishTo(NAME, first, { partBytes: partBytes ?? 1e9 })).toMatchObject({
      status: 0,
      failure: '',
    });
    expect(store.objects.get(KEY)!.body.equals(readFileSync(first))).toBe(true);
  });

  test('that fails leaves what was there, and no unfinished upload', async () => {
    await publishTo(NAME);
    const broken = (request: { query: URLSearchParams }) => request.query.get('partNumber') === '2';
    for (let i = 0; i < 4; i++) store.faults.push({ fits: broken, status: 500, code: 'InternalError' });
    const outcome = await publishTo(NAME, second, { partBytes: 50_000 });
    expect(outcome.failure).toBe(
      `${NAME}: the store responded with 500 (InternalError), 4 times in a row; check the network and run the command again`,
    );
    expect(store.objects.get(KEY)!.body.equals(readFileSync(first))).toBe(true);
    expect(store.uploads.size).toBe(0);
    expect(store.asked.at(-1)!.method).toBe('DELETE');
  });

  test('that is stopped leaves what was there, and no unfinished upload', async () => {
    await publishTo(NAME);
    const isSecond = (request: { query: URLSearchParams }) => request.query.get('partNumber') === '2';
    store.faults.push({ fits: isSecond, before: () => process.emit('SIGINT') });
    const outcome = await publishTo(NAME, second, { partBytes: 50_000 });
    expect(outcome).toMatchObject({ status: 1, failure: 'stopped; nothing was published' });
    expect(store.objects.get(KEY)!.body.equals(readFileSync(first))).toBe(true);
    expect(store.uploads.size).toBe(0);
  });

  test('notices an error that comes with status 200, and tries again', async () => {
    const completes = ({ method, query }: { method: string; query: URLSearchParams }) =>
      method === 'POST' && query.has('uploadId');
    store.faults.push({ fits: completes, status: 200, code: 'InternalError' });
    expect(await publishTo(NAME, first, { partBytes: 100_000 })).toMatchObject({ status: 0, failure: '' });
    expect(store.objects.has(KEY)).toBe(true);
  });

  test.each([
    ['one request', 1e9],
    ['parts', 50_000],
  ])('in %s does not replace what someone else published meanwhile', async (_, partBytes) => {
    await publishTo(NAME);
    const theirs = { body: Buffer.from('theirs'), etag: '"theirs"', metadata: {} };
    store.faults.push({
      fits: ({ method, query }) => method === 'PUT' || query.has('uploads'),
      before: () => store.objects.set(KEY, theirs),
    });
    const { failure } = await publishTo(NAME, second, { partBytes });
    expect(failure).toBe(`${NAME}: was changed by someone else meanwhile; run the command again`);
    expect(store.objects.get(KEY)).toBe(theirs);
    expect(store.uploads.size).toBe(0);
  });

  test('works with a store that does not know conditions', async () => {
    store.knowsConditions = false;
    expect(await publishTo(NAME)).toMatchObject({ status: 0, failure: '' });
    expect(await publishTo(NAME, second, { partBytes: 50_000 })).toMatchObject({ status: 0, failure: '' });
    expect(store.objects.get(KEY)!.body.equals(readFileSync(second))).toBe(true);
  });

  test('fails if the store has something else afterwards', async () => {
    store.faults.push({ fits: ({ method }) => method === 'PUT', status: 200, code: '' });
    const { failure } = await publishTo(NAME);
    expect(failure).toContain('the store responded with 200');
    const forget = {
      fits: ({ method }: { method: string }) => method === 'HEAD',
      before: () => store.objects.clear(),
    };
    store.faults.push({ fits: ({ method }) => method === 'HEAD' }, forget);
    expect((await publishTo(NAME)).failure).toContain(`${NAME}: is not what was sent`);
  });

  test('sends nothing of a damaged catalogue', async () => {
    const altered = readFileSync(first);
    altered[9000]! ^= 1;
    const path = join(data, 'altered.db');
    writeFileSync(path, altered);
    expect((await publishTo(NAME, path)).failure).toMatch(/altered\.db: has been altered/);
    expect(store.asked).toEqual([]);
    expect((await publishTo(NAME, join(data, 'missing.db'))).failure).toMatch(/missing\.db: no such file/);
  });

  test.each([
    ['AWS_SECRET_ACCESS_KEY', 'wrong', 'the store responded with 403'],
    ['AWS_REGION', 'elsewhere-1', 'the store responded with 403'],
    ['AWS_ACCESS_KEY_ID', 'unknown', 'the store responded with 403'],
  ])('with a wrong %s says what to check, and shows no secret', async (name, value, said) => {
    const line = parseOptions(publish.options, [first, '--to', NAME], {});
    const environment = { ...store.environment, [name]: value };
    const outcome = await runCaptured((console) => runPublish(line, console, quickRetries(), environment));
    expect(outcome.failure).toContain(said);
    expect(outcome.failure).toContain('check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION');
    expectNoSecrets(outcome);
    expect(store.objects.size).toBe(0);
  });

  test.each([
    ['without a file', ['--to', NAME], 'give one catalogue FILE'],
    ['without a target', ['catalog.db'], 'give --to s3://BUCKET/KEY'],
    ['to a folder', ['catalog.db', '--to', '/tmp'], 'give --to s3://BUCKET/KEY'],
    [
      'to an address that is incomplete',
      ['catalog.db', '--to', 's3://food'],
      'is not an address of the form',
    ],
    [
      'to a bucket that cannot be',
      ['catalog.db', '--to', 's3://b/k'],
      'a bucket has 3 to 63 lower-case letters',
    ],
    ['without keys', ['catalog.db', '--to', NAME], 'no keys to write with; set AWS_ACCESS_KEY_ID'],
  ])('%s is refused', async (_, args, said) => {
    const line = parseOptions(publish.options, args, {});
    const outcome = await runCaptured((console) => runPublish(line, console, quickRetries(), {}));
    expect(outcome.failure).toContain(said);
  });
});

describe('larder pull from an object store', () => {
  test('installs a published catalogue, and does not download it again', async () => {
    await publishTo(NAME);
    store.asked.length = 0;
    const outcome = await pullFrom(NAME);
    expect(outcome).toMatchObject({ status: 0, failure: '' });
    expect(outcome.stdout).toMatch(/catalog\.db: 10 foods, .*newest record 2026-01-01\n$/);
    expect(readFileSync(catalog).equals(readFileSync(first))).toBe(true);
    expect(store.asked.map(({ method }) => method)).toEqual(['GET']);
    expect(leftovers()).toEqual([]);
    expectNoSecrets(outcome);
    const { stdout } = await pullFrom(NAME);
    expect(stdout).toBe(`${store.url}/catalogues/${KEY}: unchanged since the last pull; nothing to do\n`);
    expect(store.asked.at(-1)!.headers['if-none-match']).toBe(store.objects.get(KEY)!.etag);
    for (const secret of SECRETS) {
      expect(readFileSync(join(data, 'pull', 'last-pull'), 'utf8')).not.toContain(secret);
    }
  });

  test('takes up the next version, and rollback returns to the one before', async () => {
    await publishTo(NAME);
    await pullFrom(NAME);
    await publishTo(NAME, second);
    expect((await pullFrom(NAME)).stdout).toContain('11 foods');
    expect((await rollBack()).stdout).toContain('10 foods');
    expect(hashOf(catalog)).toBe(hashOf(first));
    // What was rolled back is not pulled again.
    expect((await pullFrom(NAME)).stdout).toContain('nothing to do');
    expect((await rollBack()).stdout).toContain('11 foods');
  });

  test('resumes where the connection was cut, and asks for the same version', async () => {
    await publishTo(NAME);
    store.asked.length = 0;
    store.faults.push({ cutAfterBytes: 30_000 }, { status: 503 }, { cutAfterBytes: 20_000 });
    expect(await pullFrom(NAME)).toMatchObject({ status: 0, failure: '' });
    expect(hashOf(catalog)).toBe(hashOf(first));
    const ranges = store.asked.map(({ headers }) => headers.range ?? null);
    expect(ranges).toEqual([null, 'bytes=30000-', 'bytes=30000-', 'bytes=50000-']);
    expect(store.asked.at(-1)!.headers['if-match']).toBe(store.objects.get(KEY)!.etag);
  });

  test('starts over if another version was published in the middle', async () => {
    await publishTo(NAME);
    // Of the same length, so that only the tag shows the difference.
    const next = { ...store.objects.get(KEY)!, body: readFileSync(second), etag: '"next"' };
    store.asked.length = 0;
    store.faults.push({ cutAfterBytes: 30_000 }, { before: () => store.objects.set(KEY, next) });
    expect(await pullFrom(NAME)).toMatchObject({ status: 0, failure: '' });
    expect(hashOf(catalog)).toBe(hashOf(second));
    expect(store.asked.map(({ headers }) => headers.range ?? null)).toEqual([null, 'bytes=30000-', null]);
  });

  test('reads a public bucket without keys', async () => {
    await publishTo(NAME);
    store.isPublic = true;
    const { values } = parseOptions(pull.options, ['--data', data, '--from', NAME], {});
    const environment = { AWS_ENDPOINT_URL: store.url };
    const outcome = await runCaptured((console) => runPull(values, console, quickRetries(), environment));
    expect(outcome).toMatchObject({ status: 0, failure: '' });
    expect(hashOf(catalog)).toBe(hashOf(first));
  });

  test('with wrong keys says what to check, and shows none', async () => {
    await publishTo(NAME);
    const { values } = parseOptions(pull.options, ['--data', data, '--from', NAME], {});
    const environment = { ...store.environment, AWS_SECRET_ACCESS_KEY: 'hunter2hunter2' };
    const outcome = await runCaptured((console) => runPull(values, console, quickRetries(), environment));
    expect(outcome.failure).toContain('access denied (403); check --from and its credentials');
    expect(outcome.failure).not.toContain('hunter2');
    expectNoSecrets(outcome);
  });

  test('recognises a catalogue by its first bytes, whatever its name', async () => {
    await publishTo('s3://catalogues/latest');
    expect((await pullFrom('s3://catalogues/latest')).stdout).toContain('10 foods');
    expect(hashOf(catalog)).toBe(hashOf(first));
  });
});

describe('larder pull from a web server', () => {
  let mirror: Mirror;
  beforeEach(async () => {
    mirror = await openMirror();
    mirror.files.set('catalog.db', { bytes: readFileSync(first) });
  });
  afterEach(() => mirror.close());
  const url = () => `${mirror.url}catalog.db`;

  test('installs a finished catalogue with one request', async () => {
    expect((await pullFrom(url())).stdout).toContain('10 foods');
    expect(hashOf(catalog)).toBe(hashOf(first));
    expect(mirror.asked.map(({ path }) => path)).toEqual(['catalog.db']);
    expect((await pullFrom(url())).stdout).toBe(`${url()}: unchanged since the last pull; nothing to do\n`);
  });

  test('resumes a download in a later run', async () => {
    mirror.hasArrived = (to) =>
      (statSync(join(data, 'pull/download.db'), { throwIfNoEntry: false })?.size ?? 0) >= to;
    for (let i = 0; i < 4; i++) mirror.faults.push({ kind: 'cut', afterBytes: 900 });
    expect((await pullFrom(url())).failure).toContain('run the command again; it will resume');
    expect(leftovers().sort()).toEqual(['download.db', 'download.db.journal']);
    mirror.asked.length = 0;
    expect((await pullFrom(url())).stdout).toContain('10 foods');
    expect(mirror.asked[0]!.headers.get('range')).toBe('bytes=3600-');
    expect(mirror.asked[0]!.headers.get('if-match')).toBe('"1"');
    expect(leftovers()).toEqual([]);
  });

  test('changes nothing for a damaged catalogue, and keeps nothing of it', async () => {
    await pullFrom(url());
    const altered = readFileSync(second);
    altered[9000]! ^= 1;
    mirror.files.set('catalog.db', { bytes: altered, etag: '"2"' });
    const { failure } = await pullFrom(url());
    expect(failure).toContain(`${url()}: has been altered: its hash is`);
    expect(hashOf(catalog)).toBe(hashOf(first));
    expect(leftovers()).toEqual([]);
    mirror.files.set('catalog.db', { bytes: readFileSync(second), etag: '"3"' });
    expect((await pullFrom(url())).stdout).toContain('11 foods');
  });

  test('does not install the same catalogue twice, and remembers its new tag', async () => {
    await pullFrom(url());
    const before = statSync(catalog);
    mirror.files.set('catalog.db', { bytes: readFileSync(first), etag: '"2"' });
    expect((await pullFrom(url())).stdout).toBe(`${url()}: already in place; nothing to do\n`);
    expect((await pullFrom(url())).stdout).toBe(`${url()}: unchanged since the last pull; nothing to do\n`);
    expect(statSync(catalog)).toMatchObject({ ino: before.ino });
    expect(existsSync(join(data, 'catalog.previous.db'))).toBe(false);
    expect(leftovers()).toEqual([]);
  });

  test('keeps a catalogue that has lost much, for --force', async () => {
    mirror.files.set('catalog.db', { bytes: readFileSync(second) });
    await pullFrom(url());
    const few = await build('few', PRODUCTS.slice(0, 2));
    mirror.files.set('catalog.db', { bytes: readFileSync(few), etag: '"2"' });
    expect((await pullFrom(url())).failure).toContain('not replaced by the new catalogue');
    expect(hashOf(catalog)).toBe(hashOf(second));
    mirror.asked.length = 0;
    expect((await pullFrom(url(), '--force')).stdout).toContain('2 foods');
    expect(mirror.asked.map(({ headers }) => headers.get('if-none-match') ?? null)).toEqual(['"2"']);
  });

  test('refuses what is not a catalogue before it has arrived', async () => {
    mirror.files.set('catalog.db', { bytes: Buffer.alloc(300_000, 'x') });
    expect((await pullFrom(url())).failure).toBe(`${url()}: is not a larder catalogue; check --from`);
    mirror.files.set('catalog.db', { bytes: Buffer.from(`<html>${'x'.repeat(300)}`) });
    expect((await pullFrom(url())).failure).toContain('is a web page');
    expect(leftovers()).toEqual([]);
  });

  test('checks the space on the disk first', async () => {
    mirror.faults.push({ kind: 'length', bytes: 9e15 });
    expect((await pullFrom(url())).failure).toMatch(/the disk has .* GB free, but about .* GB are needed/);
  });

  test('keeps the query of an address to itself: it may be a token or a signature', async () => {
    const query = '?token=SECRETTOKEN&X-Amz-Signature=SIG';
    const files = () =>
      readdirSync(join(data, 'pull')).map((name) => readFileSync(join(data, 'pull', name), 'utf8'));
    const outcomes = [await pullFrom(url() + query), await pullFrom(url() + query)];
    expect(mirror.asked[0]!.query).toBe(query);
    expect(outcomes.map(({ status }) => status)).toEqual([0, 0]);
    expect(outcomes[1]!.stderr + outcomes[1]!.stdout).toContain(`${url()}?…: unchanged since the last pull`);
    expect(files().join().includes(`"from":"${url()}?…"`)).toBe(true);
    // Another query may name another file, so that it is asked for without a condition.
    await pullFrom(`${url()}?token=OTHERSECRET`);
    expect(mirror.asked.at(-1)!.headers.has('if-none-match')).toBe(false);
    mirror.faults.push({ kind: 'status', status: 404 });
    outcomes.push(await pullFrom(url() + query));
    expect(outcomes[2]!.failure).toBe(`${url()}?…: not found (404); check --from and --format`);
    const written = [...files(), ...outcomes.map((each) => each.stdout + each.stderr + each.failure)].join();
    for (const secret of ['SECRET', 'SIG']) expect(written.includes(secret)).toBe(false);
  });

  test('takes no deltas from a finished catalogue', async () => {
    expect((await pullFrom(url(), '--delta')).failure).toBe(
      `${url()}: is a finished catalogue, not a list of deltas; pull it without --delta`,
    );
  });

  test('still takes an export from a mirror whose address has no slash at its end', async () => {
    const export_ = Bun.gzipSync(readFileSync(writeExport(join(data, 'rows.tsv'), PRODUCTS)));
    mirror.files.set('off/en.openfoodfacts.org.products.csv.gz', { bytes: export_ });
    const { stdout } = await pullFrom(`${mirror.url}off`, '--format', 'csv', '--generic', 'off');
    expect(stdout).toContain('10 foods');
    mirror.files.set('off/food.parquet', { bytes: export_ });
    expect((await pullFrom(`${mirror.url}off`)).failure).toContain('is not a Parquet file');
  });
});
