import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { fetchPicture, MAX_PICTURE_BYTES } from '../../../src/compat/pictures/fetch-picture.ts';
import { wordsOf } from '../../words-of.ts';
import { jpeg, send, startPictureHost } from './picture-host.ts';

const host = startPictureHost();
afterAll(() => host.stop());
afterEach(() => {
  host.asked.length = 0;
  host.answers.clear();
});
const anywhere = { mayReach: () => true };

describe('A picture', () => {
  test('is fetched from its host', async () => {
    host.answers.set('/front.jpg', send(jpeg()));
    expect(await fetchPicture(host.address('/front.jpg'), anywhere)).toEqual(jpeg());
  });

  test('is followed to where it has moved, a few times', async () => {
    const moveTo = (path: string) => () => new Response(null, { status: 302, headers: { location: path } });
    host.answers.set('/old', moveTo('/newer')).set('/newer', moveTo(host.address('/newest')));
    host.answers.set('/newest', send(jpeg()));
    expect(await fetchPicture(host.address('/old'), anywhere)).toEqual(jpeg());
    host.answers.set('/round', moveTo('/round'));
    await expect(fetchPicture(host.address('/round'), anywhere)).rejects.toThrow('redirects too often');
  });

  test.each([
    ['a page', send(Buffer.from('<html>'), { headers: { 'content-type': 'image/jpeg' } }), 'not a picture'],
    [
      'a drawing with scripts',
      send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">')),
      'not a picture',
    ],
    ['nothing', send(Buffer.alloc(0)), 'not a picture'],
    ['an error', send(jpeg(), { status: 500 }), 'answered 500'],
    ['a part', send(jpeg(), { status: 206 }), 'answered 206'],
    ['too much', send(Buffer.concat([jpeg(), Buffer.alloc(MAX_PICTURE_BYTES)])), 'too large'],
    [
      'a move to a file',
      () => new Response(null, { status: 301, headers: { location: 'file:///etc/passwd' } }),
      'not http',
    ],
    ['a move to nowhere', () => new Response(null, { status: 301, headers: { location: 'http://[' } }), ''],
  ])('is refused where its host sends %s', async (_, answer, reason) => {
    host.answers.set('/front.jpg', answer);
    await expect(fetchPicture(host.address('/front.jpg'), anywhere)).rejects.toThrow(reason);
  });

  test('is given up when its host never answers', async () => {
    host.answers.set('/slow', () => new Promise(() => {}));
    await expect(fetchPicture(host.address('/slow'), { ...anywhere, longestMs: 50 })).rejects.toThrow(
      'took too long',
    );
  });

  test('is given up when its host never ends', async () => {
    host.answers.set('/drip', () => new Response(new ReadableStream({ start: (to) => to.enqueue(jpeg()) })));
    await expect(fetchPicture(host.address('/drip'), { ...anywhere, longestMs: 100 })).rejects.toThrow();
  });
});

describe('A private address', () => {
  test.each(
    wordsOf(`
    127.0.0.1 localhost [::1] [::ffff:127.0.0.1] 10.0.0.1 192.168.1.1 169.254.169.254 0.0.0.0
  `),
  )('%s is never asked', async (name) => {
    host.answers.set('/front.jpg', send(jpeg()));
    const address = host.address('/front.jpg').replace('127.0.0.1', name);
    await expect(fetchPicture(address)).rejects.toThrow(/public address|host|resolve|not found/i);
    expect(host.asked).toEqual([]);
  });

  test('is not reached through a redirect either', async () => {
    const mayReach = (address: string) => address === '127.0.0.1';
    const inside = host.address('/inside').replace('127.0.0.1', '127.0.0.2');
    host.answers.set('/outside', () => new Response(null, { status: 302, headers: { location: inside } }));
    host.answers.set('/inside', send(jpeg()));
    await expect(fetchPicture(host.address('/outside'), { mayReach })).rejects.toThrow(
      'not a public address',
    );
    expect(host.asked).not.toContain('/inside');
  });

  test('is not reached through a name', async () => {
    // The name resolves to this machine; whatever it resolves to next, only checked addresses are connected to.
    const seen: string[] = [];
    const mayReach = (address: string) => {
      seen.push(address);
      return false;
    };
    const address = host.address('/front.jpg').replace('127.0.0.1', 'localhost');
    await expect(fetchPicture(address, { mayReach })).rejects.toThrow('localhost is not a public address');
    expect(seen.length).toBeGreaterThan(0);
    expect(host.asked).toEqual([]);
  });
});
