import { describe, expect, test } from 'bun:test';
import { openLineReader } from './starter-lines.ts';

const readLine = openLineReader();

function read(line: string) {
  const { food, grams, confidence } = readLine(line);
  return { food: food?.name ?? null, grams, confidence };
}

describe('of two foods, the first is answered, with its own amount', () => {
  test.each([
    ['1 egg + 1 egg yolk', '1 egg'],
    ['2 eggs plus 1 egg yolk', '2 eggs'],
    ['2 eggs and 1 egg white', '2 eggs'],
    ['2 large eggs, plus 2 egg yolks', '2 large eggs'],
    ['4 tuorli + 1 uovo intero', '4 tuorli'],
    ['2 uova e 1 tuorlo', '2 uova'],
    ['2 lemons plus 1 lime', '2 lemons'],
    ['2 Eier und 1 Eigelb', '2 Eier'],
    ['3 œufs et 2 jaunes', '3 œufs'],
    ['2 huevos y 1 yema', '2 huevos'],
    ['200 g flour and 50 g sugar', '200 g flour'],
    ['2 teaspoons cornflour mixed with 2 tbsp water', '2 tsp cornflour'],
    ['1 tbsp cornstarch dissolved in 2 tbsp water', '1 tbsp cornstarch'],
    ['1 EL Speisestärke mit 2 EL Wasser verrührt', '1 EL Speisestärke'],
    ['1 c. à s. de maïzena délayée dans 2 c. à s. d’eau', '1 c. à s. de maïzena'],
    ['1 cucharada de maicena disuelta en 50 ml de agua', '1 cucharada de maicena'],
    ['1 cucchiaio di maizena sciolta in 50 ml di acqua', '1 cucchiaio di maizena'],
    ['2 tbsp each parsley and chives', '2 tbsp parsley'],
    ['2 tablespoons each chopped parsley and chives', '2 tbsp chopped parsley'],
    ['1 tsp each of cumin, paprika and salt', '1 tsp cumin'],
    ['je 1 EL Petersilie und Schnittlauch', '1 EL Petersilie'],
  ])('in %p', (line, first) => {
    const [whole, alone] = [read(line), read(first)];
    expect({ food: whole.food, grams: whole.grams }).toEqual({ food: alone.food, grams: alone.grams });
    expect(whole.confidence).toBeLessThan(alone.confidence);
    expect(readLine(line).ignored).not.toBeNull();
    expect(readLine(first).ignored).toBeNull();
  });
  test.each([
    ['1 cup plus 2 tbsp flour', 140.6],
    ['1 and 1/2 cups flour', 187.5],
    ['2 tbsp salt and pepper', 36],
    ['4 chicken breasts à 150 g', 600],
    ['1 cup half and half', 242],
  ])('but %p is one food', (line, grams) => expect(read(line).grams).toBeCloseTo(grams, 0));
});

describe('an amount in two units', () => {
  test.each([
    ['1 stick plus 2 tablespoons butter', 141.4],
    ['1 stick and 1 tbsp butter, melted', 127.2],
    ['1 can plus 1/2 cup coconut milk', 513],
    ['200 g plus 1 tbsp sugar', 212.5],
  ])('is added up: %p', (line, grams) => expect(read(line).grams).toBeCloseTo(grams, 0));
});

describe('a unit behind a word that describes it', () => {
  test.each([
    ['1 whole head garlic', 40],
    ['1 whole head garlic, cut in half crosswise', 40],
    ['1 ganze Knolle Knoblauch', 40],
    ['1 tête entière d’ail', 40],
    ['2 thick slices bread', 58],
    ['2 dünne Scheiben Brot', 58],
    ['1 whole can tomatoes', 400],
    ['2 whole cloves garlic', 6],
  ])('is a unit: %p', (line, grams) => expect(Math.abs(read(line).grams! - grams)).toBeLessThan(3));
  test.each([
    ['2 whole cloves', 'Spices, cloves, ground'],
    ['500 g de filet mignon de porc', 'Pork, fresh, loin, tenderloin, separable lean and fat, raw'],
  ])('unless it is part of the name: %p', (line, food) => expect(read(line).food).toBe(food));
});
