import { describe, expect, test } from 'bun:test';
import { chooseServing, wordServing } from '../../../build/usda/serving.ts';
import { readHouseholdMeasures } from '../../../src/food/household-measures.ts';

const measuresIn = (text: string) => readHouseholdMeasures(text).filter((measure) => measure !== null);

describe('a measure is worded as a serving', () => {
  const servings: [amount: number, unit: string, grams: number, words: string][] = [
    [1, 'cup', 244, '1 cup (244 g)'],
    [1, 'pat (1" sq, 1/3" high)', 5, '1 pat (1" sq, 1/3" high) (5 g)'],
    [0.5, 'cup, (4 fl oz)', 126, '1/2 cup (4 fl oz) (126 g)'],
    [0.333, 'cup', 53, '1/3 cup (53 g)'],
    [0.35, 'oz', 9.9, '0.35 oz (9.9 g)'],
    [1.25, 'cup, (1 NLEA serving)', 33, '1.25 cup (1 serving) (33 g)'],
    [1, 'NLEA serving', 30, '1 serving (30 g)'],
    [1, 'Cup, (1 NLEA serving)', 55, '1 cup (1 serving) (55 g)'],
    [1, 'serving ( 3 oz )', 85, '1 serving (3 oz) (85 g)'],
    [1, 'slice, , 3/4"', 15, '1 slice, 3/4" (15 g)'],
    [1, 'jar NFS', 113, '1 jar (113 g)'],
    [6, 'inch, sub', 180, '6 inch sub (180 g)'],
    [1, 'lemon yields', 48, 'juice of 1 lemon (48 g)'],
    [1, 'potato, large (3" to 4-1/4" dia.', 299, '1 large potato (3" to 4-1/4" dia) (299 g)'],
    [1, 'serving medium', 117, '1 medium serving (117 g)'],
    [1, 'serving 1/2 cup', 66, '1/2 cup (66 g)'],
    [3, 'oz', 117, '1 serving (117 g)'],
    [1, 'oz crumbles', 113, '1 serving (113 g)'],
    [12, 'oz serving 2.7 oz', 77, '1 serving (2.7 oz) (77 g)'],
    [1, 'container (3 oz)', 142, '1 container (142 g)'],
    [1, 'slice (3/4 oz)', 21, '1 slice (3/4 oz) (21 g)'],
    [0.333, 'package (10 oz)', 94, '1/3 package (10 oz) (94 g)'],
    [0.5, 'cup (4 fl oz)', 66, '1/2 cup (4 fl oz) (66 g)'],
    [5, 'fl oz', 30, '1 serving (30 g)'],
    [1, 'patty (cooked from 4 oz raw)', 85, '1 patty (cooked from 4 oz raw) (85 g)'],
    [1, 'serving 9 servings per 24 oz package', 81, '1 serving 9 servings per 24 oz package (81 g)'],
  ];
  for (const [amount, unit, grams, words] of servings) {
    test(`${amount} ${unit} of ${grams} g is "${words}"`, () =>
      expect(wordServing({ amount, unit, grams })).toBe(words));
  }

  test('the raw weight that a piece came from is left out', () => {
    const unit = 'piece, cooked, excluding refuse (yield from 1 lb raw meat with refuse)';
    expect(wordServing({ amount: 1, unit, grams: 251 })).toBe('1 piece, cooked, excluding refuse (251 g)');
    expect(
      wordServing({ amount: 1, unit: 'steak, (yield from 1 raw steak weighing 151g)', grams: 117 }),
    ).toBe('1 steak (117 g)');
  });
});

describe('of all measures, the one that people serve is chosen', () => {
  const cases: [what: string, category: string, measures: string, grams: number][] = [
    ['a medium banana', 'Fruits', '1 cup, mashed: 225|1 small (6" long): 101|1 medium (7" long): 118', 118],
    ['a can of beer', 'Alcoholic beverages', '1 fl oz: 29.7|1 can: 356', 356],
    ['a glass of wine', 'Alcoholic beverages', '1 fl oz: 29.4|1 serving (5 fl oz): 147', 147],
    ['a slice of bread', 'Breads', '1 oz: 28.35|1 slice: 29|1 cup, crumbs: 45', 29],
    ['a tablespoon of honey', 'Sweeteners', '1 cup: 339|1 tbsp: 21|1 packet (0.5 oz): 14', 21],
    ['a teaspoon of a spice', 'Spices', '1 tbsp: 6.3|1 tsp: 2.1', 2.1],
    ['a large egg', 'Eggs', '1 cup (4.86 large eggs): 243|1 medium: 44|1 large: 50', 50],
    ['an ounce of nuts', 'Nuts', '1 cup, ground: 95|1 oz (23 whole kernels): 28.35', 28.35],
    ['the serving of the label', 'Breakfast cereals', '1 cup: 37|0.75 cup (1 NLEA serving): 28', 28],
    ['three ounces, not the whole steak', 'Beef', '1 steak: 344|3 oz: 85', 85],
    ['a cup of strawberries, not one', 'Fruits', '1 medium (1-1/4" dia): 12|1 cup, halves: 152', 152],
    ['a clove of garlic', 'Spices', '1 cup: 136|1 tsp: 2.8|1 clove: 3', 3],
    ['three ounces of shrimp, not one', 'Seafood', '1 medium: 6|3 oz: 85', 85],
    ['a slice of pizza, not all of it', 'Pizzas', '1 pizza: 855|1 slice: 107', 107],
    ['not what contradicts itself', 'Baby milks', '5 fl oz: 30|5 fl oz: 152', 152],
    ['nor where the other is unusual', 'Poultries', '3 oz: 28|1 wing: 518', 518],
    ['some ounces of meat, not one', 'Beef', '1 oz: 28.35|3 oz: 85', 85],
    ['some ounces of meat, where only one was weighed', 'Beef', '1 oz: 28.35|1 lb: 453.6', 85],
    ['a glass of a large bottle', 'Alcoholic beverages', '1 bottle: 1184', 395],
    ['the only measure there is, however large', 'Vegetables', '1 head: 755', 755],
  ];
  for (const [what, category, measures, grams] of cases) {
    test(what, () => expect(chooseServing(measuresIn(measures), category, '')?.grams).toBe(grams));
  }

  test('lemon juice comes by the spoon, other juice by the cup', () => {
    const measures = measuresIn('1 cup: 244|1 tbsp: 15');
    expect(chooseServing(measures, 'Fruit juices', 'Lemon juice from concentrate')?.grams).toBe(15);
    expect(chooseServing(measures, 'Fruit juices', 'Orange juice, chilled')?.grams).toBe(244);
  });

  test('a food that was not weighed has no serving', () => {
    expect(chooseServing([], 'Fruits', '')).toBeNull();
  });
});
