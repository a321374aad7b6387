import { describe, expect, test } from 'bun:test';
import { usualDensity } from '../../src/recipe/usual-weights.ts';
import { openLineReader } from './starter-lines.ts';

const readLine = openLineReader();

function grams(line: string): number | null {
  return readLine(line).grams;
}

describe('a density', () => {
  test.each([
    ['Oat milk', 1.03],
    ['Rice milk, plain', 1.03],
    ['Lentil soup', 1],
    ['Black bean soup', 1],
    ['Rice noodles, dry', 0.4],
    ['Oat flour', 0.53],
    ['Almond butter', 0.95],
    ['Peanut butter, smooth', 1.05],
    ['Marmite yeast extract', 1.22],
    ['Chickpea curry', 1.03],
    ['Caffè latte with whole milk', 1.02],
    ['Pasta with tomato sauce', 0.9],
    ['Soup, lentil, canned', 1],
    ['Leavening agents, yeast, dry', 0.46],
    ['Chickpea flour (besan)', 0.53],
  ])('is that of what a food is, not of what it is made of: %p', (name, density) =>
    expect(usualDensity(name)).toBe(density),
  );
  test.each(['Rice cakes', 'Pork pie', 'Milk bread', 'Egg and bean wrap'])(
    'is not that of a part: %p',
    (name) => expect(usualDensity(name)).toBeNull(),
  );
  test.each([
    ['1 cup oat milk', 240, 250],
    ['250 ml oat milk', 250, 260],
    ['200 ml Hafermilch', 200, 210],
    ['1 cup overnight oats', 220, 260],
    ['1 tsp Marmite', 5.5, 6.5],
    ['1 cup lentil soup', 230, 250],
    ['2 tbsp chia seeds', 22, 26],
    ['1 cup chai latte', 235, 250],
    ['1 cup minestrone', 230, 250],
    ['1 cup ratatouille', 220, 260],
    ['2 tbsp tzatziki', 28, 32],
    ['1 tbsp lemon curd', 15, 20],
    ['1 cup greek salad', 100, 200],
    ['1 cup chia pudding', 230, 260],
    ['1 cup paella', 140, 250],
    ['1 cup dates', 140, 150],
    ['2 cups tortilla chips', 50, 70],
    ['1/2 cup unsweetened shredded coconut', 38, 48],
  ])('is known of dishes, drinks and spreads: %p', (line, least, most) => {
    expect(grams(line)).toBeGreaterThanOrEqual(least);
    expect(grams(line)).toBeLessThanOrEqual(most);
  });
  test.each([
    ['1 cup orzo', 190],
    ['1 Tasse Kritharaki', 201],
    ['1/2 cup steel cut oats', 80],
    ['1/2 cup steel-cut oats', 80],
    ['1 cup rolled oats', 81],
    ['1 cup spaghetti', 91],
  ])('is that of the form that the line names: %p', (line, expected) =>
    expect(Math.abs(grams(line)! - expected)).toBeLessThan(3),
  );
});
