import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { startServer } from '../contract/server-process.ts';

const SETTING = 'BUN_JSC_forceRAMSize';
const GROWTH = 'BUN_JSC_smallHeapGrowthFactor';

/** A setting with which the process with this number was started last. */
function settingOf(pid: number, name = SETTING): string | undefined {
  const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  return variables.find((variable) => variable.startsWith(`${name}=`))?.slice(name.length + 1);
}

test.skipIf(process.platform !== 'linux')(
  'a server restarts itself, under its own process number, with heaps that grow slowly',
  async () => {
    const server = await startServer([]);
    const setting = settingOf(server.pid);
    const growth = settingOf(server.pid, GROWTH);
    const delay = settingOf(server.pid, 'MIMALLOC_PURGE_DELAY');
    const health = await fetch(new URL('/health', server.origin));
    expect(await server.stop()).toBe(0);
    expect(Number(setting)).toBeGreaterThanOrEqual(256 * 1024 * 1024);
    expect(Number(growth)).toBeLessThan(2);
    expect(delay).toBe('0');
    expect(health.status).toBe(200);
  },
);

test.skipIf(process.platform !== 'linux')("an operator's own setting is kept", async () => {
  const before = process.env[SETTING];
  process.env[SETTING] = '1000000000';
  try {
    const server = await startServer([]);
    const [setting, growth] = [settingOf(server.pid), settingOf(server.pid, GROWTH)];
    await server.stop();
    expect(setting).toBe('1000000000');
    expect(growth).toBeUndefined();
  } finally {
    if (before === undefined) delete process.env[SETTING];
    else process.env[SETTING] = before;
  }
});
