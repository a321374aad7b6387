import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { temporaryFolder } from '../build/export-file.ts';
import { inNamespaces } from '../namespaces.ts';
import { needingNamespaces } from '../outside-programs.ts';
import { findUnknownVariables, findWrong } from './command-flags.ts';
import { findOrCompile } from './compiled-executable.ts';

const ROOT = join(import.meta.dir, '..', '..');

interface Instruction {
  word: string;
  rest: string;
}

const INSTRUCTIONS: Instruction[] = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map((line) => ({ word: line.split(' ', 1)[0]!, rest: line.slice(line.indexOf(' ') + 1).trim() }));
/** The last stage is the image. */
const IMAGE = INSTRUCTIONS.slice(INSTRUCTIONS.findLastIndex(({ word }) => word === 'FROM'));
const lastOf = (word: string) => IMAGE.findLast((instruction) => instruction.word === word)?.rest ?? '';
const listOf = (text: string) => JSON.parse(text.slice(text.indexOf('['))) as string[];

/** As Docker reads .dockerignore: the last line that matches decides. */
function isIgnored(path: string): boolean {
  const lines = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  let ignored = false;
  for (const line of lines.filter((line) => line !== '' && !line.startsWith('#'))) {
    const pattern = line.replace(/^!/, '');
    const fits = new Bun.Glob(pattern).match(path) || new Bun.Glob(`${pattern}/**`).match(path);
    if (fits) ignored = !line.startsWith('!');
  }
  return ignored;
}

describe('The Dockerfile', () => {
  const copied = INSTRUCTIONS.filter(({ word, rest }) => word === 'COPY' && !rest.includes('--from')).flatMap(
    ({ rest }) => rest.split(/\s+/).slice(0, -1),
  );

  test('starts from images that are pinned by digest, or from nothing', () => {
    const defaults = new Map(
      INSTRUCTIONS.filter(({ word }) => word === 'ARG').map(
        ({ rest }) => rest.split('=', 2) as [string, string],
      ),
    );
    const bases = INSTRUCTIONS.filter(({ word }) => word === 'FROM').map(({ rest }) =>
      rest.split(' ')[0]!.replace(/\$\{(\w+)\}/g, (_, name: string) => defaults.get(name) ?? ''),
    );
    expect(bases).toHaveLength(2);
    for (const base of bases) expect(base).toMatch(/^(scratch|node:22[\w.-]*@sha256:[0-9a-f]{64})$/);
  });

  test('copies files that exist and are not ignored', () => {
    expect(copied).toContain('package-lock.json');
    expect(copied.filter((path) => !existsSync(join(ROOT, path)) || isIgnored(path))).toEqual([]);
  });

  test('ignores what the image is not made from', () => {
    expect(
      ['node_modules', '.git', 'dist/larder', '.cache', 'test', 'catalog.db'].filter(
        (path) => !isIgnored(path),
      ),
    ).toEqual([]);
  });

  test('copies everything an executable is made from', () => {
    const needed = ['src', 'build', 'data', 'package.json', 'package-lock.json', 'bunfig.toml'];
    expect(needed.filter((path) => !copied.includes(path))).toEqual([]);
  });

  test('installs packages without running their scripts', () => {
    const build = INSTRUCTIONS.map(({ word, rest }) => `${word} ${rest}`);
    const install = build.indexOf('RUN npm ci');
    const settings = build.findIndex((line) => line.startsWith('COPY') && line.includes(' .npmrc '));
    expect(settings).toBeWithin(0, install);
    expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  });

  test('is documented with a read-only root, no new privileges, and limits', () => {
    const documented = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8').replaceAll('\\\n', ' ');
    const command = /^docker run .*$/m.exec(documented)?.[0];
    for (const flag of [
      '--read-only',
      '--cap-drop ALL',
      '--security-opt no-new-privileges',
      '--memory',
      '--pids-limit',
    ]) {
      expect(command).toContain(flag);
    }
  });

  test('runs as a user who is not root and owns the data', () => {
    const user = lastOf('USER');
    expect(user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    const data = IMAGE.find(({ word, rest }) => word === 'COPY' && rest.endsWith(' /data'));
    expect(data?.rest).toContain(`--chown=${user} `);
    expect(lastOf('VOLUME')).toBe('/data');
    expect(lastOf('ENV')).toContain('LARDER_DATA=/data');
  });

  test('uses only commands, flags and variables that the program has', () => {
    const [entry, ...more] = listOf(lastOf('ENTRYPOINT'));
    expect([entry, more]).toEqual(['/usr/local/bin/larder', []]);
    expect(findWrong(listOf(lastOf('CMD')))).toEqual([]);
    const [checker, ...check] = listOf(lastOf('HEALTHCHECK'));
    expect([checker, findWrong(check)]).toEqual([entry, []]);
    const variables = [...lastOf('ENV').matchAll(/(LARDER_[A-Z_]+)=/g)].map(([, name]) => name!);
    expect(findUnknownVariables('serve', variables)).toEqual([]);
    expect(lastOf('EXPOSE')).toBe('8080');
  });
});

describe('The root of the image', () => {
  const { test, beforeAll, afterAll } = needingNamespaces('mount', 'pid', 'net');
  let folder: string;
  let root: string;
  beforeAll(async () => {
    folder = temporaryFolder();
    root = join(folder, 'root');
    await makeStarter();
    const executable = await findOrCompile(folder);
    const made = spawnSync('sh', ['packaging/docker/make-root.sh', executable, root], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect([made.status, made.stderr]).toEqual([0, '']);
    copyFileSync(STARTER, join(root, 'stick.db'));
    // Docker creates these itself.
    for (const place of ['proc', 'dev']) mkdirSync(join(root, place));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Inside it, with the environment that Docker would set; as the image's user if these tests run as root. */
  function runInside(script: string, settings = '') {
    const isRoot = process.getuid?.() === 0;
    const user = isRoot ? `--userspec=${lastOf('USER')}` : '';
    const inside = `
      ip link set lo up && mount -t proc proc '${root}/proc' && mount --rbind /dev '${root}/dev'
      ${isRoot ? `chown ${lastOf('USER')} '${root}/data'` : ''}
      larder() { env -i PATH="$PATH" ${lastOf('ENV')} ${settings} chroot ${user} '${root}' /usr/local/bin/larder "$@"; }
      ${script}`;
    const [command = '', ...args] = inNamespaces(['mount', 'pid', 'net'], inside);
    return spawnSync(command, args, { encoding: 'utf8' });
  }

  test.each(['', 'LARDER_PORT=9099', 'LARDER_TLS=self-signed'])(
    'is enough to serve as that user and pass the health check %s',
    (settings) => {
      const [serve = '', ...flags] = listOf(lastOf('CMD'));
      const [, ...check] = listOf(lastOf('HEALTHCHECK'));
      const run = runInside(
        `
      larder ${[serve, ...flags].join(' ')} 2> '${folder}/log' &
      for look in 1 2 3 4 5 6 7 8 9 10; do
        larder ${check.join(' ')} > '${folder}/health' 2> '${folder}/problem' && break
        sleep 0.5
      done
      cat '${folder}/health' '${folder}/problem'`,
        settings,
      );
      expect(run.stdout).toMatch(/^\{"status":"ok","foods_in_db":\d{4,}\}\n$/);
      const port = settings.split('LARDER_PORT=')[1] ?? '8080';
      expect(readFileSync(join(folder, 'log'), 'utf8')).toContain(`0.0.0.0:${port}`);
    },
  );

  test('is enough to pull a catalogue into the volume', () => {
    const run = runInside('larder pull --from /stick.db && larder info');
    expect(run.status, run.stderr).toBe(0);
    expect(run.stdout).toStartWith('/data/catalog.db: ');
    expect(run.stdout).toContain('catalogue      /data/catalog.db');
  });

  test('names the remedy where /tmp is mounted noexec', () => {
    const run = runInside(`mount -t tmpfs -o noexec,mode=1777 tmpfs '${root}/tmp' && larder info`);
    expect([run.status, run.stdout]).toEqual([1, '']);
    expect(run.stderr).toMatch(
      /^larder: the SQLite driver: cannot be loaded \([^\n]+; let TMPDIR name [^\n]+\n$/,
    );
  });

  test('lets that user store accounts in the volume', () => {
    const run = runInside('larder account create ada && larder account list');
    expect([run.status, run.stdout]).toEqual([0, expect.stringContaining('ada')]);
    if (process.getuid?.() === 0)
      expect(statSync(join(root, 'data', 'accounts.db')).uid).toBe(Number(lastOf('USER').split(':')[0]));
  });
});
