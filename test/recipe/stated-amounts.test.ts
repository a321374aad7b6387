import { describe, expect, test } from 'bun:test';
import { openLineReader } from './starter-lines.ts';

const readLine = openLineReader();

function grams(line: string): number | null {
  return readLine(line).grams;
}

describe('brackets', () => {
  test.each([
    ['1 cup flour (plus 2 tbsp for dusting)', '1 cup flour'],
    ['1 cup (plus 2 tbsp) sugar', '1 cup sugar'],
    ['1 cup rice (makes 3 cups cooked)', '1 cup rice'],
    ['1 cup lentils (yields 500 g)', '1 cup lentils'],
    ['4 cups water (divided: 1 cup and 3 cups)', '4 cups water'],
    ['3 cloves of garlic (or 1 tsp garlic powder)', '3 cloves garlic'],
    ['1 egg (or 1 tbsp flax + 3 tbsp water)', '1 egg'],
    ['1 banana (or 1/2 cup applesauce)', '1 banana'],
    ['1 tbsp butter (or 2 tsp oil)', '1 tbsp butter'],
    ['2 lemons (for 60 ml juice)', '2 lemons'],
    ['2 Eier (oder 100 ml Milch)', '2 Eier'],
    ['200 ml Milch (plus 50 ml zum Bestreichen)', '200 ml Milch'],
    ['1 banane (ou 100 g de compote)', '1 banane'],
    ['1 oeuf (plus 20 g pour la dorure)', '1 oeuf'],
    ['1 huevo (o 60 ml de aceite)', '1 huevo'],
    ['200 ml de leche (más 50 ml para pintar)', '200 ml de leche'],
    ['1 uovo (oppure 70 g di yogurt)', '1 uovo'],
    ['200 ml di latte (più 20 ml)', '200 ml di latte'],
  ])('with another food, more of it or a remark leave the amount as it is: %p', (line, plain) =>
    expect(grams(line)).toBe(grams(plain)!),
  );
  test.each([
    ['1 cup rice (3 cups cooked)', '1 cup rice'],
    ['1 cup lentils (500 g cooked)', '1 cup lentils'],
    ['1 Tasse Linsen (500 g gekocht)', '1 Tasse Linsen'],
    ['1 cup sugar (1 tbsp)', '1 cup sugar'],
    ['2 limes (about 3 tbsp juice)', '2 limes'],
    ['10 dates (soaked in 1 cup water)', '10 dates'],
    ['1 (2-inch) piece of ginger', '1 2-inch piece of ginger'],
    ['2 Limetten (ca. 60 ml Saft)', '2 Limetten'],
    ['1 shallot or 1/2 small onion', '1 shallot'],
  ])('that cannot be the same amount leave it as it is: %p', (line, plain) =>
    expect(grams(line)).toBe(grams(plain)!),
  );
  test.each([
    ['1 onion (about 1 cup chopped)', 160],
    ['1 bunch parsley (30 g)', 30],
    ['1 cup (240 ml) milk', 247.5],
    ['1 handful spinach (1 cup)', 30],
    ['1 knob of ginger (about 20 g)', 20],
    ['1 knob butter (25 g)', 25],
    ['une noix de beurre (20 g)', 20],
    ['1 cup butter (2 sticks/226 g)', 226],
    ['4 chicken thighs (bone-in; about 600 g)', 600],
    ['1 cup butter (2 sticks, 226 g)', 226],
    ['1 cup chocolate chips (170 g; plus more for topping)', 170],
    ['1 medium onion (finely chopped, about 1 cup)', 160],
    ['4 Hähnchenbrustfilets (à 150 g)', 600],
    ['4 petti di pollo (150 g a testa)', 600],
  ])('that say the amount more exactly replace it: %p', (line, expected) =>
    expect(grams(line)).toBeCloseTo(expected, 0),
  );
  test.each([
    ['1 knob butter', 15],
    ['une noix de beurre', 15],
    ['1 knob of ginger', 15],
  ])('are not needed for a knob: %p', (line, expected) => expect(grams(line)).toBe(expected));
  test.each([
    ['2 latas de atún (80 g)', 160],
    ['2 latas de atún (160 g en total)', 160],
    ['2 cans tuna (320 g total)', 320],
    ['2 Dosen Thunfisch (insgesamt 300 g)', 300],
    ['2 boîtes de thon (280 g au total)', 280],
    ['2 scatolette di tonno (160 g in tutto)', 160],
    ['1/2 sachet de levure (5 g)', 5],
    ['1/2 Päckchen Backpulver (8 g)', 8],
    ['1/2 can tomatoes (400 g)', 200],
    ['1/2 can tomatoes (200 g)', 200],
    ['2 cans tomatoes (800 g)', 800],
    ['2 cans tomatoes (400 g)', 800],
    ['2 cans (800 g) tomatoes', 1600],
    ['2 Becher Sahne (400 g)', 400],
    ['2 Becher Sahne (je 200 g)', 400],
  ])('weigh one package unless they weigh all: %p', (line, expected) => expect(grams(line)).toBe(expected));
});

describe('a weight behind a slash', () => {
  test.each([
    ['1 cup/130g blueberries', 130],
    ['1 cup / 130 g strawberries', 130],
    ['2 sticks/226 g butter', 226],
    ['1 tbsp/15 g sugar', 15],
    ['1 cup/8 oz/227 g sugar', 227],
    ['2 cans/800 g tomatoes', 800],
    ['400g/14oz tin tomatoes', 400],
    ['150ml/5fl oz water', 150],
  ])('is what the line weighs: %p', (line, expected) => expect(grams(line)).toBeCloseTo(expected, 0));
});
