import { describe, expect, test } from 'bun:test';
import { createApp } from '../../src/http/app.ts';
import { emptyCatalog } from './empty-catalog.ts';

const OURS = 'https://app.example';

function ask(
  corsOrigins: readonly string[] | undefined,
  origin: string | null,
  target: string,
  method = 'GET',
) {
  const app = createApp({ catalog: emptyCatalog(), ...(corsOrigins && { corsOrigins }) });
  const headers: Record<string, string> = origin === null ? {} : { origin };
  return app.handle(new Request(`http://localhost${target}`, { method, headers }));
}

/** Data, a problem, a path that does not exist, a document, and the health of the server. */
const TARGETS = ['/foods/popular', '/food/1', '/nothing', '/openapi.json', '/health'];

describe.each(TARGETS)('An answer to %s', (target) => {
  test('is open to every website by default', async () => {
    for (const origins of [undefined, ['*']]) {
      const { headers } = await ask(origins, 'https://any.example', target);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('vary') ?? '').not.toContain('Origin');
    }
  });

  test('is open to the listed websites alone', async () => {
    const origins = [OURS, 'https://other.example'];
    const ours = await ask(origins, OURS, target);
    expect(ours.headers.get('access-control-allow-origin')).toBe(OURS);
    for (const origin of ['https://evil.example', 'https://app.example.evil.example', 'null', null]) {
      const { headers } = await ask(origins, origin, target);
      expect(headers.get('access-control-allow-origin')).toBeNull();
      // A cache must not hand one website's answer to another.
      expect(headers.get('vary')).toContain('Origin');
    }
  });

  test('is open to none with an empty list', async () => {
    const { headers } = await ask([], OURS, target);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

test('A preflight from another website is not allowed', async () => {
  const preflight = async (origin: string) => {
    const { status, headers } = await ask([OURS], origin, '/foods/popular', 'OPTIONS');
    return [status, headers.get('access-control-allow-origin')];
  };
  expect(await preflight(OURS)).toEqual([204, OURS]);
  expect(await preflight('https://evil.example')).toEqual([204, null]);
});

test('Other headers stay as they are', async () => {
  const [open, limited] = await Promise.all([
    ask(undefined, OURS, '/foods/popular'),
    ask([OURS], OURS, '/foods/popular'),
  ]);
  const rest = ({ headers }: Response) =>
    [...headers].filter(([name]) => !['access-control-allow-origin', 'vary', 'x-request-id'].includes(name));
  expect(rest(limited)).toEqual(rest(open));
  expect(limited.headers.get('vary')).toBe(`${open.headers.get('vary')}, Origin`);
});
