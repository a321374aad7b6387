import { expect, test } from 'bun:test';
import { renderExplanation } from '../../../src/catalog/search/explain.ts';
import { openNameSearch } from './search-catalog.ts';

const { search } = openNameSearch([
  { name: 'Strawberry jam', brand: 'Bonne Maman' },
  {
    name: 'A jam of strawberries with a name that is much longer than a line of a terminal has room for, truly',
  },
]);

test('an explanation shows words, corrections, steps and scores', () => {
  const text = renderExplanation(search.explain({ q: 'strawbery jam', limit: 10, source: null }));
  for (const part of [
    'strawbery',
    'correction',
    'strawberry',
    'asked',
    'score',
    'Strawberry jam · Bonne Maman',
  ]) {
    expect(text).toContain(part);
  }
});

test('it fits a terminal of 80 columns', () => {
  for (const q of ['strawbery jam', 'x'.repeat(200), 'jam '.repeat(40), 'zzzqqq']) {
    const lines = renderExplanation(search.explain({ q, limit: 10, source: null })).split('\n');
    for (const line of lines) expect([...line].length).toBeLessThanOrEqual(80);
  }
});
