import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dependencies, devDependencies } from '../../package.json';
import { describeMaterials } from '../../packaging/bill-of-materials.ts';
import { type BundledPackage, DRAWN_FROM, findBundledPackages } from '../../packaging/bundled-packages.ts';
import { packTar } from '../../packaging/tar.ts';
import { writeThirdPartyLicenses } from '../../packaging/third-party-licenses.ts';
import { temporaryFolder } from '../build/export-file.ts';
import { needing } from '../outside-programs.ts';

const ROOT = join(import.meta.dir, '..', '..');

interface Materials {
  serialNumber: string;
  components: { 'bom-ref': string; name: string; licenses: object[] }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

let packages: BundledPackage[];
let folder: string;
beforeAll(async () => {
  folder = temporaryFolder();
  packages = await findBundledPackages(ROOT);
});
afterAll(() => rmSync(folder, { recursive: true }));

const describeAll = () =>
  describeMaterials({
    version: '1.2.3',
    bunVersion: '4.5.6',
    sqliteVersion: '7.8.9',
    packages,
    direct: [...Object.keys(dependencies), ...DRAWN_FROM],
  }) as Materials;

describe('What is inside the executables', () => {
  test('is every package that larder names, the icons it is drawn with, and none that only its tests need', () => {
    const names = packages.map(({ name }) => name).filter((name) => !DRAWN_FROM.includes(name));
    expect(Object.keys(dependencies).filter((name) => !names.includes(name))).toEqual([]);
    expect(Object.keys(devDependencies).filter((name) => names.includes(name))).toEqual([]);
  });

  test('is listed with version, licence and hash', () => {
    for (const { version, license, sha512 } of packages) {
      expect(version).toMatch(/^\d+\.\d+\.\d+/);
      expect(license).toMatch(/^[A-Z0-9(][\w.() -]+$/);
      expect(sha512).toMatch(/^[0-9a-f]{128}$/);
    }
  });

  test('has licences that allow shipping it with MIT code', () => {
    const welcome = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'BlueOak-1.0.0'];
    const isWelcome = (license: string) =>
      license
        .replace(/[()]/g, '')
        .split(' OR ')
        .some((one) => welcome.includes(one));
    const others = packages.filter(({ license }) => !isWelcome(license));
    expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
  });
});

describe('The bill of materials', () => {
  test('names each part once, the runtime and SQLite among them, and links only parts that it names', () => {
    const { components, dependencies: links } = describeAll();
    const references = components.map((component) => component['bom-ref']);
    expect(new Set(references).size).toBe(packages.length + 2);
    expect(references).toEqual(expect.arrayContaining(['pkg:npm/bun@4.5.6', 'pkg:generic/sqlite@7.8.9']));
    const known = [...references, 'pkg:npm/larder@1.2.3'];
    expect(
      links.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !known.includes(ref)),
    ).toEqual([]);
    expect(links).toHaveLength(known.length);
  });

  test('has no part that nothing depends on', () => {
    const { components, dependencies: links } = describeAll();
    const needed = new Set(links.flatMap(({ dependsOn }) => dependsOn));
    expect(components.map((component) => component['bom-ref']).filter((ref) => !needed.has(ref))).toEqual([]);
  });

  test('is the same for the same parts, and differs for others', () => {
    expect(describeAll()).toEqual(describeAll());
    const { serialNumber } = describeAll();
    expect(serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
    const fewer = { version: '1.2.3', bunVersion: '4.5.6', sqliteVersion: '7.8.9', packages: [], direct: [] };
    expect((describeMaterials(fewer) as Materials).serialNumber).not.toBe(serialNumber);
  });
});

test('The licences of all packages are included', () => {
  const text = writeThirdPartyLicenses(packages, '4.5.6');
  for (const { name, version, license, notices } of packages) {
    expect(text).toContain(`${name} ${version} (${license})`);
    expect(text).toContain(notices);
  }
  expect(text).toContain('Bun 4.5.6 (MIT)');
  expect(text).toContain('Copyright (c) Microsoft Corporation.');
  expect(packages.map(({ name }) => name)).toContain('@iconify-json/fluent-emoji-flat');
});

needing('tar').test(
  'An archive unpacks with tar as it was packed, and contains nothing of the machine',
  () => {
    const files = [
      { path: 'larder/larder', bytes: Buffer.from('#!/bin/sh\necho here\n'), isExecutable: true },
      { path: 'larder/papers/LICENSE', bytes: Buffer.alloc(1000, 'x'), isExecutable: false },
      { path: 'larder/empty', bytes: new Uint8Array(), isExecutable: false },
    ];
    writeFileSync(join(folder, 'archive.tar'), packTar(files));
    const listed = spawnSync(
      'tar',
      ['--list', '--verbose', '--numeric-owner', '--utc', '--file', 'archive.tar'],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
    expect([listed.status, listed.stderr]).toEqual([0, '']);
    expect(
      listed.stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.replace(/ +/g, ' ')),
    ).toEqual([
      '-rwxr-xr-x 0/0 20 1970-01-01 00:00 larder/larder',
      '-rw-r--r-- 0/0 1000 1970-01-01 00:00 larder/papers/LICENSE',
      '-rw-r--r-- 0/0 0 1970-01-01 00:00 larder/empty',
    ]);
    expect(spawnSync('tar', ['--extract', '--file', 'archive.tar'], { cwd: folder }).status).toBe(0);
    expect(spawnSync(join(folder, 'larder', 'larder'), { encoding: 'utf8' }).stdout).toBe('here\n');
  },
);
