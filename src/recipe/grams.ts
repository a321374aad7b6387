import type { Food } from '../food/food.ts';
import { amountWords, isMeasured, isMetricVolume, takeUnit, type Unit } from '../text/amount-words.ts';
import { words } from '../text/fold.ts';
import { readQuantity } from '../text/quantity.ts';
import { tokenize } from '../text/tokens.ts';
import type { FoodMatch } from './food-match.ts';
import type { IngredientLine } from './ingredient-line.ts';
import {
  densityOf,
  gramsOfPiece,
  gramsOfUnit,
  isSized,
  type Measure,
  readMeasures,
  SIZE_SHARES,
} from './measures.ts';
import type { Reason } from './reason.ts';
import type { Method } from './recipe.ts';
import {
  anotherIn,
  formDensity,
  isLiquid,
  portionTexts,
  usualDensity,
  usualPortion,
  usualWeight,
} from './usual-weights.ts';

export interface Weighed {
  grams: number;
  method: Exclude<Method, 'none'> | 'assumed';
  /** How certain the grams are, from 0 to 1. */
  certainty: number;
  /** Where it is not that of the line. */
  unit?: string;
}

/** How certain grams are, by where they come from; a guess is the usual weight of such a piece of any food. */
const CERTAINTY = {
  stated: 1,
  ownMeasure: 0.95,
  ownPiece: 0.9,
  density: 0.85,
  usual: 0.8,
  guess: 0.5,
} as const;
/** Water, for metric volumes of otherwise unknown foods: those are mostly liquids. */
const WATER_DENSITY = 1;
/** Units that stand for a whole piece of some foods: a stalk of leek is a leek. */
const WHOLE_UNITS: ReadonlySet<string> = new Set(['piece', 'stalk', 'head', 'ear', 'fillet', 'stick']);
/** What is meant where a `Glas` is not a drink, a `filet` not a fish or a `spicchio` not of garlic. */
const JAR: Unit = { name: 'jar', kind: 'package', amount: 350 };
const WEDGE: Unit = { name: 'wedge', kind: 'piece', amount: null };
const SPLASH: Unit = { name: 'splash', kind: 'volume', amount: 10 };

const GARLIC = /\bgarlic\b/i;
const PODS = /^(?:spices|vanilla)\b/i;
/** USDA SR28 cuts lemons and melons into eight wedges. */
const WEDGES = 8;

/** The unit as it is meant for this food: a German glass may be a jar, a French fillet a drizzle, an Italian clove a wedge. */
export function unitFor(line: IngredientLine, food: Food, measureWord: string | null): Unit | null {
  // `1 whole bulb of garlic`: a unit after words that describe it.
  const unit = line.unit ?? amountWords().units.get(tokenize(measureWord ?? ''));
  if (unit?.name === 'glass' && !isLiquid(food.name)) return JAR;
  if (unit?.name === 'fillet' && isLiquid(food.name)) return SPLASH;
  // A French clove of a spice is its pod, which is the whole piece.
  if (unit?.name === 'clove' && !GARLIC.test(food.name)) return PODS.test(food.name) ? null : WEDGE;
  return unit;
}

/** A food with all that a line and its source say about weighing it. */
interface Weighable {
  line: IngredientLine;
  food: Food;
  measures: readonly Measure[];
  manner: ReadonlySet<string>;
  /** What people call it in English; empty where nothing is known. */
  english: string;
  measureWord: string | null;
  /** Whether the line names this food, and not only a similar one. */
  isNamed: boolean;
  /** What the food is called, in the order of trust. */
  texts: readonly string[];
  /** The words in that for another thing: `leg`, `pie`. */
  another: readonly string[];
}

/** The grams of a line's food; null with the reason where they are unknown. */
export function weigh(
  line: IngredientLine,
  food: Food,
  { isNamed, english, measureWord }: FoodMatch,
  storedMeasures: string | null | undefined,
): Weighed | { reason: Reason } {
  const texts = [line.typed, english, food.name].map((text) => [text, ...line.manner].join(' '));
  const weighable: Weighable = {
    line,
    food,
    measures: readMeasures(storedMeasures),
    // `1 cup cherry tomatoes` is a measure of tomatoes.
    manner: new Set([...line.manner, ...words(english)]),
    english,
    measureWord,
    isNamed,
    texts,
    // The name of a food that the table has may say more than the line does.
    another: texts.slice(0, english === '' ? 3 : 2).flatMap(anotherIn),
  };
  const first = weighAmount(line, weighable);
  if (line.further === null || 'reason' in first) return first;
  const second = weighAmount({ ...line.further, contents: null }, weighable);
  return 'reason' in second
    ? second
    : {
        ...first,
        grams: first.grams + second.grams,
        certainty: Math.min(first.certainty, second.certainty),
      };
}

function weighAmount(
  { quantity, unit: typedUnit, contents }: Pick<IngredientLine, 'quantity' | 'unit' | 'contents'>,
  weighable: Weighable,
): Weighed | { reason: Reason } {
  if (quantity === null) return { reason: { kind: 'noAmount' } };
  const { line, food, measures, manner, measureWord, isNamed } = weighable;
  const unit = unitFor({ ...line, unit: typedUnit }, food, measureWord);
  if (unit?.kind === 'weight') return weighed(quantity * unit.amount!, 'weight', CERTAINTY.stated);
  const held = contents === null ? null : weighUnit(contents.unit, food, measures, manner);
  if (held !== null) {
    const grams = held.grams * contents!.quantity;
    const isTotal = contents!.isTotal ?? isPart(grams, quantity, unit, weighable);
    return { ...held, grams: isTotal ? grams : grams * quantity };
  }
  if (unit?.kind === 'volume') return weighVolume(quantity, unit, weighable);
  // Of a counted word that is not a unit, only the food's own measures can say what one weighs.
  const unread: Unit | null =
    measureWord === null ? null : { name: measureWord, kind: 'piece', amount: null };
  const counted = unit ?? unread;
  const piece = weighPiece(counted, weighable);
  if (piece === null || (counted === null && !isBelieved(quantity, piece, isNamed)))
    return { reason: { kind: 'noWeight', unit: counted?.name ?? 'piece', food: food.name } };
  const grams = piece.grams * quantity;
  const isTooMuch = counted === null && grams > MAX_COUNTED_GRAMS;
  return isTooMuch ? { reason: { kind: 'tooMuch' } } : { ...piece, grams };
}

function weighVolume(
  quantity: number,
  unit: Unit,
  { line: { size }, food, measures, manner, texts }: Weighable,
): Weighed | { reason: Reason } {
  const usual = usualWeight(unit.name, texts) ?? null;
  const share = size === null ? 1 : SIZE_SHARES[size];
  if (usual !== null) return weighed(quantity * usual * share, 'volume', CERTAINTY.usual);
  const ofForm = formDensity(texts);
  if (ofForm !== null) return weighed(quantity * unit.amount! * ofForm, 'volume', CERTAINTY.usual);
  const one = weighUnit(unit, food, measures, manner);
  return one === null
    ? { reason: { kind: 'noDensity', unit: unit.name, food: food.name } }
    : { ...one, grams: one.grams * quantity };
}

/** `½ can (200 g)`, `2 cans (800 g)`: whether the weight is closer to that of all the packages than to that of one. */
function isPart(grams: number, quantity: number, unit: Unit | null, weighable: Weighable): boolean {
  const one = weighPiece(unit, weighable);
  const isKnown = one !== null && one.certainty !== CERTAINTY.guess;
  const boundary = Math.sqrt(quantity);
  if (quantity < 1) return one === null || grams / one.grams < boundary;
  return isKnown && grams / one.grams > boundary;
}

/** From here on, a number without a unit may be grams whose unit is missing or misspelt. */
const MANY = 20;
/** Almonds and olives are counted by the dozen. */
const SMALL_PIECE_GRAMS = 5;
/** No recipe takes more than this of one food in pieces: it would be 200 eggs. */
const MAX_COUNTED_GRAMS = 10_000;

/** Whether anyone would count this many pieces: 24 eggs, but not 500 flour, nor 500 of an unknown word. */
function isBelieved(quantity: number, piece: Weighed, isNamed: boolean): boolean {
  if (quantity < MANY) return true;
  if (piece.certainty === CERTAINTY.guess) return false;
  return piece.grams <= SMALL_PIECE_GRAMS || isNamed;
}

function weighed(grams: number, method: Weighed['method'], certainty: number): Weighed {
  return { grams, method, certainty };
}

/** One of a weight or volume. */
function weighUnit(
  unit: Unit,
  food: Food,
  measures: readonly Measure[],
  manner: ReadonlySet<string>,
): Weighed | null {
  if (unit.kind === 'weight') return weighed(unit.amount!, 'weight', CERTAINTY.stated);
  const ml = unit.amount ?? 0;
  const own = densityOf(measures, manner, ml);
  if (own !== null) return weighed(ml * own, 'measure', CERTAINTY.ownMeasure);
  const usual = usualDensity(food.name);
  // A cup of coffee on a menu has any size, but all of them weigh as much as water.
  const served = isLiquid(food.name) ? null : densityOfServing(food);
  const known = served ?? usual;
  if (known !== null) return weighed(ml * known, 'volume', CERTAINTY.density);
  const ofKind = food.category === null ? null : usualDensity(food.category);
  if (ofKind !== null) return weighed(ml * ofKind, 'volume', CERTAINTY.guess);
  return isMetricVolume(unit) ? weighed(ml * WATER_DENSITY, 'volume', CERTAINTY.guess) : null;
}

/** Popcorn and honey; beyond these, a serving is not what its words say. */
const MIN_DENSITY = 0.03;
const MAX_DENSITY = 1.5;
/** Volumes that a serving is stated in with some exactness. */
const SERVED_VOLUMES: ReadonlySet<string> = new Set(['tsp', 'tbsp', 'cup', 'fl oz']);

/** How many of a unit a serving is said to be: `2 tbsp (30 g)`, `3 cookies`. */
function readServing({ serving_desc: described }: Food): { count: number | null; unit: Unit | null } {
  const tokens = tokenize(described ?? '');
  const count = readQuantity(tokens);
  return { count: count?.value ?? null, unit: takeUnit(count?.rest ?? tokens)?.value ?? null };
}

/** Grams of one millilitre by the food's serving; null where that is not a volume. */
function densityOfServing(food: Food): number | null {
  const { count, unit } = readServing(food);
  if (food.serving_size_g === null || count === null || unit === null) return null;
  if (!SERVED_VOLUMES.has(unit.name) && !isMetricVolume(unit)) return null;
  const density = food.serving_size_g / (count * unit.amount!);
  return density >= MIN_DENSITY && density <= MAX_DENSITY ? density : null;
}

/** SR28 has a slice of sourdough of 139 g, which is a third of a loaf. */
const THICKEST_SLICE = 3;

/** One piece or package. */
function weighPiece(
  unit: Unit | null,
  { line: { size, part, typed }, food, english, measures, manner, texts, another }: Weighable,
): Weighed | null {
  const usual = usualWeight(unit?.name ?? (part === 'zest' ? part : 'each'), texts);
  // Nobody knows what any such piece weighs, but a package may be measured.
  if (usual === null && unit?.kind !== 'package') return null;
  const share = size === null || unit?.kind === 'package' ? 1 : SIZE_SHARES[size];
  const asUsual = typeof usual === 'number' ? weighed(usual * share, 'each', CERTAINTY.usual) : null;
  const missing = another.filter((word) => !anotherIn(food.name).includes(word));
  const whole = gramsOfPiece(measuresOf(measures, another, missing), food.name, size, manner);
  const asWhole = whole === null ? null : weighed(whole, 'each', CERTAINTY.ownPiece);
  if (unit === null) {
    // A large piece weighs at least as much as the measured one.
    const isHeavier = size === 'large' && (whole ?? 0) > (asUsual?.grams ?? 0);
    const isOwn = size !== null && (isSized(measures) || isHeavier);
    const known = isOwn ? (asWhole ?? asUsual) : (asUsual ?? asWhole);
    return known ?? (missing.length === 0 ? servedPiece(food) : null);
  }
  const own = gramsOfUnit(measures, unit.name, size, manner);
  const isBelievable = unit.name !== 'slice' || !usual || own === null || own <= usual * THICKEST_SLICE;
  const asMeasure = own === null || !isBelievable ? null : weighed(own, 'measure', CERTAINTY.ownMeasure);
  if (unit.name === 'serving') {
    const grams = food.serving_size_g ?? usualPortion('portion', portionTexts(english, typed, food));
    return asMeasure ?? (grams === null ? null : weighed(grams, 'each', CERTAINTY.guess));
  }
  const guess = unit.amount === null ? null : weighed(unit.amount, 'each', CERTAINTY.guess);
  // A measured fillet is the whole side of a fish.
  if (unit.kind === 'package' || unit.name === 'fillet') {
    return asUsual ?? asMeasure ?? (usual === null ? null : guess);
  }
  if (unit.name === 'wedge') {
    const wedge = whole === null ? null : weighed(whole / WEDGES, 'each', CERTAINTY.usual);
    return asMeasure ?? asUsual ?? wedge;
  }
  return asMeasure ?? asUsual ?? (WHOLE_UNITS.has(unit.name) ? asWhole : null) ?? guess;
}

/**
 * The measures of what the line names: with `duck legs`, none of a duck that is known only as a whole, and `1 breast` only
 * where the line is about breasts.
 */
function measuresOf(
  measures: readonly Measure[],
  another: readonly string[],
  missing: readonly string[],
): readonly Measure[] {
  return measures.filter(({ words: own }) => {
    const named = anotherIn(own.join(' '));
    return missing.every((word) => named.includes(word)) && named.every((word) => another.includes(word));
  });
}

/** Units that are part of a piece, or that say nothing about it. */
const NO_PIECE: ReadonlySet<string> = new Set(['slice', 'strip', 'leaf', 'serving']);
/** What many labels give instead of a serving. */
const HUNDRED_GRAMS = 100;

/**
 * Nothing but the serving is known. Often it is one piece or some of them, `3 cookies (34 g)`, but an ounce or a cup is no
 * piece; the grams on the label of a packaged food may be one.
 */
function servedPiece(food: Food): Weighed | null {
  const { serving_size_g: grams, serving_desc: described, brand } = food;
  const { count, unit } = readServing(food);
  const isPiece = unit === null ? count !== null : !isMeasured(unit) && !NO_PIECE.has(unit.name);
  const isOnLabel = brand !== null && grams !== HUNDRED_GRAMS && (!described?.trim() || unit?.name === 'g');
  if (grams === null || !(isPiece || isOnLabel)) return null;
  return weighed(grams / (isPiece ? Math.max(1, count ?? 1) : 1), 'each', CERTAINTY.guess);
}
