import { expect, test } from 'bun:test';
import { renderExplanation } from '../../src/cli/search-explanation.ts';
import { openNameSearch } from '../catalog/search/search-catalog.ts';
import { randomOf } from '../random.ts';

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

test('its headings are above the ends of their numbers', () => {
  const lines = renderExplanation(search.explain({ q: 'jam', limit: 10, source: null })).split('\n');
  const head = lines.findIndex((line) => line.startsWith('asked'));
  const endOf = (line: string, pattern: RegExp) => pattern.exec(line)?.[0].length;
  expect(lines[head]).toMatch(/^asked +found +ms$/);
  expect(endOf(lines[head]!, /^.*found/)).toBe(endOf(lines[head + 1]!, /^.*\d(?= +[\d.]+$)/));
  expect(lines[head]!.length).toBe(lines[head + 1]!.length);
});

test('every part of a score is explained', () => {
  const text = renderExplanation(search.explain({ q: 'jam', limit: 10, source: null }));
  const [, parts = ''] = /^score = (.*)$/m.exec(text) ?? [];
  expect(parts.split(/\s*\+/)).toHaveLength(9);
  for (const part of parts.split(/\s*\+/)) expect(text).toMatch(new RegExp(`^${part} +[a-z]`, 'm'));
});

test('it fits a terminal of 80 columns', () => {
  for (const q of ['strawbery jam', 'x'.repeat(200), 'jam '.repeat(40), 'zzzqqq']) {
    const lines = renderExplanation(search.explain({ q, limit: 10, source: null })).split('\n');
    for (const line of lines) expect([...line].length).toBeLessThanOrEqual(80);
  }
});

test('foods are in the order of their scores, and those that are not say why', () => {
  const words = ['salad', 'soup', 'cake', 'bread', 'pie', 'jam', 'syrup', 'drink', 'bar', 'chips'];
  let guessed = 0;
  for (const seed of [1, 7, 12]) {
    const random = randomOf(seed);
    const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)]!;
    const names = Array.from({ length: 60 }, () => {
      const food = pick(['Beer', 'Beet', 'Bear', 'Beex']);
      const form = Math.floor(random() * 4);
      if (form === 0) return `${food} ${pick(words)}`;
      if (form === 1) return `${pick(words)} with ${food.toLowerCase()}`;
      if (form === 2) return `${food}, ${pick(words)}, ${pick(words)}`;
      return `${pick(words)} ${food.toLowerCase()} ${pick(words)} ${pick(words)}`;
    });
    const { search: guesses } = openNameSearch(names.map((name) => ({ name })));
    for (const q of ['beex', 'beez', 'bexr salad', 'beez soup', 'beax']) {
      const { scores } = guesses.explain({ q, limit: 50, source: null });
      const inOrder = scores.filter(({ outOfOrder }) => outOfOrder === null).map(({ total }) => total);
      expect(inOrder).toEqual([...inOrder].sort((a, b) => b - a));
      guessed += scores.filter(({ outOfOrder }) => outOfOrder === 'guess').length;
    }
  }
  expect(guessed).toBeGreaterThan(0);
});
