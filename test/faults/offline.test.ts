import { describe, expect } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { makeStarter } from '../../build/starter.ts';
import type { Catalog } from '../../src/food/catalog.ts';
import { createPageRoutes } from '../../src/site/routes.ts';
import { LARDER } from '../contract/server-process.ts';
import { needingNamespaces } from '../outside-programs.ts';
import { runOffline } from './offline-scene.ts';

const { test, beforeAll } = needingNamespaces('net');
beforeAll(makeStarter);

/** These rightly fail here: there is no earlier catalogue, and no server runs. */
const FAILING = { rollback: 1, reload: 1, health: 1 };

describe('Without a network', () => {
  test('every command but pull, packs and publish does its work, and none tries to reach another machine', async () => {
    const { statuses, attempts } = await runOffline('commands');
    expect(attempts).toBe(0);
    const expected = Object.keys(statuses).map((name) => [name, 0]);
    expect(statuses).toEqual({ ...Object.fromEntries(expected), ...FAILING });
    const run = Object.keys(statuses);
    expect(commandNames().filter((name) => !run.includes(name))).toEqual([
      'serve',
      'pull',
      'packs',
      'publish',
    ]);
  });

  test('every page and route is served, and none makes the server reach out', async () => {
    const { statuses, attempts } = await runOffline('pages');
    expect(attempts).toBe(0);
    const asked = Object.keys(statuses).map((target) => target.split('?')[0]!);
    const patterns = createPageRoutes({ catalog: {} as Catalog, images: 'on', publicUrl: null }).map(
      ({ path }) => path,
    );
    expect(patterns.filter((pattern) => !asked.some((path) => matches(pattern, path)))).toEqual([]);
    const failed = Object.entries(statuses).filter(([path, status]) => status !== expectedStatus(path));
    expect(failed).toEqual([]);
  });

  test.each(['http://192.0.2.1/', 'http://[2001:db8::1]/', 'http://food.example/'])(
    'pull tries to reach %s, and that is seen',
    async (from) => {
      expect((await runOffline(from)).attempts).toBeGreaterThan(0);
    },
  );
});

/** The commands that `larder help` lists. */
function commandNames(): string[] {
  const [command = '', ...args] = LARDER;
  const help = spawnSync(command, [...args, 'help'], { encoding: 'utf8' }).stdout;
  return [...help.matchAll(/^ {2}(\S+(?: \S+)?) {2,}\S/gm)].map(([, name]) => name!);
}

function expectedStatus(path: string): number {
  if (path === '/dashboard') return 303;
  // It takes a form only.
  if (path === '/language') return 405;
  return path.startsWith('/auth/') || path.startsWith('/billing/') ? 401 : 200;
}

function matches(pattern: string, path: string): boolean {
  const source = pattern.replace(/[.]/g, '\\.').replace(/:[a-z_]+/g, '[^/]+');
  return new RegExp(`^${source}$`).test(path);
}
