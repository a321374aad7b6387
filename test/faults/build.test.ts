import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { verifyCatalog } from '../../src/catalog/verify.ts';
import { writeDump } from '../../tools/bench/dump.ts';
import { PRODUCTS, temporaryFolder, writeExport } from '../build/export-file.ts';
import { LARDER } from '../contract/server-process.ts';
import { inNamespaces } from '../namespaces.ts';
import { needingNamespaces } from '../outside-programs.ts';
import { randomOf } from '../random.ts';

/** Real faults while a catalogue is built; `npm run faults` kills more often. */
const [PROGRAM = '', ...FIRST] = LARDER;
const KILLS = 4;
/** Enough that a kill can hit every step of a build, and that the result does not fit on the small disk. */
const DUMP_ROWS = 2500;
/** The generic foods would be most of the catalogue, and of the time that a build takes. */
const BARE = ['--without', 'generic'];

let folder: string;
let dump: string;
let former: string;
beforeAll(async () => {
  folder = temporaryFolder();
  dump = join(folder, 'dump.tsv.gz');
  await writeDump({ rows: DUMP_ROWS, seed: 3, path: dump });
  former = join(folder, 'former.db');
  writeExport(join(folder, 'small.tsv'), PRODUCTS);
  larder(['build', join(folder, 'small.tsv'), '--out', former, ...BARE]);
});
afterAll(() => rmSync(folder, { recursive: true }));

function larder(args: string[]) {
  return spawnSync(PROGRAM, [...FIRST, ...args], { encoding: 'utf8' });
}

describe('kill -9 during a build', () => {
  test('leaves the whole old or the whole new catalogue, and no litter after the next build', async () => {
    const own = join(folder, 'killed');
    mkdirSync(own);
    const out = join(own, 'catalog.db');
    copyFileSync(former, out);
    const startedMs = performance.now();
    larder(['build', dump, '--out', out, '--force', ...BARE]);
    const wholeMs = performance.now() - startedMs;
    const random = randomOf(23);
    for (let kill = 0; kill < KILLS; kill++) {
      copyFileSync(former, out);
      const build = spawn(PROGRAM, [...FIRST, 'build', dump, '--out', out, '--force', ...BARE], {
        stdio: 'ignore',
      });
      const ended = new Promise((resolve) => build.once('exit', resolve));
      await Bun.sleep(random() * wholeMs);
      build.kill('SIGKILL');
      await ended;
      expect(() => verifyCatalog(out)).not.toThrow();
    }
    expect(larder(['build', dump, '--out', out, '--force', ...BARE]).status).toBe(0);
    expect(readdirSync(own)).toEqual(['catalog.db']);
  });
});

describe('a full disk', () => {
  const { test } = needingNamespaces('mount');

  test('is reported in one line, and the catalogue stays as it was', () => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    const script = `
      mount -t tmpfs -o size=1m tmpfs "$1" && cp '${former}' "$1/catalog.db" &&
      ${LARDER.map((word) => `'${word}'`).join(' ')} build '${dump}' --out "$1/catalog.db" --force ${BARE.join(' ')}
      echo "status $?"; ls -A "$1"; cat "$1/catalog.db" > '${folder}/after.db'`;
    const [command = '', ...args] = inNamespaces(['mount'], script, disk);
    const run = spawnSync(command, args, { encoding: 'utf8' });
    expect(run.stderr.trimEnd().split('\n').at(-1)).toMatch(
      /^larder: (the database: )?the disk is full \([A-Z_]+\); .*nothing was changed$/,
    );
    expect(run.stdout).toBe('status 1\ncatalog.db\n');
    expect(readFileSync(join(folder, 'after.db')).equals(readFileSync(former))).toBe(true);
  });
});
