import { describe, expect, test } from 'bun:test';
import { InputError } from '../../../build/raw/input.ts';
import { EXPORT_LINE_LIMIT, LineSplitter } from '../../../build/raw/lines.ts';

function split(...chunks: (string | Buffer)[]): [number, string][] {
  const splitter = new LineSplitter('dump.csv');
  const lines: [number, string][] = [];
  for (const chunk of chunks) {
    for (const { bytes, start, end, number } of splitter.push(Buffer.from(chunk))) {
      lines.push([number, bytes.toString('utf8', start, end)]);
    }
  }
  for (const { bytes, start, end, number } of splitter.end())
    lines.push([number, bytes.toString('utf8', start, end)]);
  return lines;
}

describe('lines', () => {
  test('are numbered from 1, with LF or CRLF, with or without a final newline', () => {
    expect(split('a\nb\r\n\nc')).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, ''],
      [4, 'c'],
    ]);
    expect(split('a\n')).toEqual([[1, 'a']]);
    expect(split('')).toEqual([]);
  });

  test('are the same wherever the chunks are split, even inside a character', () => {
    const text = Buffer.from('crème\r\nbrûlée\n\nvanille 🍮\r\nfin');
    const whole = split(text);
    for (let cut = 0; cut <= text.length; cut++) {
      expect(split(text.subarray(0, cut), text.subarray(cut))).toEqual(whole);
    }
    expect(split(...Array.from(text, (byte) => Buffer.from([byte])))).toEqual(whole);
  });

  test('longer than any product are an error with the line number, before they fill memory', () => {
    const splitter = new LineSplitter('dump.csv');
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    let held = 0;
    const feed = () => {
      for (const _ of splitter.push(Buffer.from('header\n')));
      for (; held < 100; held++) for (const _ of splitter.push(megabyte));
    };
    expect(feed).toThrow(InputError);
    expect(held).toBe(EXPORT_LINE_LIMIT.bytes / megabyte.length);
    expect(() => split('ok\n', Buffer.alloc(EXPORT_LINE_LIMIT.bytes + 1, 'x'))).toThrow(/^dump\.csv:2: /);
  });
});
