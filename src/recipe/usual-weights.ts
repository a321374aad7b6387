import densityTable from '../../data/recipe/densities.tsv' with { type: 'text' };
import pieceTable from '../../data/recipe/pieces.tsv' with { type: 'text' };
import portionTable from '../../data/recipe/portions.tsv' with { type: 'text' };
import type { Food } from '../food/food.ts';
import { readTable } from '../text/data-table.ts';
import { words } from '../text/fold.ts';
import { stem } from '../text/word-forms.ts';
import { isCookedToEat } from './cooking.ts';
import { ANOTHER } from './recipe-words.ts';

/** Weights that recipes and meals take for granted, for foods without suitable measures. */

interface Row {
  /** Null where pieces differ too much to say. */
  grams: number | null;
  /** Each is a list of words that all have to be there. */
  phrases: readonly (readonly string[])[];
}

interface Density extends Row {
  kind: 'liquid' | 'form' | '';
}

const allDensities: readonly Density[] = readTable(densityTable).map(
  ([grams = '', kind = '', foods = '']) => ({
    ...readRow(grams, foods),
    kind: kind as Density['kind'],
  }),
);
const densities = allDensities.filter(({ kind }) => kind !== 'form');
const forms = allDensities.filter(({ kind }) => kind === 'form');
const pieces = readByUnit(pieceTable);
const portions = readByUnit(portionTable);

function readByUnit(table: string): ReadonlyMap<string, Row[]> {
  return Map.groupBy(
    readTable(table).map(([unit = '', grams = '', foods = '']) => ({ unit, ...readRow(grams, foods) })),
    ({ unit }) => unit,
  );
}

function readRow(grams: string, foods: string): Row {
  return { grams: grams === '-' ? null : Number(grams), phrases: foods.split(', ').map(stemsOf) };
}

function stemsOf(text: string): string[] {
  return words(text).map(stem);
}

/** Grams of one millilitre of what a food or category is called; null if unknown. */
export function usualDensity(name: string): number | null {
  return findDensity(name)?.grams ?? null;
}

/** Grams of one millilitre of a form that a line names, such as orzo among pasta; null if it names none. */
export function formDensity(texts: readonly string[]): number | null {
  return find(forms, texts)?.grams ?? null;
}

/** Whether a food can be poured. */
export function isLiquid(foodName: string): boolean {
  return findDensity(foodName)?.kind === 'liquid';
}

const BRACKETS = /\([^)]*\)?/g;
/** What follows says what is in a food, not what it is: `latte with milk`. */
const INGREDIENTS = /\s(?:with|without|made|in)\s.*$/i;

/**
 * The row for what a food is. In `Oat milk` that is the last word of the first part; in `Onions, raw`, only the second part
 * is in the table. The rest of a name says what was done to it: `Fish, anchovy, canned in oil`.
 */
function findDensity(foodName: string): Density | undefined {
  const [first = '', second = ''] = foodName.replace(BRACKETS, ' ').split(',');
  const own = new Set(stemsOf(`${first} ${second}`));
  const noun = stemsOf(first.replace(INGREDIENTS, '')).at(-1);
  const rest = new Set(stemsOf(second));
  const fitting = (isMeant: (phrase: readonly string[]) => boolean) =>
    densities.find(({ phrases }) =>
      phrases.some((phrase) => phrase.every((word) => own.has(word)) && isMeant(phrase)),
    );
  return (
    fitting((phrase) => phrase.includes(noun ?? '')) ??
    fitting((phrase) => phrase.some((word) => rest.has(word)))
  );
}

/**
 * Grams of one piece or package, by what the line says, what the table of foods calls it and, as the last text, the name of
 * the food; undefined where no row fits, null where the table says that nobody knows.
 */
export function usualWeight(unit: string, texts: readonly string[]): number | null | undefined {
  return find(pieces.get(unit) ?? [], texts, unit === 'each' ? texts.slice(0, -1).flatMap(anotherIn) : null)
    ?.grams;
}

/** The noun counts more than another word of a phrase: a peanut butter sandwich is a sandwich. */
const NOUN_FIT = 3;

/**
 * Grams that people usually eat at once, or of one such unit in a meal, by `portionTexts`; null where no row fits. The longest
 * phrase is the nearest, and a text ends in what the food is.
 */
export function usualPortion(unit: string, texts: readonly string[]): number | null {
  for (const text of texts) {
    const own = stemsOf(text.replace(INGREDIENTS, ''));
    const known = new Set(own);
    let best: { grams: number | null; fit: number } | null = null;
    for (const { grams, phrases } of portions.get(unit) ?? []) {
      for (const phrase of phrases) {
        if (!phrase.every((word) => known.has(word))) continue;
        const fit = 2 * phrase.length + (phrase.includes(own.at(-1)!) ? NOUN_FIT : 0);
        if (fit > (best?.fit ?? 0)) best = { grams, fit };
      }
    }
    if (best !== null) return best.grams;
  }
  return null;
}

/** What says how much of a food is eaten at once: what people call it, what was typed, its name and its category. */
export function portionTexts(english: string, typed: string, food: Food): string[] {
  const dry = isCookedToEat(food) ? 'dry ' : '';
  return [english, typed, kindIn(food.name), food.category ?? ''].map((text) => dry + text);
}

/** What a food is, in the first two parts of its name, the noun last: `butter Cookies` for `Cookies, butter, enriched`. */
function kindIn(foodName: string): string {
  const parts = foodName.replace(BRACKETS, ' ').split(',', 2);
  const kinds = parts.map((part) => part.replace(INGREDIENTS, ''));
  return kinds.reverse().join(' ');
}

const anotherWords: ReadonlySet<string> = new Set(ANOTHER.map(stem));

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
