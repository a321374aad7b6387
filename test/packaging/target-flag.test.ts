import { expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '..', '..');

test.each(['compile', 'release'])(
  'npm run %s says how it is used, and starts no work for anything else',
  (command) => {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [join(ROOT, 'packaging', `${command}.ts`), ...args], { encoding: 'utf8' });
    const usage = `npm run ${command} [-- --target NAME], where NAME is one of all, linux-x64`;
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining(usage), stderr: '' });
    for (const args of [['--target', 'amiga'], ['--target'], ['--foo'], ['all']]) {
      const { status, stdout, stderr } = run(...args);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toStartWith(`${command}: '${args.join(' ')}' cannot be read; use ${usage}`);
      expect(stderr.trimEnd()).not.toContain('\n');
    }
  },
);
