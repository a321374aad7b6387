import { afterAll, describe, expect, test } from 'bun:test';
import type { Answer } from '../../src/http/answer.ts';
import { createApp } from '../../src/http/app.ts';
import type { Call, Dialect } from '../../src/http/call.ts';
import { Body } from '../../src/http/encoding.ts';
import { listenFor } from '../../src/http/listen.ts';
import { emptyCatalog } from './empty-catalog.ts';

/** Longer than Bun's buffer, with characters of one to four bytes. */
const LARGE = 'crème brûlée 🍮 '.repeat(2000);
const SMALL = 'crème brûlée 🍮';

const answers = {
  soon: (text: string) => (): Answer => ({ kind: 'picture', status: 200, body: new Body(text) }),
  late: (text: string) => async (call: Call) => {
    await new Promise(setImmediate);
    // As a thread does that answers it.
    call.hasWaited = true;
    return answers.soon(text)();
  },
};
const dialect: Dialect = { facts: (call) => call };
const PAGES = (['soon', 'late'] as const).flatMap((when) =>
  Object.entries({ LARGE, SMALL }).flatMap(([size, text]) => [
    { path: `/api/${when}/${size}`, area: 'page' as const, answer: answers[when](text) },
    { path: `/app/${when}/${size}`, area: 'page' as const, answer: answers[when](text), dialect },
  ]),
);

const app = createApp({ catalog: emptyCatalog(), pages: PAGES });
const server = listenFor(app, { host: '127.0.0.1', port: 0 });
afterAll(() => server.stop(true));

describe('A response', () => {
  test.each(PAGES.map(({ path }) => path))('of %s arrives whole', async (path) => {
    const answer = await fetch(new URL(path, server.url));
    expect(await answer.text()).toBe(path.endsWith('LARGE') ? LARGE : SMALL);
  });

  test.each(PAGES.map(({ path }) => path))('to HEAD of %s has the length', async (path) => {
    const answer = await fetch(new URL(path, server.url), { method: 'HEAD' });
    const text = path.endsWith('LARGE') ? LARGE : SMALL;
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  });

  test('is streamed only to an app, if it is large and late', async () => {
    const streamed: string[] = [];
    for (const { path } of PAGES) {
      const answer = await fetch(new URL(path, server.url));
      if (answer.headers.get('transfer-encoding') === 'chunked') streamed.push(path);
      else expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(0);
      await answer.text();
    }
    expect(streamed).toEqual(['/app/late/LARGE']);
  });
});
