import { describe, expect, test } from 'bun:test';
import { randomOf } from '../../random.ts';
import { openNameSearch, type SearchFood } from './search-catalog.ts';

/** What no table of scenes can say (`scenes.tsv`). */
const named = (...names: string[]): SearchFood[] => names.map((name) => ({ name }));

describe('the source filter', () => {
  const foods: SearchFood[] = [
    ...Array.from({ length: 300 }, (_, i) => ({
      name: `Bread ${i}`,
      source: 'usda' as const,
      confidence: 0.99,
    })),
    ...Array.from({ length: 300 }, (_, i) => ({ name: `Bread of label ${i}` })),
    { name: 'Bread', source: 'ai_estimate', confidence: 0.1 },
    { name: 'Bread with label and little else known of it', confidence: 0.31 },
  ];
  const { find } = openNameSearch(foods);
  test('finds estimates behind any number of other foods', () => {
    expect(find('bread', 'ai_estimate')).toEqual(['Bread']);
    expect(find('braed', 'ai_estimate')).toEqual(['Bread']);
  });
  test('finds label data behind any number of other foods', () => {
    expect(find('bread', 'off').every((name) => name.includes('label'))).toBe(true);
    expect(find('bread little', 'off')).toEqual(['Bread with label and little else known of it']);
  });
});

test('no FTS5 operator can be typed, whatever the source', () => {
  const { find } = openNameSearch(named('Milk', 'Milk chocolate', 'Mozzarella'));
  const random = randomOf(7);
  const pieces = [...'"*()^{}-:#@\0\'', ' AND ', ' OR ', ' NOT ', 'NEAR(', 'milk', 'terms'];
  for (let i = 0; i < 3000; i++) {
    const q = Array.from({ length: 8 }, () => pieces[Math.floor(random() * pieces.length)]).join('');
    expect(() => find(q, i % 2 === 0 ? 'off' : 'ai_estimate')).not.toThrow();
  }
  expect(find('milk NOT chocolate')).not.toEqual(find('milk'));
});

test('a query reads a bounded part of the index, whatever is typed', () => {
  const { search } = openNameSearch(
    named(...Array.from({ length: 2000 }, (_, i) => `a b c d e f g h i j k l ${i}`)),
  );
  for (const q of [
    'a b c d e f g h i j k l m n o p q r s t u v w x y z'.repeat(3),
    'a'.repeat(200),
    'a b '.repeat(50),
  ]) {
    const { steps, scores, terms } = search.explain({ q, limit: 50, source: null });
    expect(terms.length).toBeLessThanOrEqual(12);
    expect(steps.length).toBeLessThanOrEqual(24);
    expect(Math.max(0, ...steps.map(({ found }) => found))).toBeLessThanOrEqual(120);
    expect(scores.length).toBeLessThanOrEqual(50);
  }
});

test('a common word fills a page of any size', () => {
  const { find } = openNameSearch(named(...Array.from({ length: 2000 }, (_, i) => `Jam of kind ${i}`)));
  for (const limit of [1, 10, 50]) expect(find('jam', null, limit).length).toBe(limit);
});

test('the same foods are found in whatever order they were built', () => {
  const names = ['Fig jam', 'Fig jelly', 'Plum jam', 'Plum jelly'];
  const [once, again] = [openNameSearch(named(...names)), openNameSearch(named(...names.toReversed()))];
  for (const q of ['jam', 'fig', 'plm', 'jelly fig'])
    expect(once.find(q).toSorted()).toEqual(again.find(q).toSorted());
});
