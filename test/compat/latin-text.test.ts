import { expect, test } from 'bun:test';
import { LatinText } from '../../src/compat/latin-text.ts';
import { randomOf } from '../random.ts';

test('Numbers are written as String writes them', () => {
  const random = randomOf(1);
  const text = new LatinText();
  const numbers = [0, -0, 1, 9, 10, 99, 100, -1, 0.1, 0.0001, 0.00001, 1e-7, 0.1 + 0.2, 1.005, 4.35, 99.9999];
  numbers.push(100_000, 123_456.7891, 214_748.3647, 214_748.3648, 1e6, 2 ** 53, 1e21, 1e300, Number.NaN);
  for (let i = 0; i < 20_000; i++) {
    const scale = 10 ** Math.floor(random() * 9);
    numbers.push(Math.round(random() * 10 ** (random() * 7) * scale) / scale);
  }
  for (const number of numbers) {
    text.start();
    text.addNumber(number);
    expect(text.finish()).toBe(String(number));
  }
});

test('A text of any length is put together from its pieces', () => {
  const text = new LatinText();
  for (const pieces of [0, 1, 10, 5000]) {
    text.start();
    let expected = '';
    for (let i = 0; i < pieces; i++) {
      text.add(`"µg ${'é'.repeat(i % 7)}"`);
      text.addNumber(i / 8);
      expected += `"µg ${'é'.repeat(i % 7)}"${i / 8}`;
    }
    expect(text.finish()).toBe(expected);
  }
});
