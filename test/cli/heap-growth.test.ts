import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { LARDER, startServer } from '../contract/server-process.ts';
import { until } from '../until.ts';

const SETTING = 'BUN_JSC_forceRAMSize';

/** The setting with which the process with this number was started last. */
function settingOf(pid: number): string | undefined {
  const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  return variables.find((variable) => variable.startsWith(`${SETTING}=`))?.slice(SETTING.length + 1);
}

test.skipIf(process.platform !== 'linux')(
  'a server restarts itself, under its own process number, with heaps that grow slowly',
  async () => {
    const server = await startServer([]);
    const setting = settingOf(server.pid);
    const health = await fetch(new URL('/health', server.origin));
    expect(await server.stop()).toBe(0);
    expect(Number(setting)).toBeGreaterThanOrEqual(256 * 1024 * 1024);
    expect(health.status).toBe(200);
  },
);

test.skipIf(process.platform !== 'linux')(
  'a build restarts itself with heaps that stop growing at some size',
  async () => {
    const build = Bun.spawn([...LARDER, 'build', '-', '--out', '/nonexistent/foods.db'], {
      stdin: 'pipe',
      stdout: 'ignore',
      stderr: 'ignore',
    });
    await until(() => build.exitCode !== null || settingOf(build.pid) !== undefined);
    const setting = settingOf(build.pid);
    build.kill();
    await build.exited;
    expect(Number(setting)).toBe(800 * 1024 * 1024);
  },
);

test.skipIf(process.platform !== 'linux')("an operator's own setting is kept", async () => {
  const before = process.env[SETTING];
  process.env[SETTING] = '1000000000';
  try {
    const server = await startServer([]);
    const setting = settingOf(server.pid);
    await server.stop();
    expect(setting).toBe('1000000000');
  } finally {
    if (before === undefined) delete process.env[SETTING];
    else process.env[SETTING] = before;
  }
});
