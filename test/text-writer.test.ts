import { expect, test } from 'bun:test';
import { literal, TextWriter } from '../src/text-writer.ts';
import { randomOf } from './random.ts';

test('Numbers are written as JSON writes them', () => {
  const random = randomOf(1);
  const text = new TextWriter();
  const numbers = [0, -0, 1, 9, 10, 99, 100, -1, 0.1, 0.0001, 0.00001, 1e-7, 0.1 + 0.2, 1.005, 4.35, 99.9999];
  numbers.push(100_000, 123_456.7891, 214_748.3647, 214_748.3648, 1e6, 2 ** 53, 1e21, 1e300, Number.NaN);
  for (let i = 0; i < 20_000; i++) {
    const scale = 10 ** Math.floor(random() * 9);
    numbers.push(Math.round(random() * 10 ** (random() * 7) * scale) / scale);
  }
  for (const number of numbers) {
    text.addNumber(number);
    expect(text.take()).toBe(JSON.stringify(number));
  }
});

test('Whole numbers are written as they are, or with a number of digits', () => {
  const random = randomOf(2);
  const text = new TextWriter();
  const numbers = [
    0,
    7,
    10,
    99_999_999,
    100_000_000,
    100_000_001,
    3_017_620_422_003,
    Number.MAX_SAFE_INTEGER,
  ];
  for (let i = 0; i < 5000; i++) numbers.push(Math.floor(10 ** (random() * 15.9)));
  for (const number of numbers) {
    text.addWhole(number);
    expect(text.take()).toBe(JSON.stringify(number));
    for (const digits of [3, 8, 13, 17]) {
      text.addDigits(number, digits);
      expect(text.take()).toBe(String(number).padStart(digits, '0').slice(-digits));
    }
  }
});

test('A text, or its bytes of UTF-8, is written as a string of JSON', () => {
  const text = new TextWriter();
  const strings = [
    '',
    'Milk',
    'Crème brûlée',
    '牛奶',
    '😀',
    '"5" nuts\\',
    'tab\tline\nbell\u0007',
    '\u007f\u2028é"',
  ];
  for (const string of [...strings, `${'é'.repeat(9000)}"`]) {
    text.addQuoted(string);
    expect(text.take()).toBe(JSON.stringify(string));
  }
});

test('Half a pair of surrogates is escaped, as in JSON', () => {
  const text = new TextWriter();
  text.addQuoted('a\ud800');
  expect(text.take()).toBe('"a\\ud800"');
});

test('A text of any length is put together from its pieces', () => {
  const text = new TextWriter();
  const comma = literal(',');
  for (const pieces of [0, 1, 10, 5000]) {
    let expected = '';
    for (let i = 0; i < pieces; i++) {
      text.addText(`"µg ${'é'.repeat(i % 7)}"`);
      text.addNumber(i / 8);
      text.addAscii(comma);
      expected += `"µg ${'é'.repeat(i % 7)}"${i / 8},`;
    }
    expect(text.take()).toBe(expected);
  }
});

test('What is to be sent is a string of ASCII, or bytes that nothing written later changes', () => {
  const text = new TextWriter();
  text.addText('milk');
  expect(text.takeContent()).toBe('milk');
  text.addUtf8(literal('µg'));
  text.addText(' crème 🍮');
  const bytes = text.takeContent();
  text.addText('something else');
  expect(bytes).toEqual(Buffer.from('µg crème 🍮'));
  expect(text.takeContent()).toBe('something else');
});

test('Whatever is repeated comes out as it was written, however long it is', () => {
  const text = new TextWriter();
  for (const length of [0, 1, 63, 64, 65, 9000]) {
    text.addQuoted('é'.repeat(length));
    text.repeat(0, text.length);
    expect(text.take()).toBe(`"${'é'.repeat(length)}"`.repeat(2));
  }
});
