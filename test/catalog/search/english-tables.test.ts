import { expect, test } from 'bun:test';
import { openNameSearch } from './search-catalog.ts';

test('a word of English means a food of SR28 before one that only another table has', () => {
  const { find } = openNameSearch([
    { name: 'Zucchini, pickled', source: 'fndds', confidence: 0.98 },
    { name: 'Squash, summer, zucchini, raw', source: 'usda', confidence: 0.95 },
  ]);
  expect(find('zucchini')[0]).toBe('Squash, summer, zucchini, raw');
});
