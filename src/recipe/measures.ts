import { FLUID_OUNCE_ML } from '../food/conversions.ts';
import { readHouseholdMeasures } from '../food/household-measures.ts';
import { memberOf } from '../member-of.ts';
import type { Size } from '../text/amount-words.ts';
import { words } from '../text/fold.ts';

/** A household measure of a food as a line is weighed by it. */
export interface Measure {
  /** Grams of one: a measure of five leaves says what one weighs. */
  grams: number;
  /** Millilitres of one where it is a volume; null otherwise. */
  ml: number | null;
  /** Its words, folded, without those in brackets. */
  words: readonly string[];
  /** Whether it is a piece of a round cake or the like: `1 piece (1/8 of 9" dia)`. */
  isShare?: true;
}

/** Volumes that measures are given in, by their first word: those of the United States. */
const VOLUMES_ML: Readonly<Record<string, number>> = {
  cup: 236.59,
  cups: 236.59,
  tbsp: 14.79,
  tablespoon: 14.79,
  tablespoons: 14.79,
  tsp: 4.93,
  teaspoon: 4.93,
  teaspoons: 4.93,
  fl: FLUID_OUNCE_ML,
  pint: 473.18,
  quart: 946.35,
  liter: 1000,
  ml: 1,
};
const SHARE = /^piece\b.*\b\d\/\d+ of\b/;
const BRACKETS = /\([^)]*\)?/g;
/** `1 oz (23 whole kernels)`, `1 oz (10-12 kernels)`. */
const KERNELS = /\((\d+)(?:-(\d+))?(?: whole)? (?:kernels|nuts)\)/;

/** Reads measures as a catalogue stores them. */
export function readMeasures(text: string | null | undefined): Measure[] {
  const kernels: Measure[] = [];
  const plain = readHouseholdMeasures(text ?? null).flatMap((measure) => {
    if (measure === null) return [];
    const { amount, unit } = measure;
    const own = words(unit.replace(BRACKETS, ' '));
    const grams = measure.grams / amount;
    const count = countKernels(unit);
    if (count > 0) kernels.push({ grams: grams / count, ml: null, words: ['kernel'] });
    const share = SHARE.test(unit) ? { isShare: true as const } : {};
    return [{ grams, ml: memberOf(VOLUMES_ML, own[0] ?? '') ?? null, words: own, ...share }];
  });
  // What is counted by the way is less exact.
  return [...plain, ...kernels];
}

/** How many nuts an ounce or a cup holds, the mean of a range; 0 where the measure does not say. */
function countKernels(unit: string): number {
  const [, least, most = least] = KERNELS.exec(unit) ?? [];
  return least === undefined ? 0 : (Number(least) + Number(most)) / 2;
}

/** Forms of a food that weigh much less or more than the plain one: only for lines that name them. */
const OTHER_STATE: ReadonlySet<string> = new Set(
  ['whipped', 'melted', 'mashed', 'pureed', 'crumbs', 'peeled', 'cooked', 'yield', 'yields', 'puffed'].map(
    rootOf,
  ),
);

/** `sliced` and `slices`, `cubed` and `cubes` describe the same. */
function rootOf(word: string): string {
  return word.length < 5 ? word : word.replace(/(?:ed|es|s|d)$/, '');
}

/** How well a measure fits what a line says about preparation: the highest is best. */
function fitOf({ words: own }: Measure, manner: ReadonlySet<string>): number {
  const wanted = new Set([...manner].map(rootOf));
  let fit = 0;
  for (const word of own.slice(1).map(rootOf)) {
    if (wanted.has(word)) fit += 2;
    else fit -= OTHER_STATE.has(word) ? 2 : 0.3;
  }
  return fit;
}

/** Grams of a millilitre, by the measure that fits best; null where no measure is a volume. */
export function densityOf(
  measures: readonly Measure[],
  manner: ReadonlySet<string>,
  wantedMl: number,
): number | null {
  const volumes = measures.filter(({ ml }) => ml !== null);
  const best = bestOf(volumes, (measure) => fitOf(measure, manner) + volumeFit(measure.ml!, wantedMl));
  return best === null ? null : best.grams / best.ml!;
}

/** Measures of about the same size come first, and then large ones, whose grams are less rounded. */
function volumeFit(ml: number, wantedMl: number): number {
  return Math.abs(ml - wantedMl) <= wantedMl * SAME_VOLUME_WITHIN ? 0.2 : ml >= VOLUMES_ML.cup! ? 0.1 : 0;
}

/** Spoons and cups differ by this much between countries. */
const SAME_VOLUME_WITHIN = 0.07;

/** Grams of one `clove`, `slice` or `can`; null where no measure has that word. */
export function gramsOfUnit(
  measures: readonly Measure[],
  unit: string,
  size: Size | null,
  manner: ReadonlySet<string>,
): number | null {
  const names = memberOf(UNIT_NAMES, unit) ?? [unit, `${unit}s`];
  const named = measures.filter(
    ({ ml, words: own }) => ml === null && own.some((word) => names.includes(word)),
  );
  // A slice of a pie is a piece of it.
  const fitting = named.length === 0 && unit === 'slice' ? measures.filter(({ isShare }) => isShare) : named;
  const best = bestOf(fitting, (measure) => fitOf(measure, manner) + sizeFit(measure, size, 'medium'));
  // A slice of a melon is a wedge.
  if (best === null && unit === 'slice') return gramsOfUnit(measures, 'wedge', size, manner);
  return best === null ? null : best.grams * shareOfOnly(fitting, size);
}

/** What measures call a unit where they do not use its plain name. */
const UNIT_NAMES: Readonly<Record<string, readonly string[]>> = {
  leaf: ['leaf', 'leaves'],
  stalk: ['stalk', 'stalks', 'rib'],
  bunch: ['bunch', 'bunches'],
  loaf: ['loaf', 'loaves'],
  strip: ['strip', 'strips'],
  tub: ['container', 'tub'],
  package: ['package', 'packet', 'pouch', 'envelope', 'bag', 'box'],
};

/** What a size weighs beside a medium one: the medians of what SR28 measures in several sizes. */
export const SIZE_SHARES: Readonly<Record<Size, number>> = {
  small: 0.74,
  medium: 1,
  large: 1.37,
  'extra large': 1.49,
};

/** A food that is measured in no size is measured as a good piece: a small one is less, a large one is that. */
function shareOfOnly(measures: readonly Measure[], size: Size | null): number {
  return size === 'small' && !isSized(measures) ? SIZE_SHARES.small : 1;
}

/** Whether a food is measured by its size. */
export function isSized(measures: readonly Measure[]): boolean {
  return measures.some(({ words: own }) => own.some((word) => SIZES.includes(word)));
}

const SIZES: readonly string[] = ['small', 'medium', 'large', 'jumbo', 'extra'];

function sizeFit({ words: own }: Measure, wanted: Size | null, usual: Size): number {
  const [first = '', second] = (wanted ?? usual).split(' ');
  const named = own.filter((word) => SIZES.includes(word));
  if (named.length === 0) return 0;
  if (named.includes(first) && (second !== undefined || !named.includes('extra'))) return 3;
  return wanted === null && named.includes('large') ? -0.5 : -1;
}

/** Words of measures that are a whole piece of any food. */
const WHOLE: ReadonlySet<string> = new Set([
  'small',
  'medium',
  'large',
  'extra',
  'fruit',
  'each',
  'item',
  'whole',
  'kernel',
  'kernels',
  'berries',
  'bird',
]);
/** Words of measures that are part of a piece, or several. */
const NOT_WHOLE: ReadonlySet<string> = new Set(
  `slice slices piece pieces ring rings wedge strip strips leaf leaves sprig sprigs clove cloves stalk spear serving
container package packet box ball balls can jar cup oz lb inch nlea cubic section chip drained section sections half halves
yield`.split(/\s+/),
);

/** Grams of one piece, such as `1 medium` or `1 cucumber`; null where no measure is a whole piece. */
export function gramsOfPiece(
  measures: readonly Measure[],
  foodName: string,
  size: Size | null,
  manner: ReadonlySet<string>,
): number | null {
  const foodWords = new Set(words(foodName).flatMap(formsOf));
  const nameWords = new Set([...foodWords, ...[...manner].flatMap(formsOf)]);
  const isJuice = nameWords.has('juice');
  const isEgg = nameWords.has('egg');
  const whole = measures.filter(({ ml, words: own }) => {
    if (ml !== null || own.some((word) => NOT_WHOLE.has(word))) return false;
    if (own.includes('yields') !== isJuice) return false;
    return isJuice || own.some((word) => WHOLE.has(word) || nameWords.has(word));
  });
  const fit = (measure: Measure) =>
    fitOf(measure, manner) +
    sizeFit(measure, size, isEgg ? 'large' : 'medium') +
    (isOfKind(measure, foodWords, nameWords) ? OWN_KIND : 0) -
    strangers(measure, nameWords);
  const best = bestOf(whole, fit);
  return medium(whole, size) ?? (best === null ? null : best.grams * shareOfOnly(whole, size));
}

function formsOf(word: string): string[] {
  return [word, rootOf(word), word.replace(/s$/, ''), word.replace(/es$/, '')];
}

/** `1 cherry` of tomatoes is what a line about cherry tomatoes means, whatever its size. */
function isOfKind(
  { words: own }: Measure,
  foodWords: ReadonlySet<string>,
  nameWords: ReadonlySet<string>,
): boolean {
  return own.some((word) => nameWords.has(word) && !foodWords.has(word) && !WHOLE.has(word));
}

/** Outweighs any size. */
const OWN_KIND = 4;

/** Between small and large, where only those are measured. */
function medium(whole: readonly Measure[], size: Size | null): number | null {
  if (size !== null && size !== 'medium') return null;
  const [small, large] = ['small', 'large'].map((word) => whole.find(({ words: own }) => own[0] === word));
  const isKnown = whole.some(({ words: own }) => !own.includes('small') && !own.includes('large'));
  return small === undefined || large === undefined || isKnown ? null : (small.grams + large.grams) / 2;
}

/** `1 plum tomato` and `1 cherry` are other tomatoes than plain ones. */
function strangers({ words: own }: Measure, nameWords: ReadonlySet<string>): number {
  return own.some((word) => !nameWords.has(word) && !WHOLE.has(word) && !SIZES.includes(word)) ? 1 : 0;
}

/** The first of those that fit best. */
function bestOf(measures: readonly Measure[], fit: (measure: Measure) => number): Measure | null {
  let best: Measure | null = null;
  let bestFit = Number.NEGATIVE_INFINITY;
  for (const measure of measures) {
    const own = fit(measure);
    if (own > bestFit) [best, bestFit] = [measure, own];
  }
  return best;
}
