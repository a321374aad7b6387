import { describe, expect, test } from 'bun:test';
import {
  type Condition,
  conditionOn,
  rangeMask,
  selectFirst,
  selectPositions,
} from '../../../src/catalog/columns/select.ts';
import { randomOf } from '../../random.ts';

/** Several runs of positions, the last of them not full. */
const FOODS = 50_000;
const ENOUGH = 500;
const CODES = 40;
const random = randomOf(7);
const below = (end: number) => Math.floor(random() * end);

function randomCodes(most: number): Uint16Array {
  return Uint16Array.from({ length: FOODS }, () => below(most + 1));
}

function randomCondition(): Condition {
  const codes = randomCodes(CODES);
  // Strict conditions are examined in another way than weak ones.
  const share = random() < 0.3 ? 0.2 : 0.6;
  const mask = Uint8Array.from({ length: CODES + 1 }, () => (random() < share ? 1 : 0));
  return conditionOn(random() < 0.3 ? Uint32Array.from(codes) : codes, mask);
}

/** The same by looking at every position. */
function meetAll(conditions: readonly Condition[], among: number | Int32Array): number[] {
  const positions =
    typeof among === 'number' ? Array.from({ length: among }, (_, position) => position) : [...among];
  return positions.filter((position) => conditions.every(({ codes, mask }) => mask[codes[position]!] === 1));
}

function somePositions(): Int32Array {
  return Int32Array.from({ length: FOODS }, (_, position) => position).filter(() => random() < 0.4);
}

describe('positions that meet conditions', () => {
  test('are those that meet every one of them, in order, and counted', () => {
    for (let round = 0; round < 16; round++) {
      const conditions = Array.from({ length: round % 4 }, randomCondition);
      const among = round % 2 === 0 ? FOODS : somePositions().reverse();
      const isFromEnd = round % 8 > 3;
      const all = meetAll(conditions, among);
      const { positions, total } = selectPositions(conditions, among, FOODS, FOODS, isFromEnd);
      expect([...positions]).toEqual(isFromEnd ? all.reverse() : all);
      expect(total).toBe(all.length);
    }
  });

  for (const isFromEnd of [false, true]) {
    test(`are looked for until there are enough, ${isFromEnd ? 'from the end' : 'from the first'}`, () => {
      const conditions = [randomCondition(), randomCondition()];
      const all = meetAll(conditions, FOODS);
      const { positions, total } = selectPositions(conditions, FOODS, 20, ENOUGH, isFromEnd);
      expect([...positions]).toEqual(isFromEnd ? all.slice(-20).reverse() : all.slice(0, 20));
      expect(total).toBeGreaterThan(ENOUGH);
      expect(total).toBeLessThan(all.length);
    });
  }

  test('are more than enough where more are asked for', () => {
    const conditions = [randomCondition()];
    const { positions } = selectPositions(conditions, FOODS, FOODS, ENOUGH);
    expect([...positions]).toEqual(meetAll(conditions, FOODS));
  });
});

describe('the first positions by code', () => {
  /** Few codes give many equal ones, many codes few. */
  for (const most of [3, 5000]) {
    for (const isDescending of [false, true]) {
      test(`of ${most} codes ${isDescending ? 'descending' : 'ascending'} are those of a sorted list`, () => {
        const codes = randomCodes(most);
        const keyOf = (position: number) => {
          const code = codes[position]!;
          return code === 0 ? Number.POSITIVE_INFINITY : isDescending ? -code : code;
        };
        for (let round = 0; round < 12; round++) {
          const conditions = Array.from({ length: round % 3 }, randomCondition);
          const among = round % 2 === 0 ? FOODS : somePositions();
          const count = [1, 20, 3000, FOODS][round % 4]!;
          const order = { codes, codeCount: most, isDescending };
          const { positions, total } = selectFirst(conditions, among, order, count, ENOUGH);
          const all = meetAll(conditions, among);
          const sorted = all.toSorted((a, b) => (keyOf(a) === keyOf(b) ? a - b : keyOf(a) - keyOf(b)));
          expect([...positions]).toEqual(sorted.slice(0, count));
          if (all.length > ENOUGH) expect(total).toBeGreaterThan(ENOUGH);
          else expect(total).toBe(all.length);
        }
      });
    }
  }

  test('are counted exactly where there are few', () => {
    const few = conditionOn(randomCodes(2000), Uint8Array.of(1, ...new Uint8Array(2000)));
    const order = { codes: randomCodes(CODES), codeCount: CODES, isDescending: true };
    const { positions, total } = selectFirst([few], FOODS, order, ENOUGH, ENOUGH);
    expect(total).toBe(meetAll([few], FOODS).length);
    expect(positions).toHaveLength(total);
  });
});

describe('a range of amounts', () => {
  const amounts = Float64Array.of(0, 1.5, 1.5000001, 20);
  test('includes its limits and never an unknown amount', () => {
    expect(rangeMask(amounts, { min: null, max: null })).toEqual(Uint8Array.of(0, 1, 1, 1, 1));
    expect(rangeMask(amounts, { min: 1.5, max: null })).toEqual(Uint8Array.of(0, 0, 1, 1, 1));
    expect(rangeMask(amounts, { min: 0, max: 1.5 })).toEqual(Uint8Array.of(0, 1, 1, 0, 0));
  });
  test('leaves its limits out where it is said to', () => {
    const range = { min: 0, max: 20 };
    expect(rangeMask(amounts, { ...range, isMinExcluded: true })).toEqual(Uint8Array.of(0, 0, 1, 1, 1));
    expect(rangeMask(amounts, { ...range, isMaxExcluded: true })).toEqual(Uint8Array.of(0, 1, 1, 1, 0));
  });
  test('may have no amount', () => {
    for (const range of [
      { min: 2, max: 19 },
      { min: 21, max: null },
      { min: 20, max: 0 },
      { min: 20, max: 20, isMinExcluded: true },
    ])
      expect(rangeMask(amounts, range)).toEqual(new Uint8Array(5));
  });
});
