import { remember } from '../../src/food/remember.ts';
import { cleanText } from './clean-text.ts';

export interface Serving {
  serving_desc: string | null;
  serving_size_g: number | null;
}

/** Nobody serves more than this at once; larger figures are the weight of a package, or a slip. */
const LARGEST_SERVING_G = 2000;
const LONGEST_WORDING = 120;

interface Unit {
  grams: number;
  /** Of several amounts in one wording the most exact counts: grams, then volumes, then ounces. */
  exactness: number;
}

// A millilitre of food is taken as a gram, as labels themselves do.
const UNITS: ReadonlyMap<string, Unit> = new Map([
  ...units(3, 1, 'g gr grm gram grams gramm gramme grammes gramos grammi г'),
  ...units(3, 1000, 'kg'),
  ...units(2, 1, 'ml mlt мл'),
  ...units(2, 10, 'cl'),
  ...units(2, 100, 'dl'),
  ...units(2, 1000, 'l litre liter'),
  ...units(1, 28.35, 'oz onz ounce ounces'),
  ...units(1, 29.57, 'oza floz fl.oz'),
  ...units(1, 453.59, 'lb lbs'),
]);
const AMOUNT = /(\d{1,7}(?:[.,]\d{1,20})?)\s?(fl\.? ?oz|[a-zA-Zг-м]{1,7})(?![\p{L}])/gu;
/** "40 g (40 g)" says one thing twice. */
const SAID_TWICE = /^(.+?) \((.+)\)$/;
const FLOAT_NOISE = /\d+\.\d{3,}/g;

/** Reads the serving of a label: its wording tidied, and its grams, from the wording where it tells them. */
export function readServing(wording: string | null, quantity: number | null): Serving {
  const told = wording === null ? NOTHING_TOLD : readWording(wording);
  // What the label says counts before a figure somebody typed.
  const grams = told.grams ?? quantity;
  const known = grams !== null && Number.isFinite(grams) && grams > 0 && grams <= LARGEST_SERVING_G;
  return { serving_desc: told.desc, serving_size_g: known ? Math.round(grams * 100) / 100 : null };
}

interface Wording {
  desc: string | null;
  grams: number | null;
}
const NOTHING_TOLD: Wording = { desc: null, grams: null };

const readWording = remember((wording): Wording => {
  const desc = tidyWording(wording);
  return desc === '' ? NOTHING_TOLD : { desc, grams: gramsInWording(desc) };
});

/** "2 biscuits (25 g)" → 25, "0,33 L" → 330, "serving" → null. */
function gramsInWording(wording: string): number | null {
  let grams: number | null = null;
  let exactness = 0;
  for (const [, amount, name] of wording.matchAll(AMOUNT)) {
    const unit = UNITS.get(name!.toLowerCase().replace(' ', ''));
    const value = unit === undefined ? 0 : Number(amount!.replace(',', '.')) * unit.grams;
    if (unit === undefined || value <= 0 || unit.exactness <= exactness) continue;
    grams = value;
    exactness = unit.exactness;
  }
  return grams;
}

function units(exactness: number, grams: number, names: string): [string, Unit][] {
  return names.split(' ').map((name) => [name, { grams, exactness }]);
}

function tidyWording(wording: string): string {
  const tidy = cleanText(wording).slice(0, LONGEST_WORDING).toWellFormed().replace(FLOAT_NOISE, unnoise);
  const [, outside, inside] = SAID_TWICE.exec(tidy) ?? [];
  return outside !== undefined && outside === inside ? outside : tidy;
}

/** A dump writes 14.000000000000002 for 14 and 30.05047 for 30.05. */
function unnoise(number: string): string {
  return String(Math.round(Number(number) * 100) / 100);
}
