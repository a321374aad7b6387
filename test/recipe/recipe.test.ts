import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import type { Catalog } from '../../src/food/catalog.ts';
import { analyzeRecipe } from '../../src/recipe/recipe.ts';

let catalog: Catalog;
beforeAll(async () => {
  await makeStarter();
  catalog = openCatalog(STARTER);
}, 60_000);
afterAll(() => catalog.close());

function read(line: string) {
  const { food, grams, reason, unit } = analyzeRecipe(catalog, [line], 1).read[0]!;
  return { food: food?.name ?? null, grams, reason: reason?.kind ?? null, unit };
}

describe('an amount', () => {
  test.each([
    ['500 grs de carne picada', 500],
    ['1 hg burro', 100],
    ['2 T sugar', 25],
    ['1 c sugar', 200],
    ['1 lb 4 oz beef', 567],
    ['un cuarto de kilo de gambas', 250],
    ['un quarto di chilo di farina', 250],
    ['1. 2 cups flour', 250],
    ['1 bustina di lievito', 16],
    ['lievito 1 bustina', 16],
    ['24 Löffelbiskuits', 264],
    ['1 c vanilla ice cream', 132],
  ])('of %p is %d g', (line, grams) => expect(read(line).grams).toBeCloseTo(grams, 0));
});

describe('a chili is a pepper', () => {
  test.each(['2 chili peppers', '2 chili, gehackt', '2 chili', '2 chili, finely chopped', '2 rote Chili'])(
    'in %p',
    (line) =>
      expect(read(line)).toEqual({
        food: 'Peppers, hot chili, red, raw',
        grams: 90,
        reason: null,
        unit: null,
      }),
  );
  test('a green one too', () => expect(read('2 green chilies').food).toBe('Peppers, hot chili, green, raw'));
  test('but not where it is the stew', () => {
    expect(read('1 can chili').food).toStartWith('Chili with beans, canned');
    expect(read('2 chili con carne').grams).not.toBe(2000);
  });
  test.each([
    '2 chili di farina',
    "due chili d'uva",
    '2 chili della stessa uva',
    'patate, 2 chili',
    'farina 2 chili',
  ])('unless Italian counts kilograms: %p', (line) =>
    expect(read(line)).toMatchObject({ grams: 2000, unit: 'kg' }),
  );
});

describe('a measure without a size of its own is not a count', () => {
  test.each([
    '3 scoops ice cream',
    '2 ladles of soup',
    '1 mug flour',
    '2 Kellen Brühe',
    '1 Schüssel Reis',
    '2 louches de bouillon',
    '1 bol de riz',
    '2 cazos de caldo',
    '2 mestoli di brodo',
    '2 palline di gelato',
    '1 Löffel Mehl',
    '1 cuillère de miel',
    '1 cuchara de azúcar',
    '2 dollops sour cream',
    // Words that are in no table, before `of`.
    '2 hunks of bread',
    '2 florets of broccoli',
    '2 quartiers de tomate',
    '3 bouts de pain',
    '2 montones de harina',
    '2 mucchi di farina',
    // An initial that is a unit only in English.
    '1 c de sucre',
  ])('in %p', (line) => expect(read(line)).toMatchObject({ grams: null, reason: 'noWeight' }));

  test('unless the food is measured by it', () => {
    expect(read('1 serving of ice cream')).toMatchObject({ grams: 66, unit: 'serving' });
    expect(read('2 ears of corn').grams).toBeGreaterThan(100);
    for (const line of [
      '1 cinnamon stick',
      '1 bâton de cannelle',
      '1 palo de canela',
      '1 stecca di cannella',
    ]) {
      expect(read(line)).toMatchObject({ grams: 2.6, unit: 'stick' });
    }
  });
  test.each([
    ['1 whole bulb of garlic', 'head', 40],
    ['3 thin slices of tomato', 'slice', 60],
    ['a healthy pinch of salt', 'pinch', 0.38],
    ['2 belles tranches de jambon', 'slice', 56],
  ])('unless it is a unit behind other words: %p', (line, unit, grams) => {
    expect(read(line)).toMatchObject({ unit, grams });
  });
  test('but a part of an animal or plant that is a food is counted', () => {
    for (const line of [
      '2 cuisses de poulet',
      '3 yemas de huevo',
      '2 petti di pollo',
      '2 tomates de colgar',
    ]) {
      expect(read(line).reason).toBeNull();
    }
  });
});

describe('a large number without a unit', () => {
  test.each([
    '500 Mehl',
    '250 farine',
    '200 harina',
    '200 butter',
    '500 tomates',
    '500 gxs de carne picada',
    '500 grx beef',
  ])('is not believed: %p', (line) => expect(read(line)).toMatchObject({ grams: null, reason: 'noWeight' }));
  test.each([
    ['24 eggs', 1200],
    ['30 Kirschtomaten', 510],
    ['20 crevettes', 120],
    ['40 almonds', 68],
    ['20 chicken wings', 1800],
    ['40 marshmallows', 280],
    ['100 olives noires', 380],
  ])('is believed of foods that are counted: %p', (line, grams) => expect(read(line).grams).toBe(grams));
});

describe('no food', () => {
  test.each([
    ['2 cups', 'cup'],
    ['200 g', 'g'],
    ['2 tbsp (30 ml)', 'tbsp'],
    ['1 can', 'can'],
    ['1 Dose', 'can'],
    ['2 Tassen', 'cup'],
    ['3 cuillères à soupe', 'tbsp'],
    ['2 tazas', 'cup'],
    ['2 tazze', 'cup'],
  ])('is named in %p', (line, unit) => {
    expect(read(line)).toEqual({ food: null, grams: null, reason: 'noIngredient', unit });
  });
  test.each([
    ['2 cloves', 'Spices, cloves, ground'],
    ['2 noix', 'Nuts, walnuts, english'],
    ['1 dado', 'Soup, chicken broth cubes, dry'],
  ])('is missing where the unit is one: %p', (line, food) => expect(read(line).food).toBe(food));
});

describe('nuts', () => {
  test.each([
    '1 handful nuts',
    '1 Handvoll Nüsse',
    'une poignée de fruits secs',
    'un puñado de frutos secos',
    'una manciata di frutta secca',
  ])('are a mixture where none is named: %p', (line) => {
    expect(read(line).food).toStartWith('Nuts, mixed nuts');
    expect(read(line).grams).toBe(30);
  });
  test.each([
    ['50 g Paranüsse', 'Nuts, brazilnuts'],
    ['50 g Walnüsse', 'Nuts, walnuts'],
    ['50 g de noix de macadamia', 'Nuts, macadamia nuts'],
    ['1 Kokosnuss', 'Nuts, coconut meat, raw'],
  ])('with a name are those: %p', (line, food) => expect(read(line).food).toStartWith(food));
});
