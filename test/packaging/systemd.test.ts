import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findUnknownVariables, findWrong } from './command-flags.ts';

const UNITS = join(import.meta.dir, '..', '..', 'packaging', 'systemd');
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

test('There are a server, a pull, and a timer for it', () => {
  expect(readdirSync(UNITS).sort()).toEqual(['larder-pull.service', 'larder-pull.timer', 'larder.service']);
});

describe.each(['larder.service', 'larder-pull.service'])('The unit %s', (unit) => {
  test('starts larder with commands and flags that it has', () => {
    const [program, ...args] = settingIn(unit, 'ExecStart')!.split(' ');
    expect([program, findWrong(args)]).toEqual(['/usr/local/bin/larder', []]);
    const variables = settingsOf(unit)
      .filter(([name]) => name === 'Environment')
      .map(([, value]) => value.split('=')[0]!);
    expect(findUnknownVariables(args[0]!, variables)).toEqual([]);
  });

  test('names in its comments only variables that the program has', () => {
    const [, command] = settingIn(unit, 'ExecStart')!.split(' ');
    const named = readFileSync(join(UNITS, unit), 'utf8').match(/LARDER_[A-Z_]+/g) ?? [];
    expect(findUnknownVariables(command!, named)).toEqual([]);
  });

  test('keeps its files where the program is told that they are, as a user of its own', () => {
    expect(settingIn(unit, 'StateDirectory')).toBe('larder');
    expect(settingIn(unit, 'ExecStart')).toMatch(/ --data \$\{STATE_DIRECTORY\}$/);
    expect([settingIn(unit, 'DynamicUser'), settingIn(unit, 'User')]).toEqual(['yes', 'larder']);
  });

  test('lets the process do nothing that it need not', () => {
    const promised = ['NoNewPrivileges', 'ProtectHome', 'PrivateTmp', 'PrivateDevices', 'RestrictSUIDSGID'];
    expect(promised.filter((name) => settingIn(unit, name) !== 'yes')).toEqual([]);
    expect(settingIn(unit, 'ProtectSystem')).toBe('strict');
    expect(settingIn(unit, 'CapabilityBoundingSet')).toBe('');
    // The engine of JavaScript writes machine code and runs it.
    expect(settingIn(unit, 'MemoryDenyWriteExecute')).toBeUndefined();
  });
});

test('The server is reloaded by the signal it listens to, and restarted when it fails', () => {
  expect(settingIn('larder.service', 'ExecReload')).toBe('/bin/kill -HUP $MAINPID');
  expect(settingIn('larder.service', 'Restart')).toBe('on-failure');
});

test('The timer pulls every week, at a moment of its own, also after the machine was off', () => {
  expect(
    ['OnCalendar', 'RandomizedDelaySec', 'Persistent'].map((name) => settingIn('larder-pull.timer', name)),
  ).toEqual(['weekly', '12h', 'true']);
});
