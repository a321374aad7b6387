import densityTable from '../../data/recipe/densities.tsv' with { type: 'text' };
import pieceTable from '../../data/recipe/pieces.tsv' with { type: 'text' };
import { words } from '../food/text.ts';
import { readTable } from '../language/language-data.ts';
import { stem } from '../language/word-forms.ts';
import { ANOTHER_WORDS } from './recipe-words.ts';

/** Weights that recipes take for granted, for foods without suitable measures. */

interface Row {
  /** Null where pieces differ too much to say. */
  grams: number | null;
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
  return { grams: grams === '-' ? null : Number(grams), phrases: foods.split(', ').map(stemsOf) };
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

/**
 * Grams of one piece or package, by what the line says, what the table of foods calls it and, as the last text, the name of
 * the food; undefined where no row fits, null where the table says that nobody knows.
 */
export function usualWeight(unit: string, texts: readonly string[]): number | null | undefined {
  return find(pieces.get(unit) ?? [], texts, unit === 'each' ? texts.slice(0, -1).flatMap(anotherIn) : null)
    ?.grams;
}

const anotherWords: ReadonlySet<string> = new Set(ANOTHER_WORDS.map(stem));

/** The words of a text for another thing than the food: `leg`, `pie`. */
export function anotherIn(text: string): string[] {
  return stemsOf(text).filter((word) => anotherWords.has(word));
}

/**
 * The first row with a phrase whose words are all in one of the texts. Where the line's words for another thing
 * are given, the phrase must have those, and those of the text too: a duck's leg is not a duck.
 */
function find<Found extends Row>(
  rows: readonly Found[],
  texts: readonly string[],
  ofLine: readonly string[] | null = null,
): Found | undefined {
  for (const text of texts) {
    const own = new Set(stemsOf(text));
    const named = ofLine === null ? [] : [...ofLine, ...anotherIn(text)];
    const row = rows.find(({ phrases }) =>
      phrases.some(
        (phrase) => phrase.every((word) => own.has(word)) && named.every((word) => phrase.includes(word)),
      ),
    );
    if (row !== undefined) return row;
  }
  return undefined;
}
