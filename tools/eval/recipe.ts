import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STARTER } from '../../build/starter.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import type { Catalog } from '../../src/food/catalog.ts';
import { analyzeRecipe } from '../../src/recipe/analyze.ts';
import { reasonText } from '../../src/recipe/reason.ts';
import type { ReadLine } from '../../src/recipe/recipe.ts';
import { readFlags } from '../bench/flags.ts';
import { type Expectation, readExpectation } from './judge.ts';

/**
 * `npm run eval -- recipe [--catalog FILE] [--lines FILE] [--held]`: reads the lines of recipe-lines.tsv, each on its
 * own, and prints how many are right by language, what went wrong, and why lines are not resolved. The table was written
 * before the code was tuned to it; a fifth of it was held out, and only `--held` lists what went wrong there.
 */
interface ExpectedLine {
  language: string;
  set: string;
  line: string;
  quantity: number | null;
  unit: string | null;
  food: Expectation;
  foodText: string;
  grams: number | null;
}

export interface LineOutcome {
  expected: ExpectedLine;
  read: ReadLine;
  /** What is not as expected; empty for a line that is right. */
  wrong: string[];
}

const OWN_LINES = join(import.meta.dir, 'recipe-lines.tsv');
/** Household measures are no more exact than this. */
const GRAMS_WITHIN = 0.1;
const QUANTITY_WITHIN = 0.01;

export function readLines(file = OWN_LINES): ExpectedLine[] {
  const [, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n');
  return rows.map((row) => {
    const [language = '', set = '', line = '', quantity = '', unit = '', food = '', grams = ''] =
      row.split('\t');
    return {
      language,
      set,
      line,
      quantity: quantity === '' ? null : Number(quantity),
      unit: unit === '' ? null : unit,
      food: readExpectation(food),
      foodText: food,
      grams: grams === '' ? null : Number(grams),
    };
  });
}

export function evaluateLines(catalog: Catalog, lines: readonly ExpectedLine[]): LineOutcome[] {
  return lines.map((expected) => {
    const read = analyzeRecipe(catalog, [expected.line], 1).read[0]!;
    return { expected, read, wrong: judge(expected, read) };
  });
}

function judge({ quantity, unit, food, foodText, grams }: ExpectedLine, read: ReadLine): string[] {
  const isFood = food.kind === 'nothing' ? read.food === null : food.matches(read.food?.name ?? '');
  return [
    ...(isNear(read.quantity, quantity, QUANTITY_WITHIN)
      ? []
      : [`quantity ${read.quantity}, not ${quantity}`]),
    ...(read.unit === unit ? [] : [`unit ${read.unit}, not ${unit}`]),
    ...(isFood ? [] : [`food ${read.food?.name}, not ${foodText}`]),
    ...(isNear(read.grams, grams, GRAMS_WITHIN)
      ? []
      : [`grams ${read.grams}, not ${grams} (${read.method})`]),
  ];
}

function isNear(value: number | null, expected: number | null, within: number): boolean {
  if (value === null || expected === null) return value === expected;
  return Math.abs(value - expected) <= expected * within;
}

/** The share of lines that are right. */
export function shareRight(outcomes: readonly LineOutcome[]): number {
  return outcomes.filter(({ wrong }) => wrong.length === 0).length / outcomes.length;
}

export function runRecipe(args: readonly string[]): void {
  const flags = readFlags(args, ['catalog', 'lines'], ['held']);
  const lines = readLines(flags.lines);
  const catalog = openCatalog(flags.catalog ?? STARTER);
  const outcomes = evaluateLines(catalog, lines);
  catalog.close();
  for (const { expected, read, wrong } of outcomes) {
    if (expected.set === 'held' && !flags.held) continue;
    const why = read.reason === null ? '' : ` [${reasonText(read.reason)}]`;
    if (wrong.length > 0) console.log(`${expected.language} ${expected.line}: ${wrong.join('; ')}${why}`);
    else if (read.reason !== null) console.log(`${expected.language} ${expected.line}: not resolved${why}`);
  }
  console.log(renderShares(outcomes));
}

function renderShares(outcomes: readonly LineOutcome[]): string {
  const lines = ['language    lines   right    held   right'];
  const languages = [...new Set(outcomes.map(({ expected }) => expected.language)), 'all'];
  for (const language of languages) {
    const own = outcomes.filter(({ expected }) => language === 'all' || expected.language === language);
    const held = own.filter(({ expected }) => expected.set === 'held');
    const shares = [own, held].map((some) => [
      String(some.length).padStart(8),
      `${(100 * shareRight(some)).toFixed(1)} %`.padStart(8),
    ]);
    lines.push(language.padEnd(9) + shares.flat().join(''));
  }
  return lines.join('\n');
}
