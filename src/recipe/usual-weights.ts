import densityTable from '../../data/recipe/densities.tsv' with { type: 'text' };
import pieceTable from '../../data/recipe/pieces.tsv' with { type: 'text' };
import { words } from '../food/text.ts';
import { readTable } from '../language/language-data.ts';
import { stem } from '../language/word-forms.ts';

/** Weights that recipes take for granted, for foods without suitable measures. */

interface Row {
  grams: number;
  /** Each is a list of words that all have to be there. */
  phrases: readonly (readonly string[])[];
}

const densities: readonly (Row & { isLiquid: boolean })[] = readTable(densityTable).map(
  ([grams = '', liquid, foods = '']) => ({ ...readRow(grams, foods), isLiquid: liquid === 'liquid' }),
);
const pieces = Map.groupBy(
  readTable(pieceTable).map(([unit = '', grams = '', foods = '']) => ({ unit, ...readRow(grams, foods) })),
  ({ unit }) => unit,
);

function readRow(grams: string, foods: string): Row {
  return { grams: Number(grams), phrases: foods.split(', ').map(stemsOf) };
}

function stemsOf(text: string): string[] {
  return words(text).map(stem);
}

/** Grams of one millilitre of a food; null if unknown. */
export function usualDensity(foodName: string): number | null {
  return find(densities, [headOf(foodName)])?.grams ?? null;
}

/** Whether a food can be poured. */
export function isLiquid(foodName: string): boolean {
  return find(densities, [headOf(foodName)])?.isLiquid ?? false;
}

/** What a generic food is; the rest of its name says what was done to it: `Fish, anchovy, canned in oil`. */
function headOf(foodName: string): string {
  return foodName.split(',').slice(0, 2).join(',');
}

/** Grams of one piece or package of a food, by what the line says or the food is called. */
export function usualWeight(unit: string, typed: string, foodName: string): number | null {
  return find(pieces.get(unit) ?? [], [typed, foodName])?.grams ?? null;
}

/** The first row with a phrase whose words are all in one of the texts. */
function find<Found extends Row>(rows: readonly Found[], texts: readonly string[]): Found | undefined {
  for (const text of texts) {
    const own = new Set(stemsOf(text));
    const row = rows.find(({ phrases }) => phrases.some((phrase) => phrase.every((word) => own.has(word))));
    if (row !== undefined) return row;
  }
  return undefined;
}
