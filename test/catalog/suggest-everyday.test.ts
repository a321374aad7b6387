import { describe, expect, test } from 'bun:test';
import { kindOfFood } from '../../build/names/kinds.ts';
import { FOOD_TABLES, isTableName } from '../../src/food/food-tables.ts';
import type { Suggestion } from '../../src/food/suggestion.ts';
import { useStarter } from '../starter-catalog.ts';

const catalog = await useStarter();

const suggest = (q: string, language: string | null = null) => catalog.suggest({ q, limit: 5, language });
/** The own names of the foods that suggestions lead to; brands and categories as they are. */
const foodsFor = (q: string) =>
  suggest(q).map(({ text, id }) => (id === null ? text : catalog.findFood(id)!.name));
/** The languages in which the foods of suggestions are called so. */
const languagesOf = (suggestions: readonly Suggestion[]) => [
  ...new Set(
    suggestions.flatMap(({ text, id }) => {
      if (id === null) return [];
      const food = catalog.findFood(id)!;
      const other = catalog.findRecord(food)!.names.find(({ name }) => name === text)?.language;
      return other ?? (isTableName(food.source) ? FOOD_TABLES[food.source].languages[0]! : 'en');
    }),
  ),
];

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
    const [first, ...others] = suggest('pop').map(({ text }) => text);
    expect(first).toBe('pop');
    expect(others.slice(0, 2).sort()).toEqual(['popcorn', 'popsicle']);
  });
  test('are of that language, as far as it has any', () => {
    for (const q of ['pop', 'tom', 'straw', 'ban', 'bread', 'rice', 'appl'])
      expect([q, languagesOf(suggest(q))]).toEqual([q, ['en']]);
    for (const q of ['tomat', 'reis', 'brot', 'käs'])
      expect([q, languagesOf(suggest(q, 'de').slice(0, 3))]).toEqual([q, ['de']]);
  });
  test.each([
    ['ban', null, 'banana'],
    ['tom', null, 'tomato'],
    ['lait en', 'fr', 'lait entier'],
    ['volkornbrot', 'de', 'Vollkornbrot'],
  ])('call the food as people do: %s', (q, language, text) =>
    expect(suggest(q, language)[0]!.text).toBe(text),
  );
  test('but not by a name that lacks what was typed', () => {
    const { text, id } = suggest('vienna').find((one) => /^Bread/.test(one.text))!;
    expect(catalog.findFood(id!)!.name).toBe(text);
  });
  test.each(['ban', 'tom', 'kartoff', 'whole milk', 'auberg', 'egg'])(
    'have the same food of several tables once: %s',
    (q) => {
      const foods = suggest(q).flatMap(({ id }) => (id === null ? [] : [catalog.findFood(id)!]));
      const kinds = foods.flatMap((food) => kindOfFood(food) ?? []);
      expect(kinds.length).toBeGreaterThan(0);
      expect(new Set(kinds).size).toBe(kinds.length);
    },
  );
});

/** Everyday words, and from which letter on they are meant by what was typed. */
const BEGUN: [language: string, word: string, from: number][] = [
  ['en', 'milk', 3],
  ['en', 'yogurt', 3],
  ['en', 'oatmeal', 4],
  ['en', 'chicken', 4],
  ['en', 'potato', 3],
  ['en', 'apple', 3],
  ['en', 'egg', 2],
  ['en', 'butter', 3],
  ['en', 'tomato', 3],
  ['en', 'banana', 3],
  ['de', 'Magerquark', 6],
  ['de', 'Milch', 3],
  ['de', 'Kartoffel', 4],
  ['de', 'Brot', 3],
  ['de', 'Joghurt', 4],
  ['de', 'Käse', 2],
  ['de', 'Karotte', 3],
  ['de', 'Kaffee', 3],
  ['fr', 'lait', 2],
  ['fr', 'yaourt', 2],
  ['fr', 'pomme', 3],
  ['fr', 'poulet', 3],
  ['fr', 'beurre', 3],
  ['fr', 'carotte', 3],
  ['es', 'leche', 2],
  ['es', 'yogur', 2],
  ['es', 'manzana', 3],
  ['es', 'pollo', 4],
  ['es', 'queso', 3],
  ['es', 'arroz', 3],
];

test.each(BEGUN)(
  'Suggestions in %s begin with `%s` from %d letters on, and stay so',
  (language, word, from) => {
    for (let length = from; length <= word.length; length++) {
      const [first] = suggest(word.slice(0, length), language);
      expect([word.slice(0, length), first!.text.toLowerCase()]).toEqual([
        word.slice(0, length),
        word.toLowerCase(),
      ]);
    }
  },
);

test('No suggestion is a long name of a table where people call the food by a word that begins as typed', () => {
  for (const q of ['mil', 'yogu', 'oatm', 'chick', 'butt', 'pota', 'chees'])
    expect([q, suggest(q, 'en').filter(({ text }) => text.includes(', '))]).toEqual([q, []]);
});

describe('Where nothing begins as typed, suggestions have', () => {
  const meant: [string, string][] = [
    ['eggpl', 'Eggplant, raw'],
    ['aubergine', 'Aubergine, raw'],
    ['auberg', 'Aubergine, raw'],
    ['courgette', 'Courgette, raw'],
    ['kartoffel', 'Kartoffel ungeschält, roh'],
    ['kartoff', 'Kartoffel ungeschält, roh'],
    ['pommes de t', 'Pomme de terre, sans peau, crue'],
    ['patatas', 'Potatoes, flesh and skin, raw'],
    ['fromage', 'Fromage (aliment moyen)'],
    ['gummi', 'Candies, gumdrops, starch jelly pieces'],
    ['thé', 'Thé noir, infusé, sans sucres ajoutés'],
  ];
  test.each(meant)('what it means, or begins to: %s', (q, name) => expect(foodsFor(q)[0]).toBe(name));

  test('that rather than what it may be a slip for', () => {
    expect(foodsFor('prawns').every((name) => /shrimp|prawn|crevette/i.test(name))).toBe(true);
    expect(foodsFor('poulet').every((name) => /chicken|poulet/i.test(name))).toBe(true);
  });
  test('what it may be a slip for, before little known foods in which a later word begins so', () =>
    expect(foodsFor('bann')[0]).toBe('Bananas, raw'));
});

describe('Suggestions in other languages', () => {
  const begun: [q: string, text: RegExp, name: string][] = [
    ['eie', /^Eier$/i, 'Hühnerei roh'],
    ['poul', /^poulet$/, 'Poulet, filet sans peau cru'],
    ['mante', /^mante(quilla|ca)$/, 'Butter, salted'],
    ['pomo', /^pomodoro$/, 'Tomate, roh'],
  ];
  test.each(begun)('have the name that was found, and lead to its food: %s', (q, text, name) => {
    const found = suggest(q).find((one) => text.test(one.text));
    expect(catalog.findFood(found!.id!)!.name).toBe(name);
  });

  test('put the names of the wanted language first where others share them', () => {
    const nameOf = (language: string | null) => catalog.findFood(suggest('raisin', language)[0]!.id!)!.name;
    expect(nameOf('fr')).toBe('Raisin cru (aliment moyen)');
    expect(nameOf('en')).toMatch(/^Raisins/);
  });

  test.each([
    ['pat', 'es', 'patata'],
    ['pom', 'it', 'pomodoro'],
    ['ra', 'fr', 'raisin'],
    ['form', 'it', 'formaggio'],
  ])(
    'have what people call a food in a language that was asked for before popular names in others: %s',
    (q, language, text) => expect(suggest(q, language)[0]!.text).toBe(text),
  );
  test('have few names in other languages where one was asked for', () => {
    for (const [q, language] of [
      ['pata', 'es'],
      ['arr', 'es'],
      ['form', 'it'],
      ['kaf', 'de'],
    ] as const)
      expect([q, languagesOf(suggest(q, language))]).toEqual([q, [language]]);
  });

  test('have no name that was made for the search alone', () => {
    const isShown = ({ text, id }: { text: string; id: number | null }) => {
      const food = catalog.findFood(id!)!;
      const names = catalog
        .findRecord(food)!
        .names.filter(({ kind }) => ['everyday', 'version', 'official', 'translated'].includes(kind));
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
