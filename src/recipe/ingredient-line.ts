import {
  type Amount,
  type FoodNames,
  MAX_TOKENS,
  readAmountFirst,
  readAmountLast,
  splitAside,
} from '../text/amount.ts';
import { amountWords, isMeasured, takeUnit } from '../text/amount-words.ts';
import { words } from '../text/fold.ts';
import type { Language } from '../text/languages.ts';
import { readQuantity } from '../text/quantity.ts';
import { readText } from '../text/read-text.ts';
import { type Tokens, textOf, tokenize } from '../text/tokens.ts';
import type { IngredientFoods } from './ingredient-foods.ts';
import { BESIDE, JUICE, JUICED, MANNERS, MIXED, PREPARATION, TASTE, ZEST, ZESTED } from './recipe-words.ts';
import { readStatedContents } from './stated-contents.ts';

/** A line of a recipe as read, before any food is looked up. Its quantity is null in `salt to taste`. */
export interface IngredientLine extends Omit<Amount, 'rest'> {
  /** The part of a fruit that is meant, as in `juice of 1 lemon`. */
  part: 'juice' | 'zest' | null;
  /** How it is prepared, in English words: `chopped`. */
  manner: ReadonlySet<string>;
  /** The food as typed, and without words for its preparation. */
  typed: string;
  name: string;
  /** What the line says behind its first food, where that is an amount of another one; null where it does not. */
  others: string | null;
  /** `For the sauce:` is not an ingredient. */
  isHeading: boolean;
}

const BULLET = /^\s*(?:[-–—•*·▢☐□✓]|\d+\.?\)(?=\s)|\d{1,2}\.(?=\s)|\[\s?\])\s*/u;
/** `Greek-style yoghurt` is what others call Greek. */
const STYLE = /(?<=\p{L})-style(?!\p{L})/giu;
const HEADING = /:\s*$/;
const DANGLING = /\s(?:with|and|in|mit|und|avec|et|con|y|e)$/u;
const NO_AMOUNT = { quantity: null, unit: null, size: null, contents: null, further: null };

export function readIngredientLine(
  text: string,
  names: Pick<IngredientFoods, 'named'>,
  language: Language,
): IngredientLine {
  const foods: FoodNames = {
    language,
    find: (name) => names.named(words(name), language)?.food.name ?? null,
  };
  const { tokens: line } = readText(text.replace(BULLET, '').replace(STYLE, ''), { foods });
  const { tokens, others } = firstFood(withoutTaste(line), foods);
  const ofFruit = readPart(tokens, foods);
  const amount = ofFruit ?? readAmountFirst(tokens, foods) ?? readLast(tokens, foods);
  const { rest, ...read } = amount ?? { ...NO_AMOUNT, rest: tokens };
  const { typed, size } = withoutSize(readName(rest), read.size);
  const stated = read.unit?.kind === 'weight' ? null : readStatedContents(rest, read);
  return {
    // A line without a number may have one in brackets: `flour (200 g)`.
    ...(amount === null
      ? { ...read, quantity: stated?.quantity ?? null, unit: stated?.unit ?? null }
      : { ...read, contents: read.contents ?? stated }),
    part: ofFruit?.part ?? partBehind(line),
    size,
    typed,
    name: withoutPreparation(typed).replace(DANGLING, ''),
    manner: mannerOf(textOf(tokens)),
    others,
    isHeading: HEADING.test(text) && line.every(({ value }) => value === null),
  };
}

/** An amount at the end, unless it is a number that belongs to a name: `Mehl Type 405`. */
function readLast(tokens: Tokens, foods: FoodNames): Amount | null {
  const last = readAmountLast(tokens);
  return last?.unit === null && foods.find(textOf(tokens)) !== null ? null : last;
}

/** `to taste` and the like say nothing about the food. */
function withoutTaste(tokens: Tokens): Tokens {
  for (let at = 0; at < tokens.length; at++) {
    const taste = TASTE.take(tokens.slice(at));
    if (taste === null) continue;
    const rest = withoutTaste([...tokens.slice(0, at), ...taste.rest]);
    const isEdge = ({ text }: { text: string }) => /^[,;(–-]$/.test(text);
    return rest.slice(
      rest.findIndex((token) => !isEdge(token)),
      rest.findLastIndex((token) => !isEdge(token)) + 1,
    );
  }
  return tokens;
}

/**
 * The first food of a line with its own amount, as a line has one answer: `2 eggs plus 1 egg yolk`, `2 tbsp each parsley,
 * chives`. `1 cup plus 2 tbsp flour` names a food only at its end.
 */
function firstFood(line: Tokens, foods: FoodNames): { tokens: Tokens; others: string | null } {
  const tokens = withoutEach(line);
  const hasAmount = readQuantity(tokens) !== null;
  let depth = 0;
  for (let at = 1; hasAmount && at < tokens.length; at++) {
    depth += tokens[at]!.text === '(' ? 1 : tokens[at]!.text === ')' ? -1 : 0;
    const isListed = tokens !== line && tokens[at]!.text === ',';
    const other = depth > 0 ? null : isListed ? tokens.slice(at + 1) : otherFood(tokens.slice(at), foods);
    const before = tokens.slice(0, at);
    if (other !== null && readName(readAmountFirst(before, foods)?.rest ?? []) !== '')
      return { tokens: before, others: textOf(other, 'typed') };
  }
  return { tokens, others: null };
}

/** `2 tbsp each of parsley and chives`, `je 1 EL Petersilie und Schnittlauch`. */
function withoutEach(tokens: Tokens): Tokens {
  if (/^(?:je|jeweils)$/.test(tokens[0]?.text ?? '') && tokens[1]?.value != null) return tokens.slice(1);
  const quantity = readQuantity(tokens);
  const behind = quantity === null ? [] : (takeUnit(quantity.rest)?.rest ?? quantity.rest);
  if (behind[0]?.text !== 'each' || behind.length === 1) return tokens;
  const rest = amountWords().of.skip(behind.slice(1));
  return [...tokens.slice(0, tokens.length - behind.length), ...rest.slice(rest[0]?.text === ':' ? 1 : 0)];
}

/** `1 egg yolk` of `plus 1 egg yolk`, `2 tbsp water` of `with 2 tbsp water`, `2 eggs` of `, 2 eggs`: an amount of something else. */
function otherFood(tokens: Tokens, foods: FoodNames): Tokens | null {
  const beside = BESIDE.take(tokens);
  if (beside !== null) return readQuantity(beside.rest) === null ? null : beside.rest;
  const mixed = MIXED.take(tokens);
  const quantity = mixed === null ? null : readQuantity(mixed.rest);
  const unit = quantity === null ? null : takeUnit(quantity.rest);
  if (unit !== null && isMeasured(unit.value)) return mixed!.rest;
  const behind = /^[,;]$/.test(tokens[0]!.text) ? tokens.slice(1) : [];
  // What follows the next food need not be read.
  const next = behind.slice(0, MAX_TOKENS);
  const amount = readQuantity(next) === null ? null : readAmountFirst(next, foods);
  return amount !== null && foods.find(readName(amount.rest)) !== null ? behind : null;
}

/** `juice of 1 lemon`: an amount has to follow, since `orange juice` is a food itself. */
function readPart(tokens: Tokens, foods: FoodNames): (Amount & Pick<IngredientLine, 'part'>) | null {
  for (const [part, phrases] of [['juice', JUICE] as const, ['zest', ZEST] as const]) {
    const fruit = phrases.take(tokens)?.rest ?? [];
    const amount = readQuantity(fruit) === null ? null : readAmountFirst(fruit, foods);
    if (amount !== null) return { ...amount, part };
  }
  return null;
}

/** `1 lemon, juiced`. */
function partBehind(line: Tokens): IngredientLine['part'] {
  const asides = textOf(line)
    .split(/\s?[,;()]\s?/)
    .slice(1);
  if (asides.some((aside) => JUICED.has(aside))) return 'juice';
  return asides.some((aside) => ZESTED.has(aside)) ? 'zest' : null;
}

/** What is left of a line without its amounts. In `boneless, skinless chicken thighs` it is not before the comma. */
function readName(tokens: Tokens): string {
  const { name, all } = splitAside(tokens);
  return name.split(' ').every(isPreparation) ? all : name;
}

/** `2 patatas grandes`, `2 cebollas medianas picadas`: some languages put the size after the food. */
function withoutSize(name: string, size: Amount['size']): { typed: string; size: Amount['size'] } {
  const all = name.split(' ');
  // A second amount has a size of its own: `1 shallot or ½ small onion`.
  const end = all.findIndex((word) => tokenize(word).some(({ value }) => value !== null));
  const sizeOf = (word: string) => amountWords().sizes.get(tokenize(word));
  const at = all.findIndex((word, i) => i > 0 && (end === -1 || i < end) && sizeOf(word) !== null);
  return at === -1 || size !== null
    ? { typed: name, size }
    : { typed: all.toSpliced(at, 1).join(' '), size: sizeOf(all[at]!) };
}

function isPreparation(word: string): boolean {
  return word === '' || PREPARATION.has(word);
}

function withoutPreparation(typed: string): string {
  const kept = typed.split(' ').filter((word) => !isPreparation(word));
  return kept.length === 0 ? typed : kept.join(' ');
}

function mannerOf(text: string): Set<string> {
  const typed = text.split(/[\s,;()]+/);
  return new Set(typed.flatMap((word) => MANNERS.get(word) ?? (PREPARATION.has(word) ? [word] : [])));
}
