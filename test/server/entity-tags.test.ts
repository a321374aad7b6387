import { afterAll, expect, test } from 'bun:test';
import { extendedCatalog, SKYR } from '../contract/extended-catalog.ts';
import { type ServerProcess, startServer } from '../contract/server-process.ts';

const servers: ServerProcess[] = [];
afterAll(() => Promise.all(servers.map((server) => server.stop())));

const PATHS = [
  `/food/${SKYR}`,
  `/food/${SKYR}?full=1`,
  `/barcode/${SKYR}`,
  '/search?q=skyr',
  '/foods/popular',
  '/foods/find?q=skyr',
  `/foods/bulk?ids=${SKYR}`,
  `/food/${SKYR}/plain-skyr.html`,
  '/?q=skyr',
  `/api/v2/product/${SKYR}`,
  '/api/v2/search?search_terms=skyr',
];

test('A copy is stale once the public address has changed, whatever it is a copy of', async () => {
  const catalog = await extendedCatalog();
  const start = async (...flags: string[]) => {
    const server = await startServer(['--catalog', catalog, '--compat', 'openfoodfacts', ...flags]);
    servers.push(server);
    return (path: string, etag = '') =>
      fetch(new URL(path, server.origin), { headers: { 'if-none-match': etag } });
  };
  const [before, after] = await Promise.all([start(), start('--public-url', 'https://food.example')]);
  for (const path of PATHS) {
    const etag = (await before(path)).headers.get('etag') ?? '';
    expect(etag).toStartWith('W/"');
    expect({ path, status: (await before(path, etag)).status }).toEqual({ path, status: 304 });
    expect({ path, status: (await after(path, etag)).status }).toEqual({ path, status: 200 });
  }
});
