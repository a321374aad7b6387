import {
  amountWords,
  isHolder,
  isMeasured,
  isMetricVolume,
  type Size,
  takeUnit,
  type Unit,
} from './amount-words.ts';
import { fold } from './fold.ts';
import type { Language } from './languages.ts';
import { add, type Contents, type Measured, readContents } from './measured.ts';
import { readQuantity } from './quantity.ts';
import {
  bracketsIn,
  isJoined,
  isWord,
  type Taken,
  type Tokens,
  textOf,
  tokenize,
  withoutBrackets,
} from './tokens.ts';
import { stem } from './word-forms.ts';

/** How much of a food a text says: `2 cups of milk`, `rice 100 g`. */
export interface Amount {
  /** Null where only a size is said, as in `medium banana`. */
  quantity: number | null;
  /** Null for pieces without a unit, as in `3 eggs`. */
  unit: Unit | null;
  size: Size | null;
  contents: Contents | null;
  /** What is added in another unit: `2 tbsp` of `1 stick plus 2 tbsp butter`. */
  further: Measured | null;
  /** What is left of the text: the food. */
  rest: Tokens;
}

/** What a text can be compared with, since `1 fillet steak` is not a fillet and `5 spice` are not five. */
export interface FoodNames {
  /** The language of the text, where that is known. */
  language: Language | null;
  /** What a food is called that a text names as a whole; equal for two names of one food, null for no food. */
  find(text: string): string | null;
}

/** `2 cc de cumin` are spoons in French; `250 cc de leche` are millilitres in Spanish. */
const MAX_SPOONS = 10;
/** Units that mean one when no number precedes them: `pinch of salt`, but not `l` or `g`. */
const COUNTABLE: ReadonlySet<string> = new Set(['pinch', 'dash', 'splash', 'drop', 'handful', 'knob']);
/** An initial is too short to be a unit without a number right before it: `in` begins other things than inches. */
const MIN_UNIT_LENGTH = 3;
const LENGTHS: ReadonlySet<string> = new Set(['inch', 'cm']);
/** What comes in knobs; a `noix` of anything else is a nut. */
const FAT =
  /\b(?:butter|margarine|lard|ghee|oil|ginger|beurre|mantequilla|burro|ingwer|gingembre|zenzero)\b/i;
const EDGES = /^[\s,.:;–-]+|[\s,.:;–-]+$/g;
const TIMES = /^[x×]$/;
/** Signs that say nothing in a query. */
const NO_SIGN = /^[^\p{L}\p{N}–—/()[\],;:+&×-]$/u;
/** Nobody asks for more: the number is a code. */
const MAX_ASKED = 100_000;
/** Nobody needs more to say an amount: `between 1 lb 4 oz and 2 lb (900 g)`. */
export const MAX_TOKENS = 16;

/** What is left of a text without its amount, before a comma or dash, after which it says what is done with the food. */
export function splitAside(tokens: Tokens): { name: string; all: string } {
  const bare = withoutBrackets(tokens);
  const aside = bare.findIndex(
    ({ text, isSpaced }, at) =>
      /^[,;]$/.test(text) || (/^[-–—]$/.test(text) && isSpaced && bare[at + 1]?.isSpaced !== false),
  );
  const tidy = (part: Tokens) => textOf(part).replace(EDGES, '');
  return {
    name: tidy(aside === -1 ? bare : bare.slice(0, aside)),
    all: tidy(bare.filter(({ text }) => text !== ',')),
  };
}

function nameIn(tokens: Tokens): string {
  const { name, all } = splitAside(tokens);
  return name === '' ? all : name;
}

/** An amount at the beginning of a text. */
export function readAmountFirst(tokens: Tokens, foods: FoodNames): Amount | null {
  const quantity = readQuantityBefore(tokens, foods);
  if (quantity !== null) return readAfterQuantity(quantity, foods);
  // `pinch of salt`, `small knob of butter`, `cup of tea`: one of a unit.
  const { sizes, ofOne } = amountWords();
  const sized = sizes.take(tokens);
  const one = sized?.rest ?? tokens;
  const unit = takeUnit(one);
  if (unit === null || unit.rest.length === 0 || one[0]!.text.length < MIN_UNIT_LENGTH) return null;
  const isOne = COUNTABLE.has(unit.value.name) || isHolder(unit.value) || ofOne.take(tokens) !== null;
  if (!isOne || !isUnitOf(unit.value, unit.rest, foods)) return null;
  // `cup of tea x 3`.
  const last = readAmountLast(unit.rest);
  const times = last?.unit === null && last.quantity !== null ? last : { quantity: 1, rest: unit.rest };
  return finish(
    { quantity: times.quantity, unit: unit.value, size: sized?.value ?? null, rest: times.rest },
    foods,
  );
}

/** The longest name that begins with a number in words: `three bean salad`. */
const MAX_NAME_WORDS = 4;

/**
 * A number at the beginning of a text, unless it belongs to a name there: `quarter pounder`, `a quarter pounder`, `un demi`. A query of unknown
 * language is looked up as a whole first.
 */
function readQuantityBefore(tokens: Tokens, foods: FoodNames): Taken<number> | null {
  const quantity = readQuantity(tokens);
  if (quantity === null || tokens[0]!.value !== null || foods.language === null) return quantity;
  const behind = tokens.length - quantity.rest.length;
  const article = amountWords().numbers.get(tokens.slice(0, 1)) === 1 ? 1 : 0;
  if (article === behind) return quantity;
  if (article === 1 && foods.find(nameIn(tokens)) !== null) return { value: 1, rest: tokens.slice(1) };
  const name = nameIn(tokens.slice(article)).split(' ');
  const number = behind - article;
  for (let length = Math.min(name.length, MAX_NAME_WORDS); length > number; length--) {
    const named = foods.find(name.slice(0, length).join(' '));
    if (named === null || named === foods.find(name.slice(number, length).join(' '))) continue;
    return article === 0 ? null : { value: 1, rest: tokens.slice(1) };
  }
  return quantity;
}

function readAfterQuantity({ value: quantity, rest: tokens }: Taken<number>, foods: FoodNames): Amount {
  const long = readLength(tokens);
  if (long !== null) return readUnit(quantity * long.value, long.rest, foods);
  const isTimes = TIMES.test(tokens[0]?.text ?? '');
  const times = isTimes && tokens[1]?.value != null ? tokens.slice(1) : tokens;
  const inner = readContents(times);
  if (inner !== null) {
    const container = takeUnit(amountWords().sizes.skip(inner.rest));
    const holder = container !== null && isHolder(container.value) ? container : null;
    // `12-lb` of `1 12-lb turkey`.
    const isOfEach = times !== tokens || inner.isBracketed || isJoined(tokens.slice(1));
    if (holder !== null || isOfEach) {
      const [unit, rest] = [holder?.value ?? null, holder?.rest ?? inner.rest];
      return finish({ quantity, unit, contents: inner.contents, rest }, foods);
    }
  }
  return readUnit(quantity, isTimes ? tokens.slice(1) : tokens, foods);
}

/** `2-inch` of `1 2-inch piece of ginger`, in brackets or without: how long each piece is. */
function readLength(tokens: Tokens): Taken<number> | null {
  const [bracket] = bracketsIn(tokens);
  const plain = bracket?.start === 0 ? [...bracket.within, ...tokens.slice(bracket.end)] : tokens;
  const quantity = readQuantity(plain);
  const unit = quantity === null ? null : takeUnit(quantity.rest);
  const isLength = unit !== null && LENGTHS.has(unit.value.name);
  return isLength && takeUnit(unit.rest)?.value.name === 'piece' ? quantity : null;
}

function readUnit(quantity: number, tokens: Tokens, foods: FoodNames): Amount {
  const { measure, of } = amountWords();
  const measured = measure.skip(isJoined(tokens) ? tokens.slice(1) : tokens);
  const sized = takeSize(measured, foods);
  const counted = { quantity, size: sized?.value ?? null };
  const described = withoutDescription(measure.skip(sized?.rest ?? measured), foods);
  const unit = takeUnitOf(quantity, described);
  if (unit !== null && isPartOfName(described, unit.rest, foods)) {
    return finish({ ...counted, rest: described }, foods);
  }
  // A unit needs something that it measures: `2 cloves` are the spice, `1 glass` is nothing at all.
  const isBare = unit !== null && nameIn(unit.rest) === '';
  if (isBare && (isMeasured(unit.value) || foods.find(nameIn(described)) === null)) {
    return finish({ ...counted, unit: unit.value, rest: unit.rest }, foods);
  }
  if (unit === null || isBare || !isUnitOf(unit.value, unit.rest, foods)) {
    return readUnitBehind(counted, described, foods) ?? splitCompound(counted, described, foods);
  }
  const first = { ...counted, unit: unit.value };
  const added = add(first, unit.rest);
  // `400 g tin of tomatoes`, `1 lb 4 oz can tomatoes`: the amount is that of the food, the tin only contains it.
  const food = of.skip(added?.rest ?? unit.rest);
  const holder = takeUnit(food);
  const isInside = isHolder(unit.value)
    ? holder?.value.name === 'piece'
    : isHolder(holder?.value ?? unit.value);
  const isHeld = isInside && nameIn(holder!.rest) !== '' && !isPartOfName(food, holder!.rest, foods);
  return finish({ ...first, ...added, rest: isHeld ? holder!.rest : food }, foods);
}

/** A size that is not part of a name: `large egg`, but not `big mac`. */
function takeSize(tokens: Tokens, foods: FoodNames | null): Taken<Size> | null {
  const sized = amountWords().sizes.take(tokens);
  return sized === null || (foods?.language != null && isPartOfName(tokens, sized.rest, foods))
    ? null
    : sized;
}

/** The unit behind a quantity; `un quart de litre`, `tre quarti di litro` are a part of one. */
function takeUnitOf(quantity: number, tokens: Tokens): Taken<Unit> | null {
  const unit = takeUnit(tokens);
  const isSpoon = tokens[0]?.text === 'cc' && quantity <= MAX_SPOONS && nameIn(tokens.slice(1)) !== '';
  if (isSpoon) return { value: takeUnit(tokenize('tsp'))!.value, rest: tokens.slice(1) };
  if (unit !== null || quantity >= 1) return unit;
  const of = amountWords().of.take(tokens);
  const part = of === null ? null : takeUnit(of.rest);
  return part !== null && isMeasured(part.value) ? part : null;
}

/** `head garlic` of `1 whole head garlic`; whole cloves are the spice. */
function withoutDescription(tokens: Tokens, foods: FoodNames): Tokens {
  const behind = amountWords().described.skip(tokens);
  const unit = behind === tokens ? null : takeUnit(behind);
  if (unit === null || behind[0]!.text.length < MIN_UNIT_LENGTH) return tokens;
  return nameIn(unit.rest) === '' || isPartOfName(behind, unit.rest, foods) ? tokens : behind;
}

/** Whether the unit belongs to the name of another food: a `filet mignon` is not a fillet, nor a pot roast a pot. */
function isPartOfName(tokens: Tokens, rest: Tokens, foods: FoodNames): boolean {
  const typed = nameIn(tokens).split(' ');
  const behind = foods.find(nameIn(amountWords().of.skip(rest)));
  for (let length = typed.length; length > 1; length--) {
    const named = foods.find(typed.slice(0, length).join(' '));
    if (named !== null) return named !== behind;
  }
  return false;
}

function isUnitOf({ name }: Unit, rest: Tokens, foods: FoodNames): boolean {
  if (name !== 'knob') return true;
  const food = nameIn(amountWords().of.skip(rest));
  return FAT.test(food) || FAT.test(foods.find(food) ?? '');
}

type Counted = Pick<Amount, 'quantity' | 'size'>;

/** English may put the unit after the food: `3 garlic cloves`, `4 boneless salmon fillets`. */
function readUnitBehind(counted: Counted, tokens: Tokens, foods: FoodNames): Amount | null {
  const name = nameIn(tokens).split(' ');
  const unit = foods.language === 'en' ? amountWords().units.get(tokenize(name.at(-1)!)) : null;
  if (unit?.kind !== 'piece') return null;
  const isFood = name.slice(0, -1).some((_, at) => {
    return isSameFood(name.slice(at).join(' '), name.slice(at, -1).join(' '), foods);
  });
  const behind = bracketsIn(tokens).flatMap(({ start, end }) => tokens.slice(start, end));
  const rest = [...tokenize(name.slice(0, -1).join(' ')), ...behind];
  return isFood ? finish({ ...counted, unit, rest }, foods) : null;
}

/** German writes some units after the food, as one word: `2 Knoblauchzehen`. */
function splitCompound(counted: Counted, tokens: Tokens, foods: FoodNames): Amount {
  const [first, ...behind] = tokens;
  const whole = isJoined(behind) ? '' : (first?.text ?? '');
  for (let at = 3; at < whole.length - 3; at++) {
    const unit = amountWords().units.get(tokenize(whole.slice(at)));
    if (unit?.kind !== 'piece') continue;
    const part = whole.slice(0, at);
    const food = [part, part.replace(/(?:s|n|en)$/, '')].find((one) => isSameFood(whole, one, foods));
    if (food !== undefined) return finish({ ...counted, unit, rest: [...tokenize(food), ...behind] }, foods);
  }
  return finish({ ...counted, rest: tokens }, foods);
}

/** Pork ribs are another food than pork, `Brühwürfel` another than `Brühe`. */
function isSameFood(whole: string, part: string, foods: FoodNames): boolean {
  const named = foods.find(part);
  return named !== null && (foods.find(whole) ?? named) === named;
}

/** `4 chicken breasts à 150 g`, `2 latas de 400 g de tomate`, `2 Bier 0,5 l`: what is in each, at the end or before the food. */
function contentsOfEach(tokens: Tokens, unit: Unit | null): { contents: Contents; rest: Tokens } | null {
  const { eachOf, each, of } = amountWords();
  const brackets = bracketsIn(tokens);
  for (let at = 0; at < tokens.length; at++) {
    const isFirst = at === 0 && unit !== null && tokens[0]!.value !== null;
    const behind = isFirst ? tokens : (eachOf.take(tokens.slice(at))?.rest ?? volumeAtEnd(tokens, at));
    // What is in brackets is read as such.
    if (behind?.[0]?.value == null || brackets.some(({ start, end }) => at >= start && at < end)) continue;
    const found = readContents(behind);
    if (found === null) return null;
    return {
      contents: found.contents,
      rest: [...tokens.slice(0, at), ...of.skip(each.skip(found.rest))],
    };
  }
  return null;
}

/** `0,5 l` of `Bier 0,5 l`. */
function volumeAtEnd(tokens: Tokens, at: number): Tokens | undefined {
  if (at === 0 || tokens[at]!.value === null || tokens.length - at > MAX_TOKENS) return undefined;
  const last = tokens.slice(at);
  return readWhole(last)?.unit?.kind === 'volume' ? last : undefined;
}

function finish(
  read: Partial<Amount> & { quantity: number | null; rest: Tokens },
  foods: FoodNames | null,
): Amount {
  const { measure, of } = amountWords();
  const { rest, unit = null, contents = null } = read;
  const named = of.skip(measure.skip(rest[0]?.text === ',' ? rest.slice(1) : rest));
  const sized = read.size ? null : takeSize(named, foods);
  const food = sized?.rest ?? named;
  const isExact = unit?.kind === 'weight' || (unit !== null && isMetricVolume(unit));
  const each = isExact ? null : contentsOfEach(food, unit);
  return {
    further: null,
    ...read,
    unit,
    size: read.size ?? sized?.value ?? null,
    contents: contents ?? each?.contents ?? null,
    rest: each?.rest ?? food,
  };
}

/** An amount at the end of a text: `tomatoes x2`, `Mehl 200 g`, `1% milk 1 cup`. */
export function readAmountLast(tokens: Tokens): Amount | null {
  for (let at = Math.max(1, tokens.length - MAX_TOKENS); at < tokens.length; at++) {
    const last = tokens.slice(at);
    const amount = readWhole(withoutBrackets(last).filter(({ text }) => !/^[)+]$/.test(text)));
    if (amount === null) continue;
    const isTimes = TIMES.test(tokens[at - 1]!.text);
    const before = tokens.slice(0, isTimes ? at - 1 : at);
    const end = before.findLastIndex((token) => isWord(token) || /^[)"]$/.test(token.text)) + 1;
    const isBehind = end > 0 && before.slice(end).every(({ text }) => /^[:,–-]$/.test(text));
    if (!isBehind || !(isTimes || tokens[at]!.isSpaced)) continue;
    const brackets = bracketsIn(last).flatMap((bracket) => last.slice(bracket.start, bracket.end));
    return finish({ ...amount, rest: [...before.slice(0, end), ...brackets] }, null);
  }
  return null;
}

/** An amount in digits that is all of a text. */
function readWhole(tokens: Tokens): Omit<Amount, 'contents' | 'rest'> | null {
  const { about, between, sizes, units } = amountWords();
  const isInDigits = (about.take(tokens) ?? between.take(tokens) ?? { rest: tokens }).rest[0]?.value != null;
  const quantity = isInDigits ? readQuantity(tokens) : null;
  if (quantity === null) return null;
  const sized = sizes.take(quantity.rest);
  const behind = sized?.rest ?? quantity.rest;
  // Italian kilograms; everywhere else a chili is a pepper.
  const unit = takeUnit(textOf(behind) === 'chili' ? tokenize('kg') : behind);
  const first = { quantity: quantity.value, unit: unit?.value ?? null, size: sized?.value ?? null };
  const added = unit === null ? null : add({ ...first, unit: unit.value }, unit.rest);
  const end = added?.rest ?? unit?.rest ?? behind;
  // `330 ml can`.
  const isHeld = unit !== null && isMeasured(unit.value) && units.get(end)?.kind === 'package';
  if (end.length > 0 && !isHeld) return null;
  return { ...first, quantity: added?.quantity ?? first.quantity, further: added?.further ?? null };
}

/**
 * The amount that a query says, which may as well be a name: a number alone counts where the rest is a food that people
 * say, or several of something, and a size alone where only the rest is such a food. `5 spice` and `petits pois` are neither.
 */
export function readAmountOfQuery(all: Tokens, foods: FoodNames): Amount | null {
  const start = all.findIndex(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const tokens = all.slice(Math.max(0, start)).flatMap((token, at, own) => {
    if (NO_SIGN.test(token.text)) return [];
    return [NO_SIGN.test(own[at - 1]?.text ?? '') ? { ...token, isSpaced: true } : token];
  });
  const first = readAmountFirst(tokens, foods);
  if (first !== null && isSaid(first, tokens, foods)) return first;
  // Of two numbers side by side, the second has the unit: `0 7 l` was `0,7 l`.
  const last = readAmountLast(
    tokens.filter(({ value }, at) => value === null || tokens[at + 1]?.value == null),
  );
  if (last !== null && last.unit !== null && last.quantity! <= MAX_ASKED) return last;
  const sized = amountWords().sizes.take(tokens);
  const isSized = sized !== null && isFood(sized.rest, foods) && !isFood(tokens, foods);
  return isSized ? finish({ quantity: null, size: sized.value, rest: sized.rest }, foods) : null;
}

function isFood(tokens: Tokens, foods: FoodNames): boolean {
  return foods.find(textOf(tokens)) !== null;
}

function isSaid({ quantity, unit, size, contents, rest }: Amount, tokens: Tokens, foods: FoodNames): boolean {
  const { join, range, ofOne } = amountWords();
  if (quantity !== null && quantity > MAX_ASKED) return false;
  if (fold(textOf(rest)) === '' || (join.take(rest) ?? range.take(rest)) !== null) return false;
  if (readQuantity(tokens) === null) return ofOne.take(tokens) !== null;
  // `3 in 1 coffee` is not three inches of it.
  if (unit !== null) return !LENGTHS.has(unit.name);
  if (size !== null || contents !== null || isFood(rest, foods)) return true;
  // `3 pop tarts`, but not `5 spice` nor `three bean salad`.
  const last = fold(nameIn(rest)).split(' ').at(-1)!;
  return tokens[0]!.value !== null && last.length > 3 && stem(last) !== last;
}

/** The food of an amount, as typed; without what brackets say about the amount. */
export function foodOf({ rest }: Amount): string {
  return textOf(
    withoutBrackets(rest, (within) => within.some(({ value }) => value !== null)),
    'typed',
  );
}
