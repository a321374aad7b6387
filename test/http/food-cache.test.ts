import { describe, expect, test } from 'bun:test';
import { FoodCache } from '../../src/http/food-cache.ts';
import { randomOf } from '../random.ts';
import { shortFoodOf } from './short-food.ts';

const MEGABYTE = 1024 * 1024;
/** Of the index: a slot for every 192 bytes, rounded up to a power of two. */
const SLOTS_PER_MEGABYTE = 2 ** 13;

/** Stores a food, which takes two requests for it. */
function store(cache: FoodCache, request: string, food: string, hash = hashOf(request)) {
  for (let time = 0; time < 2; time++) cache.storeIfRepeated('v1', request, hash, shortFoodOf(food));
}

function open(mostBytes = MEGABYTE): FoodCache {
  const cache = new FoodCache(mostBytes);
  cache.find('v1', '', 0);
  return cache;
}

const hashOf = (request: string) => Bun.hash.xxHash32(request);
const textOf = (found: Uint8Array | null) => (found === null ? null : new TextDecoder().decode(found));
const find = (cache: FoodCache, request: string, version = 'v1') => {
  return textOf(cache.find(version, request, hashOf(request)));
};

describe('A cache of foods', () => {
  test('stores a food when it is requested for the second time', () => {
    const cache = open();
    cache.storeIfRepeated('v1', '/food/7', hashOf('/food/7'), shortFoodOf('{"id":7}'));
    expect(find(cache, '/food/7')).toBeNull();
    cache.storeIfRepeated('v1', '/food/7', hashOf('/food/7'), shortFoodOf('{"id":7}'));
    expect(find(cache, '/food/7')).toBe('{"id":7}');
  });

  test('returns every kind of text as it was stored', () => {
    const cache = open();
    const texts = ['', 'plain', 'Crème brûlée', '抹茶', '😀', 'a'.repeat(3000)];
    for (const [i, text] of texts.entries()) store(cache, `/food/${i}`, text);
    for (const [i, text] of texts.entries()) expect(find(cache, `/food/${i}`)).toBe(text);
  });

  test('does not store a food that would take the room of many', () => {
    const cache = open();
    store(cache, '/food/7', 'a'.repeat(5000));
    expect(find(cache, '/food/7')).toBeNull();
  });

  test('never gives the food of one request to another with the same hash', () => {
    const cache = open();
    store(cache, '/food/7', 'seven', 1);
    expect(cache.find('v1', '/food/8', 1)).toBeNull();
    expect(cache.find('v1', '/food/77', 1)).toBeNull();
    store(cache, '/food/8', 'eight', 1);
    expect(textOf(cache.find('v1', '/food/8', 1))).toBe('eight');
    expect(cache.find('v1', '/food/7', 1)).toBeNull();
  });

  test('is emptied by another version of the catalogue, and stores nothing of an older one', () => {
    const cache = open();
    store(cache, '/food/7', 'old');
    expect(find(cache, '/food/7', 'v2')).toBeNull();
    store(cache, '/food/7', 'late');
    expect(find(cache, '/food/7', 'v2')).toBeNull();
    expect(find(cache, '/food/7', 'v1')).toBeNull();
  });

  test('fills up again after another version as fast as at first', () => {
    const cache = open();
    const fill = (version: string) => {
      cache.find(version, '', 0);
      // Each food returns after three thousand others, which a full cache considers too rare.
      for (let time = 0; time < 2; time++) {
        for (let i = 0; i < 3000; i++) {
          const request = `/food/${version}/${i}`;
          cache.storeIfRepeated(version, request, hashOf(request), shortFoodOf('a'.repeat(400)));
        }
      }
      return Array.from({ length: 3000 }, (_, i) => find(cache, `/food/${version}/${i}`, version)).filter(
        (text) => text !== null,
      ).length;
    };
    const atFirst = fill('v1');
    expect(atFirst).toBeGreaterThan(1500);
    expect(fill('v2')).toBeGreaterThan(0.9 * atFirst);
  });

  test('keeps foods that are found again while many others pass through, up to its bound', () => {
    const cache = open();
    const food = 'a'.repeat(600);
    store(cache, '/food/often', 'often');
    store(cache, '/food/once', 'once');
    for (let i = 0; i < 10_000; i++) {
      store(cache, `/food/${i}`, food + i);
      if (i % 100 === 0) expect(find(cache, '/food/often')).toBe('often');
    }
    expect(find(cache, '/food/once')).toBeNull();
    const left = Array.from({ length: 10_000 }, (_, i) => find(cache, `/food/${i}`)).filter(
      (text) => text !== null,
    );
    expect(left.length * food.length).toBeWithin(0.8 * MEGABYTE, MEGABYTE);
  });

  test('holds fewer of the smallest foods than it has room for, the latest of them', () => {
    const cache = open();
    for (let i = 0; i < 50_000; i++) store(cache, `/food/${i}`, '{}');
    const isFound = (_: unknown, i: number) => find(cache, `/food/${i}`) === '{}';
    const found = Array.from({ length: 50_000 }, isFound);
    expect(found.filter(Boolean).length).toBeWithin(3000, SLOTS_PER_MEGABYTE);
    expect(found.slice(-1000)).not.toContain(false);
  });

  test('keeps most of what is found again, even if that is most of what it has room for', () => {
    const cache = open();
    const food = 'a'.repeat(600);
    const often = Array.from({ length: 1200 }, (_, i) => `/food/often/${i}`);
    for (const request of often) store(cache, request, food);
    for (let i = 0; i < 5000; i++) {
      store(cache, `/food/once/${i}`, food);
      if (i % 50 === 0) for (const request of often) find(cache, request);
    }
    const kept = often.filter((request) => find(cache, request) !== null);
    expect(kept.length).toBeGreaterThan(1050);
  });

  test('returns nothing but what was stored last, whatever the order of requests', () => {
    const cache = open(256 * 1024);
    const random = randomOf(15);
    const stored = new Map<string, string>();
    let hits = 0;
    for (let i = 0; i < 50_000; i++) {
      const request = `/food/${Math.floor(random() ** 3 * 2000)}`;
      const found = find(cache, request);
      if (found !== null) {
        hits++;
        expect(found).toBe(stored.get(request)!);
        continue;
      }
      const food = `${request} ${'é'.repeat(random() * 500)}`;
      stored.set(request, food);
      store(cache, request, food);
    }
    expect(hits).toBeGreaterThan(10_000);
  });
});
