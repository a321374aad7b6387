import { afterAll, beforeAll, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { delimiter } from 'node:path';
import { inNamespaces, type Namespace } from './namespaces.ts';

/**
 * Programs and permissions that a test needs and `npm ci` does not install. A test that cannot have one is skipped, and
 * its name says what is missing; with `LARDER_TEST_DEMAND=all`, as in `.ci/run`, it fails instead.
 */
export const IS_DEMANDED = process.env.LARDER_TEST_DEMAND === 'all';
/** Debian keeps `ip` and `chroot` here, and leaves these folders out of an ordinary user's PATH. */
const SYSTEM_FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

export interface TestFunctions {
  test: typeof test;
  beforeAll: typeof beforeAll;
  afterAll: typeof afterAll;
}

const nothing = () => {};
const NO_TESTS: TestFunctions = {
  test: Object.assign(nothing, { each: () => nothing }) as unknown as typeof test,
  beforeAll: nothing,
  afterAll: nothing,
};

export function findProgram(name: string): string | null {
  return Bun.which(name, { PATH: [process.env.PATH ?? '', ...SYSTEM_FOLDERS].join(delimiter) });
}

/** `bun:test` for tests that run these programs. */
export function needing(...programs: string[]): TestFunctions {
  return withoutMissing(programs.filter((program) => findProgram(program) === null));
}

/**
 * `bun:test` for tests that run programs which not every package index has. Where one is missing they are skipped; where
 * every program is demanded they do not take part, and `.ci/run` says so.
 */
export function ifInstalled(...programs: string[]): TestFunctions {
  const missing = programs.filter((program) => findProgram(program) === null);
  return missing.length > 0 && IS_DEMANDED ? NO_TESTS : withoutMissing(missing);
}

/** `bun:test` for tests that run in namespaces: a disk, a network or a list of processes of their own. */
export function needingNamespaces(...kinds: Namespace[]): TestFunctions {
  const programs = ['unshare', ...(kinds.includes('net') ? ['ip'] : [])];
  const missing = programs.filter((program) => findProgram(program) === null);
  if (missing.length > 0) return withoutMissing(missing);
  return withoutMissing(mayCreate(kinds) ? [] : [`permission to create ${kinds.join(', ')} namespaces`]);
}

/** Containers and hardened kernels refuse, so the only way to know is to try. */
function mayCreate(kinds: readonly Namespace[]): boolean {
  const script = kinds.includes('mount') ? 'mount -t tmpfs tmpfs "$1"' : 'true';
  const [command = '', ...args] = inNamespaces(kinds, script, tmpdir());
  return spawnSync(command, args).status === 0;
}

/** `bun:test` itself if nothing is missing; else tests that are skipped, or fail, and name what is missing. */
export function withoutMissing(missing: readonly string[]): TestFunctions {
  if (missing.length === 0) return { test, beforeAll, afterAll };
  const needs = `needs ${missing.join(' and ')}`;
  const fail = () => {
    throw new Error(`LARDER_TEST_DEMAND=all, and this test ${needs}`);
  };
  const declare = IS_DEMANDED
    ? (name: string) => test(name, fail)
    : (name: string) => test.skip(`${name} [${needs}]`, fail);
  const each =
    (cases: readonly unknown[]) =>
    (name: string): void =>
      IS_DEMANDED
        ? test.each([...cases])(name, fail)
        : test.skip.each([...cases])(`${name} [${needs}]`, fail);
  return {
    test: Object.assign(declare, { each }) as unknown as typeof test,
    beforeAll: nothing,
    afterAll: nothing,
  };
}
