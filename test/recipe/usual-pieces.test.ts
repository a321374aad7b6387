import { describe, expect, test } from 'bun:test';
import { openLineReader } from './starter-lines.ts';

const readLine = openLineReader();

function grams(line: string): number | null {
  return readLine(line).grams;
}

describe('a size', () => {
  test.each([
    ['1 small eggplant', '1 eggplant'],
    ['1 petite aubergine', '1 aubergine'],
    ['1 small head broccoli', '1 head broccoli'],
    ['a small bunch of dill', '1 bunch dill'],
    ['1 kleines Bund Petersilie', '1 Bund Petersilie'],
    ['1 small head of cauliflower', '1 head of cauliflower'],
    ['1 small handful spinach', '1 handful spinach'],
    ['1 small baguette', '1 baguette'],
    ['1 small watermelon', '1 watermelon'],
    ['1 small chicken', '1 chicken'],
    ['small knob of ginger', 'knob of ginger'],
  ])('that is small makes %p lighter than %p', (small, plain) => {
    expect(grams(small)! / grams(plain)!).toBeGreaterThan(0.4);
    expect(grams(small)! / grams(plain)!).toBeLessThan(0.8);
  });
  test.each([
    ['1 large bunch parsley', '1 bunch parsley'],
    ['1 großes Bund Dill', '1 Bund Dill'],
    ['1 large chicken', '1 chicken'],
    ['1 large head of broccoli', '1 head of broccoli'],
    ['1 large handful spinach', '1 handful spinach'],
  ])('that is large makes %p heavier than %p', (large, plain) =>
    expect(grams(large)! / grams(plain)!).toBeGreaterThan(1.2),
  );
  test.each([
    ['2 large eggs', 100],
    ['1 large onion', 150],
    ['1 medium bunch parsley', 60],
    ['1 large aubergine', 548],
    ['6 large Medjool dates, pitted', 144],
  ])('of %p is the one that is measured', (line, expected) => expect(grams(line)).toBe(expected));
});

describe('a package', () => {
  test.each([
    ['1 packet taco seasoning', 30],
    ['1 sachet fajita seasoning mix', 30],
    ['1 packet gravy mix', 25],
    ['1 packet instant oatmeal', 28],
    ['1 envelope onion soup mix', 39],
    ['1 packet hot cocoa mix', 28],
    ['1 box yellow cake mix', 524],
    ['1 sleeve graham crackers', 126],
    ['1 sleeve saltines', 120],
    ['1 Päckchen Backpulver', 15],
    ['1 packet pasta', 500],
    ['1 packet ramen noodles', 81],
    ['1 small can tomato paste', 170],
  ])('of %p has the usual weight', (line, expected) =>
    expect(Math.abs(grams(line)! - expected)).toBeLessThanOrEqual(expected * 0.1),
  );
  test.each([
    '1 packet paprika',
    '1 packet chili powder',
    '1 sachet bouquet garni',
    '1 Päckchen Currypulver',
    '1 sachet de curry',
    '1 sobre de pimentón',
    '1 bustina di origano',
    '1 packet drink mix',
    '1 sleeve butter',
  ])('that may be small and dry has none: %p', (line) => expect(grams(line)).toBeNull());
});

describe('a piece', () => {
  test.each([
    ['8 slices sourdough', 320],
    ['8 slices sourdough bread', 320],
    ['2 Scheiben Baguette', 80],
    ['4 Roma tomatoes', 248],
    ['4 plum tomatoes', 248],
    ['4 Eiertomaten', 248],
    ['4 tomates pera', 248],
    ['4 tomatoes', 492],
    ['6 green cardamom pods', 1.2],
    ['3 gousses de cardamome', 0.6],
    ['4 Kardamomkapseln', 0.8],
    ['4 kaffir lime leaves', 2],
    ['4 muslos de pollo deshuesados', 596],
    ['2 chipotles in adobo', 32],
    ['1 flank steak', 483],
    ['1 pomelo', 609],
    ['1 scoop protein powder', 29],
    ['1 rounded scoop vanilla protein powder', 29],
    ['1 protein bar', 55],
    ['1 chocolate bar', 44],
  ])('is weighed as what it is: %p', (line, expected) => expect(grams(line)).toBeCloseTo(expected, 1));
  test('a spoon of chipotle is weighed with its sauce', () =>
    expect(grams('1 tbsp chipotle in adobo')).toBeCloseTo(14.8, 0));
});
