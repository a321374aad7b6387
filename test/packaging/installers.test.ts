import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { version } from '../../package.json';
import { completions, documents, samples, units } from '../../packaging/archive-files.ts';
import { debName, isForDebian, packDeb } from '../../packaging/deb.ts';
import { findOwnPlatform, PLATFORMS } from '../../packaging/platforms.ts';
import { type ArchivedFile, packTar } from '../../packaging/tar.ts';
import { packZip } from '../../packaging/zip.ts';
import { temporaryFolder } from '../build/export-file.ts';
import { LARDER } from '../contract/server-process.ts';
import { needing } from '../outside-programs.ts';

const ROOT = join(import.meta.dir, '..', '..');
/** Stands for the executable: it runs, and asks for versions of the C library. */
const EXECUTABLE = Buffer.from('#!/bin/sh\necho "larder 9.9.9"\n# GLIBC_2.4 GLIBC_2.34 GLIBC_2.17\n');

let folder: string;
let extras: ArchivedFile[];
beforeAll(() => {
  folder = temporaryFolder();
  extras = [...documents('licences of packages'), ...completions(), ...samples()];
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(command: string, args: string[], options: object = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8', ...options });
  return { status, stdout, stderr };
}

describe('The files of an archive', () => {
  test('have everything that the documents link to', () => {
    const paths = new Set(extras.map(({ path }) => path));
    const broken = extras
      .filter(({ path }) => path.endsWith('.md'))
      .flatMap(({ path, bytes }) => {
        const text = Buffer.from(bytes)
          .toString()
          .replace(/^```.*?^```/gms, '');
        return [...text.matchAll(/\]\(([^)\s:#]+)(?:#[^)]*)?\)|(?:src|srcset)="([^":]+)"/g)]
          .map(([, markdown, html]) => join(dirname(path), markdown ?? html!))
          .filter((target) => !paths.has(target) && ![...paths].some((one) => one.startsWith(`${target}/`)));
      });
    expect(broken).toEqual([]);
    expect([...paths]).toEqual(
      expect.arrayContaining([
        'README.md',
        'LICENSE',
        'THIRD-PARTY-LICENSES.txt',
        'docs/operations.md',
        'data/README.md',
      ]),
    );
  });

  test('have samples that larder accepts', () => {
    for (const { path, bytes } of samples()) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    const [larder = '', ...first] = LARDER;
    expect(run(larder, [...first, 'config', '--config', 'sample/larder.toml']).status).toBe(0);
    const build = ['build', '--community', 'sample/own-foods.csv', '--out', 'own.db', '--without', 'generic'];
    expect(run(larder, [...first, ...build]).stdout).toContain('own.db: 2 foods');
  });
});

describe('A zip archive', () => {
  const files = [
    { path: 'larder/larder.exe', bytes: EXECUTABLE, isExecutable: true },
    { path: 'larder/docs/größe.md', bytes: Buffer.alloc(10_000, 'text '), isExecutable: false },
    { path: 'larder/empty', bytes: new Uint8Array(), isExecutable: false },
  ];

  test('has the same bytes each time', () => {
    expect(Buffer.from(packZip(files)).equals(packZip(files))).toBe(true);
  });

  needing('unzip').test('unpacks with unzip as it was packed', () => {
    writeFileSync(join(folder, 'archive.zip'), packZip(files));
    expect(run('unzip', ['-t', '-qq', 'archive.zip'])).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(run('unzip', ['-qq', '-d', 'unzipped', 'archive.zip']).status).toBe(0);
    for (const { path, bytes, isExecutable } of files) {
      const unpacked = join(folder, 'unzipped', path);
      expect(readFileSync(unpacked).equals(bytes)).toBe(true);
      expect((statSync(unpacked).mode & 0o111) !== 0).toBe(isExecutable);
    }
  });
});

describe('The Debian package', () => {
  const deb = () =>
    packDeb({ version, platform: 'linux-x64', executable: EXECUTABLE, extras: [...extras, ...units()] });
  const write = () => {
    writeFileSync(join(folder, 'larder.deb'), deb());
    return 'larder.deb';
  };

  test('has the same bytes each time, and a name for each processor', () => {
    expect(Buffer.from(deb()).equals(deb())).toBe(true);
    expect(
      PLATFORMS.filter(({ name }) => isForDebian(name)).map(({ name }) =>
        debName({ version, platform: name }),
      ),
    ).toEqual([`larder_${version}_amd64.deb`, `larder_${version}_arm64.deb`]);
  });

  needing('dpkg-deb').test('says what it is and what it needs', () => {
    const { status, stdout, stderr } = run('dpkg-deb', [
      '--field',
      write(),
      'Package',
      'Version',
      'Architecture',
      'Depends',
    ]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toBe(
      `Package: larder\nVersion: ${version}\nArchitecture: amd64\nDepends: libc6 (>= 2.34), libgcc-s1, libstdc++6 (>= 11)\n`,
    );
  });

  needing('dpkg-deb').test('unpacks the units for its own path, with a configuration that exists', () => {
    expect(run('dpkg-deb', ['--extract', write(), 'unpacked']).status).toBe(0);
    const unpacked = join(folder, 'unpacked');
    const unit = readFileSync(join(unpacked, 'usr/lib/systemd/system/larder.service'), 'utf8');
    const [, program = ''] = /^ExecStart=(\S+) serve /m.exec(unit) ?? [];
    expect(run(join(unpacked, program), []).stdout).toBe('larder 9.9.9\n');
    const [, config = ''] = /^Environment=LARDER_CONFIG=(\S+)$/m.exec(unit) ?? [];
    expect(readFileSync(join(unpacked, config), 'utf8')).toContain('\n#port = 8080\n');
    expect(existsSync(join(unpacked, 'usr/lib/systemd/system/larder-pull.timer'))).toBe(true);
    expect(existsSync(join(unpacked, 'usr/share/doc/larder/docs/operations.md'))).toBe(true);
    expect(readFileSync(join(unpacked, 'usr/share/doc/larder/copyright'), 'utf8')).toContain('MIT License');
    expect(unit).not.toContain('/usr/local');
  });

  needing('dpkg', 'dpkg-deb', 'diff').test('is installed, verified and removed by dpkg', () => {
    const root = join(folder, 'root');
    for (const path of ['var/lib/dpkg/info', 'var/lib/dpkg/updates', 'var/log']) {
      mkdirSync(join(root, path), { recursive: true });
    }
    writeFileSync(join(root, 'var/lib/dpkg/status'), '');
    const dpkg = (...args: string[]) =>
      run('dpkg', [
        `--root=${root}`,
        '--log=/dev/null',
        '--force-not-root',
        '--force-depends',
        '--force-architecture',
        '--force-script-chrootless',
        // Ordinary users have no /usr/sbin in their PATH, where dpkg looks for programs that it does not need here.
        '--force-bad-path',
        ...args,
      ]);
    expect(dpkg('--install', write())).toMatchObject({ status: 0 });
    expect(dpkg('--verify', 'larder')).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(dpkg('--list', 'larder').stdout).toMatch(/^ii +larder/m);
    writeFileSync(join(root, 'etc/larder/larder.toml'), 'port = 9000\n');
    expect(dpkg('--remove', 'larder').status).toBe(0);
    expect(existsSync(join(root, 'usr/bin/larder'))).toBe(false);
    // What the operator changed stays until a purge.
    expect(readFileSync(join(root, 'etc/larder/larder.toml'), 'utf8')).toBe('port = 9000\n');
    expect(dpkg('--purge', 'larder').status).toBe(0);
    expect(existsSync(join(root, 'etc/larder'))).toBe(false);
  });
});

describe('install.sh', () => {
  const { test } = needing('sh', 'tar', 'sha256sum');
  const platform = findOwnPlatform()!.name;
  const name = `larder-9.9.9-${platform}`;

  /** A release in a folder, as `npm run release` writes it. */
  function writeRelease(place: string, sha256?: string): string {
    const release = join(folder, place);
    mkdirSync(release, { recursive: true });
    const files = [{ path: 'larder', bytes: EXECUTABLE, isExecutable: true }, ...extras];
    const tar = packTar(files.map((file) => ({ ...file, path: `${name}/${file.path}` })));
    const archive = Bun.gzipSync(tar);
    writeFileSync(join(release, `${name}.tar.gz`), archive);
    const digest = sha256 ?? new Bun.CryptoHasher('sha256').update(archive).digest('hex');
    const other = `${'0'.repeat(64)}  larder-9.9.9-${platform}-other.tar.gz\n`;
    writeFileSync(join(release, 'SHA256SUMS'), `${other}${digest}  ${name}.tar.gz\n`);
    writeFileSync(join(release, 'install.sh'), readFileSync(join(ROOT, 'packaging', 'install.sh')));
    return release;
  }

  const install = (release: string, home: string, ...args: string[]) =>
    run('sh', [join(release, 'install.sh'), ...args], {
      env: { PATH: process.env.PATH, HOME: join(folder, home), no_proxy: '*' },
    });

  test('installs the archive beside it for the user, with completions and documents', () => {
    const { status, stdout, stderr } = install(writeRelease('release'), 'home');
    expect([status, stderr]).toEqual([0, '']);
    const local = join(folder, 'home', '.local');
    expect(stdout).toContain(`installed larder 9.9.9 as ${local}/bin/larder`);
    expect(stdout).toContain(`add ${local}/bin to your PATH`);
    expect(run(join(local, 'bin', 'larder'), []).stdout).toBe('larder 9.9.9\n');
    for (const path of [
      'bash-completion/completions/larder',
      'doc/larder/README.md',
      'doc/larder/sample/larder.toml',
    ]) {
      expect(existsSync(join(local, 'share', path))).toBe(true);
    }
  });

  test('replaces what it installed before, in the folder that it is given', () => {
    const release = writeRelease('release');
    const prefix = join(folder, 'own prefix');
    expect(install(release, 'home2', '--prefix', prefix).status).toBe(0);
    expect(install(release, 'home2', '--prefix', prefix).status).toBe(0);
    expect(run(join(prefix, 'bin', 'larder'), []).stdout).toBe('larder 9.9.9\n');
    expect(existsSync(join(folder, 'home2'))).toBe(false);
  });

  needing('curl').test('downloads from an address', async () => {
    const release = writeRelease('published');
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: (request) => new Response(Bun.file(join(release, new URL(request.url).pathname))),
    });
    // Not spawnSync, which would keep the server from answering.
    const child = Bun.spawn(
      [
        'sh',
        join(release, 'install.sh'),
        '--from',
        `http://127.0.0.1:${server.port}`,
        '--prefix',
        join(folder, 'net'),
      ],
      { stdout: 'pipe', env: { PATH: process.env.PATH, HOME: folder, no_proxy: '*' } },
    );
    expect(await child.exited).toBe(0);
    await server.stop(true);
    expect(existsSync(join(folder, 'net', 'bin', 'larder'))).toBe(true);
  });

  test('refuses an archive with another checksum, and installs nothing', () => {
    const { status, stderr } = install(writeRelease('forged', 'f'.repeat(64)), 'home3');
    expect([status, stderr]).toEqual([
      1,
      `install.sh: ${name}.tar.gz is not what SHA256SUMS says; download it again\n`,
    ]);
    expect(existsSync(join(folder, 'home3'))).toBe(false);
  });

  test('says what is wrong with its arguments, or with the place', () => {
    const release = writeRelease('release');
    expect(install(release, 'home4', '--what').stderr).toBe(
      "install.sh: unknown argument '--what'; see --help\n",
    );
    expect(install(release, 'home4', '--from', '/nowhere').stderr).toStartWith(
      'install.sh: /nowhere/SHA256SUMS cannot be read',
    );
    expect(install(release, 'home4', '--help').stdout).toContain(
      'sh install.sh [--from URL|DIR] [--prefix DIR]',
    );
  });
});

test('The changelog has the version of the program as its newest release', () => {
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  const versions = [...changelog.matchAll(/^## \[([^\]]+)\]/gm)].map(([, name]) => name);
  expect(versions.find((name) => name !== 'Unreleased')).toBe(version);
  expect(new Set(versions).size).toBe(versions.length);
});
