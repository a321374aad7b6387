import { describe, expect, test } from 'bun:test';
import { analyzeRecipe } from '../../src/recipe/analyze.ts';
import { requestsForText } from '../../src/recipe/recipe.ts';
import { usualDensity } from '../../src/recipe/usual-weights.ts';
import { useStarter } from '../starter-catalog.ts';
import { expectFields, readCases } from '../table-of-cases.ts';
import table from './lines.tsv' with { type: 'text' };

const catalog = await useStarter();

/** A line is read next to the others of its recipe, which say what language it is in. */
const readLine = (line: string, ...others: string[]) => analyzeRecipe(catalog, [line, ...others], 1).read[0]!;

function read(line: string) {
  const { food, reason, ...rest } = readLine(line);
  return { ...rest, food: food?.name ?? null, reason: reason?.kind ?? null };
}

/** Tables beside the fields of a line: what another line says. */
const COMPARED: Readonly<Record<string, (line: string, other: string) => void>> = {
  as: (line, other) => expect(read(line).grams).toBe(read(other).grams!),
  lighter(line, other) {
    const share = read(line).grams! / read(other).grams!;
    expect(share).toBeGreaterThan(0.4);
    expect(share).toBeLessThan(0.8);
  },
  heavier: (line, other) => expect(read(line).grams! / read(other).grams!).toBeGreaterThan(1.2),
  first(line, other) {
    const [whole, alone] = [read(line), read(other)];
    expect([whole.food, whole.grams]).toEqual([alone.food, alone.grams]);
    expect(whole.confidence).toBeLessThan(alone.confidence);
    expect(whole.ignored).not.toBeNull();
    expect(alone.ignored).toBeNull();
  },
};

test.each(readCases(table).map(({ about, text, expected }) => [about, text, expected] as const))(
  '%s: %s',
  (_, line, expected) => {
    const [, comparison = '', other = ''] = /^(as|lighter|heavier|first)=(.*)$/.exec(expected[0]!) ?? [];
    if (comparison !== '') COMPARED[comparison]!(line, other);
    else expectFields(read(line), expected);
  },
);

test('a French noun is French where the other lines are', () => {
  expect(readLine('200 g de bar', '1 oignon haché').food?.name).toMatch(/^Fish, sea bass/);
});

describe('a density is that of what a food is, not of what it is made of', () => {
  test.each([
    ['Oat milk', 1.03],
    ['Lentil soup', 1],
    ['Rice noodles, dry', 0.4],
    ['Oat flour', 0.53],
    ['Almond butter', 0.95],
    ['Marmite yeast extract', 1.22],
    ['Chickpea curry', 1.03],
    ['Caffè latte with whole milk', 1.02],
    ['Pasta with tomato sauce', 0.9],
    ['Leavening agents, yeast, dry', 0.46],
    ['Rice cakes', null],
    ['Pork pie', null],
    ['Egg and bean wrap', null],
  ])('%s', (name, density) => expect(usualDensity(name)).toBe(density));
});

describe('what ten lines may ask of a catalogue', () => {
  const asked = (lines: readonly string[]) => {
    let [names, searches] = [0, 0];
    analyzeRecipe(
      {
        ...catalog,
        findNamed(...text) {
          names++;
          return catalog.findNamed(...text);
        },
        searchRead(request) {
          searches++;
          return catalog.searchRead(request);
        },
      },
      lines,
      1,
    );
    return { names, searches };
  };
  const wall = (at: number) =>
    Array.from({ length: 30 }, (_, word) => `w${'abcdefgh'[(at + word) % 8]}${at}x${word}`).join(' ');

  test('is bounded, however long they are', () => {
    const { names, searches } = asked(Array.from({ length: 10 }, (_, at) => wall(at)));
    expect(names).toBeLessThanOrEqual(90);
    expect(searches).toBeLessThanOrEqual(5);
  });

  test('and grows with the requests that they count as', () => {
    const { names, searches } = asked(Array.from({ length: 20 }, (_, at) => wall(at)));
    expect(names).toBeGreaterThan(90);
    expect(names).toBeLessThanOrEqual(180);
    expect(searches).toBeLessThanOrEqual(10);
  });
});

test.each([
  [1, 200, 1],
  [10, 80, 1],
  [10, 81, 2],
  [10, 200, 3],
  [11, 20, 2],
  [50, 200, 13],
])('%d lines of %d characters count as %d requests', (lines, characters, requests) =>
  expect(requestsForText(Array(lines).fill('x'.repeat(characters)))).toBe(requests),
);
