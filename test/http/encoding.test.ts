import { describe, expect, test } from 'bun:test';
import { Body, chooseCoding } from '../../src/http/encoding.ts';

describe('The content coding of a response', () => {
  const cases: [accepted: string | null, coding: string | null][] = [
    [null, null],
    ['', null],
    ['gzip', 'gzip'],
    ['zstd', 'zstd'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip;q=1.0, zstd;q=0.5', 'gzip'],
    ['gzip;q=0', null],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['br, deflate', null],
    ['identity', null],
    ['*', 'zstd'],
    ['*;q=0', null],
    ['zstd;q=0, *', 'gzip'],
    ['gzip;q=0.2;x=y , zstd ; q=0.1', 'gzip'],
    ['gzip;q=nonsense', null],
    ['gzip;q=7', null],
    ['gzip'.padEnd(5000, ','), null],
  ];
  test.each(cases)('%j gives %p', (accepted, coding) => expect(chooseCoding(accepted)).toBe(coding as never));
});

describe('A body', () => {
  test('that is long is sent as bytes from the second time on, and stays the same text', () => {
    const text = 'Crème fraîche 🍎 '.repeat(100);
    const body = new Body(text);
    expect(body.plain()).toBe(text);
    for (const _ of [1, 2]) expect(body.plain()).toEqual(Buffer.from(text));
    expect(body.text).toBe(text);
    expect(Buffer.from(Bun.gunzipSync(body.compressed('gzip'))).toString()).toBe(text);
  });

  test('that is short stays a string', () => {
    const body = new Body('Crème fraîche');
    for (const _ of [1, 2]) expect(body.plain()).toBe('Crème fraîche');
  });
});
