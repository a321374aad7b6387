import { describe, expect, test } from 'bun:test';
import { parseQuery } from '../../src/compat/lucene.ts';

const word = (text: string) => ({ field: null, value: { text, isPhrase: false } });

describe('How near or how important a word is makes no difference', () => {
  test.each([
    ['milk~', 'milk'],
    ['milk~0.8', 'milk'],
    ['milk^2', 'milk'],
    ['milk~1^2.5', 'milk'],
    ['7up^3', '7up'],
    ['2.5', '2.5'],
    ['a~b', 'a~b'],
    ['milk2', 'milk2'],
  ])('%s', (written, read) => {
    expect(parseQuery(written)).toEqual({ all: [{ all: [word(read)] }] });
  });

  test('however often it is said', () => {
    const signs = '~'.repeat(16_000);
    expect(parseQuery(`${signs}x`)).toEqual({ all: [{ all: [word(`${signs}x`)] }] });
    expect(parseQuery(`x${signs}`)).toEqual({ all: [{ all: [word('x')] }] });
  });
});
