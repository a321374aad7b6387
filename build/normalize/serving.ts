import unitsTable from '../../data/serving-units.tsv' with { type: 'text' };
import { OUNCE_G } from '../../src/food/conversions.ts';
import type { Basis } from '../../src/food/food-record.ts';
import { remember } from '../../src/remember.ts';
import { readTable } from '../../src/text/data-table.ts';
import { cleanText } from './clean-text.ts';

export interface Serving {
  serving_desc: string | null;
  serving_size_g: number | null;
}

/** Nobody serves more than this at once; larger figures are the weight of a package, or a slip. */
const MAX_SERVING_G = 2000;
const MAX_WORDING_LENGTH = 120;

interface Unit {
  grams: number;
  /** The most exact of several amounts in one wording counts: grams, then volumes, then ounces. */
  exactness: number;
  measures: Basis;
}

const UNITS: ReadonlyMap<string, Unit> = new Map(
  readTable(unitsTable).flatMap(([amount, measures, exactness, words = '']) => {
    const unit = { grams: Number(amount), exactness: Number(exactness), measures: measures as Basis };
    return words.split(' ').map((word): [string, Unit] => [word, unit]);
  }),
);
/** Written without a space, a unit of these scripts may be followed by another word: 30克装. */
const UNSPACED_UNITS =
  '毫升|毫克|公克|公斤|千克|克|升|グラム|ミリリットル|リットル|그램|밀리리터|킬로그램|리터|กิโลกรัม|กรัม|มิลลิลิตร|ลิตร';

/** 1,000, 1 000, 1.000 and 1.500 are thousands; 12,5, 0,330, 1.417 and 14.000 are decimals. */
const POINTED_THOUSANDS = String.raw`[1-9]\.\d\d0(?!\d)`;
const NUMBER = String.raw`[1-9]\d{0,2}(?:[, ]\d{3})+(?![\d,.])|${POINTED_THOUSANDS}|\d{1,7}(?:[.,]\d{1,20})?|(?<!\p{L})\.\d{1,4}`;
const AMOUNT = new RegExp(
  [
    String.raw`(?:(?<![\d.,/])(?<times>\d{1,3}(?:[.,]\d)?|\d{1,2}/\d{1,2})\s?[x×*]\s?)?`,
    String.raw`(?<![\d.,]|\d\s?/\s?)(?<number>${NUMBER})(?:\s?/\s?(?<under>\d{1,2})|\s(?<top>\d{1,2})\s?/\s?(?<bottom>\d{1,2}))?`,
    String.raw`\s?-?(?:(?<unspaced>${UNSPACED_UNITS})|(?<unit>fl(?:uid)?\.?\s?o(?:z|unces?)|[\p{L}\p{M}]{1,13})(?![\p{L}\p{M}]))\.?`,
  ].join(''),
  'gu',
);
const ABOUT = String.raw`(?:ca\.?|circa|approx\.?|about|env\.?|environ|etwa|ok\.?|~)`;
/** Between what is counted and the weight of one. */
const EACH_BEFORE = 'à|a|de|da|di|of|von|van|zu|je|jeweils|per|po|по|av|af|[x×*@]';
const PORTION =
  'servings?|portion(?:s|en|er|i)?|porties?|porzion[ei]|porci[oó]n(?:es)?|por[cç](?:ão|ao|ões|oes)|porcj[aei]|porc[eií]|doses?|dosis|порци[ийяю]|(?<!\\p{L})parts?|份|1回分|食分';
/** Words for the serving before its amount, where a wording also gives the weight of the package. */
const SERVING_BEFORE = new RegExp(
  String.raw`(?:=|≈|(?:${PORTION})(?:\s(?:size|${EACH_BEFORE}))?)\s?[:=(]?\s?(?:${EACH_BEFORE})?\s?${ABOUT}?\s?$`,
  'u',
);
const WORD = String.raw`\p{L}[\p{L}\p{M}.'’-]*`;
/** "2 Stück à", "3 biscuits de", "2 slices (": how many pieces are weighed next. */
const PIECES_BEFORE = new RegExp(
  String.raw`(?<![\d.,/])(?<pieces>\d{1,2})\s?(?<piece>${WORD}(?:\s${WORD}){0,2}?)(?:[\s(,;:]{1,3}(?<each>${EACH_BEFORE}))?[\s(,;:]{0,3}${ABOUT}?\s?$`,
  'u',
);
/** "2 biscuits and a glass of 200 ml" has one glass, and "4 portions of 125 g" are four servings. */
const NOT_PIECES = new RegExp(
  String.raw`(?:${PORTION})(?!\p{L})|(?<!\p{L})(?:and|or|in|with|et|ou|dans|avec|und|oder|mit|e|o|con|com|y|en|met|plus)(?!\p{L})`,
  'u',
);
/** "15 g each", "15 g/slice". */
const EACH_AFTER =
  /^\s?(?:(?:each|ea|apiece|chacune?|jeweils|ciascun[oa]|cadaun[oa]|cada|c\/u|elk|styck|hver)(?!\p{L})|(?:\/|per |par |pro |por |je |la |l['’])\s?(?<one>\p{L}+))/u;
const ANY_PIECE = /^(?:pi[eè]ces?|pc|stück|stk|unit[eé]?|unidade?|ud|pezzo|stuk|sztuka|шт)$/u;
/** "15 g x 2", "15 g x 2 biscuits", but not "30 g x 100 ml". */
const TIMES_AFTER = /^\s?[x×*]\s?(?<more>\d{1,3})(?!\d|[.,]\d)\s?(?<counted>[\p{L}\p{M}]*)/u;
/** "40 g (40 g)" says one thing twice. */
const SAID_TWICE = /^(.+?) \((.+)\)$/;
const FLOAT_NOISE = new RegExp(String.raw`(?!\b${POINTED_THOUSANDS})\b\d+\.\d{3,}`, 'g');
const THOUSANDS = new RegExp(String.raw`[, ]\d{3}$|^${POINTED_THOUSANDS}$`);
const VULGAR_FRACTION = /[¼-¾⅐-⅞]/gu;
/** Arabic, Persian, Hindi, Bengali and Thai digits follow these, in their order. */
const ZEROS = [...'٠۰०০๐'];
const OTHER_DIGIT = /[٠-٩۰-۹०-९০-৯๐-๙]/g;
const HEBREW_QUOTE = /(?<=[א-ת])["'״׳”’]+/g;

/** Reads the serving of a label: its wording tidied, and its grams, from the wording where it gives them. */
export function readServing(wording: string | null, quantity: number | null): Serving {
  const read = wording === null ? NOTHING : readWording(wording);
  // What the label says takes precedence over a figure that somebody typed.
  const grams = read.grams ?? quantity;
  const known = grams !== null && Number.isFinite(grams) && grams > 0 && grams <= MAX_SERVING_G;
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

/** Whether a wording measures a weight or a volume: `33 cl`, `1 kg`, `2 biscuits (25 g)`, `1 can (12 oz/355 ml)`. */
export const unitOf = remember((wording): Basis | null => {
  return chooseAmount(readAmounts(cleanText(wording)))?.unit.measures ?? null;
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
  const best = chooseAmount(amounts);
  return best === null ? null : (gramsOfOunces(amounts, best) ?? best.grams);
}

/** The amount that is served: the one said to be the serving after another, else the most exact. */
function chooseAmount(amounts: readonly Amount[]): Amount | null {
  const serving = amounts.find(({ isServing }) => isServing);
  if (serving !== undefined && serving !== amounts[0]) return serving;
  return amounts.reduce<Amount | null>(
    (best, amount) => (best === null || amount.unit.exactness > best.unit.exactness ? amount : best),
    null,
  );
}

function readAmounts(wording: string): Amount[] {
  const text = inPlainDigits(wording);
  const amounts: Amount[] = [];
  for (const { 0: written, index, groups } of text.matchAll(AMOUNT)) {
    const unit = UNITS.get(groups!.unspaced ?? groups!.unit!.replace(/[\s.]/g, ''));
    if (unit === undefined) continue;
    const [before, after] = [text.slice(0, index), text.slice(index + written.length)];
    const pieces = groups!.times === undefined ? countPieces(before, after) : readTimes(groups!.times);
    const count = pieces * readCount(groups!, unit);
    if (!(count > 0)) continue;
    amounts.push({ grams: count * unit.grams, count, unit, isServing: SERVING_BEFORE.test(before) });
  }
  return amounts;
}

/** Lower case, 0 to 9 for the digits of every script, and units without the signs that Hebrew has in them. */
function inPlainDigits(wording: string): string {
  return wording
    .replace(VULGAR_FRACTION, (fraction) => ` ${fraction}`)
    .normalize('NFKC')
    .replaceAll('\u2044', '/')
    .replace(OTHER_DIGIT, (digit) =>
      String(digit.charCodeAt(0) - ZEROS.findLast((zero) => zero <= digit)!.charCodeAt(0)),
    )
    .replaceAll('٫', '.')
    .replace(HEBREW_QUOTE, '')
    .toLowerCase();
}

function readTimes(times: string): number {
  const [top, bottom = '1'] = times.replace(',', '.').split('/');
  return Number(top) / Number(bottom);
}

/** How many pieces the weight is multiplied by: three in "3 biscuits de 12 g", one in "3 biscuits (36 g)". */
function countPieces(before: string, after: string): number {
  const { more, counted } = TIMES_AFTER.exec(after)?.groups ?? {};
  if (more !== undefined) return UNITS.has(counted!) || NOT_PIECES.test(counted!) ? 1 : Number(more);
  const { pieces, piece, each } = PIECES_BEFORE.exec(before)?.groups ?? {};
  if (pieces === undefined || NOT_PIECES.test(piece!) || UNITS.has(piece!.split(/[\s.]/)[0]!)) return 1;
  return each !== undefined || isWeightOfOne(after, piece!) ? Number(pieces) : 1;
}

function isWeightOfOne(after: string, piece: string): boolean {
  const each = EACH_AFTER.exec(after);
  if (each === null) return false;
  const one = each.groups!.one;
  if (one === undefined) return true;
  return ANY_PIECE.test(one) || piece.split(' ').some((word) => word.slice(0, 3) === one.slice(0, 3));
}

function readCount({ number, under, top, bottom }: Record<string, string | undefined>, unit: Unit): number {
  const value = readNumber(number!, unit);
  if (under !== undefined) return value / Number(under);
  return top === undefined ? value : value + Number(top) / Number(bottom);
}

/** Nobody serves a thousand kilograms: "1,500 kg" is one and a half. */
function readNumber(text: string, { grams }: Unit): number {
  const isThousands = THOUSANDS.test(text) && !text.startsWith('0') && grams < 1000;
  return Number(isThousands ? text.replace(/[., ]/g, '') : text.replace(' ', '').replace(',', '.'));
}

/** "3 oz (28 g)" gives the weight of one ounce, and means three. */
function gramsOfOunces(amounts: readonly Amount[], best: Amount): number | null {
  const ounces = amounts.find(({ unit }) => unit.grams === OUNCE_G);
  if (ounces === undefined || ounces.count < 2 || best.unit.exactness < 3) return null;
  return Math.abs(best.grams - OUNCE_G) < 0.5 ? ounces.grams : null;
}

function tidyWording(wording: string): string {
  const tidy = cleanText(wording).slice(0, MAX_WORDING_LENGTH).toWellFormed().replace(FLOAT_NOISE, unnoise);
  const [, outside, inside] = SAID_TWICE.exec(tidy) ?? [];
  return outside !== undefined && outside === inside ? outside : tidy;
}

/** A dump writes 14.000000000000002 for 14 and 30.05047 for 30.05. */
function unnoise(number: string): string {
  return String(Math.round(Number(number) * 100) / 100);
}
