import { beforeEach, describe, expect, test } from 'bun:test';
import { cpSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKeyPair, readSecretKey, signBytes } from '../../build/pack/minisign.ts';
import type { PackIndex } from '../../build/pack/pack-index.ts';
import { pack } from '../../build/pack/zstd.ts';
import { verifyCatalog } from '../../src/catalog/verify.ts';
import { DAY_MS, flipBit, type Setting, usePackScene } from './pack-scene.ts';

/** Packs that a subscriber does not install. */
const scene = usePackScene();

describe('a pack is refused, and the installed catalogue untouched,', () => {
  /** Serial 1 is installed, serial 2 is offered. */
  beforeEach(async () => {
    await scene.offer(1);
    await scene.subscribe();
    await scene.offer(2);
  });
  async function expectRefused(message: string | RegExp, flags: string[] = [], setting: Setting = {}) {
    const { status, failure } = await scene.pull(flags, setting);
    expect(failure).toMatch(message);
    expect(failure).not.toContain('\n');
    expect({ status, week: scene.installedWeek() }).toEqual({ status: 1, week: 1 });
  }

  test('without a signature', async () => {
    rmSync(join(scene.folder, 'index.json.minisig'));
    await expectRefused(/index\.json: cannot be trusted: it has no signature/);
  });

  test('without an index', async () => {
    rmSync(join(scene.folder, 'index.json'));
    await expectRefused(/index\.json: no such file; check --from/);
  });

  test('with the signature of another key', async () => {
    const bytes = readFileSync(join(scene.folder, 'index.json'));
    const thief = readSecretKey(createKeyPair().secret, 'thief');
    writeFileSync(join(scene.folder, 'index.json.minisig'), signBytes(bytes, thief, 'x'));
    await expectRefused(/it is signed by another key \([0-9A-F]{16}, not [0-9A-F]{16}\)/);
  });

  test('with any changed byte of the index or its signature', async () => {
    for (const name of ['index.json', 'index.json.minisig']) {
      const path = join(scene.folder, name);
      const bytes = readFileSync(path);
      // The untrusted comment of a signature may say anything.
      const start = name === 'index.json' ? 0 : bytes.indexOf('\n') + 1;
      for (let at = start; at < bytes.length - 1; at += 13) {
        flipBit(path, at);
        await expectRefused('cannot be trusted');
        writeFileSync(path, bytes);
      }
    }
  });

  test('with a changed byte in the delta', async () => {
    flipBit(join(scene.folder, scene.pack().deltas[0]!.path), 100);
    await expectRefused(/its sha256 is [0-9a-f]{16}…, but the signed index says/);
  });

  test.each([['changed'], ['shorter'], ['longer']])('with a catalogue that is %s', async (how) => {
    await scene.pull(['--pack', 'none', '--from', scene.versions[0]!, '--force']);
    const path = join(scene.folder, 'fr/2.db.zst');
    const { size } = statSync(path);
    if (how === 'changed') flipBit(path, size >> 1);
    else if (how === 'shorter') truncateSync(path, size - 1);
    else writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.from('x')]));
    const { status, failure } = await scene.subscribe();
    expect(failure).toMatch(/the signed index/);
    expect({ status, week: scene.installedWeek() }).toEqual({ status: 1, week: 1 });
    expect(scene.leftovers()).toEqual([]);
  });

  test('that unpacks to more than its index says', async () => {
    const index = scene.index();
    const path = join(scene.folder, 'fr/2.db.zst');
    const { bytes, sha256 } = await pack(Array(64).fill(Buffer.alloc(1 << 20)), path);
    Object.assign(index.packs.fr!.catalog, { bytes, sha256 });
    index.packs.fr!.deltas = [];
    scene.signIndex(index);
    await expectRefused(/cannot be unpacked \(unpacks to more than \d+ bytes\)/);
  });

  test('in favour of the whole, if its delta unpacks to more than its catalogue can need', async () => {
    const index = scene.index();
    const [delta] = index.packs.fr!.deltas;
    const path = join(scene.folder, delta!.path);
    const header = { larder_delta: 1, from: verifyCatalog(scene.versions[0]!).hash, to: '', origin: {} };
    const row = `,{"name":"${'x'.repeat(1 << 20)}"},1]\n`;
    const rows = Array.from({ length: 63 }, (_, at) => `[${at + 1}${row}`);
    Object.assign(delta!, await pack([`${JSON.stringify(header)}\n`, ...rows], path));
    scene.signIndex(index);
    const { status, stderr } = await scene.pull();
    expect(stderr).toMatch(
      /the delta cannot be applied \(it unpacks to more than \d+ bytes\); taking the whole/,
    );
    expect({ status, week: scene.installedWeek() }).toEqual({ status: 0, week: 2 });
  });

  test('whose catalogue is not the one of its index', async () => {
    const index = scene.index();
    index.packs.fr!.catalog.content_sha256 = 'a'.repeat(64);
    index.packs.fr!.deltas = [];
    scene.signIndex(index);
    await expectRefused('has another catalogue than its index says');
  });

  test('with a lower serial than the installed one, unless forced', async () => {
    const old = join(scene.work, 'old');
    cpSync(scene.folder, old, { recursive: true });
    await scene.offer(3);
    await scene.pull();
    expect(scene.installedWeek()).toBe(3);
    const { status, failure } = await scene.pull(['--from', old, '--pack', 'fr']);
    expect(failure).toMatch(/offers serial 2 of fr, but 3 was installed already; .*--force/);
    expect({ status, week: scene.installedWeek() }).toEqual({ status: 1, week: 3 });
    expect((await scene.pull(['--from', old, '--pack', 'fr', '--force'])).status).toBe(0);
    expect(scene.installedWeek()).toBe(2);
    expect((await scene.pull()).stdout).toContain('serial 2 is already in place');
  });

  test('with a lower serial even after a rollback', async () => {
    const old = join(scene.work, 'old');
    cpSync(scene.folder, old, { recursive: true });
    await scene.offer(3);
    await scene.pull();
    await scene.rollBack();
    expect(scene.installedWeek()).toBe(1);
    await expectRefused(/offers serial 2 of fr, but 3 was installed already/, [
      '--from',
      old,
      '--pack',
      'fr',
    ]);
  });

  test('with an index past its expiry, unless forced', async () => {
    const nowMs = Date.now() + 31 * DAY_MS;
    await expectRefused(/expired on \d{4}-.*Z, so someone may be withholding newer versions; .*--force/, [], {
      nowMs,
    });
    expect((await scene.pull(['--force'], { nowMs })).status).toBe(0);
    expect(scene.installedWeek()).toBe(2);
  });

  test('if it does not exist; the line lists those that do', async () => {
    await expectRefused(/has no pack 'de'; it has fr$/, ['--pack', 'de', '--from', scene.folder]);
    await expectRefused(/has no pack 'toString'/, ['--pack', 'toString', '--from', scene.folder]);
  });

  test.each([
    ['no expiry', (index: PackIndex) => ({ ...index, expires: undefined }), 'does not say when it expires'],
    [
      'another format',
      (index: PackIndex) => ({ ...index, larder: 2 }),
      /is of format 2; install a newer larder/,
    ],
    ['no format', (index: PackIndex) => ({ ...index, larder: undefined }), 'is not an index of packs'],
    [
      'an impossible expiry',
      (index: PackIndex) => ({ ...index, expires: '2026-99-99T00:00:00Z' }),
      'is not an',
    ],
    ['a list', () => [], 'is not an index of packs'],
    ['null', () => null, 'is not an index of packs'],
    [
      'a newer schema',
      (index: PackIndex) => ({ ...index, packs: { fr: { ...index.packs.fr!, schema: 999 } } }),
      /has fr in format 999; this larder reads \d+; install a newer larder/,
    ],
  ])('with %s in a signed index', async (_, change, message) => {
    scene.signIndex(change(scene.index()));
    await expectRefused(message);
  });

  test.each([
    '../outside.zst',
    '/etc/passwd',
    'fr/../../outside.zst',
    'fr/./2.db.zst',
    'https://evil.example/2.db.zst',
    '//evil.example/x',
    'fr\\2.db.zst',
    'fr/%2e%2e/x',
    '.hidden',
    'fr/',
    '',
    'file:fr',
    'fr/\u0000x',
  ])('with the path %j', async (path) => {
    const index = scene.index();
    index.packs.fr!.catalog.path = path;
    index.packs.fr!.deltas = [];
    scene.signIndex(index);
    await expectRefused(/is not an index of packs \(\/packs\/fr\/catalog\/path/);
  });

  test('with a folder, a pipe or nothing where the catalogue should be', async () => {
    const index = scene.index();
    index.packs.fr!.deltas = [];
    scene.signIndex(index);
    rmSync(join(scene.folder, 'fr/2.db.zst'));
    await expectRefused(/2\.db\.zst: no such file/);
    symlinkSync('/dev/zero', join(scene.folder, 'fr/2.db.zst'));
    await expectRefused(/2\.db\.zst: no such file/);
  });
});
