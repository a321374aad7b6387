import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createKeyPair, readSecretKey } from '../../build/pack/minisign.ts';
import { pack } from '../../build/pack/zstd.ts';
import { buildCatalog } from '../../build/pipeline.ts';
import { verifyCatalog } from '../../src/catalog/verify.ts';
import { findLastPull } from '../../src/server/last-pull.ts';
import { type Mirror, openMirror } from '../build/pull/mirror.ts';
import { flipBit, usePackScene } from './pack-scene.ts';

/** Packs as subscribers see them: from a folder or a web server, whole or by delta. */
const scene = usePackScene();

describe('larder pull --pack', () => {
  test('installs the newest version, byte for byte, and remembers it', async () => {
    await scene.offer(1);
    const first = await scene.subscribe();
    expect(first).toMatchObject({ status: 0, failure: '' });
    expect(first.stderr).toMatch(/fr: serial 1, by a download of \d+ kB\n/);
    expect(scene.installedWeek()).toBe(1);
    expect((await scene.pull()).stdout).toBe('fr: serial 1 is already in place; nothing to do\n');
    await scene.offer(2);
    const second = await scene.pull();
    expect(second.stderr).toMatch(/fr: serial 2, by a delta of [\d.]+ kB\n/);
    expect(scene.installedWeek()).toBe(2);
    expect(scene.leftovers()).toEqual([]);
  });

  test('takes the key as text, and the index as the address', async () => {
    await scene.offer(1);
    const [, text] = readFileSync(`${scene.key}.pub`, 'utf8').split('\n');
    const flags = ['--from', join(scene.folder, 'index.json'), '--pack', 'fr', '--trust', text!];
    expect((await scene.pull(flags)).status).toBe(0);
    expect(scene.installedWeek()).toBe(1);
  });

  test('takes one delta over several versions', async () => {
    await scene.offer(1);
    await scene.subscribe();
    for (let week = 2; week <= 5; week++) await scene.publish(week);
    const { stderr } = await scene.pull();
    expect(stderr).toMatch(/serial 5, by a delta of/);
    expect(scene.installedWeek()).toBe(5);
  });

  test('takes the whole where there is no delta from the installed version', async () => {
    await scene.offer(1);
    await scene.subscribe();
    for (let week = 2; week <= 3; week++) await scene.publish(week, ['--deltas', '1']);
    expect((await scene.pull()).stderr).toMatch(/serial 3, by a download of/);
    expect(scene.installedWeek()).toBe(3);
  });

  test('takes the whole where the installed catalogue is damaged', async () => {
    await scene.offer(1);
    await scene.subscribe();
    await scene.offer(2);
    flipBit(scene.catalog, 20_000);
    const { stderr, status } = await scene.pull();
    expect(status).toBe(0);
    expect(stderr).toContain('taking the whole');
    expect(scene.installedWeek()).toBe(2);
  });

  test('replaces an installed version that is damaged', async () => {
    await scene.offer(1);
    await scene.subscribe();
    flipBit(scene.catalog, 20_000);
    expect((await scene.pull()).status).toBe(0);
    expect(scene.installedWeek()).toBe(1);
  });

  test('does not install again what was rolled back, but the next version', async () => {
    await scene.offer(1);
    await scene.subscribe();
    await scene.offer(2);
    await scene.pull();
    expect((await scene.rollBack()).status).toBe(0);
    expect(scene.installedWeek()).toBe(1);
    expect((await scene.pull()).stdout).toContain('fr: serial 2 was rolled back');
    expect(scene.installedWeek()).toBe(1);
    await scene.offer(3);
    expect((await scene.pull()).stderr).toContain('serial 3, by a delta of');
    expect(scene.installedWeek()).toBe(3);
    expect((await scene.rollBack()).status).toBe(0);
    expect(scene.installedWeek()).toBe(1);
    await scene.offer(4);
    expect((await scene.pull()).stderr).toContain('serial 4, by a delta of');
    expect(scene.installedWeek()).toBe(4);
  });

  test('writes down pack, serial, date and signer for the dashboard', async () => {
    await scene.offer(1);
    await scene.subscribe();
    const { pack, from } = JSON.parse(readFileSync(join(scene.data, 'pull/last-pull-outcome.json'), 'utf8'));
    const { publicKey } = readSecretKey(readFileSync(scene.key, 'utf8'), scene.key);
    expect(pack).toEqual({ name: 'fr', serial: 1, created: scene.pack().created, signer: publicKey.id });
    expect(from).toBe(scene.folder);
    expect(findLastPull(scene.data)?.pack).toEqual(pack);
  });

  test('follows another folder of the same publisher, without losing count', async () => {
    await scene.offer(1);
    await scene.offer(2);
    await scene.subscribe();
    const mirror = join(scene.work, 'mirror');
    cpSync(scene.folder, mirror, { recursive: true });
    await scene.offer(3);
    cpSync(scene.folder, mirror, { recursive: true });
    const { stderr } = await scene.pull(['--from', mirror, '--pack', 'fr']);
    expect(stderr).toContain('serial 3, by a delta of');
    expect(JSON.parse(readFileSync(join(scene.data, 'pull/subscription.json'), 'utf8')).from).toBe(mirror);
  });

  test.each([
    ['--pack without --from', ['--pack', 'fr', '--trust', 'k'], '--pack needs --from URL|DIR'],
    ['--pack without --trust', ['--pack', 'fr', '--from', '.'], '--pack needs --trust KEY'],
    ['--trust without --pack', ['--trust', 'k', '--from', '.'], '--trust needs --pack NAME'],
    [
      'a flag of exports',
      ['--pack', 'fr', '--from', '.', '--trust', 'k', '--delta'],
      '--delta is for exports',
    ],
    ['a query', ['--pack', 'fr', '--from', 'https://x.example/?a=b', '--trust', 'KEY'], 'without a query'],
  ])('refuses %s', async (_, flags, message) => {
    const { failure } = await scene.pull(flags.map((flag) => (flag === 'KEY' ? `${scene.key}.pub` : flag)));
    expect(failure).toContain(message);
  });

  test('takes no folder of packs for one of exports', async () => {
    await scene.offer(1);
    const { failure } = await scene.pull(['--from', scene.folder]);
    expect(failure).toContain('is a folder of packs; name one with --pack; `larder packs --from` lists them');
  });

  test('says what a wrong --trust is', async () => {
    await scene.offer(1);
    const flags = ['--from', scene.folder, '--pack', 'fr', '--trust', 'RWnonsense'];
    expect((await scene.pull(flags)).failure).toContain('--trust: is not a public key of minisign');
  });

  test('a damaged memory is an error, not a download of something else', async () => {
    await scene.offer(1);
    await scene.subscribe();
    writeFileSync(join(scene.data, 'pull/subscription.json'), '{"from":');
    expect((await scene.pull()).failure).toContain('subscription.json: is damaged; remove it');
  });

  test('stops following when another source is pulled', async () => {
    await scene.offer(1);
    await scene.subscribe();
    expect((await scene.pull(['--from', scene.versions[1]!, '--force'])).status).toBe(0);
    expect(scene.installedWeek()).toBe(2);
    expect(existsSync(join(scene.data, 'pull/subscription.json'))).toBe(false);
  });

  test('does not replace foods that somebody added, unless forced', async () => {
    await scene.offer(1);
    const own = join(scene.work, 'own.csv');
    writeFileSync(own, 'name,calories_kcal\nHome soup,45\n');
    mkdirSync(scene.data);
    await buildCatalog(
      {
        base: scene.versions[0]!,
        sources: [{ source: 'community', path: own }],
        out: scene.catalog,
        force: false,
      },
      () => {},
    );
    const { status, failure } = await scene.subscribe();
    expect(status).toBe(1);
    expect(failure).toContain('has 1 foods from the source community, which would be lost');
    expect((await scene.subscribe(scene.folder, ['--force'])).status).toBe(0);
    expect(scene.installedWeek()).toBe(1);
  });
});

describe('a delta', () => {
  beforeEach(async () => {
    await scene.offer(1);
    await scene.subscribe();
    await scene.offer(2);
  });
  /** Signs a delta that says something else. */
  async function forgeDelta(lines: string): Promise<void> {
    const index = scene.index();
    const delta = index.packs.fr!.deltas[0]!;
    Object.assign(delta, await pack([lines], join(scene.folder, delta.path)));
    scene.signIndex(index);
  }
  const header = () => {
    const [from, to] = [scene.versions[0]!, scene.versions[1]!].map((path) => verifyCatalog(path).hash);
    return JSON.stringify({ larder_delta: 1, from, to, origin: { sources: [] } });
  };

  test.each([
    ['leads to another catalogue', () => `${header()}\n`, 'the delta leads to another catalogue'],
    ['is not one', () => 'hello\n', 'the delta cannot be applied'],
    ['is empty', () => '', 'is not a delta that this larder knows'],
    ['is of a later format', () => '{"larder_delta":2}\n', 'is not a delta that this larder knows'],
    [
      'changes a food that does not exist',
      () => `${header()}\n[1,{"name":"x"}]\n[2,{"name":1},1]\n`,
      'the delta',
    ],
    ['is for another catalogue', () => `${header().replace(/"from":"."/, '"from":"x"')}\n`, 'the delta'],
  ])('that %s is dropped, and the whole is taken', async (_, lines, said) => {
    await forgeDelta(lines());
    const { status, stderr } = await scene.pull();
    expect(stderr).toContain(said);
    expect(stderr).toContain('; taking the whole\n');
    expect(stderr).toContain('fr: serial 2, by a download of');
    expect({ status, week: scene.installedWeek() }).toEqual({ status: 0, week: 2 });
    expect(scene.leftovers()).toEqual([]);
  });

  test('that is missing is not needed', async () => {
    rmSync(join(scene.folder, scene.pack().deltas[0]!.path));
    expect((await scene.pull()).stderr).toContain('taking the whole');
    expect(scene.installedWeek()).toBe(2);
  });
});

describe('over the network', () => {
  let mirror: Mirror;
  beforeEach(async () => {
    mirror = await openMirror();
  });
  afterEach(() => mirror.close());
  /** Offers the folder as it is now. */
  function serve(): string {
    mirror.files.clear();
    for (const path of readdirSync(scene.folder, { recursive: true }) as string[]) {
      if (!statSync(join(scene.folder, path)).isFile()) continue;
      const bytes = readFileSync(join(scene.folder, path));
      mirror.files.set(`packs/${path}`, { bytes, etag: `"${Bun.hash(bytes)}"` });
    }
    return `${mirror.url}packs`;
  }

  test('a web server is as good as a folder', async () => {
    await scene.offer(1);
    expect((await scene.subscribe(serve())).failure).toBe('');
    await scene.offer(2);
    serve();
    mirror.asked.length = 0;
    expect((await scene.pull()).stderr).toContain('serial 2, by a delta of');
    expect(mirror.asked.map(({ path }) => path)).toEqual([
      'packs/index.json',
      'packs/index.json.minisig',
      'packs/fr/1-2.delta.zst',
    ]);
    expect(scene.installedWeek()).toBe(2);
  });

  test('a cut download resumes, also in a later run', async () => {
    await scene.offer(1);
    const from = serve();
    const { length } = mirror.files.get('packs/fr/1.db.zst')!.bytes;
    const none = { kind: 'none' as const, before() {} };
    const cut = { kind: 'cut' as const, afterBytes: length >> 1 };
    mirror.faults.push(none, none, cut, { kind: 'status', status: 403 });
    expect((await scene.subscribe(from)).failure).toContain('access denied (403)');
    expect(existsSync(scene.catalog)).toBe(false);
    mirror.asked.length = 0;
    expect((await scene.subscribe(from)).failure).toBe('');
    expect(mirror.asked.at(-1)!.headers.get('range')).toMatch(/^bytes=[1-9]\d*-$/);
    expect(scene.installedWeek()).toBe(1);
  });

  test('no byte beyond the signed size is written, whatever the server says', async () => {
    await scene.offer(1);
    const from = serve();
    const whole = mirror.files.get('packs/fr/1.db.zst')!;
    const none = { kind: 'none' as const, before() {} };
    whole.bytes = Buffer.concat([whole.bytes, Buffer.alloc(5_000_000)]);
    mirror.faults.push(none, none, { kind: 'length', bytes: null });
    const unannounced = await scene.subscribe(from);
    expect(unannounced.failure).toMatch(/is longer than the \d+ bytes of the signed index/);
    expect((await scene.subscribe(from)).failure).toMatch(/is longer than the \d+ bytes of the signed index/);
    expect(readdirSync(join(scene.data, 'pull'))).toEqual(['lock.db']);
  });

  test('an index or signature of any length is read only so far', async () => {
    await scene.offer(1);
    const from = serve();
    mirror.files.set('packs/index.json', { bytes: Buffer.alloc(5_000_000, '{') });
    expect((await scene.subscribe(from)).failure).toContain('is larger than 4194304 bytes, or not a file');
    serve();
    mirror.files.set('packs/index.json.minisig', { bytes: Buffer.alloc(100_000, 'x') });
    expect((await scene.subscribe(from)).failure).toContain('is larger than 8192 bytes, or not a file');
  });

  test('an index that is being replaced is looked at again', async () => {
    await scene.offer(1);
    serve();
    const old = mirror.files.get('packs/index.json.minisig')!;
    await scene.offer(2);
    const from = serve();
    const renewed = mirror.files.get('packs/index.json.minisig')!;
    mirror.files.set('packs/index.json.minisig', old);
    mirror.faults.push(
      { kind: 'none', before() {} },
      { kind: 'none', before() {} },
      { kind: 'none', before: () => mirror.files.set('packs/index.json.minisig', renewed) },
    );
    expect((await scene.subscribe(from)).failure).toBe('');
    expect(scene.installedWeek()).toBe(2);
  });

  test('a server that sends a page for everything is refused', async () => {
    for (const name of ['index.json', 'index.json.minisig', 'index.json.minisig.new']) {
      mirror.files.set(`packs/${name}`, { bytes: Buffer.from('<!doctype html><title>Sign in</title>') });
    }
    const { failure } = await scene.subscribe(`${mirror.url}packs/`);
    expect(failure).toContain('cannot be trusted: its signature is not one of minisign');
  });

  test('user and password of an address are neither kept nor shown', async () => {
    await scene.offer(1);
    const from = serve().replace('http://', 'http://anna:s3cret@');
    const outcome = await scene.subscribe(from);
    expect(outcome.failure).toBe('');
    expect(mirror.asked[0]!.headers.get('authorization')).toMatch(/^Basic /);
    const kept = readdirSync(join(scene.data, 'pull')).map((name) =>
      readFileSync(join(scene.data, 'pull', name), 'latin1'),
    );
    expect([...kept, outcome.stdout, outcome.stderr].join('')).not.toContain('s3cret');
  });
});

describe('larder packs', () => {
  test('lists what there is, and what an update would take', async () => {
    await scene.offer(1);
    const trust = ['--trust', `${scene.key}.pub`];
    expect((await scene.list(['--from', scene.folder, ...trust])).stdout).toMatch(
      /^pack {2}serial {2}date {8}foods +whole {2}delta\nfr +1 {2}\d{4}-\d\d-\d\d +298 +\d+ kB\s*\n$/,
    );
    await scene.subscribe();
    await scene.offer(2);
    const [row] = JSON.parse((await scene.list(['--json'])).stdout);
    const { serial, created, foods, catalog, deltas } = scene.pack();
    expect(row).toMatchObject({
      name: 'fr',
      serial,
      created,
      foods,
      bytes: catalog.bytes,
      delta_bytes: deltas[0]!.bytes,
      installed: 1,
    });
  });

  test('says when it did not check the signature, and refuses a wrong one', async () => {
    await scene.offer(1);
    expect((await scene.list(['--from', scene.folder])).stderr).toContain('the signature was not checked');
    const other = createKeyPair().publicKey.text;
    const { status, failure } = await scene.list(['--from', scene.folder, '--trust', other]);
    expect(status).toBe(1);
    expect(failure).toContain('it is signed by another key');
    expect((await scene.list([])).failure).toContain('give --from URL|DIR');
  });
});
