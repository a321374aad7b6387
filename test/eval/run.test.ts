import { expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

function run(...args: string[]) {
  return spawnSync(
    process.execPath,
    [join(import.meta.dir, '..', '..', 'tools', 'eval', 'run.ts'), ...args],
    { encoding: 'utf8' },
  );
}

test.each([
  [['nosuch'], 2, 'choose one of search, recipe, meal, truth, for example `npm run eval -- search`'],
  [['--foo'], 1, '--foo: cannot be read; the flags are --dump VALUE, '],
  [['--dump', '/nosuch', '--queries', '/nosuch'], 1, '/nosuch: no such file; check the path'],
  [['--dump', '/nosuch'], 1, '/nosuch: no such file; check the path'],
  [['--catalog', '/nosuch'], 1, '/nosuch: no such file; '],
  [['truth'], 1, 'truth: a dump is needed; give --dump FILE'],
  [['truth', '--dump', '/nosuch', '--reference', '/nosuch'], 1, '/nosuch: no such file; check the path'],
  [['recipe', '--foo'], 1, '--foo: cannot be read; the flags are --catalog VALUE, --lines VALUE, --held'],
  [['meal', '--meals', '/nosuch'], 1, '/nosuch: no such file; check the path'],
  [['recipe', '--lines', '/nosuch'], 1, '/nosuch: no such file; check the path'],
])('npm run eval with %j ends in one line', (args, status, said) => {
  const { status: ended, stdout, stderr } = run(...args);
  expect([ended, stdout]).toEqual([status, '']);
  expect(stderr).toStartWith(`eval: ${said}`);
  expect(stderr.trimEnd()).not.toContain('\n');
});

test('npm run eval -- --help says what there is to choose', () => {
  expect(run('--help')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('search, recipe, meal, truth'),
  });
});
