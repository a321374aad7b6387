import { describe, expect, test } from 'bun:test';
import { openLineReader } from './starter-lines.ts';

const readLine = openLineReader();

describe('A food that merely stands in for what a line names', () => {
  test.each([
    ['100 ml Kochsahne', /^Cream, fluid, heavy/],
    ['200 g queso fresco batido', /^Yogurt, Greek, plain, nonfat/],
    ['200 g Kräuterhirtenkäse', /^Cheese, feta/],
    ['100 g mozzarella di bufala', /^Cheese, mozzarella/],
    ['50 g manchego', /^Cheese, gouda/],
    ['500 g gemischtes Hackfleisch', /^Beef, ground/],
    ['100 g guanciale', /bacon/],
    ['80 g porcini secchi', /^Mushrooms, shiitake, dried/],
  ])('is said to be one: %p', (line, name) => {
    const { food, stand_in, confidence } = readLine(line);
    expect(food?.name).toMatch(name);
    expect(stand_in).toBe(true);
    expect(confidence).toBeGreaterThan(0);
    expect(confidence).toBeLessThanOrEqual(0.5);
  });

  test.each(['250 g Greek yogurt', '100 g cream cheese', '50 g Gruyère', '200 g cod', '1 onion'])(
    'is another than the very food: %p',
    (line) => {
      const { stand_in, confidence } = readLine(line);
      expect(stand_in).toBe(false);
      expect(confidence).toBeGreaterThan(0.5);
    },
  );

  test.each([
    ['200 g Seelachsfilet', /^Fish, pollock/],
    ['200 g haddock', /^Fish, haddock/],
    ['500 g merluza', /^Fish, whiting/],
  ])('gives way to the food that is called so itself: %p', (line, name) => {
    const { food, stand_in } = readLine(line);
    expect(food?.name).toMatch(name);
    expect(stand_in).toBe(false);
  });

  test('is one without an amount too', () => {
    expect(readLine('Manchego')).toMatchObject({ stand_in: true, grams: null, confidence: 0 });
  });

  test('is none where no food was found', () => {
    expect(readLine('1 zzqxkkw')).toMatchObject({ stand_in: false, food: null });
  });
});
