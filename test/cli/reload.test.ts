import { expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../build/export-file.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { larderBeside, startServer } from '../contract/server-process.ts';

const folder = temporaryFolder();

const reload = (data: string) => larderBeside(['reload', '--data', data]);

test('a server that started with the starter catalogue switches to the one put into its data directory', async () => {
  const data = join(folder, 'data');
  mkdirSync(data);
  const server = await startServer(['--data', data]);
  expect(server.events[0]).toMatchObject({ catalog: 'starter' });
  const health = async () => {
    const answer = await fetch(new URL('/health', server.origin));
    return ((await answer.json()) as { foods_in_db: number }).foods_in_db;
  };
  expect(await health()).toBeGreaterThan(8000);
  copyFileSync(await fixtureCatalog(), join(data, 'next.db'));
  renameSync(join(data, 'next.db'), join(data, 'catalog.db'));
  expect(await reload(data)).toMatchObject({ status: 0, stdout: `signalled process ${server.pid}\n` });
  expect(await server.logged('catalog replaced')).toMatchObject({
    catalog: join(data, 'catalog.db'),
    foods: 26,
  });
  expect(await health()).toBe(26);
  expect(await server.stop()).toBe(0);
  expect(readdirSync(data)).toEqual(['catalog.db']);
});

test('a new file is noticed without a signal', async () => {
  const data = join(folder, 'unasked');
  mkdirSync(data);
  const server = await startServer(['--data', data]);
  copyFileSync(await fixtureCatalog(), join(data, 'next.db'));
  renameSync(join(data, 'next.db'), join(data, 'catalog.db'));
  expect(await server.logged('catalog replaced')).toMatchObject({ foods: 26 });
  await server.stop();
});

test.each([[[]], [['--overlay']]])(
  'a file that is gone is said to be missing, and stays in use: %p',
  async (flags) => {
    const data = join(folder, `gone${flags.length}`);
    mkdirSync(data);
    const path = join(data, 'catalog.db');
    copyFileSync(await fixtureCatalog(), path);
    const own = join(folder, 'gone.csv');
    writeFileSync(own, 'name\nPear dumpling of the house\n');
    const server = await startServer(['--data', data, ...flags.flatMap((flag) => [flag, own])]);
    await reload(data);
    await server.logged(flags.length === 0 ? 'catalog unchanged' : 'catalog replaced');
    rmSync(path);
    const before = server.events.length;
    await reload(data);
    expect(await server.logged('catalog missing')).toMatchObject({ level: 'warn', catalog: path });
    const health = await fetch(new URL('/health', server.origin));
    expect(await health.json()).toMatchObject({ foods_in_db: 26 + flags.length });
    const since = server.events.slice(before).map(({ event }) => event);
    expect(since.filter((event) => String(event).startsWith('catalog'))).toEqual(['catalog missing']);
    await server.stop();
  },
);

test('a server that serves the starter catalogue misses no file', async () => {
  const data = join(folder, 'starter');
  mkdirSync(data);
  const server = await startServer(['--data', data]);
  await reload(data);
  await server.logged('catalog unchanged');
  await server.stop();
});

test('an overlay is applied at start, and read again on reload', async () => {
  const data = join(folder, 'overlaid');
  mkdirSync(data);
  copyFileSync(await fixtureCatalog(), join(data, 'catalog.db'));
  const own = join(folder, 'own.csv');
  writeFileSync(own, 'name,calories_kcal\nPlum dumpling of the house,210\n');
  const server = await startServer(['--data', data, '--overlay', own, '--limits', 'off']);
  const search = async (q: string) => {
    const answer = await fetch(new URL(`/search?q=${q}`, server.origin));
    return ((await answer.json()) as { name: string }[]).map(({ name }) => name);
  };
  expect(server.events[0]).toMatchObject({ foods: 27 });
  // The threads answer from now on, and have to have the same overlay.
  await server.logged('threads ready');
  expect(await search('plum+dumpling')).toEqual(['Plum dumpling of the house']);
  writeFileSync(own, 'name,calories_kcal\nApricot dumpling of the house,200\n');
  await reload(data);
  await server.logged('catalog replaced');
  expect(await search('apricot+dumpling')).toEqual(['Apricot dumpling of the house']);
  writeFileSync(own, 'nothing');
  await reload(data);
  expect(await server.logged('catalog refused')).toMatchObject({
    error: expect.stringContaining('own.csv:1'),
  });
  expect(await search('apricot+dumpling')).toEqual(['Apricot dumpling of the house']);
  await server.stop();
});

test('a server with an overlay is found even if its data directory did not exist before', async () => {
  const data = join(folder, 'made', 'for', 'it');
  const own = join(folder, 'first.csv');
  writeFileSync(own, 'name\nPear dumpling of the house\n');
  const server = await startServer(['--data', data, '--overlay', own]);
  const before = server.events[0]?.foods as number;
  // The starter catalogue is in no file that could be replaced, but what lies on it can.
  writeFileSync(own, 'name\nPear dumpling of the house\nQuince dumpling of the house\n');
  expect(await reload(data)).toMatchObject({ status: 0, stdout: `signalled process ${server.pid}\n` });
  expect(await server.logged('catalog replaced')).toMatchObject({ foods: before + 1 });
  await server.stop();
  expect(readdirSync(data)).toEqual([]);
});

test('a process that has the id of a dead server is not signalled', async () => {
  const data = join(folder, 'after a crash');
  mkdirSync(data);
  const server = await startServer(['--data', data]);
  process.kill(server.pid, 'SIGKILL');
  await server.stop();
  const bystander = Bun.spawn(['sleep', '60']);
  renameSync(join(data, `serve-${server.pid}.lock`), join(data, `serve-${bystander.pid}.lock`));
  expect(await reload(data)).toMatchObject({ status: 1, stdout: '' });
  expect(bystander.exitCode).toBe(null);
  expect(bystander.signalCode).toBe(null);
  expect(readdirSync(data)).toEqual([]);
  bystander.kill();
});

test('without a running server, reload fails', async () => {
  const { status, stdout, stderr } = await reload(join(folder, 'nowhere'));
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/no running server uses this data directory; give the directory with --data/);
});
