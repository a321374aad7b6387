import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { FoodName } from '../../../src/food/food-names.ts';
import { type Database, openWritable } from '../../../src/sqlite/driver.ts';
import { openIndexWriter } from './index-writer.ts';

let db: Database;
beforeAll(() => {
  db = openWritable(':memory:');
  const index = openIndexWriter(db);
  const everyday: FoodName = { language: 'en', kind: 'everyday', name: 'Cherries' };
  const food = { names: [], brand: null, category: null, generic_name: null, source: 'off' as const };
  index.add({ ...food, rank: 1, name: 'Sour cherries', brand: 'Jam & Co', names: [everyday] });
  index.add({ ...food, rank: 2, name: 'Jam jam', category: 'Jam', source: 'usda' });
  index.add({ ...food, rank: 3, name: 'Lactose free jams', brand: 'Sour' });
  index.finish();
});
afterAll(() => db.close());

const rows = () => db.prepare('SELECT term, names, fields FROM terms ORDER BY term_id').raw().all();
const facts = (term: string) => db.prepare('SELECT said, sound FROM terms WHERE term = ?').get(term);

test('Terms are listed with how many foods have them in names and in other fields only, the most common first', () => {
  expect(rows()).toEqual([
    ['jam', 1, 1],
    ['sour', 1, 1],
    ['-lactose', 1, 0],
    ['cherries', 1, 0],
    ['co', 0, 1],
    ['free', 1, 0],
    ['jams', 1, 0],
    ['lactose', 1, 0],
  ]);
});

test('A term says whether people call a food by it alone, and how it sounds if it may be a correction', () => {
  expect(facts('cherries')).toEqual({ said: 2, sound: expect.any(String) });
  expect(facts('lactose')).toEqual({ said: 0, sound: expect.any(String) });
  expect(facts('co')).toEqual({ said: 0, sound: null });
});
