import { readQuantity } from './quantity.ts';
import {
  BETWEEN_WORDS,
  isMeasured,
  JOINING_WORDS,
  RANGE_WORDS,
  skipPhrase,
  takePhrase,
  UNITS,
  type Unit,
} from './recipe-words.ts';

/** A quantity with its unit. */
export interface Amount {
  quantity: number;
  unit: Unit;
}

/** An amount with the text after it. */
interface Continued {
  quantity: number;
  /** What is to be added in a unit that the first cannot be converted to. */
  further?: Amount;
  rest: string;
}

/** Units of one system: an amount in another may repeat the same. */
export const METRIC: ReadonlySet<string> = new Set(['mg', 'g', 'hg', 'kg', 'ml', 'cl', 'dl', 'l']);
/** How far apart two measures of the same amount may be: `1 lb 450 g`, `1 cup 250 ml`. */
const SAME_AMOUNT_WITHIN = 0.15;
/** `1 kg 500 de farine`: thousandths of the unit, which French does not name. */
const THOUSANDTHS = /^(\d{3})\s+(?=d[e'])/;
const DIGIT = /^[\d½¼¾⅓⅔⅛]/;
const DASH = /^[-–—]\s?(?=\d)/;

/** A first amount and what the text after it adds; null if that text is not an amount. */
export function furtherAmount(first: Amount, text: string): Continued | null {
  return addNext(first, text) ?? readRange(first, text) ?? addJoined(first, text);
}

/**
 * `1 lb 4 oz`: an amount of a smaller unit right after the first adds to it; one of about the same size in another
 * system of units repeats it.
 */
export function addNext({ quantity, unit }: Amount, behind: string): Continued | null {
  const text = behind.replace(/^,\s+/, '');
  if (!DIGIT.test(text) || !isMeasured(unit)) return null;
  const thousandths = unit.amount === 1000 ? THOUSANDTHS.exec(text) : null;
  if (thousandths !== null) {
    return { quantity: quantity + Number(thousandths[1]) / 1000, rest: text.slice(thousandths[0].length) };
  }
  const next = readAmount(text);
  const further = next === null ? null : inUnit(next, unit);
  if (next === null || further === null) return null;
  const isSame = Math.abs(further - quantity) <= quantity * SAME_AMOUNT_WITHIN;
  if (isSame && METRIC.has(unit.name) !== METRIC.has(next.unit.name)) return { quantity, rest: next.rest };
  return further < 1 ? { quantity: quantity + further, rest: next.rest } : null;
}

/** `2 cups to 3 cups`, `200 g - 250 g`: the mean, as for a range with one unit. */
function readRange(first: Amount, text: string): Continued | null {
  const isRange = DASH.test(text) || RANGE_WORDS.find(text) !== null;
  return isRange ? meanWith(first, skipPhrase(RANGE_WORDS, text.replace(DASH, ''))) : null;
}

/** `between 100 g and 150 g`: a range with its unit after both numbers. */
export function readBetween(text: string): (Amount & { rest: string }) | null {
  const between = takePhrase(BETWEEN_WORDS, text);
  const first = between === null ? null : readAmount(between.rest);
  if (first === null) return null;
  const to = takePhrase(JOINING_WORDS, first.rest) ?? takePhrase(RANGE_WORDS, first.rest);
  const mean = to === null ? null : meanWith(first, to.rest);
  return mean === null ? null : { ...mean, unit: first.unit };
}

/** `1 cup and 2 tbsp`, `una taza y media`. */
function addJoined({ quantity, unit }: Amount, text: string): Continued | null {
  const joined = takePhrase(JOINING_WORDS, text);
  if (joined === null) return null;
  const next = readAmount(joined.rest);
  const further = next === null ? null : inUnit(next, unit);
  if (next !== null && further === null) return { quantity, further: next, rest: next.rest };
  if (next !== null) return { quantity: quantity + further!, rest: next.rest };
  const part = readQuantity(joined.rest);
  return part === null || part.value >= 1
    ? null
    : { quantity: quantity + part.value, rest: joined.rest.slice(part.length) };
}

/** The mean of an amount and a larger one that a text begins with. */
function meanWith({ quantity, unit }: Amount, text: string): Continued | null {
  const second = readAmount(text);
  const most = second === null ? null : inUnit(second, unit);
  return second === null || most === null || most < quantity
    ? null
    : { quantity: (quantity + most) / 2, rest: second.rest };
}

function readAmount(text: string): (Amount & { rest: string }) | null {
  const amount = readQuantity(text);
  const unit = amount === null ? null : takePhrase(UNITS, text.slice(amount.length));
  return amount === null || unit === null
    ? null
    : { quantity: amount.value, unit: unit.value, rest: unit.rest };
}

/** An amount converted to a unit; null where one is a weight and the other a volume, or neither has a size. */
function inUnit(amount: Amount, unit: Unit): number | null {
  if (!amount.unit.amount || !unit.amount || amount.unit.kind !== unit.kind) return null;
  return (amount.quantity * amount.unit.amount) / unit.amount;
}
