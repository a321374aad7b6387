import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from '../../src/cli/command.ts';
import { accountBackup } from '../../src/cli/commands/account.ts';
import { build } from '../../src/cli/commands/build.ts';
import { exportCommand } from '../../src/cli/commands/export.ts';
import { keyPair } from '../../src/cli/commands/key-pair.ts';
import { slice } from '../../src/cli/commands/slice.ts';
import { type OptionTable, parseOptions } from '../../src/options.ts';
import { extendedCatalog } from '../contract/extended-catalog.ts';
import { runCaptured } from './captured-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'larder-output-'));
const catalog = await extendedCatalog();
mkdirSync(join(folder, 'directory'));
spawnSync('mkfifo', [join(folder, 'pipe')]);
symlinkSync('/dev/null', join(folder, 'device'));
writeFileSync(join(folder, 'own.csv'), 'name,calories_kcal,category\nHoney,304,Spreads\n');
symlinkSync('/proc/self/fd/1', join(folder, 'stdout'));

async function run<O extends OptionTable>(command: Command<O>, args: readonly string[]) {
  return await runCaptured((console) =>
    command.run(parseOptions(command.options, args, {}) as never, console),
  );
}

const COMMANDS: Record<string, (out: string) => ReturnType<typeof run>> = {
  build: (out) => run(build, ['--community', join(folder, 'own.csv'), '--generic', 'none', '--out', out]),
  slice: (out) => run(slice, [catalog, '--top', '1', '--out', out]),
  export: (out) => run(exportCommand, [catalog, '--format', 'csv', '--out', out]),
  'key-pair': (out) => run(keyPair, ['--out', out]),
  'account backup': (out) => run(accountBackup, ['--accounts', join(folder, 'accounts.db'), out]),
};

describe.each(Object.entries(COMMANDS))('larder %s', (_, write) => {
  test.each([
    ['device', 'is a device or a pipe; give a file name'],
    ['pipe', 'is a device or a pipe; give a file name'],
    ['stdout', 'is a device or a pipe; give a file name'],
    ['directory', 'is a directory; give a file name'],
    ['nowhere/x', 'its folder does not exist; create the folder first'],
  ])('does not replace what is no file: a %s', async (name, words) => {
    const before = readdirSync(folder).map((entry) => [entry, lstatSync(join(folder, entry)).ino]);
    const { failure, stdout } = await write(join(folder, name));
    expect(failure.trimEnd()).toBe(`${join(folder, name)}: ${words}`);
    expect(stdout).toBe('');
    expect(readdirSync(folder).map((entry) => [entry, lstatSync(join(folder, entry)).ino])).toEqual(before);
  });

  test('says that a name is empty', async () => {
    const { failure } = await write('');
    expect(failure.trimEnd()).toBe('the file to write: its name is empty; give a file name');
  });
});
