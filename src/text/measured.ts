import { memberOf } from '../member-of.ts';
import { amountWords, isHolder, isMeasured, takeUnit, type Unit } from './amount-words.ts';
import type { Language } from './languages.ts';
import { convert, readQuantity } from './quantity.ts';
import {
  bracketsIn,
  isJoined,
  isWord,
  type Taken,
  type Token,
  type Tokens,
  textOf,
  tokenize,
} from './tokens.ts';

/** A quantity with its unit. */
export interface Measured {
  quantity: number;
  unit: Unit;
}

/** A weight or volume that a text gives beside its amount: `1 (14 oz) can`, `2 cups (250 g) flour`. */
export interface Contents extends Measured {
  /** Whether it is all of the amount, or what each package or piece holds; null where only the food can tell. */
  isTotal: boolean | null;
}

/** A second measure of the same amount differs by no more: `1 lb 450 g`, `1 cup 250 ml`. */
const SAME_AMOUNT_WITHIN = 0.15;
/** Units of one system: an amount in another may repeat the same. */
const METRIC: ReadonlySet<string> = new Set(['mg', 'g', 'hg', 'kg', 'ml', 'cl', 'dl', 'l']);
export function isMetric({ name }: Unit): boolean {
  return METRIC.has(name);
}

/** English abbreviates some units to an initial, and its case distinguishes spoons: `2 T sugar`, `1 t salt`. */
const INITIALS: Readonly<Record<string, string>> = { T: 'tbsp', t: 'tsp', C: 'cup', c: 'cup' };
/** Behind an initial of another language: `1 c de sucre`. */
const OF = /^(?:à|a|d'|d[aei]|del|du|von)$/;

/** The tokens of a text, with an amount that is said twice said once: `400g/14oz`, `1 cup/130 g`. */
export function tokenizeAmounts(text: string, language: Language | null): Tokens {
  const isEnglish = (language ?? 'en') === 'en';
  const tokens = withDecimals(withGroups(tokenize(text), isEnglish), language).map((token, at, all) => {
    const unit = isEnglish && all[at - 1]?.value != null ? memberOf(INITIALS, token.typed) : undefined;
    if (unit === undefined || isJoined(all.slice(at + 1)) || OF.test(all[at + 1]?.text ?? '')) return token;
    return { ...token, text: unit };
  });
  return withoutRepeated(tokens);
}

/**
 * `1 500 g`: digits in groups. English separates them by commas, so that there only noughts are surely a group; and `1 400 g tin` is
 * one tin.
 */
function withGroups(tokens: Tokens, isEnglish: boolean): Tokens {
  const first = tokens.findIndex(({ typed }, at) => /^[1-9]\d{0,2}$/.test(typed) && isGroup(tokens[at + 1]));
  if (first === -1) return tokens;
  const end = tokens.findIndex((token, at) => at > first && !isGroup(token));
  const behind = end === -1 ? [] : tokens.slice(end);
  const groups = tokens.slice(first, end === -1 ? undefined : end);
  const unit = takeUnit(behind);
  const isHeld = unit !== null && isHolder(takeUnit(unit.rest)?.value ?? unit.value);
  const isMeant =
    groups[1]!.typed.startsWith('0') || (!isEnglish && unit !== null && isMeasured(unit.value) && !isHeld);
  const typed = groups.map((group) => group.typed).join(' ');
  const value = Number(typed.replaceAll(' ', ''));
  const read = isMeant ? [{ ...groups[0]!, text: typed, typed, value }] : groups;
  return [...tokens.slice(0, first), ...read, ...withGroups(behind, isEnglish)];
}

function isGroup(token: Token | undefined): boolean {
  return token?.isSpaced === true && /^\d{3}$/.test(token.typed);
}

const THOUSANDTHS: Readonly<Record<string, RegExp>> = { '.': /^\d{1,3}\.\d{3}$/, ',': /^\d{1,3},\d{3}$/ };
/** Nobody weighs thousandths of these. */
const SMALL: ReadonlySet<string> = new Set(['g', 'mg', 'mcg', 'ml']);

/** `1.500 kg` of English and `1,500 kg` of the other languages have decimals; elsewhere three digits are a group. */
function withDecimals(tokens: Tokens, language: Language | null): Tokens {
  const mark = THOUSANDTHS[language === 'en' ? '.' : ',']!;
  return tokens.map((token, at) => {
    const unit = language !== null && mark.test(token.typed) ? takeUnit(tokens.slice(at + 1)) : null;
    const isDecimal = unit !== null && isMeasured(unit.value) && !SMALL.has(unit.value.name);
    return isDecimal ? { ...token, value: Number(token.typed.replace(',', '.')) } : token;
  });
}

/** Of the same amount repeated behind slashes, a weight says most; behind another weight it adds nothing. */
function withoutRepeated(tokens: Tokens): Tokens {
  const slash = tokens.findIndex(
    (_, at) => isWord(tokens[at - 1]) && readRepeated(tokens.slice(at)) !== null,
  );
  if (slash === -1) return tokens;
  const before = tokens.slice(0, slash);
  let rest: Tokens = tokens.slice(slash);
  let weight: Tokens = [];
  for (let next = readRepeated(rest); next !== null; next = readRepeated(rest)) {
    if (next.value.kind === 'weight') weight = rest.slice(1, rest.length - next.rest.length);
    rest = next.rest;
  }
  const isWeighed = takeUnit(before.slice(-1))?.value.kind === 'weight' && before.at(-2)?.text !== 'fl';
  if (isWeighed || weight.length === 0) return [...before, ...withoutRepeated(rest)];
  const [opened, closed] = ['(', ')'].map((sign) => before.findLastIndex(({ text }) => text === sign));
  const [opening = '', closing = ''] = opened! > closed! ? [','] : '()';
  const total = tokenize(` ${opening} ${textOf(weight)} total ${closing}`);
  return [...before, ...total, ...withoutRepeated(rest)];
}

/** `/14oz`, `/2lb 4oz - 3lb`. */
function readRepeated(tokens: Tokens): Taken<Unit> | null {
  const amount = tokens[0]?.text === '/' ? readOneMeasured(tokens.slice(1)) : null;
  if (amount === null || !isMeasured(amount.unit)) return null;
  let { rest } = amount;
  for (let next: typeof amount | null = amount; next !== null; rest = next?.rest ?? rest)
    next = readOneMeasured(rest[0]?.text === '-' ? rest.slice(1) : rest);
  return { value: amount.unit, rest };
}

/** A quantity and its unit, with what another one right behind it adds: `1 lb 4 oz`. */
function readMeasured(tokens: Tokens): (Measured & { rest: Tokens }) | null {
  const first = readOneMeasured(tokens);
  return first === null ? null : { ...first, ...addNext(first, first.rest) };
}

function readOneMeasured(tokens: Tokens): (Measured & { rest: Tokens }) | null {
  const quantity = readQuantity(tokens);
  const unit = quantity === null ? null : takeUnit(quantity.rest);
  return unit === null ? null : { quantity: quantity!.value, unit: unit.value, rest: unit.rest };
}

/** A first amount, and what the text behind it adds to it. */
interface Added {
  quantity: number;
  /** What is to be added in a unit that the first cannot be converted to. */
  further?: Measured;
  rest: Tokens;
}

/**
 * `1 lb 4 oz`: an amount of a smaller unit right after the first adds to it; one of about the same size in another
 * system of units repeats it.
 */
function addNext({ quantity, unit }: Measured, behind: Tokens): Added | null {
  const tokens = behind[0]?.text === ',' ? behind.slice(1) : behind;
  const [number, ...rest] = tokens;
  if (number === undefined || number.value === null || !isMeasured(unit)) return null;
  // `1 kg 500 de farine`: thousandths of the unit, which French does not name.
  if (unit.amount === 1000 && /^\d{3}$/.test(number.text) && /^d[e']$/.test(rest[0]?.text ?? '')) {
    return { quantity: quantity + number.value / 1000, rest };
  }
  const next = readOneMeasured(tokens);
  const further = next === null ? null : convert(next, unit);
  if (next === null || further === null) return null;
  const isSame = Math.abs(further - quantity) <= quantity * SAME_AMOUNT_WITHIN;
  if (isSame && isMetric(unit) !== isMetric(next.unit)) return { quantity, rest: next.rest };
  return further < 1 ? { quantity: quantity + further, rest: next.rest } : null;
}

/** A first amount and what the text behind it adds; null if that is not an amount. */
export function add(first: Measured, behind: Tokens): Added | null {
  return addNext(first, behind) ?? addJoined(first, behind);
}

/** `1 cup and 2 tbsp`, `una taza y media`. */
function addJoined({ quantity, unit }: Measured, behind: Tokens): Added | null {
  const joined = amountWords().join.take(behind);
  if (joined === null) return null;
  const next = readOneMeasured(joined.rest);
  if (next === null) {
    const part = readQuantity(joined.rest);
    return part !== null && part.value < 1 ? { quantity: quantity + part.value, rest: part.rest } : null;
  }
  const further = convert(next, unit);
  // `a pint and a packet of crisps` are two things.
  if (isMeasured(unit) && next.unit.kind === 'package') return null;
  return further === null
    ? { quantity, further: next, rest: next.rest }
    : { quantity: quantity + further, rest: next.rest };
}

/** `14 oz`, `(14 oz)`, `14-ounce`: a weight or volume that says how much something holds. */
export function readContents(
  tokens: Tokens,
): { contents: Contents; rest: Tokens; isBracketed: boolean } | null {
  const [bracket] = bracketsIn(tokens);
  const isBracketed = bracket?.start === 0;
  const amount = readMeasured(isBracketed ? bracket.within : tokens);
  if (amount === null || !isMeasured(amount.unit)) return null;
  const { quantity, unit, rest } = amount;
  return {
    contents: { quantity, unit, isTotal: false },
    rest: isBracketed ? tokens.slice(bracket.end) : rest,
    isBracketed,
  };
}
