import { expect, test } from 'bun:test';
import { FoodIndex } from '../../src/http/food-index.ts';
import { randomOf } from '../random.ts';

const SLOTS = 256;

test('finds what was added last under each hash, and nothing that was removed', () => {
  const index = new FoodIndex(SLOTS);
  const random = randomOf(7);
  const expected = new Map<number, { place: number; wasFound: boolean }>();
  for (let i = 0; i < 50_000; i++) {
    // Negative hashes too, and many that want the same slot.
    const hash = Math.floor(random() * 16) * SLOTS + Math.floor(random() * 24) - 2000;
    const slot = index.slotOf(hash);
    const known = expected.get(hash);
    expect(index.isFreeAt(slot)).toBe(known === undefined);
    if (known !== undefined) {
      expect(index.placeAt(slot)).toBe(known.place);
      expect(index.wasFoundAt(slot)).toBe(known.wasFound);
    }
    const action = random();
    if (known !== undefined && action < 0.5) {
      index.removeAt(slot);
      expected.delete(hash);
    } else if (known !== undefined && action < 0.6) {
      index.setFoundAt(slot);
      known.wasFound = true;
    } else if (!index.isFull) {
      index.add(hash, i);
      expected.set(hash, { place: i, wasFound: false });
    }
  }
  expect(expected.size).toBeGreaterThan(100);
});

test('is full while a search still ends soon, and has room again once something is removed', () => {
  const index = new FoodIndex(SLOTS);
  const isFull = () => index.isFull;
  let added = 0;
  while (!isFull()) index.add(added++, 0);
  expect(added).toBeWithin(SLOTS * 0.75, SLOTS * 0.9);
  index.removeAt(index.slotOf(0));
  index.removeAt(index.slotOf(1));
  expect(isFull()).toBe(false);
  index.clear();
  expect(index.isFreeAt(index.slotOf(5))).toBe(true);
});
