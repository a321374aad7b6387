import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './figure.ts';

const ROOT = join(import.meta.dir, '..', '..');
/** Everything a release is made from. */
const MADE_FROM = [
  'src',
  'build',
  'data',
  'packaging',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'LICENSE',
];
/** Of different lengths, so that a path that got into the executable would also shift what follows it. */
const PLACES = ['one', join('another', 'place', 'further-down')];
/** Other things that differ between machines. */
const SETTINGS: readonly NodeJS.ProcessEnv[] = [
  { TZ: 'UTC', LANG: 'C' },
  { TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8' },
];

/** Releases the same source in two folders, and returns the SHA256SUMS of both. */
export function releaseTwice(args: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'larder-checkouts-'));
  try {
    const checkouts = PLACES.map((place) => join(folder, place));
    // The second is a copy of the first, in case the source is being edited.
    checkouts.reduce((from, to) => {
      copyCheckout(from, to);
      return to;
    }, ROOT);
    return checkouts.map((checkout, turn) => release(checkout, args, SETTINGS[turn]!));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function release(checkout: string, args: readonly string[], settings: NodeJS.ProcessEnv): string {
  const run = spawnSync(process.execPath, ['packaging/release.ts', ...args], {
    cwd: checkout,
    env: { ...process.env, ...settings },
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`the release failed: ${run.stderr}`);
  return readFileSync(join(checkout, 'dist', 'release', 'SHA256SUMS'), 'utf8');
}

function copyCheckout(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of MADE_FROM) cpSync(join(from, name), join(to, name), { recursive: true });
  copyModules(join(to, 'node_modules'));
}

/** Hard links take no space; on another disk the folder is copied. */
function copyModules(to: string): void {
  const from = join(ROOT, 'node_modules');
  if (spawnSync('cp', ['-al', from, to]).status === 0) return;
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

export function twoCheckouts(args: readonly string[] = []): Figure[] {
  const [first = '', second = ''] = releaseTwice(args);
  const lines = first.trimEnd().split('\n');
  const same = lines.filter((line) => second.split('\n').includes(line)).length;
  return [
    {
      item: null,
      done: 'a release made twice, in two folders, time zones and languages',
      figure: `${same} of ${lines.length} files have the same bytes`,
      toReach: 'all',
      isReached: first !== '' && first === second,
    },
  ];
}
