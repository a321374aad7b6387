import { describe, expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeDump } from '../../tools/bench/dump.ts';
import { killDuringBuildAndPull } from '../../tools/faults/kills.ts';
import { PRODUCTS, temporaryFolder, writeExport } from '../build/export-file.ts';
import { type Mirror, openMirror } from '../build/pull/mirror.ts';
import { inNamespaces } from '../namespaces.ts';
import { needingNamespaces } from '../outside-programs.ts';

/** Real faults during a pull; `npm run faults` kills more often. */
const MAIN = join(import.meta.dir, '..', '..', 'src', 'main.ts');
const KILLS = 5;
/** Few, so that a build is quick. */
const KILL_ROWS = 400;
const ROWS = 1200;

test('kill -9 during build and pull leaves the whole old or new catalogue, and no litter', async () => {
  const {
    old,
    new: replaced,
    broken,
    litter,
  } = await killDuringBuildAndPull({ kills: KILLS, rows: KILL_ROWS });
  expect({ broken, litter, judged: old + replaced }).toEqual({ broken: [], litter: [], judged: KILLS });
});

describe('a disk that is too small', () => {
  const { test, beforeAll, afterAll } = needingNamespaces('mount');
  let folder: string;
  let mirror: Mirror;
  beforeAll(async () => {
    folder = temporaryFolder();
    mirror = await openMirror();
    await writeDump({ rows: ROWS, seed: 3, path: join(folder, 'dump.csv.gz') });
    mirror.files.set('dump.csv.gz', { bytes: readFileSync(join(folder, 'dump.csv.gz')) });
    await run([
      process.execPath,
      MAIN,
      'build',
      writeExport(join(folder, 'small.tsv'), PRODUCTS),
      '--out',
      former(),
      '--without',
      'generic',
    ]);
  });
  afterAll(async () => {
    await mirror.close();
    rmSync(folder, { recursive: true });
  });
  const former = () => join(folder, 'former.db');

  test.each([
    [
      'for the download',
      '400k',
      /pull: the disk has [\d.]+ MB free, but about [\d.]+ MB are needed; free some space/,
    ],
    [
      'for the build',
      '1m',
      /pull: the disk has [\d.]+ MB free, but about [\d.]+ MB are needed; free some space/,
    ],
  ])('%s is reported in one line, and the catalogue stays as it was', async (_, size, said) => {
    const disk = join(folder, 'disk');
    mkdirSync(disk, { recursive: true });
    // Without a length, the free space can only be checked while the bytes arrive.
    mirror.faults.push({ kind: 'length', bytes: null });
    const script = `
      mount -t tmpfs -o size=${size} tmpfs "$1" && cp '${former()}' "$1/catalog.db" &&
      '${process.execPath}' '${MAIN}' pull --data "$1" --from '${mirror.url}dump.csv.gz' --force
      echo "status $?"; cat "$1/catalog.db" > '${folder}/after.db'`;
    const { stdout, stderr } = await run(inNamespaces(['mount'], script, disk));
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(said);
    expect(stdout).toBe('status 1\n');
    expect(readFileSync(join(folder, 'after.db')).equals(readFileSync(former()))).toBe(true);
  });

  /** Not spawnSync, since the mirror in this process has to answer meanwhile. */
  async function run([command, ...args]: string[]): Promise<{ stdout: string; stderr: string }> {
    const child = spawn(command!, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (said.stdout += chunk));
    child.stderr.on('data', (chunk) => (said.stderr += chunk));
    await new Promise((resolve) => child.once('close', resolve));
    return said;
  }
});
