import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { MINIFY } from '../../packaging/compile.ts';
import { findPlatformIn } from '../../packaging/executable-header.ts';
import { findOwnPlatform } from '../../packaging/platforms.ts';
import { openReadOnly } from '../../src/sqlite/driver.ts';
import { PRODUCTS, temporaryFolder, writeExport } from '../build/export-file.ts';
import { findOrCompile } from './compiled-executable.ts';

const ROOT = join(import.meta.dir, '..', '..');
const STARTER_LIMIT_BYTES = 24_000_000;

let folder: string;
let executable: string;
beforeAll(async () => {
  folder = temporaryFolder();
  await makeStarter();
  executable = await findOrCompile(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('An executable', () => {
  test('is made for the platform that it is named after', () => {
    expect(findPlatformIn(executable)).toBe(findOwnPlatform()!.name);
  });

  test('contains no path of the folder it was made in, so every folder makes the same bytes', () => {
    const bytes = readFileSync(executable);
    expect(bytes.indexOf('build/prepare/preparing-thread')).toBeGreaterThan(0);
    expect(bytes.indexOf(ROOT)).toBe(-1);
  });

  test('stores its code at one byte a character', () => {
    const bytes = readFileSync(executable);
    const head = '// @bun @bytecode';
    expect(bytes.indexOf(head)).toBeGreaterThan(0);
    expect(bytes.indexOf(Buffer.from(head, 'utf16le'))).toBe(-1);
  });

  test('hashes passwords in the native code inside it', () => {
    const data = temporaryFolder();
    const env = { HOME: data, TMPDIR: folder };
    const larder = (args: string[], input = '') =>
      spawnSync(executable, [...args, '--data', data], { env, encoding: 'utf8', input });
    larder(['account', 'create', 'ada']);
    expect(larder(['account', 'password', 'ada'], 'correct horse battery\n').status).toBe(0);
    const accounts = openReadOnly(join(data, 'accounts.db'));
    const hash = accounts.prepare('SELECT password_hash FROM accounts').pluck().get() as string;
    accounts.close();
    // Bun's own code would have made a salt of 32 bytes.
    const [salt = ''] = hash.split('$').slice(4);
    expect(Buffer.from(salt, 'base64')).toHaveLength(16);
    rmSync(data, { recursive: true });
  });

  test('runs with nothing beside it, the starter catalogue inside', () => {
    const alone = temporaryFolder();
    const path = join(alone, 'larder');
    copyFileSync(executable, path);
    const env = { HOME: alone, TMPDIR: folder };
    const run = spawnSync(path, ['info', '--json'], { cwd: alone, env, encoding: 'utf8' });
    expect(run.stderr).toBe('');
    const { foods, foods_by_source } = JSON.parse(run.stdout) as {
      foods: number;
      foods_by_source: Record<string, number>;
    };
    expect(foods_by_source.usda).toBe(8790);
    expect(foods).toBeGreaterThan(8850);
    // Nothing is written before it is needed.
    expect(existsSync(join(alone, '.local'))).toBe(false);
    writeExport(join(alone, 'export.tsv'), PRODUCTS);
    const build = spawnSync(path, ['build', 'export.tsv', '--generic', 'foundation', '--out', 'own.db'], {
      cwd: alone,
      env: { TMPDIR: folder },
      encoding: 'utf8',
    });
    const [, made = ''] = /^own\.db: ([\d,]+) foods/.exec(build.stdout) ?? [];
    // The ten of the export, one of the tables inside, and the dishes.
    expect([build.status, made]).toEqual([0, String(10 + 316 + 100)]);
    rmSync(alone, { recursive: true });
  });
});

test('Minified as the executable is, a route still refuses a parameter that breaks its schema', async () => {
  const built = await Bun.build({
    entrypoints: [join(import.meta.dir, 'limited-route.ts')],
    outdir: folder,
    target: 'bun',
    minify: MINIFY,
  });
  expect(built.success).toBe(true);
  const run = spawnSync(process.execPath, [join(folder, 'limited-route.js')], { encoding: 'utf8' });
  expect(run.stdout).toBe('limit=50: 200, limit=99: 422\n');
});

/** `npm run release` compiles for every platform and refuses a file whose header names another one. */
describe('The platform of an executable', () => {
  const bytesOf = (length: number, parts: readonly (readonly [at: number, bytes: Uint8Array | string])[]) => {
    const bytes = Buffer.alloc(length);
    for (const [at, part] of parts) Buffer.from(part as Uint8Array).copy(bytes, at);
    return bytes;
  };
  const elf = (machine: number, loader: string) =>
    bytesOf(400, [
      [0, '\u007fELF'],
      [18, new Uint8Array([machine, 0])],
      [300, loader],
    ]);
  const macho = (cpu: number) => bytesOf(32, [[0, new Uint8Array([0xcf, 0xfa, 0xed, 0xfe, cpu, 0, 0, 1])]]);
  const pe = bytesOf(128, [
    [0, 'MZ'],
    [0x3c, new Uint8Array([80])],
    [84, new Uint8Array([0x64, 0x86])],
  ]);

  test.each([
    ['linux-x64', elf(62, '/lib64/ld-linux-x86-64.so.2')],
    ['linux-arm64-musl', elf(183, '/lib/ld-musl-aarch64.so.1')],
    ['macos-x64', macho(7)],
    ['macos-arm64', macho(12)],
    ['windows-x64', pe],
    [null, Buffer.from('#!/bin/sh\necho not an executable of ours\n')],
  ])('is read from its header: %p', (platform, bytes) => {
    const path = join(folder, 'header');
    writeFileSync(path, bytes);
    expect(findPlatformIn(path)).toBe(platform);
  });
});

test('The starter catalogue is small enough to ship inside the executable', () => {
  expect(statSync(STARTER).size).toBeLessThan(STARTER_LIMIT_BYTES);
});
