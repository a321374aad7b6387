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

const OUNCE_G = 28.35;
const FLUID_OUNCE_ML = 29.57;

// A millilitre of food is taken as a gram, as labels themselves do.
const UNITS: ReadonlyMap<string, Unit> = new Map([
  ...units(
    3,
    1,
    'g gr grs gm gms grm gram grams gramm gramme grammes gramo gramos grammo grammi grama gramas',
  ),
  ...units(3, 1, 'г гр грам грамм грамма граммов γρ غ غرام جرام גרם 克 公克 グラム 그램'),
  ...units(3, 1000, 'kg kgs kilo kilos kilogram kilogramm kilogramme кг 公斤 千克'),
  ...units(3, 0.001, 'mg мг 毫克'),
  ...units(
    2,
    1,
    'ml mls mlt cc millilitre millilitres milliliter milliliters mililitro mililitros millilitri',
  ),
  ...units(2, 1, 'мл מל مل 毫升 ミリリットル 밀리리터'),
  ...units(2, 10, 'cl centilitres'),
  ...units(2, 100, 'dl'),
  ...units(2, 1000, 'l lt ltr litre litres liter liters litro litros litri л 升 リットル'),
  ...units(1, OUNCE_G, 'oz ozs onz ounce ounces onza onzas unze unzen'),
  ...units(1, FLUID_OUNCE_ML, 'oza floz fluidounce fluidounces flounce flounces'),
  ...units(1, 453.59, 'lb lbs pound pounds'),
]);
/** Written without a space, a unit of these scripts may be followed by another word: 30克装. */
const UNSPACED_UNITS = '毫升|毫克|公克|公斤|千克|克|升|グラム|ミリリットル|リットル|그램|밀리리터';

/** 1,000, 1 000 and 1.000 are thousands; 12,5, 0,330 and 14.000 are decimals. */
const NUMBER = String.raw`[1-9]\d{0,2}(?:[, ]\d{3})+(?![\d,.])|[1-9]\.000(?!\d)|\d{1,7}(?:[.,]\d{1,20})?`;
const AMOUNT = new RegExp(
  [
    String.raw`(?:(?<times>\d{1,3}(?:[.,]\d)?)\s?[x×*]\s?)?`,
    String.raw`(?<![\d.,]|\d\s?/\s?)(?<number>${NUMBER})(?:\s?/\s?(?<under>\d{1,2})|\s(?<top>\d{1,2})\s?/\s?(?<bottom>\d{1,2}))?`,
    String.raw`\s?-?(?:(?<unspaced>${UNSPACED_UNITS})|(?<unit>fl(?:uid)?\.?\s?o(?:z|unces?)|\p{L}{1,13})(?!\p{L}))\.?`,
    String.raw`(?:\s?[x×*]\s?(?<more>\d{1,3})(?![\d.,]*\s?\p{L}))?`,
  ].join(''),
  'gu',
);
/** What says that the amount after it is the serving, where a wording gives the weight of the package as well. */
const SERVING_BEFORE =
  /(?:=|≈|(?:servings?|portions?|portie|porzione|porciones|porción|porcion|porção|porcja|porce|dose|dosis|порция|порции|份|一份|1回分|食分)(?:\s(?:size|of|de|da|van|von|di|à))?)\s?[:=(]?\s?(?:ca\.?|approx\.?|about|env\.?|environ|etwa|~)?\s?$/u;
/** "40 g (40 g)" says one thing twice. */
const SAID_TWICE = /^(.+?) \((.+)\)$/;
const FLOAT_NOISE = /(?!\b[1-9]\.000(?!\d))\b\d+\.\d{3,}/g;
const VULGAR_FRACTION = /[¼-¾⅐-⅞]/gu;

/** Reads the serving of a label: its wording tidied, and its grams, from the wording where it gives them. */
export function readServing(wording: string | null, quantity: number | null): Serving {
  const read = wording === null ? NOTHING : readWording(wording);
  // What the label says counts before a figure somebody typed.
  const grams = read.grams ?? quantity;
  const known = grams !== null && Number.isFinite(grams) && grams > 0 && grams <= LARGEST_SERVING_G;
  return { serving_desc: read.desc, serving_size_g: known ? Math.round(grams * 100) / 100 : null };
}

interface Wording {
  desc: string | null;
  grams: number | null;
}
const NOTHING: Wording = { desc: null, grams: null };

const readWording = remember((wording): Wording => {
  const desc = tidyWording(wording);
  return desc === '' ? NOTHING : { desc, grams: gramsInWording(desc) };
});

interface Amount {
  grams: number;
  count: number;
  unit: Unit;
  isServing: boolean;
}

/** "2 biscuits (25 g)" → 25, "0,33 L" → 330, "250 g package, 1 serving = 50 g" → 50, "serving" → null. */
function gramsInWording(wording: string): number | null {
  const amounts = readAmounts(wording);
  const serving = amounts.find(({ isServing }) => isServing);
  if (serving !== undefined && amounts.length > 1 && serving !== amounts[0]) return serving.grams;
  const best = amounts.reduce<Amount | null>(
    (best, amount) => (best === null || amount.unit.exactness > best.unit.exactness ? amount : best),
    null,
  );
  return best === null ? null : (gramsOfOunces(amounts, best) ?? best.grams);
}

function readAmounts(wording: string): Amount[] {
  const text = wording
    .replace(VULGAR_FRACTION, (fraction) => ` ${fraction}`)
    .normalize('NFKC')
    .replaceAll('\u2044', '/')
    .toLowerCase();
  const amounts: Amount[] = [];
  for (const { index, groups } of text.matchAll(AMOUNT)) {
    const name = groups!.unspaced ?? groups!.unit!.replace(/[\s.]/g, '');
    const unit = UNITS.get(name);
    const count = unit === undefined ? 0 : readCount(groups!, unit);
    if (unit === undefined || count <= 0) continue;
    amounts.push({
      grams: count * unit.grams,
      count,
      unit,
      isServing: SERVING_BEFORE.test(text.slice(0, index)),
    });
  }
  return amounts;
}

function readCount(groups: Record<string, string | undefined>, unit: Unit): number {
  const { times, number, under, top, bottom, more } = groups;
  const factor = Number((times ?? more ?? '1').replace(',', '.'));
  const value = readNumber(number!, unit);
  if (under !== undefined) return (factor * value) / Number(under);
  if (top !== undefined) return factor * (value + Number(top) / Number(bottom));
  return factor * value;
}

/** Nobody serves a thousand kilograms: "1,500 kg" is one and a half. */
function readNumber(text: string, { grams }: Unit): number {
  const isThousands = /(?:[, ]\d{3}|^\d\.000)$/.test(text) && !text.startsWith('0') && grams < 1000;
  return Number(isThousands ? text.replace(/[., ]/g, '') : text.replace(' ', '').replace(',', '.'));
}

/** "3 oz (28 g)" gives the weight of one ounce, and means three. */
function gramsOfOunces(amounts: readonly Amount[], best: Amount): number | null {
  const ounces = amounts.find(({ unit }) => unit.grams === OUNCE_G);
  if (ounces === undefined || ounces.count < 2 || best.unit.exactness < 3) return null;
  return Math.abs(best.grams - OUNCE_G) < 0.5 ? ounces.grams : null;
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
