import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { type OpenedCatalog, openCatalog } from '../../src/catalog/open.ts';

let catalog: OpenedCatalog;
beforeAll(async () => {
  await makeStarter();
  catalog = openCatalog(STARTER);
});
afterAll(() => catalog.close());

const suggest = (q: string) => catalog.suggest({ q, limit: 5 }).map(({ text }) => text);

describe('Suggestions for an everyday word', () => {
  const plural: [string, string][] = [
    ['strawberry', 'Strawberries, raw'],
    ['raspberry', 'Raspberries, raw'],
    ['cherry', 'Cherries, sweet, raw'],
    ['candy', 'Candies'],
  ];
  test.each(plural)('have its plural, which does not begin with it: %s', (q, text) =>
    expect(suggest(q)).toContain(text),
  );

  const plain = [
    'salt',
    'milk',
    'potato',
    'lamb',
    'flour',
    'oatmeal',
    'yogurt',
    'greek yogurt',
    'oil',
    'egg',
  ];
  test.each(plain)('begin with the plain food that the search puts first: %s', (q) => {
    const [first] = catalog.search({ q, limit: 1, source: null });
    expect(suggest(q)[0]).toBe(first!.name);
  });
  test('leave short beginnings to what they may become', () =>
    expect(suggest('pop')[1]).toStartWith('Popcorn'));
});

describe('Where nothing begins as typed, suggestions have', () => {
  const meant: [string, string][] = [
    ['aubergine', 'Eggplant, raw'],
    ['auberg', 'Eggplant, raw'],
    ['courgette', 'Squash, summer, zucchini, includes skin, raw'],
    ['kartoffel', 'Potatoes, flesh and skin, raw'],
    ['kartoff', 'Potatoes, flesh and skin, raw'],
    ['pommes de t', 'Potatoes, flesh and skin, raw'],
    ['fromage', 'Cheese, cheddar'],
    ['gummi', 'Candies, gumdrops, starch jelly pieces'],
    ['thé', 'Beverages, tea, black, brewed, prepared with tap water'],
  ];
  test.each(meant)('what it means, or begins to: %s', (q, text) => expect(suggest(q)[0]).toBe(text));

  test('that rather than what it may be a slip for', () => {
    expect(suggest('prawns').every((text) => /shrimp/i.test(text))).toBe(true);
    expect(suggest('poulet').every((text) => /chicken/i.test(text))).toBe(true);
  });
  test('what it may be a slip for, before little known foods in which a later word begins so', () =>
    expect(suggest('bann')[0]).toBe('Bananas, raw'));
});
