import { describe, expect, test } from 'bun:test';
import { describeMatch } from '../../../src/catalog/search/search.ts';
import { openNameSearch, type SearchFood } from './search-catalog.ts';

const labels = (...names: string[]): SearchFood[] => names.map((name) => ({ name }));
const generic = (...names: string[]): SearchFood[] =>
  names.map((name) => ({ name, source: 'usda', confidence: 0.98 }));

describe('what a query excludes', () => {
  const { find } = openNameSearch(
    labels(
      'Beurre doux',
      'Beurre demi-sel',
      'Beurre sans sel',
      'Beurre',
      'Butter, salted',
      'Butter, unsalted',
      'Cola',
      'Cola zuckerfrei',
      'Cola sugar free',
      'Eggs free range',
      'Burger (without burger sauce)',
      'Burger with sauce',
      'Tuna no. 5',
    ),
  );
  const has: [string, string][] = [
    ['beurre sans sel', 'Beurre demi-sel'],
    ['butter without salt', 'Butter, salted'],
    ['unsalted butter', 'Butter, salted'],
    ['burger without sauce', 'Burger with sauce'],
    ['burger no sauce', 'Burger with sauce'],
  ];
  test.each(has)('%s ranks below foods without it: %s', (q, excluded) => {
    const found = find(q);
    expect(found[0]).not.toBe(excluded);
    expect([-1, found.length - 1]).toContain(found.indexOf(excluded));
  });
  const lacks: [string, string][] = [
    ['beurre sans sel', 'Beurre sans sel'],
    ['unsalted butter', 'Butter, unsalted'],
    ['butter with no salt', 'Butter, unsalted'],
    ['cola ohne zucker', 'Cola zuckerfrei'],
    ['sugar free cola', 'Cola sugar free'],
    ['cola no added sugar', 'Cola sugar free'],
    ['burger without sauce', 'Burger (without burger sauce)'],
  ];
  test.each(lacks)('%s finds %s first', (q, name) => expect(find(q)[0]).toBe(name));
  test('silence is better than presence', () => {
    const found = find('beurre sans sel');
    expect(found.indexOf('Beurre doux')).toBeLessThan(found.indexOf('Beurre'));
  });
  test('free range excludes nothing', () => expect(find('eggs free range')[0]).toBe('Eggs free range'));
  test('a number is not excluded', () => expect(find('tuna no 5')[0]).toBe('Tuna no. 5'));
  test('a word that a name negates is no match for it', () =>
    expect(find('sugar')[0]).not.toBe('Cola zuckerfrei'));
});

describe('accents that were typed', () => {
  const { find } = openNameSearch(
    labels('Thé vert', 'Vert tige', 'The green one', 'Pâté de foie', 'Pâte brisée', 'Pate spread'),
  );
  test('thé is a word, the is not', () => {
    expect(find('thé vert')).toEqual(['Thé vert']);
    expect(find('the vert')).toContain('Vert tige');
  });
  test('tell words apart', () => {
    expect(find('pâté')[0]).toBe('Pâté de foie');
    expect(find('pâte')[0]).toBe('Pâte brisée');
  });
});

describe('the words people use', () => {
  const { find, search } = openNameSearch([
    ...generic(
      'Squash, summer, zucchini, includes skin, raw',
      'Crustaceans, shrimp, raw',
      'Beef, ground, 80% lean meat / 20% fat, raw',
      'Lima beans, large, mature seeds, raw',
      'Butter, salted',
      'Orange juice, raw',
      'Milk, whole, 3.25% milkfat',
      'Milk, dry, nonfat',
      'Milk, sheep, fluid',
    ),
    ...generic('Beverages, carbonated, cola, regular'),
    ...labels('Plain yogurt', 'Diet Coke'),
  ]);
  const said: [string, string][] = [
    ['courgettes', 'Squash, summer, zucchini, includes skin, raw'],
    ['prawn', 'Crustaceans, shrimp, raw'],
    ['minced beef', 'Beef, ground, 80% lean meat / 20% fat, raw'],
    ['80/20 beef', 'Beef, ground, 80% lean meat / 20% fat, raw'],
    ['butter beans', 'Lima beans, large, mature seeds, raw'],
    ['oj', 'Orange juice, raw'],
    ['glass of milk', 'Milk, whole, 3.25% milkfat'],
    ['coke', 'Beverages, carbonated, cola, regular'],
  ];
  test.each(said)('%s finds %s', (q, name) => expect(find(q)[0]).toBe(name));
  test('an explanation has the name that was found, and its language', () => {
    const matchOf = (q: string) => {
      const { terms, scores } = search.explain({ q, limit: 1, source: null });
      const { name, language } = describeMatch(terms, scores[0]!);
      return { name, language };
    };
    expect(matchOf('prawns')).toEqual({ name: 'Crustaceans, prawn, raw (fresh, uncooked)', language: 'en' });
    expect(matchOf('plain yogurt')).toEqual({ name: 'Plain yogurt', language: null });
  });
  test('a synonym is not a correction', () => {
    expect(search.explain({ q: 'prawns', limit: 1, source: null }).corrected).toBeNull();
  });
  test('a misspelt word is named as one where a plain food comes first', () => {
    const explanation = search.explain({ q: 'millk', limit: 1, source: null });
    expect(explanation.corrected).toBe('milk');
    expect(describeMatch(explanation.terms, explanation.scores[0]!).read_as).toBe('milk');
  });
});

describe('a word of another language', () => {
  const foods = generic(
    'Sugars, granulated',
    'Fish, sucker, white, raw',
    'Turkey, whole, meat only, raw',
    'Cucumber, with peel, raw',
    'Oil, olive, salad or cooking',
    'Mars',
    'Corn, sweet, yellow, canned, whole kernel, drained solids',
  );
  const english = openNameSearch(foods);
  test.each([
    ['Zucker', 'Sugars, granulated'],
    ['Gurke', 'Cucumber, with peel, raw'],
    ['zucchero', 'Sugars, granulated'],
    ['aceite de oliva', 'Oil, olive, salad or cooking'],
    ['maïs', 'Corn, sweet, yellow, canned, whole kernel, drained solids'],
  ])('%s finds %s where foods have English names', (q, name) => {
    expect(english.find(q)[0]).toBe(name);
  });
  test.each([
    ['pollo', 'Chicken, broiler or fryers, breast, skinless, boneless, meat only, raw'],
    ['leche', 'Milk, whole, 3.25% milkfat, with added vitamin D'],
    ['pan', 'Bread, white, commercially prepared (includes soft bread crumbs)'],
    ['pâtes', 'Pasta, dry, enriched'],
    ['pâté', 'Pate, truffle flavor'],
    ['polenta', 'Cornmeal, degermed, enriched, yellow'],
    ['thé', 'Beverages, tea, black, brewed, prepared with tap water'],
    ['queso fresco', 'Cheese, fresh, queso fresco'],
  ])('%s finds %s, whatever English words it begins or is part of', (q, name) => {
    const { find } = openNameSearch([
      ...generic(
        'Chicken, broiler or fryers, breast, skinless, boneless, meat only, raw',
        'Fish, pollock, Atlantic, raw',
        'Milk, whole, 3.25% milkfat, with added vitamin D',
        'Dulce de Leche',
        'Bread, white, commercially prepared (includes soft bread crumbs)',
        'Bread, pan dulce, sweet yeast bread',
        'Pasta, dry, enriched',
        'Pate, truffle flavor',
        'Cornmeal, degermed, enriched, yellow',
        'Beverages, tea, black, brewed, prepared with tap water',
        'On the Border, Mexican rice',
        'Cheese, fresh, queso fresco',
        'Cheese, monterey',
      ),
      ...labels('Soymilk'),
    ]);
    expect(find(q)[0]).toBe(name);
  });
  test('is no correction', () => {
    const { corrected } = english.search.explain({ q: 'Zucker', limit: 1, source: null });
    expect(corrected).toBeNull();
  });
  test('finds the food itself next to labels that have the word', () => {
    const { find } = openNameSearch([...foods, ...labels('Feiner Zucker')]);
    expect(find('zucker')).toEqual(['Sugars, granulated', 'Feiner Zucker']);
  });
  test('finds nothing but labels that have it where all foods are labels', () => {
    const { find } = openNameSearch(labels('Feiner Zucker', 'Fine sugar'));
    expect(find('zucker')).toEqual(['Feiner Zucker']);
  });
});

describe('the plain generic food', () => {
  const foods: SearchFood[] = [
    ...generic(
      'Apples, raw, with skin',
      'Apples, canned',
      'Apples, dried',
      'Oil, almond',
      'Nuts, almonds',
      'Pepper, banana, raw',
      'Bananas, raw',
      'Fish, salmon, raw',
      'Salmon nuggets, breaded, frozen',
      'Milk, chocolate',
      'Candies, milk chocolate',
      'Sausage, meatless',
      'Sausage, pork, raw',
    ),
    ...Array.from({ length: 400 }, (_, i) => ({ name: `Apple crisps ${i}`, hasImage: true })),
  ];
  const { find } = openNameSearch(foods);
  const plain: [string, string][] = [
    ['apple', 'Apples, raw, with skin'],
    ['almond', 'Nuts, almonds'],
    ['raw banana', 'Bananas, raw'],
    ['salmon', 'Fish, salmon, raw'],
    ['chocolate milk', 'Milk, chocolate'],
    ['milk chocolate', 'Candies, milk chocolate'],
    ['sausage', 'Sausage, pork, raw'],
  ];
  test.each(plain)('%s begins with %s', (q, name) => expect(find(q)[0]).toBe(name));
  test('raw comes before canned before dried', () => {
    const apples = find('apples').filter((name) => name.startsWith('Apples'));
    expect(apples).toEqual(['Apples, raw, with skin', 'Apples, canned', 'Apples, dried']);
  });
});

describe('the food that an everyday word means', () => {
  const { find } = openNameSearch([
    ...generic(
      'Kiwifruit, green, raw',
      'Beverages, Kiwi Strawberry Juice Drink',
      'Soymilk, original and vanilla, unfortified',
      'Beverages, chocolate drink, milk and soy based',
      'Nuts, hazelnuts or filberts',
      'Hazelnuts, beaked (Northern Plains Indians)',
      'Fish, haddock, raw',
      'Fish, cod, Atlantic, raw',
      'Spinach, raw',
      'Baby food, vegetables, spinach, creamed, strained',
      'Fish, salmon, Atlantic, farmed, raw',
      'Fish, salmon, Atlantic, farmed, cooked, dry heat',
      'Chicken, broilers or fryers, meat and skin, cooked, roasted',
      'Gravy, chicken, slow roast',
    ),
    ...labels('Kiwi'),
  ]);
  const meant: [string, string][] = [
    ['kiwis', 'Kiwifruit, green, raw'],
    ['soya milk', 'Soymilk, original and vanilla, unfortified'],
    ['hazelnut', 'Nuts, hazelnuts or filberts'],
    ['haddock', 'Fish, haddock, raw'],
    ['baby spinach', 'Spinach, raw'],
    ['fresh spinach', 'Spinach, raw'],
    ['baked salmon', 'Fish, salmon, Atlantic, farmed, cooked, dry heat'],
    ['roast chicken', 'Chicken, broilers or fryers, meat and skin, cooked, roasted'],
  ];
  test.each(meant)('%s begins with %s', (q, name) => expect(find(q)[0]).toBe(name));
});

describe('a corrected word', () => {
  const { find } = openNameSearch(
    generic(
      'Oil, avocado',
      'Avocados, raw, all commercial varieties',
      'Tomatoes, red, ripe, raw',
      'Tomato soup',
    ),
  );
  test('leads to its plural as well', () => {
    expect(find('avacado')[0]).toBe('Avocados, raw, all commercial varieties');
    expect(find('tomatoe')[0]).toBe('Tomatoes, red, ripe, raw');
  });
});

test('what is excluded in the words of the query comes before the same in another language', () => {
  const { find } = openNameSearch(
    labels(
      'Glutenvrij',
      'Sin gluten',
      'Gluten free',
      'Bolachas de aveia sem glúten',
      'Massa fresca sem glúten',
    ),
  );
  expect(find('sem glúten').slice(0, 2).sort()).toEqual([
    'Bolachas de aveia sem glúten',
    'Massa fresca sem glúten',
  ]);
});

test('many entries of one food leave room for others without what is excluded', () => {
  const entries = Array.from({ length: 12 }, () => ({ name: 'Pain de mie sans croûte' }));
  const { find } = openNameSearch([
    ...entries,
    ...labels('Pain de mie complet sans croûte', 'Grand pain de mie nature sans croûte', 'Pain de mie'),
  ]);
  expect(find('pain de mie sans croûte').slice(0, 3)).toEqual([
    'Pain de mie sans croûte',
    'Pain de mie complet sans croûte',
    'Grand pain de mie nature sans croûte',
  ]);
});

describe('foods without values', () => {
  const { find, search } = openNameSearch([
    ...generic('Bananas, raw', 'Milk, whole, 3.25% milkfat', 'Milk, dry, nonfat'),
    { name: 'Banana', confidence: 0.5 },
    { name: 'Sultana', brand: 'Pictured', confidence: 0.31, hasImage: true },
    { name: 'Sultana', brand: 'Measured', confidence: 0.52 },
    ...Array.from({ length: 20 }, () => ({ name: 'Milk', confidence: 0.5 })),
  ]);
  test('come after a complete plain food, even if they are called what was typed', () => {
    expect(find('banana')).toEqual(['Bananas, raw', 'Banana']);
    expect(find('milk')[0]).toBe('Milk, whole, 3.25% milkfat');
  });
  test('come after those with some values, even with a picture', () => {
    const { scores } = search.explain({ q: 'sultana', limit: 2, source: null });
    expect(scores.map(({ candidate }) => candidate.brand)).toEqual(['Measured', 'Pictured']);
  });
  test('fill no page under one name where a query has another reading', () => {
    expect(
      find('milk')
        .slice(0, 3)
        .filter((name) => name === 'Milk').length,
    ).toBe(1);
  });
});

describe('a brand that became a word', () => {
  const cheeses = labels('Cream cheese', 'Kraft Philadelphia Cream Cheese Light', 'Cream cheese bagel');
  test('is found as typed where a food has all the words', () => {
    expect(openNameSearch(cheeses).find('philadelphia cream cheese')[0]).toBe(cheeses[1]!.name);
  });
  const COLA = 'Beverages, carbonated, cola, regular';
  test('stands for its food where the catalogue does not have it', () => {
    const { find } = openNameSearch([...generic(COLA, 'Candies, gum'), ...labels('Energy drink')]);
    expect(find('pepsi cola')[0]).toBe(COLA);
    expect(find('pepsi')[0]).toBe(COLA);
  });
  test('comes after the products of that brand', () => {
    const { find } = openNameSearch([...generic(COLA), ...labels('Pepsi', 'Pepsi Max')]);
    expect(find('pepsi').slice(0, 2).sort()).toEqual(['Pepsi', 'Pepsi Max']);
  });
  test('does not hide what other words say', () => {
    const { find } = openNameSearch([...generic('Cheese, cream'), ...labels('Salmon')]);
    expect(find('philadelphia salmon')).toContain('Salmon');
  });
});

describe('a rare word', () => {
  const many = (name: string, foods = 60) => Array.from({ length: foods }, (_, i) => `${name} ${i}`);
  test('may be the beginning of a common one', () => {
    const { find } = openNameSearch(
      labels(
        'Soupe fraich crème',
        'Tarte crème fraich',
        'Pâtes fraich crème',
        'Crème fraîche',
        ...many('Crème fraîche'),
      ),
    );
    expect(find('creme fraich')[0]).toBe('Crème fraîche');
  });
  test('may be two common ones', () => {
    const { find } = openNameSearch(
      labels(
        'Icecream yoghurt',
        'Icream soda',
        'Ice cream',
        'Cream',
        ...many('Cream', 700),
        ...many('Ice cream', 400),
      ),
    );
    expect(
      find('icecream')
        .slice(0, 3)
        .filter((name) => name.startsWith('Ice')).length,
    ).toBe(3);
    expect(find('icecream')[0]).toBe('Ice cream');
  });
});

test('a word that was corrected to one of a category is named as corrected', () => {
  const foods = Array.from({ length: 30 }, (_, i) => ({ name: `Soymilk ${i}`, category: 'Plant milks' }));
  const { search } = openNameSearch(foods);
  const explanation = search.explain({ q: 'plent', limit: 1, source: null });
  expect(explanation.corrected).toBe('plant');
  expect(describeMatch(explanation.terms, explanation.scores[0]!).read_as).toBe('plant');
});
