import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import type { Catalog } from '../../src/food/catalog.ts';
import { analyzeMeal } from '../../src/recipe/analyze.ts';

let catalog: Catalog;
beforeAll(async () => {
  await makeStarter();
  catalog = openCatalog(STARTER);
}, 60_000);
afterAll(() => catalog.close());

const itemsOf = (text: string) => analyzeMeal(catalog, text).meal.items;
const textsOf = (text: string) => itemsOf(text).map((item) => item.text);

describe('A meal is split into foods', () => {
  test.each([
    ['two eggs and toast', ['two eggs', 'toast']],
    ['Lunch: soup. Then an apple!', ['soup', 'an apple']],
    ['zum Frühstück Kaffee und um 10:30 Uhr ein Apfel', ['Kaffee', 'ein Apfel']],
    ["j'ai mangé du pain et bu un café", ['du pain', 'un café']],
    ['ich habe zwei Eier gegessen', ['zwei Eier']],
    ['two and a half cups of milk', ['two and a half cups of milk']],
    ['una taza y media de leche y una manzana', ['una taza y media de leche', 'una manzana']],
    ['half an avocado on toast', ['half an avocado', 'toast']],
    ['milk\nbread\n', ['milk', 'bread']],
    ['yogurt (150 g, plain) with honey', ['yogurt (150 g, plain)', 'honey']],
    ['2 tbsp. honey and 1 egg.', ['2 tbsp honey', '1 egg']],
    ['toast w/ peanut butter & a flat white', ['toast', 'peanut butter', 'a flat white']],
    ['cheese & crackers', ['cheese', 'crackers']],
    ['porridge w blueberries then an apple', ['porridge', 'blueberries', 'an apple']],
    ['une soupe puis une crème brûlée', ['une soupe', 'une crème brûlée']],
    ['Grießbrei m. Zimt u. Zucker', ['Grießbrei', 'Zimt', 'Zucker']],
    ["I didn't eat breakfast. Lunch: soup", ['soup']],
    ['eine Suppe, danach ein Eis', ['eine Suppe', 'ein Eis']],
    ['pizza 🍕 beer 🍺, 🍎 and 2 🍌🍌 ☀️', ['pizza 🍕', 'beer 🍺', '🍎', '2 🍌🍌']],
    ['☕ Kaffee 🥐', ['☕ Kaffee', '🥐']],
    ['toast 🍎', ['toast', '🍎']],
    ['milk, 200 ml; toast, 2 slices', ['milk, 200 ml', 'toast, 2 slices']],
  ])('%p', (text, parts) => expect(textsOf(text)).toEqual(parts));
});

describe('A word that joins foods may be part of a name', () => {
  test.each([
    'macaroni and cheese',
    'fish and chips',
    'a peanut butter and jelly sandwich',
    'un café con leche',
    'Kaffee mit Milch',
    'mac n cheese',
    'fish & chips',
    'chilli con carne',
  ])('%p', (text) => expect(textsOf(text)).toEqual([text]));
});

describe('What was left out is not counted', () => {
  test.each([
    ['coffee without sugar', ['coffee without sugar']],
    ['Tee ohne Zucker und Milch', ['Tee ohne Zucker, Milch']],
    ['un tè senza zucchero e una mela', ['un tè senza zucchero', 'una mela']],
    ['coffee, no sugar', ['coffee, no sugar']],
    ['tea w/o sugar', ['tea w/o sugar']],
    ['a burger, hold the mayo', ['a burger, hold the mayo']],
    ['a burger hold the onions', ['a burger hold the onions']],
    ['skipped breakfast, just coffee', ['just coffee']],
    ['2 eggs, 0 bacon', ['2 eggs, 0 bacon']],
    ['coffee with 0 sugar', ['coffee, 0 sugar']],
    ['0 eggs', []],
    ['coke 0', ['coke 0']],
    ['0.5 l milk', ['0.5 l milk']],
  ])('%p', (text, parts) => expect(textsOf(text)).toEqual(parts));
});

describe('A word for what something lacks may be part of its name', () => {
  test.each([
    ['a diet coke', 5],
    ['a Coke Zero', 5],
    ['una cerveza sin alcohol', 40],
    ['ein alkoholfreies Bier', 40],
  ])('%p', (text, most) => {
    const [item, ...others] = itemsOf(text);
    expect(others).toEqual([]);
    expect(item!.food!.calories_kcal).toBeLessThanOrEqual(most);
  });
});

describe('What is said behind a food is how much of it there was', () => {
  test.each([
    ['1 Glas Rotwein 0,2l', 199],
    ['2 Bier 0,5 l', 1004],
    ['a can of coke 330 ml', 343],
    ['milk, 200 ml', 206],
    ['toast, 2 slices', 44],
    ['ner halben Banane', 59],
    ['cup of tea x 3', 711],
    ['a small fries', 96],
    ['salmon sushi, 6 pieces', 180],
    ['une canette de coca 33 cl', 330],
  ])('%p', (text, grams) => expect(Math.round(itemsOf(text)[0]!.grams!)).toBe(grams));
});

test('a usual portion is that of the dish and of the product', () => {
  const grams = (text: string) => itemsOf(text)[0]!.grams!;
  expect(grams('pb&j sandwich')).toBe(150);
  expect(grams('une mousse au chocolat')).toBe(100);
  expect(grams('half a pizza margherita')).toBe(175);
  expect(grams('big mac')).toBeLessThan(250);
});

describe('A food that merely has the words of another is not taken for it', () => {
  test.each([
    ['grilled tomato', /^Tomatoes/],
    ['plátano frito', /^(?:Bananas|Plantains)/],
    ['sausage egg mcmuffin', /McMuffin/],
  ])('%p', (text, name) => expect(itemsOf(text)[0]!.food!.name).toMatch(name));

  test('nor one whose name is only somewhat alike', () => {
    expect(itemsOf('Kvass')).toMatchObject([{ food: null, method: 'none' }]);
  });
});

test('typing errors are forgiven in several foods of one meal', () => {
  const names = itemsOf('chiken, brocolli and spagetti').map(({ food }) => food?.name);
  expect(names).toEqual([
    expect.stringMatching(/^Chicken/),
    expect.stringMatching(/^Broccoli/),
    expect.stringMatching(/^(?:Spaghetti|Pasta)/),
  ]);
});

test('what is no food is listed without one', () => {
  expect(itemsOf('a zblorkel and milk')).toMatchObject([
    { text: 'a zblorkel', food: null, grams: null, method: 'none', confidence: 0 },
    { text: 'milk', method: 'assumed' },
  ]);
});

test('an assumed portion is never sure', () => {
  for (const { method, confidence } of itemsOf('milk, bread, butter, rice, chicken, an apple')) {
    if (method === 'assumed') expect(confidence).toBeLessThanOrEqual(0.6);
  }
});

test('what is eaten is cooked, and toast is toasted', () => {
  const names = itemsOf('spaghetti, rice and toast').map(({ food }) => food?.name);
  expect(names).toEqual([
    'Pasta, cooked, enriched, without added salt',
    'Rice, white, long-grain, regular, enriched, cooked',
    'Bread, white, commercially prepared, toasted',
  ]);
});

test.each(['300 kcal pizza', '200 calories of bread', '250 kJ Apfel', '150 kcal de yaourt'])(
  'an amount of energy is not a number of pieces: %p',
  (text) => expect(itemsOf(text)).toMatchObject([{ grams: null, method: 'none', confidence: 0 }]),
);

test.each(['120 eggs', '6 kg potatoes', '500 huevos', '1e999 Eier', '10 litres of milk'])(
  'what nobody eats at once is listed without grams: %p',
  (text) => expect(itemsOf(text)).toMatchObject([{ grams: null, method: 'none', confidence: 0 }]),
);

describe('A word that is not counted is ignored, and the item is not sure', () => {
  test.each([
    ['a burger, no bun', 'no bun'],
    ['ein Burger ohne Brötchen', 'ohne Brötchen'],
    ['un hamburger sans pain', 'sans pain'],
    ['una hamburguesa sin pan', 'sin pan'],
    ['un hamburger senza pane', 'senza pane'],
    ['Rührei aus 3 Eiern', 'aus 3 Eiern'],
    ['ein Butterbrot', 'Butter'],
    ['yaourt vanille', 'vanille'],
    ['un bocadillo de jamón', 'jamón'],
    ['pasta (with cheese)', 'with cheese'],
    ['sugar free ice cream', 'sugar'],
  ])('%p', (text, ignored) => {
    const [item, ...others] = itemsOf(text);
    expect(others).toEqual([]);
    expect(item!.ignored).toBe(ignored);
    expect(item!.confidence).toBeLessThanOrEqual(0.5);
  });

  test.each([
    'coffee without sugar',
    'Tee ohne Zucker und Milch',
    'toast without butter',
    'beer without alcohol',
    'zuckerfreie Cola',
    'unsalted butter',
    'chocolate croissant',
  ])('but nothing is left out of %p', (text) => {
    expect(itemsOf(text)).toMatchObject([{ ignored: null }]);
  });
});

describe('What is named without a word that joins is another food', () => {
  test.each([
    ['un kebab frites', ['un kebab', 'frites']],
    ['steak frites et un café', ['steak', 'frites', 'un café']],
    ['toast for breakfast pizza for dinner', ['toast', 'pizza']],
    ['un café le matin une pomme le soir', ['un café', 'une pomme']],
  ])('%p', (text, parts) => expect(textsOf(text)).toEqual(parts));
});

test.each([
  ['3 eggs scrambled', /scrambled/, 183],
  ['two eggs, hard boiled', /hard-boiled/, 100],
  ['a quarter pounder', /^Quarter Pounder/, 170],
  ['a big mac', /^Big Mac/, 150],
  ['ein halbes Hähnchen', /roasted$/, 299],
  ['ein Weizen', /^Wheat beer/, 500],
  ['3 Kugeln Eis', /^Ice creams/, 195],
  ['1 scoop whey', /^Beverages, Protein powder whey/, 29],
  ['eine Currywurst mit Pommes', /^currywurst/, 350],
])('a name, an amount and a way of cooking are read together: %p', (text, name, grams) => {
  const [item, ...others] = itemsOf(text);
  expect(others).toEqual([]);
  expect(item!.food!.name).toMatch(name);
  expect(Math.round(item!.grams!)).toBe(grams);
});

test.each([
  '1_000 g rice',
  '1k g rice',
  '１００ g rice',
  '3.5.7 g rice',
  '1/0 eggs',
  '12 12 eggs',
  'coke 330 500',
])('no portion is counted for an amount that cannot be read: %p', (text) =>
  expect(itemsOf(text)).toMatchObject([{ grams: null, method: 'none', confidence: 0 }]),
);

test.each(['coke 0', 'dark chocolate 85%', 'Mehl Type 405', '1 lb ground beef (80/20)'])(
  'but a number may be part of a name: %p',
  (text) => expect(itemsOf(text)[0]!.grams).not.toBeNull(),
);

test('a bare number beside what is not counted in pieces says grams', () => {
  const read = itemsOf('150 rice, 330 cola, 15 Öl, 150 chicken, 2 rice, 3 coffees');
  expect(read.map(({ grams, unit }) => [grams, unit])).toEqual([
    [150, 'g'],
    [330, 'g'],
    [15, 'g'],
    [150, 'g'],
    [340, null],
    [600, null],
  ]);
  for (const { confidence } of read) expect(confidence).toBeLessThanOrEqual(0.5);
});

test.each([
  ['80 g dry rice', 'Rice, white, long-grain, regular, raw, enriched'],
  ['80 g riz cru', 'Rice, white, long-grain, regular, raw, enriched'],
  ['80 g Reis, ungekocht', 'Rice, white, long-grain, regular, raw, enriched'],
  ['50 g dry pasta', 'Pasta, dry, enriched'],
  ['80 g di pasta cruda', 'Pasta, dry, enriched'],
  ['80 g trockene Nudeln', 'Pasta, dry, enriched'],
  ['100 g dry lentils', 'Lentils, raw'],
])('unless it is said to be uncooked: %p', (text, name) => {
  expect(itemsOf(text).map(({ food }) => food?.name)).toEqual([name]);
});

test.each(['zero sugar coke', 'zuckerfreie Cola', 'a sugar-free coke'])(
  'cola without sugar has none: %p',
  (text) => {
    const [item] = itemsOf(text);
    expect(item!.food!.name).toStartWith('Beverages, carbonated, low calorie, cola');
  },
);

test('a stick of a carrot is a small part of one', () => {
  expect(itemsOf('5 carrot sticks')).toMatchObject([{ grams: 35 }]);
});

test('chili is a dish when it is eaten, and a pepper where it is counted', () => {
  const names = itemsOf('a bowl of chili, 2 chilies').map(({ food }) => food?.name);
  expect(names).toEqual(['Chili with beans, canned', 'Peppers, hot chili, red, raw']);
});

test.each([
  ['steak and a glass of red', 'red', 150],
  ['two glasses of white', 'white', 300],
  ['une baguette et un verre de rouge', 'red', 150],
  ['un bicchiere di rosso', 'red', 150],
])('what is in a glass may leave out the wine: %p', (text, colour, grams) => {
  expect(itemsOf(text).at(-1)).toMatchObject({
    food: { name: `Alcoholic beverage, wine, table, ${colour}` },
    grams,
  });
});

test('a meal in a word weighs more than its last part', () => {
  expect(itemsOf('Currywurst Pommes')).toMatchObject([{ grams: 350, method: 'assumed' }]);
});

describe('Foods are named as their readers name them', () => {
  const namesIn = (text: string, language: string | null) =>
    analyzeMeal(catalog, text, { language }).meal.items.map(({ food }) => food?.name);
  test.each([
    ['ein Ei und Reis', 'de', [/Ei\b/, /Reis/]],
    ['un œuf et du riz', 'fr', [/œuf/i, /riz/i]],
    ['un huevo y arroz', 'es', [/huevo/i, /arroz/i]],
    ['un uovo e riso', 'it', [/uov/i, /riso/i]],
  ] as const)('%p in %p', (text, language, names) => {
    const named = namesIn(text, language);
    for (const [at, name] of names.entries()) expect(named[at]).toMatch(name);
  });

  test('in English where no language is asked for', () => {
    expect(namesIn('ein Weizen und Schnitzel', null)).toEqual([
      expect.stringMatching(/beer/i),
      expect.stringMatching(/schnitzel|escalope/i),
    ]);
  });

  test('and a number in the text is that of the food that is counted', () => {
    const idIn = (language: string | null) =>
      analyzeMeal(catalog, '1 lb ground beef (80/20)', { language }).meal.items[0]!.food!.id;
    expect(idIn('en')).toBe(idIn(null));
  });
});

test('more foods than anyone writes are all listed', () => {
  expect(itemsOf('egg,'.repeat(100))).toHaveLength(100);
});

test('a corrected item has the chosen food and grams', () => {
  const [milk] = itemsOf('milk');
  const [apple] = itemsOf('an apple');
  const { meal } = analyzeMeal(catalog, 'bread', {
    corrected: [{ text: 'an apple', food: milk!.food, grams: 150 }],
  });
  expect(meal.items.map(({ text, food, grams }) => [text, food?.id, grams])).toEqual([
    ['an apple', milk!.food!.id, 150],
    ['bread', meal.items[1]!.food!.id, 50],
  ]);
  const untouched = { text: 'an apple', food: null, grams: apple!.grams };
  expect(analyzeMeal(catalog, '', { corrected: [untouched] }).meal.items).toEqual([apple!]);
});
