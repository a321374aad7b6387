import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '../../src/http/app.ts';
import { createPageRoutes } from '../../src/site/routes.ts';
import { emptyCatalog } from '../http/empty-catalog.ts';

const FAVICON = join(import.meta.dir, '..', '..', 'src', 'site', 'favicon.ico');

test('/favicon.ico is open, and kept for a week', async () => {
  const catalog = emptyCatalog();
  const pages = createPageRoutes({ images: 'on', publicUrl: null, catalog });
  // Even a wrong key does not matter: nobody checks it.
  const headers = { authorization: 'Bearer nonsense' };
  const answer = await createApp({ catalog, pages }).handle(
    new Request('http://localhost/favicon.ico', { headers }),
  );
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/x-icon');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=604800');
  expect(Buffer.from(await answer.arrayBuffer()).equals(readFileSync(FAVICON))).toBe(true);
});
