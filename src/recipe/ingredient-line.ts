import { words } from '../text/fold.ts';
import { type Amount, furtherAmount, readBetween } from './further-amount.ts';
import { foodNamed } from './ingredient-foods.ts';
import { tidyLine } from './line-text.ts';
import { type Quantity, readQuantity } from './quantity.ts';
import type { Language } from './recipe-language.ts';
import {
  DESCRIBED_WORDS,
  isMeasured,
  JUICE_WORDS,
  JUICED,
  MANNERS,
  MEASURE_WORDS,
  OF_WORDS,
  PREPARATION_WORDS,
  SIZE_WORDS,
  type Size,
  skipPhrase,
  TASTE_PHRASES,
  takePhrase,
  UNITS,
  type Unit,
  ZEST_WORDS,
  ZESTED,
} from './recipe-words.ts';
import { firstFood } from './several-foods.ts';
import { type Contents, contentsBehind, PARENTHESES, readContents } from './stated-contents.ts';

/** A line of a recipe as read, before any food is looked up. */
export interface IngredientLine {
  /** Null where the line names no amount, as in `salt to taste`. */
  quantity: number | null;
  /** Null for pieces without a unit, as in `3 eggs`. */
  unit: Unit | null;
  size: Size | null;
  /** What one package or piece holds, as in `1 (14 oz) can`. */
  contents: Contents | null;
  /** What is added in another unit: `2 tbsp` of `1 stick plus 2 tbsp butter`. */
  further: Amount | null;
  /** The part of a fruit that is meant, as in `juice of 1 lemon`. */
  part: 'juice' | 'zest' | null;
  /** How it is prepared, in English words: `chopped`. */
  manner: ReadonlySet<string>;
  /** The food as typed, and without words for its preparation. */
  typed: string;
  name: string;
  /** Whether the line names more foods than the one that is read. */
  hasOthers: boolean;
  /** `For the sauce:` is not an ingredient. */
  isHeading: boolean;
}

const SPACES = /[\s\u00a0]+/g;
/** `12-lb` of `1 12-lb turkey`. */
const JOINED_AMOUNT = /^[\d½¼¾.,/]+-\p{L}/u;
/** `tomatoes x2`, `Mehl 200 g`: an amount at the end. */
const TRAILING = /^(?<name>.*?[\p{L})])[\s:,–-]+(?:x\s?)?(?<amount>[\d½¼¾⅓⅔].*)$/u;
/** After these, a line says what is done with the ingredient. */
const ASIDE = /\s*(?:[,;]|\s[-–—]\s).*$/su;
const EDGES = /^[\s,.:;–-]+|[\s,.:;–-]+$/g;
/** Around what each of several pieces weighs. */
const EACH_OF = /(?:^|[\s,]+)(?:à|a|je|zu je|de|da|of|di|von|about|ca\.?)\s(?=[\d½¼¾])/u;
const EACH_BEHIND = /^(?:each|apiece|jeweils|chacune?|cada un[oa]|l'un[oa]|ciascun[oa])\b\s*/u;
/** `2 cc de cumin` are spoons in French; `250 cc de leche` are millilitres in Spanish. */
const SPOON = /^cc(?=\s)/;
const MOST_SPOONS = 10;
const DANGLING = /\s(?:with|and|in|mit|und|avec|et|con|y|e)$/u;
const HEADING = /:\s*$/;
const HAS_DIGIT = /[\d½¼¾⅓⅔]/;
/** Units that mean one when no number precedes them: `pinch of salt`, but not `l` or `g`. */
const COUNTABLE: ReadonlySet<string> = new Set(['pinch', 'dash', 'splash', 'drop', 'handful', 'knob']);
const LENGTHS: ReadonlySet<string> = new Set(['inch', 'cm']);
/** What comes in knobs; a `noix` of anything else is a nut. */
const FAT = /\b(?:butter|margarine|lard|ghee|oil|ginger)\b/i;

export function readIngredientLine(line: string, language: Language): IngredientLine {
  const text = tidyLine(line, language);
  const isHeading = HEADING.test(text) && !HAS_DIGIT.test(text);
  const isFood = (part: string) => namesOf(readAmountFirst(part, language)?.rest ?? '').typed !== '';
  const { text: rest, hasOthers } = firstFood(withoutTaste(text), isFood);
  const reading = readPart(rest, language) ?? readAmountFirst(rest, language) ?? readAmountLast(rest);
  const read = withSizeBehind(reading ?? unmeasured(rest));
  const part = read.part ?? partBehind(text);
  return { ...read, ...namesOf(read.rest), part, manner: mannerOf(rest), hasOthers, isHeading };
}

/** What is read from the start of a line, with the text after it. */
interface Reading {
  quantity: number | null;
  unit: Unit | null;
  size: Size | null;
  contents: Contents | null;
  further: Amount | null;
  part: IngredientLine['part'];
  rest: string;
}

/** `to taste` and the like say nothing about the food. */
function withoutTaste(text: string): string {
  for (const phrase of TASTE_PHRASES) {
    const at = text.indexOf(phrase);
    const isWord =
      at !== -1 &&
      !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) &&
      (phrase.endsWith("'") || !/[\p{L}\p{N}]/u.test(text.charAt(at + phrase.length)));
    if (isWord) {
      const rest = `${text.slice(0, at)} ${text.slice(at + phrase.length)}`.replace(SPACES, ' ');
      return withoutTaste(rest.replace(/^[\s,;(–-]+|[\s,;(–-]+$/g, ''));
    }
  }
  return text;
}

/** `juice of 1 lemon`: an amount has to follow, since `orange juice` is a food itself. */
function readPart(text: string, language: Language): Reading | null {
  for (const [part, phrases] of [['juice', JUICE_WORDS] as const, ['zest', ZEST_WORDS] as const]) {
    const found = takePhrase(phrases, text);
    if (found === null) continue;
    const amount = readQuantity(found.rest);
    const reading = amount === null ? null : readAmountFirst(found.rest, language);
    if (reading !== null) return { ...reading, part };
  }
  return null;
}

/** `1 lemon, juiced`. */
function partBehind(text: string): IngredientLine['part'] {
  const behind = text.split(/[,;(]/).slice(1);
  const aside = behind.map((words) => words.replace(/[)\s]+$/, '').trim());
  if (aside.some((words) => JUICED.has(words))) return 'juice';
  return aside.some((words) => ZESTED.has(words)) ? 'zest' : null;
}

function readAmountFirst(text: string, language: Language): Reading | null {
  const amount = readQuantity(text);
  if (amount !== null) return readAfterQuantity(amount.value, text.slice(amount.length), language);
  const range = readBetween(text);
  if (range !== null) return finish(range.quantity, range.unit, null, null, range.rest);
  // `pinch of salt`, `small knob of butter`: one of a unit.
  const sized = takePhrase(SIZE_WORDS, text);
  const unit = takePhrase(UNITS, sized?.rest ?? text);
  if (unit === null || unit.rest === '') return null;
  const isCountable = COUNTABLE.has(unit.value.name) || isHolder(unit.value);
  return isCountable && isUnitOf(unit.value, unit.rest)
    ? finish(1, unit.value, sized?.value ?? null, null, unit.rest)
    : null;
}

function readAfterQuantity(quantity: number, text: string, language: Language): Reading {
  const long = readLength(text);
  if (long !== null) return readUnit(quantity * long.value, text.slice(long.length), language);
  const multiple = /^[x×]\s*(?=\d)/.exec(text);
  const inner = readContents(multiple === null ? text : text.slice(multiple[0].length));
  if (inner !== null) {
    const sized = takePhrase(SIZE_WORDS, inner.rest);
    const container = takePhrase(UNITS, sized?.rest ?? inner.rest);
    const holder = container !== null && isHolder(container.value) ? container : null;
    const each = { ...inner.contents, isTotal: false };
    const isJoined = JOINED_AMOUNT.test(text);
    if (holder !== null || multiple !== null || inner.isBracketed || isJoined) {
      return finish(quantity, holder?.value ?? null, null, each, holder?.rest ?? inner.rest);
    }
  }
  return readUnit(quantity, text.replace(/^x\s+/, ''), language);
}

/** `2-inch` of `1 2-inch piece of ginger`: how long each piece is, up to the unit. */
function readLength(text: string): Quantity | null {
  const amount = readQuantity(text);
  const behind = amount === null ? '' : text.slice(amount.length).replace(/^-/, '');
  const unit = takePhrase(UNITS, behind);
  const isLength = unit !== null && LENGTHS.has(unit.value.name);
  const isOfPiece = isLength && takePhrase(UNITS, unit.rest)?.value.name === 'piece';
  return isOfPiece ? { value: amount!.value, length: text.length - behind.length } : null;
}

function readUnit(quantity: number, text: string, language: Language): Reading {
  const plain = quantity <= MOST_SPOONS ? text.replace(SPOON, 'tsp') : text;
  const measured = skipPhrase(MEASURE_WORDS, plain.replace(/^-(?=\p{L})/u, ''));
  const sized = takePhrase(SIZE_WORDS, measured);
  const size = sized?.value ?? null;
  const beforeUnit = withoutDescription(skipPhrase(MEASURE_WORDS, sized?.rest ?? measured), language);
  const unit = takePhrase(UNITS, beforeUnit) ?? unitOfPart(quantity, beforeUnit);
  if (unit !== null && isHolder(unit.value) && isPartOfName(beforeUnit, unit.rest, language)) {
    return finish(quantity, null, size, null, beforeUnit);
  }
  // A unit needs something that it measures: `2 cloves` are the spice, `1 glass` is nothing at all.
  const isBare = unit !== null && namesOf(unit.rest).typed === '';
  if (isBare && !isFoodToo(unit.value, beforeUnit, language)) {
    return finish(quantity, unit.value, size, null, unit.rest);
  }
  if (unit === null || isBare || !isUnitOf(unit.value, unit.rest)) {
    return readUnitBehind(quantity, size, beforeUnit, language);
  }
  // `400 g tin of tomatoes`: the amount is that of the food, the tin only contains it.
  const holder = takePhrase(UNITS, skipPhrase(OF_WORDS, unit.rest));
  const isInside = isHolder(unit.value) ? holder?.value.name === 'piece' : holder !== null;
  const isHeld = isInside && isHolder(holder!.value) && namesOf(holder!.rest).typed !== '';
  if (isHeld && !isPartOfName(skipPhrase(OF_WORDS, unit.rest), holder!.rest, language)) {
    return finish(quantity, unit.value, size, null, holder!.rest);
  }
  return addFurther(finish(quantity, unit.value, size, null, unit.rest));
}

/** `un quart de litre`, `tre quarti di litro`: a part of a unit. */
function unitOfPart(quantity: number, text: string): { value: Unit; rest: string } | null {
  const of = quantity < 1 ? takePhrase(OF_WORDS, text) : null;
  const unit = of === null ? null : takePhrase(UNITS, of.rest);
  return unit !== null && isMeasured(unit.value) ? unit : null;
}

/** An initial is too short to be a unit behind another word. */
const SHORTEST_DESCRIBED = 3;

/** `head garlic` of `1 whole head garlic`; whole cloves are the spice. */
function withoutDescription(text: string, language: Language): string {
  const behind = skipPhrase(DESCRIBED_WORDS, text);
  const unit = behind === text ? null : UNITS.find(behind);
  if (unit === null || unit.length < SHORTEST_DESCRIBED) return text;
  const { rest } = takePhrase(UNITS, behind)!;
  const isFood = namesOf(rest).typed === '' || isPartOfName(behind, rest, language);
  return isFood ? text : behind;
}

/** A weight or volume is not a food; a clove, a `noix` or a `dado` may be. */
function isFoodToo(unit: Unit, text: string, language: Language): boolean {
  if (isMeasured(unit)) return false;
  return foodNamed(words(namesOf(text).typed), language) !== null;
}

/** Whether the unit belongs to the name of another food: a `filet mignon` is not a fillet, nor a pot roast a pot. */
function isPartOfName(text: string, rest: string, language: Language): boolean {
  const typed = words(namesOf(text).typed);
  const behind = foodNamed(words(namesOf(skipPhrase(OF_WORDS, rest)).typed), language);
  for (let length = typed.length; length > 1; length--) {
    const named = foodNamed(typed.slice(0, length), language);
    if (named !== null) return named.name !== behind?.name;
  }
  return false;
}

/** `1 cup plus 2 tbsp flour` is more than a cup. */
function addFurther(reading: Reading): Reading {
  const further = furtherAmount({ quantity: reading.quantity!, unit: reading.unit! }, reading.rest);
  return further === null
    ? reading
    : {
        ...reading,
        quantity: further.quantity,
        further: further.further ?? null,
        rest: withoutHolder(skipPhrase(OF_WORDS, further.rest)),
      };
}

/** `1 lb 4 oz can tomatoes`: the amount is that of the food, the can only contains it. */
function withoutHolder(text: string): string {
  const holder = takePhrase(UNITS, text);
  const isNamed = holder?.value.kind === 'package' && namesOf(holder.rest).typed !== '';
  return isNamed ? skipPhrase(OF_WORDS, holder.rest) : text;
}

/** English may put the unit after the food: `3 garlic cloves`, `4 salmon fillets`. */
function readUnitBehind(quantity: number, size: Size | null, text: string, language: Language): Reading {
  const { typed } = namesOf(text);
  const end = Math.max(0, typed.lastIndexOf(' '));
  const [food, last] = [typed.slice(0, end), typed.slice(end).trim()];
  const unit = food === '' ? null : UNITS.find(last);
  const isWhole = language === 'en' && unit?.length === last.length && unit.value.kind === 'piece';
  const known = isWhole ? [food, namesOf(food).name].find((name) => foodNamed(words(name), 'en')) : undefined;
  if (known === undefined || isOtherFood(typed, known, 'en'))
    return splitCompound(quantity, size, text, language);
  return finish(quantity, unit!.value, size, contentsBehind(text, quantity, unit!.value), known);
}

/** Pork ribs are another food than pork, `Brühwürfel` another than `Brühe`. */
function isOtherFood(whole: string, part: string, language: Language): boolean {
  const named = foodNamed(words(whole), language);
  return named !== null && named.name !== foodNamed(words(part), language)?.name;
}

/** German writes some units after the food, as one word: `2 Knoblauchzehen`. */
function splitCompound(quantity: number, size: Size | null, text: string, language: Language): Reading {
  const [first = ''] = text.split(/[\s,(]/, 1);
  for (let at = 3; at < first.length - 3; at++) {
    const unit = UNITS.find(first.slice(at));
    if (unit === null || at + unit.length !== first.length || unit.value.kind !== 'piece') continue;
    const food = first.slice(0, at);
    const known = [food, food.replace(/(?:s|n|en)$/, '')].find((name) => foodNamed(words(name), language));
    if (known !== undefined && !isOtherFood(first, known, language)) {
      return finish(quantity, unit.value, size, null, known + text.slice(first.length));
    }
  }
  return finish(quantity, null, size, null, text);
}

/** `4 chicken breasts à 150 g`, `2 latas de 400 g de tomate`: what each weighs, at the end or before the food. */
function contentsOfEach(text: string, unit: Unit | null): { contents: Contents; rest: string } | null {
  const of = unit !== null && /^[\d½¼¾]/.test(text) ? { index: 0, length: 0 } : findEachOf(text);
  const found = of === null ? null : readContents(text.slice(of.index + of.length));
  if (of === null || found === null) return null;
  const behind = skipPhrase(OF_WORDS, found.rest.replace(EACH_BEHIND, ''));
  return { contents: found.contents, rest: `${text.slice(0, of.index)} ${behind}`.trim() };
}

function findEachOf(text: string): { index: number; length: number } | null {
  // What is in brackets is read as such.
  const found = EACH_OF.exec(text.replace(PARENTHESES, (bracket) => '_'.repeat(bracket.length)));
  return found === null ? null : { index: found.index, length: found[0].length };
}

function isHolder({ kind }: Unit): boolean {
  return kind === 'package' || kind === 'piece';
}

function isUnitOf({ name }: Unit, rest: string): boolean {
  if (name !== 'knob') return true;
  const { typed } = namesOf(skipPhrase(OF_WORDS, rest));
  const food = foodNamed(words(typed), 'fr');
  return FAT.test(food?.name ?? typed);
}

function readAmountLast(text: string): Reading | null {
  const { name, amount } = TRAILING.exec(text.replace(/\.$/, ''))?.groups ?? {};
  if (name === undefined || amount === undefined) return null;
  const quantity = readQuantity(amount);
  if (quantity === null) return null;
  const behind = amount.slice(quantity.length).replace(/[.)]+$/, '');
  const unit = behind === '' ? null : takePhrase(UNITS, behind);
  if (behind !== '' && (unit === null || unit.rest !== '')) return null;
  return finish(quantity.value, unit?.value ?? null, null, null, name);
}

/** A line without a number; `flour (200 g)` has one in brackets. */
function unmeasured(text: string): Reading {
  const contents = contentsBehind(text, null, null);
  const amount = contents === null ? {} : { quantity: contents.quantity, unit: contents.unit };
  return {
    quantity: null,
    unit: null,
    size: null,
    contents: null,
    further: null,
    part: null,
    rest: text,
    ...amount,
  };
}

function finish(
  quantity: number,
  unit: Unit | null,
  size: Size | null,
  contents: Contents | null,
  rest: string,
): Reading {
  const named = skipPhrase(OF_WORDS, skipPhrase(MEASURE_WORDS, rest.replace(/^[.,]\s+/, '')));
  const sized = size === null ? takePhrase(SIZE_WORDS, named) : null;
  const text = sized?.rest ?? named;
  const each = unit !== null && isMeasured(unit) ? null : contentsOfEach(text, unit);
  const isWeighed = unit?.kind === 'weight';
  return {
    quantity,
    unit,
    size: size ?? sized?.value ?? null,
    contents: contents ?? each?.contents ?? (isWeighed ? null : contentsBehind(rest, quantity, unit)),
    further: null,
    part: null,
    rest: each?.rest ?? text,
  };
}

/** `2 patatas grandes`, `2 cebollas medianas picadas`: some languages put the size after the food. */
function withSizeBehind(reading: Reading): Reading {
  const all = namesOf(reading.rest).typed.split(' ');
  // A second amount has a size of its own: `1 shallot or ½ small onion`.
  const end = all.findIndex((word) => HAS_DIGIT.test(word));
  const own = end === -1 ? all : all.slice(0, end);
  const at = own.findIndex((word, index) => index > 0 && SIZE_WORDS.find(word)?.length === word.length);
  if (at === -1 || reading.size !== null) return reading;
  return { ...reading, size: SIZE_WORDS.find(all[at]!)!.value, rest: all.toSpliced(at, 1).join(' ') };
}

/** What is left of a line without its amounts: the food, with and without what is done to it. */
function namesOf(text: string): { typed: string; name: string } {
  const bare = text.replace(PARENTHESES, ' ').replace(SPACES, ' ').trim();
  const beforeAside = bare.replace(ASIDE, '').trim();
  // `boneless, skinless chicken thighs`: what is before the comma names no food.
  const isFood = beforeAside !== '' && !beforeAside.split(' ').every(isPreparation);
  const typed = (isFood ? beforeAside : bare.replaceAll(',', ' ').replace(SPACES, ' ')).replace(EDGES, '');
  const all = typed.split(' ');
  const kept = all.filter((word) => !isPreparation(word));
  const name = (kept.length === 0 ? all : kept).join(' ').replace(EDGES, '');
  // `celery with leaves`: nothing is left of what was joined.
  return { typed, name: name.replace(DANGLING, '') };
}

function isPreparation(word: string): boolean {
  return PREPARATION_WORDS.has(word.replace(/[.,]$/, ''));
}

function mannerOf(text: string): Set<string> {
  const typed = text.split(/[\s,;()]+/);
  return new Set(typed.flatMap((word) => MANNERS.get(word) ?? (PREPARATION_WORDS.has(word) ? [word] : [])));
}
