import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../build/export-file.ts';

const ROOT = join(import.meta.dir, '..', '..');

test('stopping `npm start` stops the server', async () => {
  const data = temporaryFolder();
  const npm = Bun.spawn(['npm', 'start', '--', '--port', '0', '--log-format', 'json', '--data', data], {
    cwd: ROOT,
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const log = npm.stderr.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  /** The first event with this name, among whatever else npm prints. */
  const nextEvent = async (name: string) => {
    for (;;) {
      const line = text.split('\n').find((part) => part.includes(`"event":"${name}"`) && part.endsWith('}'));
      if (line !== undefined) return JSON.parse(line) as { url?: string };
      const { value, done } = await log.read();
      if (done) throw new Error(`no event ${name} in: ${text}`);
      text += value;
    }
  };
  const { url } = await nextEvent('listening');
  npm.kill('SIGTERM');
  await nextEvent('stopping');
  await npm.exited;
  // The pipe closes only when the last process that holds it has ended.
  while (!(await log.read()).done);
  await expect(fetch(`${url}/health`)).rejects.toThrow();
  rmSync(data, { recursive: true });
});
