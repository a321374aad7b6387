import { afterAll, describe, expect, test } from 'bun:test';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { guessLanguage, IngredientFoods } from '../../src/recipe/ingredient-foods.ts';
import { readIngredientLine } from '../../src/recipe/ingredient-line.ts';
import { TELLING_WORDS } from '../../src/recipe/recipe-words.ts';

await makeStarter();
const catalog = openCatalog(STARTER);
afterAll(() => catalog.close());
const names = new IngredientFoods(catalog, null);
const guess = (lines: readonly string[]) => guessLanguage(names, lines, 'en', TELLING_WORDS);

function read(line: string) {
  const { quantity, unit, name, ...rest } = readIngredientLine(line, names, guess([line]));
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
    ['glass of milk', 1, 'glass'],
    ['Tasse Kaffee', 1, 'cup'],
    ['0,125 l Sahne', 0.125, 'l'],
    ['1% milk 1 cup', 1, 'cup'],
    ['2% milk', null, null],
    ['80/20 beef', null, null],
    ['Mehl, 1 kg 250 g', 1.25, 'kg'],
    ['tomatoes, between 2 and 3 kg', 2.5, 'kg'],
    ['salt and/or pepper, 1 cup/200 g', 1, 'cup'],
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
    ['1000000 g sugar', 1000000, 'g'],
    ['1e3 g sugar', 1000, 'g'],
    ['10^2 g sugar', 100, 'g'],
    ["1'000 g Mehl", 1000, 'g'],
    ['1’500 g Mehl', 1500, 'g'],
    ['1\u202f500 g de farine', 1500, 'g'],
    ['1 500 g de farine', 1500, 'g'],
    ['1 000 g flour', 1000, 'g'],
    ['2 400 g tins tomatoes', 2, 'can'],
    ['1 400 g Dose Tomaten', 1, 'can'],
    ['1.234,5 g Mehl', 1234.5, 'g'],
    ['1,234.5 g flour', 1234.5, 'g'],
    ['1.500 kg potatoes', 1.5, 'kg'],
    ['1,500 kg Kartoffeln', 1.5, 'kg'],
    ['1.500 g Kartoffeln', 1500, 'g'],
    ['50 mcg salt', 50, 'mcg'],
    ['50 µg Salz', 50, 'mcg'],
    ['2 cg de sel', 2, 'cg'],
  ])('of %p', (line, quantity, unit) => {
    const got = read(line);
    if (quantity === null) expect(got.quantity).toBeNull();
    else expect(got.quantity).toBeCloseTo(quantity, 3);
    expect(got.unit).toBe(unit);
  });
});

describe('units that are written in another way', () => {
  test.each([
    ['500 grs de carne picada', 500, 'g', 'carne'],
    ['500 grs. de carne picada', 500, 'g', 'carne'],
    ['200 grms flour', 200, 'g', 'flour'],
    ['1 kgr de harina', 1, 'kg', 'harina'],
    ['2 lts de leche', 2, 'l', 'leche'],
    ['1 hg burro', 1, 'hg', 'burro'],
    ['2 ettogrammi di farina', 2, 'hg', 'farina'],
    ['2 T sugar', 2, 'tbsp', 'sugar'],
    ['2 T. sugar', 2, 'tbsp', 'sugar'],
    ['1T olive oil', 1, 'tbsp', 'olive oil'],
    ['2 t sugar', 2, 'tsp', 'sugar'],
    ['½ t salt', 0.5, 'tsp', 'salt'],
    ['1 c sugar', 1, 'cup', 'sugar'],
    ['2 C flour', 2, 'cup', 'flour'],
    ['1 c 2 T flour', 1.125, 'cup', 'flour'],
    ['sugar 2 T', 2, 'tbsp', 'sugar'],
    ['1 T-bone steak', 1, null, 't-bone steak'],
    ['1 c à s de sucre', 1, 'tbsp', 'sucre'],
  ])('of %p', (line, quantity, unit, name) => {
    const got = read(line);
    expect(got.quantity).toBeCloseTo(quantity, 3);
    expect(got).toMatchObject({ unit, name });
  });
});

describe('parts of a unit', () => {
  test.each([
    ['a quarter of a cup of milk', 0.25, 'cup'],
    ['half of a cup of milk', 0.5, 'cup'],
    ['two thirds of a cup of milk', 0.666667, 'cup'],
    ['two hundred grams of flour', 200, 'g'],
    ['a hundred grams of sugar', 100, 'g'],
    ['one hundred and fifty grams sugar', 150, 'g'],
    ['thirteen eggs', 13, null],
    ['twenty-five grams of butter', 25, 'g'],
    ['deux cents grammes de farine', 200, 'g'],
    ['cent cinquante grammes de farine', 150, 'g'],
    ['soixante-quinze grammes de beurre', 75, 'g'],
    ['onze oeufs', 11, null],
    ['zweihundertfünfzig Gramm Mehl', 250, 'g'],
    ['hundert Gramm Butter', 100, 'g'],
    ['ciento veinte gramos de azúcar', 120, 'g'],
    ['treinta y cinco gramos de azúcar', 35, 'g'],
    ['duecento grammi di farina', 200, 'g'],
    ['three large eggs', 3, null],
    ['two one pound steaks', 2, null],
    ['1/4 l Milch', 0.25, 'l'],
    ['ein Viertelliter Milch', 0.25, 'l'],
    ['1 Viertelliter Milch', 0.25, 'l'],
    ['Achtelliter Milch', 0.125, 'l'],
    ['1 viertel Liter Milch', 0.25, 'l'],
    ['ein halber Liter Milch', 0.5, 'l'],
    ['un quart de litre de lait', 0.25, 'l'],
    ['1 quart de litre de lait', 0.25, 'l'],
    ['trois quarts de litre de lait', 0.75, 'l'],
    ['3 quarts de litre de lait', 0.75, 'l'],
    ['un demi-litre de lait', 0.5, 'l'],
    ['un cuarto de litro de leche', 0.25, 'l'],
    ['1 cuarto de litro de leche', 0.25, 'l'],
    ['1/4 de litro de leche', 0.25, 'l'],
    ['medio litro de leche', 0.5, 'l'],
    ['cuarto de kilo de gambas', 0.25, 'kg'],
    ['un quarto di litro di latte', 0.25, 'l'],
    ['3/4 di litro di latte', 0.75, 'l'],
    ['mezzo litro di latte', 0.5, 'l'],
    ['1 quart milk', 1, 'quart'],
    ['half of the lemon', 0.5, null],
  ])('of %p', (line, quantity, unit) => {
    const got = read(line);
    expect(got).toMatchObject({ quantity, unit });
    expect(got.name).not.toMatch(/lit|kilo|cup/);
  });
});

describe('two amounts with a unit each', () => {
  test.each([
    ['1 lb 4 oz beef', 1.25, 'lb', 'beef'],
    ['1lb 4oz beef', 1.25, 'lb', 'beef'],
    ['1 pound, 4 ounces beef', 1.25, 'lb', 'beef'],
    ['1 lb 4 oz can tomatoes', 1.25, 'lb', 'tomatoes'],
    ['1 cup 2 tbsp flour', 1.125, 'cup', 'flour'],
    ['1 Tasse 2 EL Mehl', 1.12, 'cup', 'mehl'],
    ['1 kg 200 g Mehl', 1.2, 'kg', 'mehl'],
    ['1 kg 500 de farine', 1.5, 'kg', 'farine'],
    ['1 litro 200 ml de leche', 1.2, 'l', 'leche'],
    ['1 lb 450 g beef', 1, 'lb', 'beef'],
    ['2 cups, 500 ml milk', 2, 'cup', 'milk'],
    ['1 cup 2% milk', 1, 'cup', '2% milk'],
    ['1kg/2lb 4oz potatoes', 1, 'kg', 'potatoes'],
    ['500g/1lb2oz potatoes', 500, 'g', 'potatoes'],
    ['150ml/¼ pint port', 150, 'ml', 'port'],
    ['300ml/1/2 pint stock', 300, 'ml', 'stock'],
    ['100g/3 1/2 oz butter', 100, 'g', 'butter'],
    ['175-225g/6-8oz onions', 200, 'g', 'onions'],
    ['60ml/4 tbsp soy sauce', 60, 'ml', 'soy sauce'],
    ['2kg-3kg/4lb 4oz - 6lb 10oz pork loin', 2.5, 'kg', 'pork loin'],
    ['500 ml/½ litre d’huile', 500, 'ml', 'huile'],
    ['2lb 4oz/1kg potatoes', 2.25, 'lb', 'potatoes'],
    ['between 100g and 150g sugar', 125, 'g', 'sugar'],
    ['zwischen 100 g und 150 g Zucker', 125, 'g', 'zucker'],
    ['entre 100 g et 150 g de sucre', 125, 'g', 'sucre'],
    ['2 cups to 3 cups milk', 2.5, 'cup', 'milk'],
    ['200 g - 250 g Mehl', 225, 'g', 'mehl'],
    ['1 EL bis 2 EL Mehl', 1.5, 'tbsp', 'mehl'],
  ])('of %p', (line, quantity, unit, name) => {
    const got = read(line);
    expect(got.quantity).toBeCloseTo(quantity, 3);
    expect(got).toMatchObject({ unit, name });
  });
});

describe('ranges with a word before them', () => {
  test.each([
    'between 2 and 3 cups milk',
    'from 2 to 3 cups milk',
    'about between 2 and 3 cups milk',
    'zwischen 2 und 3 Tassen Milch',
    'von 2 bis 3 Tassen Milch',
    'entre 2 et 3 tasses de lait',
    'de 2 à 3 tasses de lait',
    'entre 2 y 3 tazas de leche',
    'de 2 a 3 tazas de leche',
    'tra 2 e 3 tazze di latte',
    'fra due e tre tazze di latte',
    'da 2 a 3 tazze di latte',
  ])('count as their mean: %p', (line) => expect(read(line)).toMatchObject({ quantity: 2.5, unit: 'cup' }));
});

describe('numbers of a list', () => {
  test.each([
    ['1. 2 cups flour', 2, 'cup'],
    ['2. 200 g Mehl', 200, 'g'],
    ['10. 3 œufs', 3, null],
    ['3. 1/2 taza de leche', 0.5, 'cup'],
    ['4.) 2 tazze di latte', 2, 'cup'],
    ['1.5 cups flour', 1.5, 'cup'],
  ])('are no amounts: %p', (line, quantity, unit) => expect(read(line)).toMatchObject({ quantity, unit }));
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
    ['1 (1 lb 4 oz) can pineapple', 1, 'can', 1.25, 'lb', false],
    ['1 can (1 lb 4 oz) pineapple', 1, 'can', 1.25, 'lb', false],
  ])('of %p', (line, quantity, unit, held, heldUnit, isTotal) => {
    const got = read(line);
    expect([got.quantity, got.unit]).toEqual([quantity, unit]);
    expect(got.contents?.quantity).toBeCloseTo(held, 3);
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
    expect(quantity === null || quantity > 0).toBe(true);
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
    [['1 cuillère de miel'], 'fr'],
    [['1 cuillère à soupe de miel'], 'fr'],
    [['2 Löffel Curry'], 'de'],
  ] as const)('of %p is %p', (lines, language) => expect(guess(lines)).toBe(language));
});
