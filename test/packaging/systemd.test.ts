import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { needing } from '../outside-programs.ts';
import { findUnknownVariables, findWrong } from './command-flags.ts';

const UNITS = join(import.meta.dir, '..', '..', 'packaging', 'systemd');
/** systemd calls everything below 2 well protected, of at most 10; a unit without any protection has 9.6. */
const MAX_EXPOSURE = 2;
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
/** Enough for the mirror not to notice the hour. */
const MIN_SPREAD_MS = 60 * 60 * 1000;
type Setting = readonly [name: string, value: string];

function settingsOf(unit: string): Setting[] {
  return readFileSync(join(UNITS, unit), 'utf8')
    .split('\n')
    .filter((line) => /^[A-Z]\w*=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
}

function settingIn(unit: string, name: string): string | undefined {
  return settingsOf(unit).findLast(([setting]) => setting === name)?.[1];
}

test('Every timer has the service that it starts', () => {
  const units = readdirSync(UNITS);
  const timers = units.filter((unit) => unit.endsWith('.timer'));
  expect(timers).not.toEqual([]);
  expect(timers.filter((unit) => !units.includes(unit.replace(/timer$/, 'service')))).toEqual([]);
});

describe.each(['larder.service', 'larder-pull.service'])('The unit %s', (unit) => {
  test('runs larder with a command, flags and variables that exist', () => {
    const [program, ...args] = settingIn(unit, 'ExecStart')!.split(' ');
    expect([program, findWrong(args)]).toEqual(['/usr/local/bin/larder', []]);
    const variables = settingsOf(unit)
      .filter(([name]) => name === 'Environment')
      .map(([, value]) => value.split('=')[0]!);
    expect(findUnknownVariables(args[0]!, variables)).toEqual([]);
  });

  test('mentions only variables that exist', () => {
    const [, command] = settingIn(unit, 'ExecStart')!.split(' ');
    const named = readFileSync(join(UNITS, unit), 'utf8').match(/LARDER_[A-Z_]+/g) ?? [];
    expect(findUnknownVariables(command!, named)).toEqual([]);
  });

  test('keeps its files in the data directory that larder is given, as a user of its own', () => {
    expect(settingIn(unit, 'StateDirectory')).toBe('larder');
    expect(settingIn(unit, 'ExecStart')).toMatch(/ --data \$\{STATE_DIRECTORY\}$/);
    expect([settingIn(unit, 'DynamicUser'), settingIn(unit, 'User')]).toEqual(['yes', 'larder']);
  });

  test('leaves the JavaScript engine able to compile', () => {
    expect(settingIn(unit, 'MemoryDenyWriteExecute')).toBeUndefined();
  });
});

describe('According to systemd itself', () => {
  const { test } = needing('systemd-analyze');
  const analyze = (...args: string[]) =>
    spawnSync('systemd-analyze', args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } });
  const timer = (name: string) => settingIn('larder-pull.timer', name) ?? '';
  const spanOf = (text: string) => Number(/[μu]s: (\d+)/.exec(analyze('timespan', text).stdout)?.[1]) / 1000;

  test.each(['larder.service', 'larder-pull.service'])('%s exposes little of the machine', (unit) => {
    const security = analyze('security', '--offline=true', '--no-pager', join(UNITS, unit));
    const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(security.stdout)?.[1]);
    expect(exposure).toBeLessThan(MAX_EXPOSURE);
  });

  test('the pull runs every week, and not at the same moment on every machine', () => {
    const calendar = analyze('calendar', '--iterations=3', timer('OnCalendar')).stdout;
    const dates = [...calendar.matchAll(/(?:elapse|Iter\. #\d): \w{3} (.+) UTC/g)].map(([, date]) =>
      Date.parse(`${date}Z`),
    );
    expect([dates[1]! - dates[0]!, dates[2]! - dates[1]!]).toEqual([WEEK_MS, WEEK_MS]);
    expect(spanOf(timer('RandomizedDelaySec'))).toBeGreaterThanOrEqual(MIN_SPREAD_MS);
    expect(spanOf(timer('RandomizedDelaySec'))).toBeLessThan(WEEK_MS);
  });
});

test('The server may let threads that search give way to lookups', () => {
  const filters = settingsOf('larder.service').flatMap(([name, value]) =>
    name === 'SystemCallFilter' ? [value] : [],
  );
  // What comes last holds: setpriority is one of the calls of @resources.
  expect(filters.lastIndexOf('setpriority')).toBeGreaterThan(
    filters.findIndex((filter) => filter.startsWith('~') && filter.includes('@resources')),
  );
});

test('A pull that was missed while the machine was off is made up for', () => {
  expect(['yes', 'true', 'on', '1']).toContain(settingIn('larder-pull.timer', 'Persistent') ?? '');
});

test('The server is reloaded by the signal it listens to, and restarted when it fails', () => {
  expect(settingIn('larder.service', 'ExecReload')).toBe('/bin/kill -HUP $MAINPID');
  expect(settingIn('larder.service', 'Restart')).toBe('on-failure');
});
