import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createKeyPair, readSecretKey } from '../../build/pack/minisign.ts';
import { BLANK_CHECKSUM, CHECKSUM_PREFIX, writeChecksum } from '../../src/catalog/checksum.ts';
import { verifyCatalog } from '../../src/catalog/verify.ts';
import { keyPair } from '../../src/cli/commands/key-pair.ts';
import { publish, runPublish } from '../../src/cli/commands/publish.ts';
import { parseOptions } from '../../src/options.ts';
import { openWritable } from '../../src/sqlite/driver.ts';
import { type ObjectStore, openObjectStore, SECRETS } from '../build/pull/object-store.ts';
import { quickRetries } from '../build/pull/session.ts';
import { needing } from '../outside-programs.ts';
import { wordsOf } from '../words-of.ts';
import { runCaptured } from './captured-run.ts';
import { DAY_MS, usePackScene } from './pack-scene.ts';

/** Packs as their publishers make them. */
const scene = usePackScene();

describe('larder key-pair', () => {
  const make = (...args: string[]) =>
    runCaptured((console) => keyPair.run(parseOptions(keyPair.options, args, {}), console));

  test('writes a secret key for its owner only, and a public key', async () => {
    const out = join(scene.work, 'my.key');
    const { status, stdout } = await make('--out', out);
    expect(status).toBe(0);
    expect(statSync(out).mode & 0o777).toBe(0o600);
    const [, text] = readFileSync(`${out}.pub`, 'utf8').split('\n');
    expect(stdout).toContain(`--trust ${text}`);
    expect(readSecretKey(readFileSync(out, 'utf8'), out).publicKey.text).toBe(text!);
  });

  test.each(['my.key', 'my.key.pub'])('does not overwrite %s', async (name) => {
    writeFileSync(join(scene.work, name), 'mine');
    const { status, failure } = await make('--out', join(scene.work, 'my.key'));
    expect({ status, failure }).toEqual({
      status: 1,
      failure: `${join(scene.work, name)}: exists already; choose another name: a key that is lost cannot be replaced`,
    });
    expect(readdirSync(scene.work)).toEqual([name]);
  });
});

describe('larder publish --pack', () => {
  test('writes a catalogue, an index and its signature', async () => {
    const { status, stdout, failure } = await scene.publish(1);
    expect({ status, failure }).toEqual({ status: 0, failure: '' });
    expect(stdout).toMatch(/^fr: serial 1, 298 foods, \d+ kB, valid until \d{4}-\d\d-\d\d\n$/);
    expect(scene.files()).toEqual(['1.db.zst']);
    expect(readdirSync(scene.folder).sort()).toEqual(['fr', 'index.json', 'index.json.minisig']);
    const whole = statSync(join(scene.folder, 'fr/1.db.zst')).size;
    expect(scene.index()).toEqual({
      larder: 1,
      expires: expect.stringMatching(/Z$/),
      packs: {
        fr: {
          serial: 1,
          created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
          foods: 298,
          schema: expect.any(Number),
          catalog: {
            path: 'fr/1.db.zst',
            bytes: whole,
            sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
            unpacked_bytes: statSync(scene.versions[0]!).size,
            content_sha256: verifyCatalog(scene.versions[0]!).hash,
          },
          deltas: [],
          licence: expect.stringContaining('ODbL'),
          credit: expect.any(String),
        },
      },
    });
  });

  test('adds a delta from each of the last versions, and counts serials up', async () => {
    for (let week = 1; week <= 4; week++) await scene.publish(week, ['--deltas', '2']);
    const { serial, deltas, catalog } = scene.pack();
    expect(serial).toBe(4);
    expect(deltas.map(({ from, path }) => [from, path])).toEqual([
      [3, 'fr/3-4.delta.zst'],
      [2, 'fr/2-4.delta.zst'],
    ]);
    for (const { path, bytes } of deltas) {
      expect(statSync(join(scene.folder, path)).size).toBe(bytes);
      expect(bytes).toBeLessThan(catalog.bytes / 5);
    }
  });

  test('keeps what the former index named until the publish after the next', async () => {
    for (let week = 1; week <= 3; week++) await scene.publish(week);
    expect(scene.files()).toContain('1.db.zst');
    await scene.publish(4);
    expect(scene.files()).toEqual(
      wordsOf(`
      1-2.delta.zst 1-3.delta.zst 1-4.delta.zst 2-3.delta.zst 2-4.delta.zst 2.db.zst 3-4.delta.zst
      3.db.zst 4.db.zst
    `),
    );
    await scene.publish(5);
    expect(scene.files().filter((name) => /(?:^|-)2\./.test(name))).toEqual([]);
  });

  test('only signs again if the newest version already is this catalogue', async () => {
    await scene.publish(1, ['--valid-days', '1']);
    const before = scene.pack();
    const { stdout } = await scene.publish(1, ['--valid-days', '9']);
    expect(stdout).toMatch(/^fr: serial 1 already is this catalogue; signed again, valid until/);
    expect(scene.pack()).toEqual(before);
    expect(Date.parse(scene.index().expires)).toBeGreaterThan(Date.now() + 8 * DAY_MS);
  });

  test('leaves the other packs of a folder as they are', async () => {
    await scene.publish(1);
    const line = parseOptions(
      publish.options,
      [scene.versions[1]!, '--to', scene.folder, '--pack', 'world', '--sign', scene.key],
      {},
    );
    await runCaptured((console) => runPublish(line, console, quickRetries(), {}));
    expect(Object.entries(scene.index().packs).map(([name, { serial }]) => [name, serial])).toEqual([
      ['fr', 1],
      ['world', 1],
    ]);
    expect((await scene.subscribe()).status).toBe(0);
  });

  test.each([
    ['no --sign', ['x.db', '--to', 'd', '--pack', 'fr'], 'give --sign KEYFILE: a pack is always signed'],
    ['no --to', ['x.db', '--pack', 'fr', '--sign', 'k'], 'give --to DIR'],
    [
      'the name of the index',
      ['x.db', '--to', 'd', '--pack', 'Index.json', '--sign', 'k'],
      '--pack takes a name',
    ],
    [
      'the name of a signature',
      ['x.db', '--to', 'd', '--pack', 'index.json.minisig', '--sign', 'k'],
      '--pack takes a name',
    ],
    ['a name with a path', ['x.db', '--to', 'd', '--pack', '../fr', '--sign', 'k'], '--pack takes a name'],
    [
      'a folder without --pack',
      ['x.db', '--to', 'd'],
      'give --to s3://BUCKET/KEY, or --to DIR with --pack NAME',
    ],
    [
      'a web address',
      ['x.db', '--to', 'https://x.example/', '--pack', 'fr', '--sign', 'KEY'],
      '--to takes DIR',
    ],
  ])('refuses %s', async (_, args, message) => {
    const line = parseOptions(
      publish.options,
      args.map((arg) => (arg === 'KEY' ? scene.key : arg)),
      {},
    );
    const { failure } = await runCaptured((console) => runPublish(line, console, quickRetries(), {}));
    expect(failure).toContain(message);
  });

  test('does not sign what somebody else put into the folder', async () => {
    await scene.publish(1);
    const index = scene.index();
    index.packs.fr!.catalog.sha256 = '0'.repeat(64);
    writeFileSync(join(scene.folder, 'index.json'), JSON.stringify(index));
    const { status, failure } = await scene.publish(2);
    expect(status).toBe(1);
    expect(failure).toContain('index.json: cannot be trusted: its signature does not match');
    expect(scene.files()).toEqual(['1.db.zst']);
  });

  test('with another key than that of the folder is refused', async () => {
    await scene.publish(1);
    const other = join(scene.work, 'other.key');
    writeFileSync(other, createKeyPair().secret, { mode: 0o600 });
    const { failure } = await scene.publish(2, ['--sign', other]);
    expect(failure).toContain('it is signed by another key');
    expect(scene.pack().serial).toBe(1);
  });

  test('refuses a key that others can read', async () => {
    const open = join(scene.work, 'open.key');
    writeFileSync(open, createKeyPair().secret);
    // Not by the mode of the file, from which the user's mask would take rights.
    chmodSync(open, 0o644);
    const { failure } = await scene.publish(1, ['--sign', open]);
    expect(failure).toContain('can be read by every user of this machine; run: chmod 600');
  });

  test('makes no deltas for a catalogue that it cannot make again, and readers take the whole', async () => {
    await scene.publish(1);
    await scene.subscribe();
    const odd = join(scene.work, 'odd.db');
    writeOddCatalog(scene.versions[1]!, odd);
    const line = parseOptions(
      publish.options,
      [odd, '--to', scene.folder, '--pack', 'fr', '--sign', scene.key],
      {},
    );
    const { stderr, failure } = await runCaptured((console) => runPublish(line, console, quickRetries(), {}));
    expect({ failure, said: stderr.includes('no deltas: another larder wrote this catalogue') }).toEqual({
      failure: '',
      said: true,
    });
    expect(scene.pack().deltas).toEqual([]);
    expect((await scene.pull()).status).toBe(0);
    expect(readFileSync(scene.catalog).equals(readFileSync(odd))).toBe(true);
  });
});

/** The same foods in a file with other bytes, as another version of larder might write it. */
function writeOddCatalog(from: string, to: string): void {
  cpSync(from, to);
  const db = openWritable(to);
  db.prepare('UPDATE checksum SET content_sha256 = ?').run(CHECKSUM_PREFIX + BLANK_CHECKSUM);
  db.exec('UPDATE manifest SET value = value WHERE 0; CREATE INDEX odd ON manifest (value); DROP INDEX odd');
  db.close();
  writeChecksum(to);
}

describe('a publisher that died while it replaced the index', () => {
  test('leaves a state that readers accept, and that the next publish completes', async () => {
    await scene.publish(1);
    const former = readFileSync(join(scene.folder, 'index.json.minisig'));
    await scene.publish(2);
    const next = readFileSync(join(scene.folder, 'index.json.minisig'));
    writeFileSync(join(scene.folder, 'index.json.minisig.new'), next);
    writeFileSync(join(scene.folder, 'index.json.minisig'), former);
    expect((await scene.subscribe()).status).toBe(0);
    expect(scene.installedWeek()).toBe(2);
    expect((await scene.publish(3)).failure).toBe('');
    expect(readdirSync(scene.folder).sort()).toEqual(['fr', 'index.json', 'index.json.minisig']);
    expect(scene.pack().serial).toBe(3);
  });

  test('leaves files that the next publish replaces', async () => {
    await scene.publish(1);
    writeFileSync(join(scene.folder, 'fr/2.db.zst'), 'half');
    mkdirSync(join(scene.folder, '.publish/scratch'), { recursive: true });
    writeFileSync(join(scene.folder, '.publish/scratch/whole'), 'half');
    expect((await scene.publish(2)).failure).toBe('');
    expect((await scene.subscribe()).status).toBe(0);
    expect(scene.installedWeek()).toBe(2);
    expect(existsSync(join(scene.folder, '.publish'))).toBe(false);
  });
});

describe('an object store', () => {
  let store: ObjectStore;
  beforeEach(async () => {
    store = await openObjectStore();
    scene.folder = 's3://catalogues/food/packs/';
  });
  afterEach(() => store.close());
  const publishTo = (week: number, partBytes?: number) =>
    scene.publish(week, [], { environment: store.environment, ...(partBytes && { partBytes }) });
  const keys = () => [...store.objects.keys()].sort();

  test('holds packs like a folder', async () => {
    const first = await publishTo(1);
    expect(first).toMatchObject({ status: 0, failure: '' });
    expect(keys()).toEqual([
      'food/packs/fr/1.db.zst',
      'food/packs/index.json',
      'food/packs/index.json.minisig',
    ]);
    const { environment } = store;
    expect((await scene.subscribe(scene.folder, [], { environment })).failure).toBe('');
    expect(scene.installedWeek()).toBe(1);
    for (let week = 2; week <= 4; week++) expect((await publishTo(week)).failure).toBe('');
    expect(keys()).toEqual(
      wordsOf(`
      food/packs/fr/1-2.delta.zst food/packs/fr/1-3.delta.zst food/packs/fr/1-4.delta.zst
      food/packs/fr/2-3.delta.zst food/packs/fr/2-4.delta.zst food/packs/fr/2.db.zst
      food/packs/fr/3-4.delta.zst food/packs/fr/3.db.zst food/packs/fr/4.db.zst food/packs/index.json
      food/packs/index.json.minisig
    `),
    );
    const pulled = await scene.pull([], { environment });
    expect(pulled.stderr).toContain('serial 4, by a delta of');
    expect(scene.installedWeek()).toBe(4);
    for (const secret of SECRETS) expect(first.stdout + first.stderr + pulled.stderr).not.toContain(secret);
    expect(readdirSync(scene.made).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('may be public, and large files go in parts', async () => {
    expect((await publishTo(1, 20_000)).failure).toBe('');
    expect(store.asked.some(({ query }) => query.get('partNumber') === '2')).toBe(true);
    store.isPublic = true;
    const environment = { AWS_ENDPOINT_URL: store.url };
    expect((await scene.subscribe(scene.folder, [], { environment })).failure).toBe('');
  });

  test('keeps the index of somebody who published at the same time', async () => {
    await publishTo(1);
    const other = { body: Buffer.from('{}'), etag: '"other"', metadata: {} };
    store.faults.push({
      fits: ({ method, key }) => method === 'PUT' && key === 'food/packs/index.json',
      before: () => store.objects.set('food/packs/index.json', other),
    });
    expect((await publishTo(2)).failure).toContain('was changed by someone else meanwhile');
    expect(store.objects.get('food/packs/index.json')).toBe(other);
  });
});

describe('the standard tool', () => {
  const { test } = needing('minisign');
  test('accepts the index', async () => {
    await scene.publish(1);
    const [, text] = readFileSync(`${scene.key}.pub`, 'utf8').split('\n');
    const { exitCode, stdout } = Bun.spawnSync(['minisign', '-Vm', 'index.json', '-P', text!], {
      cwd: scene.folder,
    });
    expect(exitCode).toBe(0);
    expect(stdout.toString()).toContain('Signature and comment signature verified');
  });
});
