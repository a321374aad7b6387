import { describe, expect, test } from 'bun:test';
import { randomOf } from '../../random.ts';
import { openNameSearch, type SearchFood } from './search-catalog.ts';

const named = (...names: string[]): SearchFood[] => names.map((name) => ({ name }));

const PANTRY = openNameSearch([
  ...named(
    'Milk',
    'Milk chocolate with hazelnuts',
    'Whole milk',
    'Chocolate milk drink',
    'Buttermilk',
    'Coconut milk',
  ),
  ...named('Apples, raw, with skin', 'Apple juice, canned', 'Apples, dried', 'Babyfood, apples', 'Apple pie'),
  ...named(
    'Strawberry jam',
    'Strawberries, raw',
    'Raspberry jam',
    'Parmesan',
    'Parmesan, grated',
    'Mozzarella',
  ),
  ...named(
    'Crème de marrons',
    'Coca-Cola Zero',
    'Jus d’orange',
    'Yaourt nature 0%',
    '7up lemon',
    'Mac & Cheese',
  ),
  ...named('牛乳 500ml', '全脂牛乳', 'Молоко питьевое', 'ข้าวหอมมะลิ', '샤브샤브육수', 'حليب طويل الأمد'),
  ...named('Tomatensuppe', 'Tomaten geschält', 'Pomodori secchi', 'Pomodoro pelato', 'Gâteaux au chocolat'),
  { name: 'Spaghetti n.5', brand: 'Barilla', category: 'Pastas', id: 8076800195057 },
  { name: 'Spaghetti', brand: 'De Cecco', category: 'Pastas' },
  { name: 'Fusilli', brand: 'Barilla', category: 'Pastas', genericName: 'Durum wheat semolina' },
]);
const first = (q: string) => PANTRY.find(q)[0];

describe('the plain food comes first', () => {
  test('milk before milk chocolate', () => expect(first('milk')).toBe('Milk'));
  test('an apple before its juice', () => expect(first('apple')).toBe('Apples, raw, with skin'));
  test('a plural finds the same food', () => expect(first('apples')).toBe('Apples, raw, with skin'));
  test('whole milk', () => expect(first('whole milk')).toBe('Whole milk'));
});

describe('spelling is forgiven', () => {
  const slips: [string, string][] = [
    ['parmesean', 'Parmesan'],
    ['mozarela', 'Mozzarella'],
    ['strawbery jam', 'Strawberry jam'],
    ['strwaberry jma', 'Strawberry jam'],
    ['rapsberry jam', 'Raspberry jam'],
    ['молокоо питьевое', 'Молоко питьевое'],
  ];
  for (const [q, name] of slips) test(`${q} finds ${name}`, () => expect(first(q)).toBe(name));
  test('a corrected query says what it was read as', () => {
    expect(PANTRY.search.explain({ q: 'parmesean', limit: 1, source: null }).corrected).toBe('parmesan');
  });
  test('a correct spelling is not corrected', () => {
    expect(PANTRY.search.explain({ q: 'strawberry jam', limit: 1, source: null }).corrected).toBeNull();
  });
});

describe('words written together, apart, with and without signs', () => {
  const spellings: [string, string][] = [
    ['cocacola zero', 'Coca-Cola Zero'],
    ['butter milk', 'Buttermilk'],
    ['jus dorange', 'Jus d’orange'],
    ['creme marrons', 'Crème de marrons'],
    ['mac and cheese', 'Mac & Cheese'],
    ['7 up', '7up lemon'],
    ['yaourt 0 %', 'Yaourt nature 0%'],
    ['gateau chocolat', 'Gâteaux au chocolat'],
    ['pomodori pelati', 'Pomodoro pelato'],
  ];
  for (const [q, name] of spellings) test(`${q} finds ${name}`, () => expect(first(q)).toBe(name));
});

describe('as you type', () => {
  test('the last word is a prefix', () => expect(first('raspberry j')).toBe('Raspberry jam'));
  test('a whole word comes before a longer one', () => {
    expect(PANTRY.find('tomaten')[0]).toBe('Tomaten geschält');
    expect(PANTRY.find('tomaten')).toContain('Tomatensuppe');
  });
  test('small words are right, also where another food has the last word as a whole', () => {
    const better = Array.from({ length: 40 }, (_, at) => ({ name: `Réglisse ${at}`, confidence: 0.98 }));
    const { find } = openNameSearch([
      ...better,
      { name: 'Reg 6x33cl', confidence: 0.5 },
      { name: 'Les réglisses', confidence: 0.9 },
    ]);
    expect(find('les reg')[0]).toBe('Les réglisses');
  });
});

describe('scripts without spaces', () => {
  test('two Han characters', () =>
    expect(PANTRY.find('牛乳').sort()).toEqual(['全脂牛乳', '牛乳 500ml'].sort()));
  test('one Han character', () => expect(PANTRY.find('乳').length).toBe(2));
  test('part of a Thai name', () => expect(first('มะลิ')).toBe('ข้าวหอมมะลิ'));
  test('part of a Korean word', () => expect(first('육수')).toBe('샤브샤브육수'));
  test('Arabic without its vowel points', () => expect(first('حليب')).toBe('حليب طويل الأمد'));
});

describe('fields other than the name', () => {
  test('brand and product in either order', () => {
    expect(first('barilla spaghetti')).toBe('Spaghetti n.5');
    expect(first('spaghetti barilla')).toBe('Spaghetti n.5');
  });
  test('a misspelled brand', () => expect(first('barila fusilli')).toBe('Fusilli'));
  test('a brand alone', () => expect(PANTRY.find('barilla').sort()).toEqual(['Fusilli', 'Spaghetti n.5']));
  test('a word of the category', () => expect(PANTRY.find('pasta').length).toBe(3));
  test('a word of the generic name', () => expect(PANTRY.find('durum wheat')).toEqual(['Fusilli']));
  test('a barcode', () => expect(PANTRY.find('8076800195057')).toEqual(['Spaghetti n.5']));
});

describe('most of the words', () => {
  test('an extra word is ignored', () => expect(first('raspberry jam breakfast')).toBe('Raspberry jam'));
  test('an unknown word is ignored', () => expect(first('xqzvwk mozzarella')).toBe('Mozzarella'));
});

describe('nothing', () => {
  for (const q of ['xqzvwkj', 'qwrtzpv bbhjkqw', '!!', '"', '💡💡']) {
    test(`${q} finds nothing`, () => expect(PANTRY.find(q)).toEqual([]));
  }
});

describe('among foods that match equally well', () => {
  const twin = { name: 'Orange jam', brand: 'Hero' };
  const { find, search } = openNameSearch([
    { ...twin, confidence: 0.2, source: 'ai_estimate' },
    { ...twin, brand: 'Sparse', confidence: 0.5 },
    { ...twin, brand: 'Complete', confidence: 0.9 },
    { ...twin, brand: 'Pictured', confidence: 0.9, hasImage: true },
    ...Array.from({ length: 30 }, () => ({ name: 'Fig jam', brand: 'Twin', confidence: 0.95 })),
    { name: 'Fig jam light', brand: 'Other' },
  ]);
  test('complete data comes before sparse data before an estimate, and images first', () => {
    const places = search.explain({ q: 'orange jam', limit: 10, source: null }).scores;
    expect(places.map(({ candidate }) => candidate.brand)).toEqual([
      'Pictured',
      'Complete',
      'Sparse',
      'Hero',
    ]);
  });
  test('duplicates do not fill the page', () => {
    expect(find('fig jam').slice(0, 2)).toEqual(['Fig jam', 'Fig jam light']);
    expect(find('fig jam').length).toBe(10);
  });
});

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

test('no FTS5 operator can be typed', () => {
  const random = randomOf(7);
  const pieces = [
    '"',
    '*',
    '(',
    ')',
    ' AND ',
    ' OR ',
    ' NOT ',
    'NEAR(',
    '^',
    '{',
    '}',
    '-',
    ':',
    '#',
    '@',
    'milk',
    'terms',
    '\0',
    "'",
  ];
  for (let i = 0; i < 3000; i++) {
    const q = Array.from({ length: 8 }, () => pieces[Math.floor(random() * pieces.length)]).join('');
    expect(() => PANTRY.find(q, i % 2 === 0 ? 'off' : 'ai_estimate')).not.toThrow();
  }
  expect(PANTRY.find('milk NOT chocolate')).not.toEqual(PANTRY.find('milk'));
  expect(PANTRY.find('mozz*')).toEqual(['Mozzarella']);
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

test('the same catalogue gives the same answer', () => {
  const again = openNameSearch(named('Fig jam', 'Fig jelly', 'Plum jam', 'Plum jelly'));
  const once = openNameSearch(named('Plum jelly', 'Fig jelly', 'Plum jam', 'Fig jam'));
  for (const q of ['jam', 'fig', 'plm', 'jelly fig']) expect(once.find(q).length).toBe(again.find(q).length);
  expect(again.find('jam')).toEqual(again.find('jam'));
});
