import { expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

test('npm run cluster says that it takes no arguments, and starts nothing if it is given one', () => {
  const run = (arg: string) =>
    spawnSync(process.execPath, [join(import.meta.dir, '..', '..', 'tools', 'cluster', 'run.ts'), arg], {
      encoding: 'utf8',
    });
  const usage = 'npm run cluster takes no arguments; it runs for some minutes\n';
  expect(run('--help')).toMatchObject({ status: 0, stdout: usage, stderr: '' });
  expect(run('fast')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: `cluster: unexpected argument 'fast'; ${usage}`,
  });
});
