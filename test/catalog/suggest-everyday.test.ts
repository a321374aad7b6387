import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { type OpenedCatalog, openCatalog } from '../../src/catalog/open.ts';

let catalog: OpenedCatalog;
beforeAll(async () => {
  await makeStarter();
  catalog = openCatalog(STARTER);
});
afterAll(() => catalog.close());

const suggest = (q: string, language: string | null = null) => catalog.suggest({ q, limit: 5, language });
/** The own names of the foods that suggestions lead to; brands and categories as they are. */
const foodsFor = (q: string) =>
  suggest(q).map(({ text, id }) => (id === null ? text : catalog.findFood(id)!.name));

describe('Suggestions for an everyday word', () => {
  const plural: [string, string][] = [
    ['strawberry', 'Strawberries, raw'],
    ['raspberry', 'Raspberries, raw'],
    ['cherry', 'Cherries, sweet, raw'],
    ['candy', 'Candies'],
  ];
  test.each(plural)('have its plural, which does not begin with it: %s', (q, text) =>
    expect(foodsFor(q)).toContain(text),
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
    expect(suggest(q)[0]).toMatchObject({ text: q, kind: 'food', id: first!.id });
  });
  test('leave short beginnings to what they may become, behind what is called so', () => {
    const [first, second, third] = suggest('pop').map(({ text }) => text);
    expect([first, second]).toEqual(['pop', 'Frozen novelties, ice type, pop']);
    expect(third).toStartWith('Popcorn');
  });
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
  test.each(meant)('what it means, or begins to: %s', (q, name) => expect(foodsFor(q)[0]).toBe(name));

  test('that rather than what it may be a slip for', () => {
    expect(foodsFor('prawns').every((name) => /shrimp/i.test(name))).toBe(true);
    expect(foodsFor('poulet').every((name) => /chicken/i.test(name))).toBe(true);
  });
  test('what it may be a slip for, before little known foods in which a later word begins so', () =>
    expect(foodsFor('bann')[0]).toBe('Bananas, raw'));
});

describe('Suggestions in other languages', () => {
  const begun: [q: string, text: RegExp, name: string][] = [
    ['eie', /^Eier$/i, 'Egg, whole, raw, fresh'],
    ['poul', /^poulet$/, 'Chicken, broiler or fryers, breast, skinless, boneless, meat only, raw'],
    ['mante', /^mante(quilla|ca)$/, 'Butter, salted'],
    ['pomo', /^pomodoro$/, 'Tomatoes, red, ripe, raw, year round average'],
  ];
  test.each(begun)('have the name that was found, and lead to its food: %s', (q, text, name) => {
    const found = suggest(q).find((one) => text.test(one.text));
    expect(catalog.findFood(found!.id!)!.name).toBe(name);
  });

  test('put the names of the wanted language first where others share them', () => {
    const nameOf = (language: string | null) => catalog.findFood(suggest('raisin', language)[0]!.id!)!.name;
    expect(nameOf('fr')).toMatch(/^Grapes/);
    expect(nameOf('en')).toMatch(/^Raisins/);
  });

  test('have no name that was made for the search alone', () => {
    const isShown = ({ text, id }: { text: string; id: number | null }) => {
      const food = catalog.findFood(id!)!;
      const names = catalog
        .findRecord(food)!
        .names.filter(({ kind }) => kind === 'everyday' || kind === 'official');
      return [food.name, ...names.map(({ name }) => name)].includes(text);
    };
    for (const q of ['auberg', 'suppe', 'soupe', 'zuppa', 'cru', 'mint', 'rice', 'eau'])
      expect(
        suggest(q)
          .filter(({ id }) => id !== null)
          .filter((one) => !isShown(one)),
      ).toEqual([]);
  });
});
