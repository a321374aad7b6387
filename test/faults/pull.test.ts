import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeDump } from '../bench/dump.ts';
import { PRODUCTS, temporaryFolder, writeExport } from '../build/export-file.ts';
import { type Mirror, openMirror } from '../build/pull/mirror.ts';
import { killDuringBuildAndPull } from './kills.ts';

/** Real faults during a pull; the long form of the kills is `npm run faults`. */
const MAIN = join(import.meta.dir, '..', '..', 'src', 'main.ts');
const KILLS = 8;
/** Few, so that the short form is short. */
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
}, 60_000);

describe('a disk that fills up', () => {
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
    ]);
  });
  afterAll(async () => {
    await mirror.close();
    rmSync(folder, { recursive: true });
  });
  const former = () => join(folder, 'former.db');

  test.each([
    ['during the download', '400k', /^larder: the disk is full: .*nothing was changed$/],
    ['during the build', '1m', /^larder: the disk is full: .*nothing was changed$/],
  ])('%s is told in one line, and the catalogue stays as it was', async (_, size, said) => {
    const disk = join(folder, 'disk');
    mkdirSync(disk, { recursive: true });
    // Without a length there is nothing to compare with the free room beforehand.
    mirror.faults.push({ kind: 'length', bytes: null });
    const script = `
      mount -t tmpfs -o size=${size} tmpfs '${disk}' && cp '${former()}' '${disk}/catalog.db' &&
      '${process.execPath}' '${MAIN}' pull --data '${disk}' --from '${mirror.url}dump.csv.gz' --force
      echo "status $?"; cat '${disk}/catalog.db' > '${folder}/after.db'`;
    const isolate = process.getuid?.() === 0 ? ['--mount'] : ['--mount', '--user', '--map-root-user'];
    const { stdout, stderr } = await run(['unshare', ...isolate, 'sh', '-c', script]);
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(said);
    expect(stdout).toBe('status 1\n');
    expect(readFileSync(join(folder, 'after.db')).equals(readFileSync(former()))).toBe(true);
  });

  /** Not waited for in the usual way: the mirror must answer meanwhile. */
  async function run([command, ...args]: string[]): Promise<{ stdout: string; stderr: string }> {
    const child = spawn(command!, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (said.stdout += chunk));
    child.stderr.on('data', (chunk) => (said.stderr += chunk));
    await new Promise((resolve) => child.once('close', resolve));
    return said;
  }
});
