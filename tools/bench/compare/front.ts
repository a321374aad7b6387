import { openReadOnly } from '../../../src/sqlite/driver.ts';
import type { NamedFood, Place } from './engine.ts';
import { ENGINES } from './engines.ts';

/**
 * `bun front.ts fill|serve ENGINE PLACE CATALOG`: a process that fills an engine, or answers `/search?q=` and `/food/ID`
 * from it over HTTP, as larder does. It prints one line of JSON when it is done or listens.
 */
const [mode, engineName = '', placeJson = '', catalog = ''] = process.argv.slice(2);
const engine = ENGINES[engineName]!;
const place = JSON.parse(placeJson) as Place;

if (mode === 'fill') {
  const foods = readFoods();
  const startedMs = performance.now();
  await engine.fill?.(place, foods);
  console.log(JSON.stringify({ seconds: secondsSince(startedMs) }));
  process.exit();
}
let startedMs = performance.now();
const opened = await engine.open(place, () => {
  const foods = readFoods();
  startedMs = performance.now();
  return foods;
});
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/search') return Response.json(await opened.search(searchParams.get('q') ?? ''));
    return Response.json(await opened.food(Number(pathname.slice('/food/'.length))));
  },
});
Bun.gc(true);
console.log(JSON.stringify({ seconds: secondsSince(startedMs), origin: server.url.origin }));

function readFoods(): NamedFood[] {
  const db = openReadOnly(catalog);
  const foods = db.prepare('SELECT id, name FROM foods ORDER BY rank').all() as NamedFood[];
  db.close();
  return foods;
}

function secondsSince(ms: number): number {
  return (performance.now() - ms) / 1000;
}
