import { describe, expect, test } from 'bun:test';
import { readIngredientLine } from '../../src/recipe/ingredient-line.ts';
import { guessLanguage } from '../../src/recipe/recipe-words.ts';

function read(line: string) {
  const { quantity, unit, name, ...rest } = readIngredientLine(line, guessLanguage([line], 'en'));
  return { ...rest, quantity, unit: unit?.name ?? null, name };
}

describe('amounts', () => {
  test.each([
    ['2 cups milk', 2, 'cup'],
    ['1 1/2 cups milk', 1.5, 'cup'],
    ['1-1/2 cups milk', 1.5, 'cup'],
    ['1½ cups milk', 1.5, 'cup'],
    ['½ cup milk', 0.5, 'cup'],
    ['1⁄3 cup milk', 1 / 3, 'cup'],
    ['1 and 1/2 cups milk', 1.5, 'cup'],
    ['.5 cup milk', 0.5, 'cup'],
    ['1,5 l Milch', 1.5, 'l'],
    ['1.000 g Mehl', 1000, 'g'],
    ['2-3 tbsp sugar', 2.5, 'tbsp'],
    ['2 to 3 tbsp sugar', 2.5, 'tbsp'],
    ['2 bis 3 EL Zucker', 2.5, 'tbsp'],
    ['2 à 3 cuillères à soupe de sucre', 2.5, 'tbsp'],
    ['a dozen eggs', 12, null],
    ['2 dozen eggs', 24, null],
    ['half a cup of milk', 0.5, 'cup'],
    ['anderthalb Tassen Mehl', 1.5, 'cup'],
    ['una taza y media de harina', 1.5, 'cup'],
    ['un bicchiere e mezzo di latte', 1.5, 'glass'],
    ['1 cup plus 2 tbsp sugar', 1.125, 'cup'],
    ['1 halbe Zitrone', 0.5, null],
    ['a pinch of salt', 1, 'pinch'],
    ['pinch of salt', 1, 'pinch'],
    ['Mehl 200 g', 200, 'g'],
    ['tomatoes x2', 2, null],
    ['farine (250 g)', 250, 'g'],
    ['salt to taste', null, null],
    ['1 cc de cumin', 1, 'tsp'],
    ['250 cc de leche', 250, 'ml'],
    ['- 2 cups milk', 2, 'cup'],
    ['3) 200 g Reis', 200, 'g'],
    ['0 g sugar', null, null],
    ['1000000 g sugar', null, null],
  ])('of %p', (line, quantity, unit) => {
    const got = read(line);
    if (quantity === null) expect(got.quantity).toBeNull();
    else expect(got.quantity).toBeCloseTo(quantity, 3);
    expect(got.unit).toBe(unit);
  });
});

describe('units behind, before and in one word', () => {
  test.each([
    ['3 garlic cloves, crushed', 'clove', 'garlic'],
    ['2 Knoblauchzehen', 'clove', 'knoblauch'],
    ['2 Lorbeerblätter', 'leaf', 'lorbeer'],
    ["2 gousses d'ail", 'clove', 'ail'],
    ['1 spicchio d’aglio', 'clove', 'aglio'],
    ['1 noix de beurre', 'knob', 'beurre'],
    ['100 g de noix', 'g', 'noix'],
    ['1 pastilla de caldo', null, 'pastilla de caldo'],
    ['1 cube de bouillon de volaille', null, 'cube de bouillon de volaille'],
    ['1 filet mignon de porc', null, 'filet mignon de porc'],
    ['2 filetti di acciuga', 'fillet', 'acciuga'],
    ['1 cucchiaino raso di sale', 'tsp', 'sale'],
    ['2 calabacines en rodajas', null, 'calabacines'],
    ['1-inch piece ginger', 'inch', 'ginger'],
  ])('of %p', (line, unit, name) => {
    expect(read(line)).toMatchObject({ unit, name });
  });
});

describe('what a package or piece holds', () => {
  test.each([
    ['1 (14 oz) can chickpeas', 1, 'can', 14, 'oz', false],
    ['1 can (14.5 oz) diced tomatoes', 1, 'can', 14.5, 'oz', false],
    ['2 x 400g tins tomatoes', 2, 'can', 400, 'g', false],
    ['two 14-ounce cans of beans', 2, 'can', 14, 'oz', false],
    ['2 latas de 400 g de tomate', 2, 'can', 400, 'g', false],
    ['4 Hähnchenbrustfilets à 150 g', 4, 'fillet', 150, 'g', false],
    ['4 (6-ounce) salmon fillets', 4, null, 6, 'oz', false],
    ['2 cups (250 g) flour', 2, 'cup', 250, 'g', true],
    ['1 whole chicken (about 4 lb)', 1, null, 4, 'lb', true],
    ['2 cans (15 oz each) beans', 2, 'can', 15, 'oz', false],
  ])('of %p', (line, quantity, unit, held, heldUnit, isTotal) => {
    const got = read(line);
    expect([got.quantity, got.unit]).toEqual([quantity, unit]);
    expect(got.contents?.quantity).toBe(held);
    expect(got.contents?.unit.name).toBe(heldUnit);
    expect(got.contents?.isTotal).toBe(isTotal);
  });
});

describe('the food', () => {
  test.each([
    ['2 tomatoes, roughly chopped', 'tomatoes'],
    ['boneless, skinless chicken thighs', 'chicken thighs'],
    ['1 Zwiebel, fein gehackt', 'zwiebel'],
    ['400g/14oz tin chopped tomatoes', 'tomatoes'],
    ['freshly ground black pepper, to taste', 'black pepper'],
    ['etwas Öl zum Anbraten', 'öl'],
    ['sale q.b.', 'sale'],
    ['2 patatas grandes', 'patatas'],
    ['2 cebollas medianas picadas', 'cebollas'],
    ['6 Eier Größe M', 'eier'],
  ])('of %p is %p', (line, name) => expect(read(line).name).toBe(name));

  test('keeps the words for its preparation apart', () => {
    const { typed, name, manner } = read('80 g gemahlene Mandeln');
    expect({ typed, name, manner: [...manner] }).toEqual({
      typed: 'gemahlene mandeln',
      name: 'mandeln',
      manner: ['ground'],
    });
  });
  test.each([
    ['juice of 1 lemon', 'juice', 'lemon'],
    ["le jus d'un citron", 'juice', 'citron'],
    ['Saft einer halben Zitrone', 'juice', 'zitrone'],
    ['il succo di mezzo limone', 'juice', 'limone'],
    ['1 lime, juiced', 'juice', 'lime'],
    ['zest of one orange', 'zest', 'orange'],
    ["jus d'orange", null, "jus d'orange"],
  ])('of %p is a part of a fruit: %p', (line, part, name) => {
    expect(read(line)).toMatchObject({ part, name });
  });
  test.each(['For the sauce:', 'Für den Teig:', 'Pour la garniture :'])('is missing from %p', (line) => {
    expect(read(line).isHeading).toBe(true);
  });
});

test('any text is read without a fault', () => {
  const pieces = [
    '1',
    '½',
    '(',
    ')',
    'x',
    'cup',
    'of',
    ',',
    '-',
    '/',
    'é',
    '\u{1f35d}',
    ' ',
    '14 oz',
    "d'",
    '∞',
  ];
  let state = 7;
  for (let i = 0; i < 3000; i++) {
    let line = '';
    for (let length = i % 12; length >= 0; length--) {
      state = (state * 1103515245 + 12345) % 2147483648;
      line += pieces[state % pieces.length];
    }
    const { quantity } = read(line);
    expect(quantity === null || (quantity > 0 && quantity <= 100_000)).toBe(true);
  }
});

describe('the language', () => {
  test.each([
    [['200 g Mehl', '2 Eier'], 'de'],
    [['250 g de farine', '3 œufs'], 'fr'],
    [['200 g de harina'], 'es'],
    [['300 g di farina'], 'it'],
    [['2 cups flour'], 'en'],
    [['100 g'], 'en'],
  ] as const)('of %p is %p', (lines, language) => expect(guessLanguage(lines, 'en')).toBe(language));
});
