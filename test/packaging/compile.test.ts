import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { compile } from '../../packaging/compile.ts';
import { findOwnPlatform, PLATFORMS } from '../../packaging/platforms.ts';
import { PRODUCTS, temporaryFolder, writeExport } from '../build/export-file.ts';
import { platformOf } from './executable-header.ts';

const ROOT = join(import.meta.dir, '..', '..');
const STARTER_LIMIT_BYTES = 12_000_000;

let folder: string;
beforeAll(async () => {
  folder = temporaryFolder();
  await makeStarter();
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('an executable', () => {
  test.each(PLATFORMS.map((platform) => [platform.name, platform] as const))(
    'for %s is made for it',
    async (name, platform) => {
      const path = join(folder, platform.executable);
      await compile(platform, path);
      expect(platformOf(path)).toBe(name);
      if (platform !== findOwnPlatform()) rmSync(path);
    },
  );

  test('holds no path of the folder it was made in, so that every folder makes the same', () => {
    const bytes = readFileSync(join(folder, findOwnPlatform()!.executable));
    expect(bytes.indexOf('build/read/reading-thread')).toBeGreaterThan(0);
    expect(bytes.indexOf(ROOT)).toBe(-1);
  });

  test('of this machine runs with nothing beside it, the starter catalogue inside', () => {
    const own = findOwnPlatform()!;
    const alone = temporaryFolder();
    const path = join(alone, 'larder');
    copyFileSync(join(folder, own.executable), path);
    const run = spawnSync(path, ['info', '--json'], { cwd: alone, env: { HOME: alone }, encoding: 'utf8' });
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
    const build = spawnSync(path, ['build', 'export.tsv', '--out', 'own.db'], {
      cwd: alone,
      env: {},
      encoding: 'utf8',
    });
    expect({ status: build.status, made: build.stdout.split(',')[0] }).toEqual({
      status: 0,
      made: 'own.db: 10 foods',
    });
    rmSync(alone, { recursive: true });
  });
});

test('the starter catalogue is small enough to carry', () => {
  expect(statSync(STARTER).size).toBeLessThan(STARTER_LIMIT_BYTES);
});
