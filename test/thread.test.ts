import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { fixtureCatalog } from './contract/fixture-catalog.ts';
import { LARDER, startServer } from './contract/server-process.ts';

const SOURCE = join(import.meta.dir, '..', 'src', 'thread.ts');
/** Uses up what a limit leaves, and prints why a thread cannot be started. */
const START = `
  import { openSync } from 'node:fs';
  import { startThread } from ${JSON.stringify(SOURCE)};
  try { for (;;) openSync('/dev/null', 'r'); } catch {}
  try { startThread('src/server/forced-stop.ts'); } catch ({ message }) { console.log(message); }
  process.exit(0);
`;
/** In KiB; the engine itself starts with it. */
const FEW_ADDRESSES = 2_621_440;

const limitedTo = (limit: string, ...command: string[]) => [
  'sh',
  '-c',
  `ulimit ${limit} && exec "$0" "$@"`,
  ...command,
];

describe.skipIf(process.platform !== 'linux')('A thread', () => {
  test('is refused where no descriptors are left, which would otherwise end the process', async () => {
    const child = Bun.spawn(limitedTo('-n 64', process.execPath, '-e', START), { stdout: 'pipe' });
    expect(await new Response(child.stdout).text()).toBe(
      'ulimit -n: too few descriptors are left to start a thread; allow more\n',
    );
    expect(await child.exited).toBe(0);
  });

  test('is not started by a server with little address space, which does everything in one', async () => {
    const flags = ['--catalog', await fixtureCatalog(), '--metrics', '127.0.0.1:0'];
    const server = await startServer(flags, limitedTo(`-v ${FEW_ADDRESSES}`, ...LARDER));
    const found = await fetch(new URL('/search?q=hazelnut&limit=1', server.origin));
    expect(await found.json()).toMatchObject([{ name: expect.stringMatching(/hazelnut/i) }]);
    const metrics = await (await fetch(String(server.events[0]?.metrics))).text();
    expect(metrics).toContain('larder_threads{state="ready"} 0\n');
    expect(await server.stop()).toBe(0);
    expect(server.events.map(({ event }) => event)).not.toContain('thread lost');
  });
});
