import { type FoodNames, readAmountFirst } from '../text/amount.ts';
import { amountWords } from '../text/amount-words.ts';
import { isSubstance } from '../text/exclusions.ts';
import { fold, words } from '../text/fold.ts';
import { markers } from '../text/negating-words.ts';
import { readQuantity } from '../text/quantity.ts';
import { readText } from '../text/read-text.ts';
import {
  bracketsIn,
  isWord,
  type Phrases,
  type Token,
  type Tokens,
  textOf,
  tokenize,
} from '../text/tokens.ts';
import { isSaidRaw, saysAdded, wayOfCooking, withoutCooking } from './cooking.ts';
import {
  ARTICLES,
  ATE,
  DIARY,
  EMOJI,
  MADE_OF,
  MEAL_JOINS,
  PREPARATION,
  SHORTHANDS,
  SIDE,
} from './recipe-words.ts';

/** One food of a meal, before it is looked up. */
export interface MealPart {
  /** The words that it was read from. */
  text: string;
  /** The same as a line of a recipe would say it. */
  line: string;
  /** What it says was left out, `no bun`, or added, `buttered`, or that a dish was made of, `from 3 eggs`, as typed. */
  denied: string[];
}

/** `at 8:30`, `um 8 Uhr`, `à 8 h`, `a las 8:`: when it was eaten. */
const CLOCK =
  /(?<![\p{L}\p{N}])(?:(?:at|around|um|gegen|à|vers|alle|verso le|a las?|sobre las)\s+)?\d{1,2}(?:[:.h]\d{2}\s?(?:uhr|am|pm|h)|\s?(?:uhr|heures|am|pm|o'clock)|:\d{2})(?![\p{L}\p{N}])/giu;
/** The end of a sentence, or the dot of an abbreviation. */
const SENTENCE_END = /([\p{L}\p{M}]+|[\p{N})])[.!?]+(?=\s|$)/gu;
const SEPARATOR = /^[,;:]$/;
const TIMES = /^[x×]$/;
const SIGN = /^[-–—"'“”„«»*•]$/;
/** What a name has at most on either side of a word that joins: `peanut butter and jelly sandwich`. */
const MAX_WORDS_BESIDE = 3;
/** No amount has more. */
const MAX_AMOUNT_TOKENS = 16;
/** Words at the beginning of a part that may be a name, such as `breakfast sausage`. */
const MAX_NAME_WORDS = 3;

/** The foods that a sentence of a diary names, in its order. What may be a food is never left out. */
export function splitMeal(text: string, foods: FoodNames): MealPart[] {
  const { tokens } = readText(punctuate(text), { foods });
  const parts: MealPart[] = [];
  let denied: string[] = [];
  let isAfterExclusion = false;
  for (const { tokens: segment, isJoined } of splitFoods(spellOut(tokens, foods), foods)) {
    for (const own of withoutDiary(segment, foods).flatMap((part) => splitSide(part, foods))) {
      const typed = textOf(own, 'typed');
      if (words(textOf(own)).length === 0) continue;
      const before = parts.at(-1);
      const isExcluded: boolean =
        isNone(own) || isExclusion(own) || (isAfterExclusion && isJoined && isSubstanceAlone(own));
      isAfterExclusion = own.some((_, at) => isExclusion(own.slice(at)));
      const isAmount = isAmountAlone(own, foods);
      if (isExcluded) (before?.denied ?? denied).push(typed);
      const described = before === undefined || isJoined ? null : describe(before.line, own, foods);
      if (before !== undefined && described !== null) {
        before.text += `, ${typed}`;
        before.line = described;
      } else if (before !== undefined && saysAdded(typed) && foods.find(textOf(own)) === null) {
        before.text += `, ${typed}`;
        before.denied.push(typed);
      } else if (before !== undefined && (isExcluded || isAmount || isRemark(own))) {
        before.text += `, ${typed}`;
        if (isAmount || isSaidRaw(typed) || wayOfCooking(typed) !== null) before.line += ` ${textOf(own)}`;
      } else if (!isExcluded) {
        const { line, cut } = lineOf(own, foods);
        parts.push({ text: typed, line, denied: cut === '' ? denied : [...denied, cut] });
        denied = [];
      }
    }
  }
  return parts;
}

/** `brown rice` for `rice, brown`: a line whose food has a name together with what is said after it, which names no other food. */
function describe(line: string, after: Tokens, foods: FoodNames): string | null {
  const name = textOf(nameAfterAmount(tokenize(line), foods));
  const said = textOf(after);
  const own = name === '' || !line.endsWith(name) ? null : foods.find(name);
  if (own === null) return null;
  const described = [`${said} ${name}`, `${name} ${said}`].find((one) => (foods.find(one) ?? own) !== own);
  if (described === undefined || ![null, foods.find(described)].includes(foods.find(said))) return null;
  return line.slice(0, line.length - name.length) + described;
}

/** A text whose lines, sentences and times end in semicolons, since dots are no tokens. */
function punctuate(text: string): string {
  const { units, about } = amountWords();
  return text
    .replace(CLOCK, ' ; ')
    .replace(/\s*\n\s*/g, ' ; ')
    .replace(SENTENCE_END, (all, word: string) => {
      const tokens = tokenize(word);
      const isShort = word.length === 1 || units.get(tokens) !== null || about.get(tokens) !== null;
      return isShort ? all : `${word} ;`;
    });
}

/** A text with words instead of what stands for them: `with` instead of `w/`, `apple` instead of its emoji. */
function spellOut(tokens: Tokens, { language }: FoodNames): Tokens {
  const shorthands = SHORTHANDS.get(language ?? 'en')!;
  const spelt: Token[] = [];
  for (let rest = tokens; rest.length > 0; ) {
    const [first] = rest;
    // `pb&j` is one word.
    const found = first!.isSpaced ? shorthands.take(rest) : null;
    const behind = found?.rest ?? rest.slice(1);
    const typed = textOf(rest.slice(0, rest.length - behind.length), 'typed');
    const text = found?.value ?? EMOJI.get(first!.text) ?? first!.text;
    spelt.push({ ...first!, text, typed });
    rest = behind;
  }
  return spelt;
}

interface Segment {
  tokens: Tokens;
  /** Whether a word joins it to what comes before, and not a comma. */
  isJoined: boolean;
}

/** Splits a text at commas and at words that join, but not within a name, an amount or brackets. */
function splitFoods(tokens: Tokens, foods: FoodNames): Segment[] {
  const joins = MEAL_JOINS.get(foods.language ?? 'en')!;
  const brackets = bracketsIn(tokens);
  const segments: Segment[] = [];
  let start = 0;
  let isJoined = false;
  let end = amountEnd(tokens, 0, foods);
  for (let at = 0; at < tokens.length; at++) {
    // `an omelette made with 3 eggs` is one food.
    const isInMadeOf = at > 0 && MADE_OF.take(tokens.slice(at)) === null && isMadeOf(tokens.slice(at - 1));
    if (isInMadeOf || at < end || brackets.some((one) => at >= one.start && at < one.end)) continue;
    const isSeparated = SEPARATOR.test(tokens[at]!.text);
    const behind = isSeparated ? at + 1 : joinEnd(joins, tokens, at);
    if (behind === 0) continue;
    end = isSeparated ? 0 : nameEnd(tokens, { start, at, behind }, joins, foods);
    if (end > 0) continue;
    segments.push({ tokens: tokens.slice(start, at), isJoined });
    isJoined = !isSeparated;
    start = behind;
    at = behind - 1;
    end = amountEnd(tokens, start, foods);
  }
  return [...segments, { tokens: tokens.slice(start), isJoined }].flatMap((segment) =>
    splitAtEmoji(segment, foods),
  );
}

/** `🍎🍌` are two foods, `☕ coffee` and `coffee ☕` are one. */
function splitAtEmoji({ tokens, isJoined }: Segment, foods: FoodNames): Segment[] {
  const first = tokens.findIndex(isEmoji);
  if (first === -1) return [{ tokens, isJoined }];
  const parts: Token[][] = [tokens.slice(0, first)];
  for (let at = first; at < tokens.length; ) {
    const next = tokens.findIndex((token, index) => index > at && isEmoji(token));
    const end = isEmoji(tokens[at]!) ? at + 1 : next === -1 ? tokens.length : next;
    const run = tokens.slice(at, end);
    const part = parts.at(-1)!;
    const isNothingYet = nameAfterAmount(part.slice(0, MAX_AMOUNT_TOKENS), foods).length === 0;
    const isOfEmoji = TIMES.test(run[0]!.text) && isEmoji(part.at(-1)!);
    // What is far before says nothing about an emoji.
    if (isNothingYet || isOfEmoji || nameSameFood(part.slice(-MAX_AMOUNT_TOKENS), run, foods))
      part.push(...run);
    else parts.push(run);
    at = end;
  }
  return parts.map((part, at) => ({ tokens: part, isJoined: isJoined && at === 0 }));
}

function isEmoji({ typed }: Token): boolean {
  return EMOJI.has(typed);
}

function nameSameFood(some: Tokens, others: Tokens, { find }: FoodNames): boolean {
  if (!some.some(isEmoji) && !others.some(isEmoji)) return false;
  const named = new Set(some.flatMap(({ text }) => find(text) ?? []));
  return others.some(({ text }) => named.has(find(text) ?? ''));
}

function nameAfterAmount(tokens: Tokens, { language }: FoodNames): Tokens {
  const amount = readAmountFirst(tokens, { language, find: () => null });
  return skipArticles(withoutSigns(amount?.rest ?? tokens));
}

/** `200 ml` of `milk, 200 ml`. */
function isAmountAlone(tokens: Tokens, { language }: FoodNames): boolean {
  const amount = readAmountFirst(tokens, { language, find: () => null });
  return amount !== null && amount.unit !== null && amount.rest.length === 0;
}

/** Where a word ends that joins two foods; 0 where there is none, or it is part of another word. */
function joinEnd(joins: Phrases<true>, tokens: Tokens, at: number): number {
  const isInWord = tokens[at - 1]?.text === '-' && !tokens[at]!.isSpaced;
  const rest = isInWord ? null : (joins.take(tokens.slice(at))?.rest ?? null);
  return rest === null ? 0 : tokens.length - rest.length;
}

/** Where an amount ends that a part begins with: `two and a half cups`, `una taza y media de leche`. */
function amountEnd(tokens: Tokens, start: number, { language }: FoodNames): number {
  const part = tokens.slice(start, start + MAX_AMOUNT_TOKENS);
  const own = skipDiary(part);
  const { rest } = readAmountFirst(own, { language, find: () => null }) ?? { rest: own };
  const end = part.length - rest.length;
  return rest.length > 0 && rest[0] === part[end] ? start + end : start;
}

function skipDiary(tokens: Tokens): Tokens {
  const diary = DIARY.take(withoutSigns(tokens));
  return diary === null ? withoutSigns(tokens) : skipDiary(diary.rest);
}

/** Where a name ends that goes on behind a word that joins, the longest such name; 0 where there is none. */
function nameEnd(
  tokens: Tokens,
  { start, at, behind }: { start: number; at: number; behind: number },
  joins: Phrases<true>,
  foods: FoodNames,
): number {
  const rest = tokens.slice(behind);
  // `and a glass of milk`: what has an amount is another food, but not `half and half`.
  const isSame = rest[0]?.text === tokens[at - 1]?.text;
  if ((readQuantity(rest) !== null && !isSame) || DIARY.take(rest) !== null) return 0;
  let last = behind;
  while (last < behind + MAX_WORDS_BESIDE && isInName(tokens[last]) && joinEnd(joins, tokens, last) === 0)
    last++;
  let first = at;
  while (first > Math.max(start, at - MAX_WORDS_BESIDE) && isInName(tokens[first - 1])) first--;
  for (let end = last; end > behind; end--) {
    for (let from = first; from < at; from++) {
      if (foods.find(textOf(tokens.slice(from, end))) !== null) return end;
    }
  }
  return 0;
}

function isInName(token: Token | undefined): boolean {
  return isWord(token) || token?.text === '-';
}

/**
 * The parts of a text without what a diary says around them: when it was, who had it, and that it was eaten. What is named behind
 * that is another food: `toast for breakfast pizza for dinner`.
 */
function withoutDiary(tokens: Tokens, foods: FoodNames): Tokens[] {
  const opened = withoutOpening(tokens, foods);
  const verb = opened.findLastIndex((_, at) => at > 0 && (ATE.take(opened.slice(at))?.rest.length ?? 0) > 0);
  if (verb > 0 && opened.slice(0, verb).every(({ text }) => foods.find(text) === null))
    return withoutDiary(opened.slice(verb), foods);
  for (let at = 1; at < opened.length; at++) {
    const rest = DIARY.take(opened.slice(at))?.rest;
    if (rest === undefined) continue;
    const isPhrase = opened.length - at - rest.length > 1;
    if (rest.length === 0 && !isNameFirst(opened, foods)) return [withoutSigns(opened.slice(0, at))];
    if (isPhrase && rest.some(({ text }) => foods.find(text) !== null))
      return [withoutSigns(opened.slice(0, at)), ...withoutDiary(rest, foods)];
  }
  return [opened];
}

/** `kebab frites` is two foods, unless it is the name of one. */
function splitSide(tokens: Tokens, foods: FoodNames): Tokens[] {
  const at = tokens.findIndex((_, index) => index > 0 && SIDE.get(tokens.slice(index)) !== null);
  const nameOf = (part: Tokens) => foods.find(textOf(nameAfterAmount(part, foods)));
  const isTwo = at !== -1 && nameOf(tokens.slice(0, at)) !== null && nameOf(tokens) === null;
  return isTwo ? [withoutSigns(tokens.slice(0, at)), tokens.slice(at)] : [tokens];
}

function withoutOpening(tokens: Tokens, foods: FoodNames): Tokens {
  const plain = withoutSigns(tokens);
  const diary = DIARY.take(plain);
  return diary === null || isNameFirst(plain, foods) ? plain : withoutOpening(diary.rest, foods);
}

/** Whether a part begins with the name of a food that has several words, such as `breakfast sausage`. */
function isNameFirst(tokens: Tokens, foods: FoodNames): boolean {
  for (let length = Math.min(MAX_NAME_WORDS, tokens.length); length > 1; length--) {
    if (foods.find(textOf(tokens.slice(0, length))) !== null) return true;
  }
  return false;
}

function withoutSigns(tokens: Tokens): Tokens {
  const first = tokens.findIndex(({ text }) => !SIGN.test(text));
  return first === -1 ? [] : tokens.slice(first, tokens.findLastIndex(({ text }) => !SIGN.test(text)) + 1);
}

/** What a part says of its food, without articles, and cut off, as typed, what is left out of it and what it was made of. */
function lineOf(all: Tokens, foods: FoodNames): { line: string; cut: string } {
  const plain = all.filter((token) => !isEmoji(token));
  const first = all.find(isEmoji);
  const isNamed = nameAfterAmount(plain, foods).length > 0;
  const tokens = isNamed ? plain : all.filter((token) => !isEmoji(token) || token === first);
  const amount = tokens.findIndex(({ value }) => value !== null);
  // `my friend made 2 pancakes`: what names no food before an amount is not about one.
  const isAside =
    amount > 0 &&
    nameAfterAmount(tokens.slice(amount), foods).length > 0 &&
    tokens.slice(0, amount).every(({ text }) => foods.find(text) === null);
  const named = skipArticles(isAside ? tokens.slice(amount) : tokens);
  const end = named.findIndex((_, at) => {
    const rest = named.slice(at);
    return at > 0 && (isMadeOf(rest) || (isExclusion(rest) && !isNamedSo(named, foods)));
  });
  return end === -1
    ? { line: asWritten(named), cut: '' }
    : { line: asWritten(named.slice(0, end)), cut: textOf(named.slice(end), 'typed') };
}

/** Whether a food is called by what it lacks: `beer without alcohol`. */
function isNamedSo(tokens: Tokens, foods: FoodNames): boolean {
  return foods.find(textOf(nameAfterAmount(tokens, foods))) !== null;
}

/** Tokens as they were typed, where they are not spelt out. */
function asWritten(tokens: Tokens): string {
  return textOf(
    tokens.map((token) =>
      token.typed.toLowerCase() === token.text ? token : { ...token, typed: token.text },
    ),
    'typed',
  );
}

function skipArticles(tokens: Tokens): Tokens {
  const { rest } = ARTICLES.take(tokens) ?? { rest: [] };
  return rest.length === 0 ? tokens : skipArticles(rest);
}

/** `without sugar`. */
function isExclusion([first, ...rest]: Tokens): boolean {
  return rest.length > 0 && markers.before.has(fold(first!.text));
}

/** `0 eggs`. */
function isNone([first, ...rest]: Tokens): boolean {
  return rest.length > 0 && first!.value === 0;
}

/** `Milch` of `ohne Zucker und Milch`. */
function isSubstanceAlone(tokens: Tokens): boolean {
  return tokens.length === 1 && isSubstance(fold(tokens[0]!.text));
}

/** `aus 2 Eiern`: not another food, but what the dish was made of. */
function isMadeOf(tokens: Tokens): boolean {
  const made = MADE_OF.take(tokens);
  return made !== null && readQuantity(made.rest) !== null;
}

/** `chopped` of `1 onion, chopped` and `hard boiled` say how the food before it was prepared. */
function isRemark(tokens: Tokens): boolean {
  return words(withoutCooking(textOf(tokens))).every((word) => PREPARATION.has(word) || isSaidRaw(word));
}
