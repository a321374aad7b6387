import { describe, expect } from 'bun:test';
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeDump } from '../../tools/bench/dump.ts';
import { runFullDisk } from '../../tools/faults/full-disk.ts';
import { temporaryFolder } from '../build/export-file.ts';
import { openMirror } from '../build/pull/mirror.ts';
import { usePackScene } from '../cli/pack-scene.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { LARDER } from '../contract/server-process.ts';
import { inNamespaces } from '../namespaces.ts';
import { needingNamespaces } from '../outside-programs.ts';

const { test, beforeAll, afterAll } = needingNamespaces('mount');

test('A disk that fills up loses no key that was shown, keeps no read from its answer, and is named', async () => {
  const outcome = await runFullDisk(await fixtureCatalog());
  expect(outcome).toMatchObject({
    leaks: 0,
    failedReads: 0,
    lostWhenFull: 0,
    lostWithRoom: 0,
    lostAfterRestart: 0,
    stuck: 0,
    isNamed: true,
  });
  expect(outcome.refusals).toBe(outcome.rooms);
  expect(outcome.shown).toBeGreaterThan(outcome.rooms);
});

/** Enough that the result of a build does not fit on the small disk. */
const DUMP_ROWS = 2500;

describe('A disk that is too small', () => {
  const scene = usePackScene();
  let folder: string;
  let former: string;
  let dump: string;
  beforeAll(async () => {
    folder = temporaryFolder();
    dump = join(folder, 'dump.csv.gz');
    await writeDump({ rows: DUMP_ROWS, seed: 3, path: dump });
    former = join(folder, 'former.db');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs a command on a disk of its own, which has the catalogue of before and is gone afterwards. */
  async function runOnDisk(bytes: number, argsOn: (disk: string) => string[]) {
    const [disk, after] = [join(folder, 'disk'), join(folder, 'after.db')];
    mkdirSync(disk, { recursive: true });
    const script = `
      disk="$1" former="$2" after="$3"; shift 3
      mount -t tmpfs -o size=${bytes} tmpfs "$disk" && cp "$former" "$disk/catalog.db" && "$@"
      echo "status $?"; cat "$disk/catalog.db" > "$after"`;
    const command = inNamespaces(['mount'], script, disk, former, after, ...LARDER, ...argsOn(disk));
    // Not spawnSync, since the mirror in this process has to answer meanwhile.
    const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe' });
    const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    expect(stdout).toEndWith('status 1\n');
    expect(readFileSync(after).equals(readFileSync(former))).toBe(true);
    return stderr.trimEnd().split('\n').at(-1)!;
  }

  test('for a build is reported in one line, and the catalogue stays as it was', async () => {
    copyFileSync(await fixtureCatalog(), former);
    const room = statSync(former).size + 500_000;
    const args = (disk: string) => ['build', dump, '--out', join(disk, 'catalog.db'), '--force'];
    expect(await runOnDisk(room, (disk) => [...args(disk), '--without', 'generic'])).toMatch(
      /^larder: (the database: )?the disk is full \([A-Z_]+\); .*nothing was changed$/,
    );
  });

  test.each([
    ['for the download of a pull', 200_000],
    ['for the build of a pull', 900_000],
  ])('%s is reported in one line, and the catalogue stays as it was', async (_, room) => {
    const mirror = await openMirror();
    mirror.files.set('dump.csv.gz', { bytes: readFileSync(dump) });
    // Without a length, the free space can only be checked while the bytes arrive.
    mirror.faults.push({ kind: 'length', bytes: null });
    copyFileSync(await fixtureCatalog(), former);
    const from = `${mirror.url}dump.csv.gz`;
    const said = await runOnDisk(statSync(former).size + room, (disk) => [
      ...['pull', '--data', disk, '--from', from, '--force'],
    ]);
    await mirror.close();
    expect(said).toMatch(
      /pull: the disk has [\d.]+ MB free, but about [\d.]+ MB are needed; free some space/,
    );
  });

  test.each([
    ['for the download of a pack', 0.2],
    ['for what a pack unpacks to', 1.1],
  ])('%s is reported in one line, and the catalogue stays as it was', async (_, share) => {
    await scene.offer(2);
    copyFileSync(scene.versions[0]!, former);
    const room = statSync(former).size + Math.ceil(share * statSync(scene.versions[1]!).size);
    const said = await runOnDisk(room, (disk) => [
      ...['pull', '--data', disk, '--from', scene.folder, '--pack', 'fr', '--trust', `${scene.key}.pub`],
    ]);
    expect(said).toMatch(/^larder: .*; free some space/);
  });
});
