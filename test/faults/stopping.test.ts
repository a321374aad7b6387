import { expect, test } from 'bun:test';
import { constants } from 'node:os';
import { join } from 'node:path';
import { runStopping } from '../../tools/faults/stopping.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { startServer } from '../contract/server-process.ts';
import { until } from '../until.ts';

test('SIGTERM lets requests in flight finish, refuses new ones, and ends with status 0', async () => {
  const outcome = await runStopping(await fixtureCatalog(), 50);
  expect(outcome).toMatchObject({ inFlight: 50, finished: 50, refused: outcome.tried, status: 0 });
});

const PATIENCE_MS = 500;
const MAX_TEST_MS = 60_000;

test.skipIf(process.platform !== 'linux')(
  'SIGTERM ends a server whose main thread is in an endless loop',
  async () => {
    const source = join(import.meta.dir, '..', '..', 'src', 'main.ts');
    const loop = join(import.meta.dir, 'endless-loop.ts');
    const command = [process.execPath, '--preload', loop, source];
    const server = await startServer(['--catalog', await fixtureCatalog(), '--threads', '0'], command);
    process.kill(server.pid, 'SIGUSR2');
    const isStuck = async () => {
      const answer = fetch(new URL('/health', server.origin), { signal: AbortSignal.timeout(PATIENCE_MS) });
      return (await answer.catch(({ name }) => name)) === 'TimeoutError';
    };
    await until(isStuck, 'the main thread no longer answers');
    expect(await server.stop('SIGTERM')).toBe(128 + constants.signals.SIGKILL);
  },
  MAX_TEST_MS,
);
