import { readQuantity } from './quantity.ts';
import {
  foldLine,
  MEASURE_WORDS,
  OF_WORDS,
  type Phrases,
  PREPARATION_WORDS,
  SIZE_WORDS,
  type Size,
  TASTE_PHRASES,
  UNITS,
  type Unit,
} from './recipe-words.ts';

/** A line of a recipe as read, before any food is looked up. */
export interface IngredientLine {
  /** Null where the line names no amount, as in `salt to taste`. */
  quantity: number | null;
  /** Null for pieces without a word for them, as in `3 eggs`. */
  unit: Unit | null;
  size: Size | null;
  /** What one package or piece holds, as in `1 (14 oz) can`. */
  contents: { quantity: number; unit: Unit } | null;
  /** What to look for, without preparation. */
  name: string;
}

const BULLET = /^\s*(?:[-–—•*·▢☐]|\d+[.)](?=\s))\s*/u;
const PARENTHESES = /\([^()]*\)/g;
const SPACES = /\s+/g;
/** `tomatoes x2`, `Mehl 200 g`: an amount at the end. */
const TRAILING = /^(?<name>.*?[\p{L})])[\s:,–-]+(?:x\s?)?(?<amount>\d.*)$/u;
/** Behind these, a line says what is done with the ingredient. */
const ASIDE = /\s*(?:[,;]|\s[-–—]\s).*$/su;

export function readIngredientLine(line: string): IngredientLine {
  const text = foldLine(line).replace(BULLET, '').replace(SPACES, ' ').trim();
  const rest = withoutTaste(text);
  const reading = readAmountFirst(rest) ?? readAmountLast(rest);
  if (reading !== null) return reading;
  return { quantity: null, unit: null, size: null, contents: null, name: nameOf(rest) };
}

/** `to taste` and its like say nothing about the food. */
function withoutTaste(text: string): string {
  for (const phrase of TASTE_PHRASES) {
    const at = text.indexOf(phrase);
    const isWord =
      at !== -1 &&
      !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) &&
      !/[\p{L}\p{N}]/u.test(text.charAt(at + phrase.length));
    if (isWord) {
      const rest = `${text.slice(0, at)} ${text.slice(at + phrase.length)}`.replace(SPACES, ' ');
      return rest.replace(/^[\s,;(]+|[\s,;(]+$/g, '');
    }
  }
  return text;
}

function readAmountFirst(text: string): IngredientLine | null {
  const amount = readQuantity(text);
  if (amount !== null) return readAfterQuantity(amount.value, text.slice(amount.length));
  // `pinch of salt`: one of a unit.
  const unit = takePhrase(UNITS, text);
  return unit === null || unit.rest === '' ? null : finish(1, unit.value, null, null, unit.rest);
}

function readAfterQuantity(quantity: number, text: string): IngredientLine {
  const multiple = /^[x×]\s*(?=\d)/.exec(text);
  const inner = readContents(multiple === null ? text : text.slice(multiple[0].length), multiple !== null);
  if (inner !== null) {
    const container = takePhrase(UNITS, inner.rest);
    const holder = container !== null && isHolder(container.value) ? container : null;
    if (holder !== null || multiple !== null) {
      return finish(quantity, holder?.value ?? null, null, inner.contents, holder?.rest ?? inner.rest);
    }
    if (inner.isBracketed) return finish(quantity, null, null, inner.contents, inner.rest);
  }
  return readUnit(quantity, text);
}

function readUnit(quantity: number, text: string): IngredientLine {
  const measured = skipPhrase(MEASURE_WORDS, text);
  const sized = takePhrase(SIZE_WORDS, measured);
  const beforeUnit = sized?.rest ?? measured;
  const unit = takePhrase(UNITS, beforeUnit);
  // A unit needs something to be a unit of: `2 cloves` are the spice, `1 glass` nothing at all.
  if (unit === null || nameOf(unit.rest) === '') {
    return finish(quantity, null, sized?.value ?? null, null, beforeUnit);
  }
  // `400 g tin of tomatoes`: the amount is that of the food, the tin is only what it comes in.
  const holder = isHolder(unit.value) ? null : takePhrase(UNITS, unit.rest);
  if (holder !== null && isHolder(holder.value) && nameOf(holder.rest) !== '') {
    return finish(quantity, unit.value, sized?.value ?? null, null, holder.rest);
  }
  const bracketed = isHolder(unit.value) ? readContents(unit.rest, false) : null;
  const contents = bracketed?.isBracketed ? bracketed.contents : null;
  return finish(quantity, unit.value, sized?.value ?? null, contents, contents ? bracketed!.rest : unit.rest);
}

/** `14 oz`, `(14 oz)`, `14-ounce`: a weight or volume that says how much something holds. */
function readContents(
  text: string,
  isAlone: boolean,
): { contents: NonNullable<IngredientLine['contents']>; rest: string; isBracketed: boolean } | null {
  const bracket = /^\(([^()]*)\)\s*/.exec(text);
  const within = bracket === null ? text : bracket[1]!;
  const amount = readQuantity(within);
  if (amount === null) return null;
  const unit = takePhrase(UNITS, within.slice(amount.length).replace(/^-/, ''));
  if (unit === null || (unit.value.kind !== 'weight' && unit.value.kind !== 'volume')) return null;
  const rest = bracket === null ? unit.rest : text.slice(bracket[0].length);
  const isBracketed = bracket !== null;
  if (!isBracketed && !isAlone && rest === '') return null;
  return { contents: { quantity: amount.value, unit: unit.value }, rest, isBracketed };
}

function isHolder({ kind }: Unit): boolean {
  return kind === 'package' || kind === 'piece';
}

function readAmountLast(text: string): IngredientLine | null {
  const { name, amount } = TRAILING.exec(text)?.groups ?? {};
  if (name === undefined || amount === undefined) return null;
  const quantity = readQuantity(amount);
  if (quantity === null) return null;
  const behind = amount.slice(quantity.length).replace(/[.)]+$/, '');
  const unit = behind === '' ? null : takePhrase(UNITS, behind);
  if (behind !== '' && (unit === null || unit.rest !== '')) return null;
  return finish(quantity.value, unit?.value ?? null, null, null, name);
}

function finish(
  quantity: number,
  unit: Unit | null,
  size: Size | null,
  contents: IngredientLine['contents'],
  rest: string,
): IngredientLine {
  const named = skipPhrase(OF_WORDS, rest);
  const sized = size === null ? takePhrase(SIZE_WORDS, named) : null;
  return { quantity, unit, size: size ?? sized?.value ?? null, contents, name: nameOf(sized?.rest ?? named) };
}

/** What is left of a line once amounts are taken away: the food, without what is done to it. */
function nameOf(text: string): string {
  const bare = text.replace(PARENTHESES, ' ').replace(SPACES, ' ').trim();
  const beforeAside = bare.replace(ASIDE, '').trim();
  const words = (beforeAside === '' ? bare : beforeAside).split(' ');
  const kept = words.filter((word) => !PREPARATION_WORDS.has(word.replace(/[.,]$/, '')));
  return (kept.length === 0 ? words : kept).join(' ').replace(/^[\s,.:;-]+|[\s,.:;-]+$/g, '');
}

function takePhrase<Value>(phrases: Phrases<Value>, text: string): { value: Value; rest: string } | null {
  const found = phrases.find(text);
  return found === null ? null : { value: found.value, rest: text.slice(found.length).trimStart() };
}

function skipPhrase(phrases: Phrases<true>, text: string): string {
  return takePhrase(phrases, text)?.rest ?? text;
}
