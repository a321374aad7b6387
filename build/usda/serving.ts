import { FLUID_OUNCE_ML, OUNCE_G } from '../../src/food/conversions.ts';
import type { HouseholdMeasure } from '../../src/food/household-measures.ts';
import { memberOf } from '../../src/member-of.ts';

/** Household fractions that USDA SR28 writes as decimals, some of them rounded. */
const FRACTIONS: ReadonlyMap<number, string> = new Map([
  [0.083, '1/12'],
  [0.125, '1/8'],
  [0.167, '1/6'],
  [0.2, '1/5'],
  [0.25, '1/4'],
  [0.33, '1/3'],
  [0.333, '1/3'],
  [0.5, '1/2'],
  [0.666, '2/3'],
  [0.667, '2/3'],
  [0.67, '2/3'],
  [0.75, '3/4'],
]);

/** Nobody eats more than this at once; a larger measure is a package or a whole cake. */
const MAX_SERVING_G = 620;
/** Less than this is a pinch: right for a spice, not a serving of anything else. */
const MIN_SERVING_G = 4;
/** One strawberry or one leaf of lettuce is a bite. */
const MIN_PRODUCE_G = 30;
/** One shrimp is a bite, one slice of bacon is not. */
const MIN_CUT_G = 10;
/** A cut, a slice or a spoonful above this is for more than one person. */
const MAX_CUT_G = 250;
const MAX_SLICE_G = 110;
const MAX_SPOONFUL_G = 60;

/** Less than a drop: a slip of the table. */
const MIN_MEASURE_G = 0.2;
/** An ounce of meat or fish is a bite. */
const MIN_WEIGHED_CUT_G = 50;
/** Of a drink that is only sold in large bottles, a glass: the first of these parts that is not more. */
const MAX_GLASS_G = 400;
const PARTS_OF_A_BOTTLE: readonly [amount: number, parts: number][] = [
  [0.5, 2],
  [0.333, 3],
  [0.25, 4],
];
/** A fluid ounce of a drink. */
const MAX_SIP_G = 35;

/** What is weighed or cooked, not served. */
const NOT_SERVED = /^(?:cubic inch|ml)\b|\b(?:yields? from|refuse|ready-to-cook)\b|amount to make/i;
/** What is bought: a serving only where it is small, like a packet of sugar. */
const WHOLE =
  /^(?:lb|kg|quart|gallon|package|pkg|loaf|block|bunch|head(?! of)|pint|box|crust|stick|pie|cake|pizza|melon|chicken|turkey|bird|duck|goose|roast|rack)\b|yields?$|\bwhole (?:pie|cake|pizza)\b|^can \(303/i;
const MAX_PACKET_G = 70;
const OUNCE = /^(?:oz|fl oz)\b(?!.*\bserving)/i;
const SPOON = /^(?:tbsp|tablespoons?)\b/i;
const TEASPOON = /^(?:tsp|teaspoons?)\b/i;
const CUP = /^cups?\b/i;
const ON_THE_LABEL = /\bNLEA\b|\bservings?\b/i;
const MEDIUM = /\bmedium\b/i;
const SLICE = /^slices?\b/i;
const CAN = /^(?:can|bottle)\b/i;
/** Not what most people take, or prepared differently: used only where nothing plainer was weighed. */
const UNUSUAL =
  /\b(?:small|large|extra|jumbo|mini|miniature|thin|thick|junior|child|crumbs?|enchilada|leaf|16 fl oz|mashed|pureed?|ground|crushed|melted|crumbled|sections|balls|grated|minced|pulp)\b|\bcrust not\b|\b(?:snack|fun|king|family) size\b|^(?:wedge|quarter|half)/i;
/** Nobody counts more pieces than this, nor serves a smaller fraction than this. */
const MAX_PIECES = 9;
const MIN_FRACTION = 0.1;

/** A kind of measure; a piece is anything that is counted instead of measured: a cookie, a bar, a fruit. */
type Kind = RegExp | 'piece';

interface Habit {
  /** The kinds of measures that people use, the usual one first. */
  order: readonly Kind[];
  /** A serving of fewer or more grams counts as unusual. */
  fromG: number;
  toG: number;
}

const habit = (order: readonly Kind[], fromG = MIN_SERVING_G, toG = MAX_SERVING_G): Habit => ({
  order,
  fromG,
  toG,
});

const PIECES = habit([MEDIUM, SLICE, ON_THE_LABEL, 'piece', CAN, CUP, SPOON, OUNCE, TEASPOON]);
const PRODUCE = habit([MEDIUM, /^fruit\b/i, ON_THE_LABEL, 'piece', SLICE, CUP, OUNCE], MIN_PRODUCE_G);
const DRINKS = habit([
  CAN,
  /^(?:mug|serving|glass|jigger)\b/i,
  /^(?:cup|drink) \(?8 fl oz/i,
  CUP,
  ON_THE_LABEL,
  'piece',
  OUNCE,
  SPOON,
]);
const SPOONFULS = habit([SPOON, TEASPOON, ON_THE_LABEL, CUP, 'piece', OUNCE], 0, MAX_SPOONFUL_G);
const PINCHES = habit([/^cloves?\b/i, TEASPOON, SPOON, 'piece', CUP, OUNCE], 0);
const BOWLS = habit([ON_THE_LABEL, /^(?:packet|biscuits?)\b/i, CUP, 'piece', CAN, OUNCE, SPOON]);
const CUTS = habit(
  [
    /^(?:fillet|steak|chop|breast|patty|slice|piece|thigh|drumstick)s?\b/i,
    ON_THE_LABEL,
    /\b3 ?oz\b/i,
    'piece',
    OUNCE,
    CUP,
  ],
  MIN_CUT_G,
  MAX_CUT_G,
);
/** Cuts that nobody eats by the portion. */
const TRIMMINGS =
  /\b(?:fat|backfat|suet|skin|caviar|roe|bacon|salt pork|pate)\b(?!.*\blean\b)|\bseparable fat\b/i;
const EGGS = habit([/^large\b/i, MEDIUM, 'piece', SPOON, CUP]);
/** A handful of nuts is an ounce. */
const HANDFULS = habit([/^oz\b/i, ON_THE_LABEL, 'piece', SPOON, CUP]);
/** Counted, in whatever size they come. */
const PICKLES = habit([MEDIUM, /^gherkin/i, /^spear/i, 'piece', SLICE, CUP, OUNCE], 15);
const SLICES = habit([MEDIUM, SLICE, ON_THE_LABEL, 'piece', OUNCE, CUP], MIN_SERVING_G, MAX_SLICE_G);

const HABIT_OF_CATEGORY: ReadonlyMap<string, Habit> = new Map([
  ...each(PRODUCE, 'Fruits,Vegetables'),
  ...each(
    DRINKS,
    'Alcoholic beverages,Waters,Coffees,Teas,Carbonated drinks,Fruit juices,Vegetable juices,Beverages,Milks,Plant-based milk alternatives',
  ),
  ...each(
    SPOONFULS,
    'Butters,Creams,Fats,Vegetable oils,Salad dressings,Sweeteners,Jams,Spreads,Sauces,Condiments',
  ),
  ...each(PINCHES, 'Spices,Salts,Cooking helpers'),
  ...each(BOWLS, 'Breakfast cereals,Soups,Rices,Pastas,Cereal grains,Legumes,Yogurts,Ice creams'),
  ...each(CUTS, 'Beef,Pork,Lamb,Veal,Game,Poultries,Fishes,Seafood'),
  ...each(HANDFULS, 'Nuts,Seeds,Snacks'),
  ...each(SLICES, 'Breads,Cheeses,Prepared meats'),
  ...each(EGGS, 'Eggs'),
]);
/** Taken by the spoon or the pinch, unlike the rest of their category. */
const BY_THE_SPOON = /^(?:lemon|lime) juice|^hummus|^cheese, parmesan, (?:grated|shredded)|flaxseed/i;
const BY_THE_PIECE = /^pickles\b/i;
const BY_THE_PINCH = /^garlic, raw|^ginger root/i;

function each(of: Habit, categories: string): [string, Habit][] {
  return categories.split(',').map((category) => [category, of]);
}

function habitOf(category: string | null, name: string): Habit {
  if (BY_THE_SPOON.test(name)) return SPOONFULS;
  if (BY_THE_PINCH.test(name)) return PINCHES;
  if (BY_THE_PIECE.test(name)) return PICKLES;
  return HABIT_OF_CATEGORY.get(category ?? '') ?? PIECES;
}

/** The measure that people serve a food in, of all that USDA weighed; null where it weighed none. */
export function chooseServing(
  measures: readonly HouseholdMeasure[],
  category: string | null,
  name: string,
): HouseholdMeasure | null {
  const habit = habitOf(category, name);
  let best: HouseholdMeasure | null = null;
  let bestPlace = Number.POSITIVE_INFINITY;
  for (const measure of measures) {
    if (measure.grams < MIN_MEASURE_G) continue;
    const place = placeOf(measure, habit);
    // Among equals the first of the table stays.
    if (place < bestPlace) [best, bestPlace] = [measure, place];
  }
  return best === null ? null : asServed(best, habit, name);
}

/** A portion where only an ounce or a large bottle was weighed: some ounces of meat, a part of the bottle. */
function asServed(measure: HouseholdMeasure, habit: Habit, name: string): HouseholdMeasure {
  const { unit, grams } = measure;
  if (habit === CUTS && isBite(measure) && !TRIMMINGS.test(name)) {
    // As labels do: four ounces raw are three ounces cooked.
    const ounces = /\braw\b/i.test(name) ? 4 : 3;
    return { amount: ounces, unit: 'oz', grams: Math.round(ounces * OUNCE_G) };
  }
  if (habit === DRINKS && CAN.test(unit) && grams > MAX_SERVING_G) {
    const part = PARTS_OF_A_BOTTLE.find(([, parts]) => grams / parts <= MAX_GLASS_G);
    if (part !== undefined) return { amount: part[0], unit, grams: Math.round(grams / part[1]) };
  }
  return measure;
}

/** Whether it is a piece of meat that was weighed out, and too small to be a portion. */
function isBite({ unit, grams }: HouseholdMeasure): boolean {
  return /^oz(?:, boneless)?$/i.test(unit) && grams < MIN_WEIGHED_CUT_G;
}

/** Lower is better: usual measures in their order, then the unusual ones in theirs, then what is not served at all. */
function placeOf(measure: HouseholdMeasure, habit: Habit): number {
  const { unit, amount, grams } = measure;
  const { order, fromG, toG } = habit;
  const at = order.findIndex((kind) => isOfKind(measure, kind));
  const isUnusual =
    grams < fromG ||
    grams > toG ||
    amount > MAX_PIECES ||
    amount < MIN_FRACTION ||
    (habit === DRINKS && isSip(measure)) ||
    isOddSize(unit, order);
  const isServed =
    grams <= MAX_SERVING_G && !NOT_SERVED.test(unit) && !(WHOLE.test(unit) && grams > MAX_PACKET_G);
  // A weight that is wrong leaves nothing of a measure, while a can is still a can.
  const doubt = statesAnotherWeight(measure) ? (IS_WEIGHED.test(unit) ? 2 : 1) : 0;
  const tier = (isUnusual ? 1 : 0) + doubt + (isServed ? 0 : NOT_SERVED_TIER);
  return (at === -1 ? order.length : at) + tier * (order.length + 1);
}

/** After everything that is served, however unusual or doubtful. */
const NOT_SERVED_TIER = 4;

function isSip({ unit, grams }: HouseholdMeasure): boolean {
  return OUNCE.test(unit) && grams < MAX_SIP_G;
}

function isOddSize(unit: string, order: readonly Kind[]): boolean {
  return (
    order !== EGGS.order &&
    order !== PICKLES.order &&
    UNUSUAL.test(unit) &&
    !MEDIUM.test(unit.replace(/\bleaf.*/i, ''))
  );
}

function isOfKind({ unit }: HouseholdMeasure, kind: Kind): boolean {
  if (kind !== 'piece') return kind.test(unit);
  return ![OUNCE, SPOON, TEASPOON, CUP].some((measured) => measured.test(unit));
}

/** A weight in the words of a measure: `3/4 oz`, `1-1/4 lb`, `.75 oz`, `16 oz.`. */
const STATED = /(?:(\d+)-)?(\d+\/\d+|\d*\.?\d+) ?(fl oz|oz|lb)\b\.?/gi;
const IS_WEIGHED = /^(?:fl oz|oz|lb)\b/i;
const GRAMS_OF: Readonly<Record<string, number>> = { oz: OUNCE_G, lb: 453.6, 'fl oz': FLUID_OUNCE_ML };
/** The weight of something else: what it was before it was cooked, drained or boned, or the whole package. */
const OF_SOMETHING_ELSE =
  /\b(?:yields?|raw|uncooked|cooked|bone|shell|drained|refuse|package|pkg|per|of|mix|make|prepared)\b|^can (?!\(?[\d.]+ ?fl)/i;
/** Weights are rounded to a quarter of an ounce; syrup is heavier than water, and soft ice cream half air. */
const WEIGHT_TOLERANCE = 1.25;
const HEAVIEST_LIQUID = 1.45;
const LIGHTEST_LIQUID = 0.45;

/** Whether the words of a measure state a weight or volume that its grams cannot be: `3 oz` of 117 g. */
function statesAnotherWeight(measure: HouseholdMeasure): boolean {
  const stated = statedWeights(measure);
  return stated.length > 0 && !stated.some(({ isRight }) => isRight);
}

function statedWeights({ amount, unit, grams }: HouseholdMeasure): { text: string; isRight: boolean }[] {
  if (OF_SOMETHING_ELSE.test(unit)) return [];
  const worded = IS_WEIGHED.test(unit) ? `${amount} ${unit}` : unit;
  return [...worded.matchAll(STATED)].map(([text, whole = '0', part, of]) => {
    const [top, bottom = '1'] = part!.split('/');
    const isVolume = of!.length > 2;
    const least = isVolume ? LIGHTEST_LIQUID : 1 / WEIGHT_TOLERANCE;
    const most = isVolume ? HEAVIEST_LIQUID : WEIGHT_TOLERANCE;
    const one = memberOf(GRAMS_OF, of!.toLowerCase())! * (Number(whole) + Number(top) / Number(bottom));
    // It is that of one piece, or of all of them.
    const ratios = [grams / one, grams / (one * amount)];
    return { text, isRight: ratios.some((ratio) => ratio > least && ratio < most) };
  });
}

/** The same measure without a weight that its grams contradict; a portion where nothing else is left of it. */
function withoutOtherWeights(measure: HouseholdMeasure): HouseholdMeasure {
  const { amount, unit, grams } = measure;
  const wrong = statedWeights(measure).filter(({ isRight }) => !isRight);
  if (wrong.length === 0) return measure;
  if (IS_WEIGHED.test(unit)) {
    const right = statedWeights({ amount: 1, unit: `serving ${unit}`, grams }).find(({ isRight }) => isRight);
    return { amount: 1, unit: right === undefined ? 'serving' : `serving (${right.text})`, grams };
  }
  const rest = wrong.reduce((text, { text: weight }) => text.replace(weight, ''), unit);
  return { amount, unit: rest.replace(/ ?\( *\)/g, '').trim(), grams };
}

/** Where a weight comes from, which says nothing about the serving: "(yield from 1 lb raw meat with refuse)". */
const ORIGIN = / ?\((?:[^()]*\b(?:yield from|yield after|weighing|average weight|approximate)\b[^()]*)\)/gi;
/** Notes for the authors of the table, not for its readers. */
const NOTES =
  /,? (?:NFS|NS as to .*|From \d+|(?:Ghirardelli )?(?:2011 )?label(?: 2011)?|1 cracker = .*|(?:serving size )?varied .*)$/;

/** "1 potato medium", "1 cookie, medium". */
const SIZE_BEHIND = /^(\S+) ([a-z]+),? (small|medium|large)\b/i;

/**
 * How a person would word a measure, its grams included: 0.5 `cup, (4 fl oz)` of 126 g is "1/2 cup (4 fl oz) (126 g)".
 * The grams come last, since a volume or a raw weight before them is another figure.
 */
export function wordServing(measure: HouseholdMeasure): string {
  const { amount, unit, grams } = withoutOtherWeights(measure);
  const worded = `${FRACTIONS.get(amount) ?? amount} ${unit}`
    .replace(/\s+/g, ' ')
    .replace('can can', 'can')
    .replace(/\bTBSP\b/, 'tbsp')
    .replace(/(\d)(?=(?:oz|serving)\b)/g, '$1 ')
    .replace(/\( /g, '(')
    .replace(/ \)/g, ')')
    .replace(ORIGIN, '')
    .replace(NOTES, '')
    .replace(/^(\S+) item\b/, '$1 piece')
    .replace(/^1 serving (?=\d)(?!\d+ servings)/, '')
    .replace(SIZE_BEHIND, (_, count, what, size) => `${count} ${size} ${what.toLowerCase()}`)
    .replace(/\b(?:1 )?NLEA serving/gi, '1 serving')
    .replace(/^(\S+) 1 serving/, '$1 serving')
    .replace(/, (?=\()/g, ' ')
    .replace(/(?:, )+/g, ', ')
    .replace(/^(\S+ serving) \(1 serving(?:\)| size = )/, (_, serving) => `${serving} (`)
    .replace(/ \($/, '')
    .replace(/^(\S+ (?:lemon|lime)) yields$/, 'juice of $1')
    .replace('1/ 2', '1/2')
    .replace(/\binch, sub$/, 'inch sub')
    .replace(/\bbscuit\b/, 'biscuit')
    .replace(/^(\S+ )([A-Z])(?=[a-zé])/, (_, count, letter) => count + letter.toLowerCase())
    .replace(/\([^)]*$/, '$&)')
    .replace(/[ ,.]+$/, '')
    .replace(/\.\)$/, ')');
  return `${worded} (${grams} g)`;
}
