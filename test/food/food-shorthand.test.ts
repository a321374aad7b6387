import { describe, expect, test } from 'bun:test';
import { restore, SHORT, shortMember } from '../../src/food/food-shorthand.ts';

/** What a shorthand among other bytes stands for. */
function restored(short: string): string {
  const bytes = Buffer.from(`before${short}after`);
  return Buffer.from(restore(bytes, 'before'.length, bytes.length - 'after'.length)).toString();
}

const characters = (...codes: number[]) => String.fromCharCode(...codes);

describe('Shorthand for foods', () => {
  test('has a character for the name of every member, and for parts of its value', () => {
    const short = [
      characters(shortMember('id')),
      '7',
      characters(shortMember('brand'), SHORT.null, shortMember('image_url'), SHORT.pictureFolder),
      '301/762/042/2003',
      characters(SHORT.front),
      'en.633',
      characters(SHORT.largePicture, shortMember('static_url'), SHORT.pageFolder),
      '7/milk',
      characters(SHORT.pageEnding),
      '}',
    ].join('');
    expect(JSON.parse(restored(short))).toEqual({
      id: 7,
      brand: null,
      image_url: 'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.633.400.jpg',
      static_url: '/food/7/milk.html',
    });
  });

  test.each(['', '{}', 'null', JSON.stringify({ name: 'one\u0000two\u001f\u007f', id: 7 })])(
    'takes any JSON for itself: %s',
    (json) => expect(restored(json)).toBe(json),
  );

  test('keeps characters beyond ASCII', () => {
    for (const json of ['"Crème brûlée"', '{"name":"牛乳 😀"}']) expect(restored(json)).toBe(json);
  });

  test('has no longest food', () => {
    const json = JSON.stringify({ name: 'a'.repeat(20_000) });
    expect(restored(json)).toBe(json);
    const nulls = characters(SHORT.null).repeat(20_000);
    expect(restored(nulls)).toBe('null'.repeat(20_000));
    expect(restored('{}')).toBe('{}');
  });
});
