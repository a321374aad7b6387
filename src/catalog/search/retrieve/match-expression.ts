import type { FoodSource, SourceFilter } from '../../../food/food.ts';
import { sourceTerm } from '../index/document.ts';
import type { Meaning, MeaningKind, Understanding } from '../query/derivations.ts';
import { quote } from './quote.ts';

/**
 * What FTS5 is asked. Everything that comes from a person is a quoted string here, with its quotes doubled, so no
 * operator of FTS5 can be typed.
 */
export interface Expression {
  text: string;
  /** Entries of the index that are read, about; foods that match all words may be few and far between. */
  postings: number;
  /**
   * The same with every word, where `text` has only the rarest of them: few foods have even those, so the others are
   * looked for in the foods that were found, not in the index. Null where nothing was left out.
   */
  unabridged: string | null;
  /** The words that are meant, and how many of them a food must have. */
  words: readonly Understanding[];
  least: number;
  /** Those of the words that `text` asks for in any case: what it finds has them, if only where a food does not show it. */
  asked: ReadonlySet<string>;
}

/** Where a term may stand. */
export type Scope = 'name' | 'anywhere';

/** Words are left to be checked in the foods themselves once no more foods than this are expected to be found. */
const FEW_EXPECTED = 25;
/** Entries on a page of the index, which is read to its end after a jump into it. */
const ENTRIES_PER_JUMP = 800;
/** A word of names is looked for in other fields only if this share of its foods have it there: two lists cost more. */
const LEAST_FIELD_SHARE = 0.1;
/** A list that is read alone ends at the first few foods; with a filter on top, a little later. */
const MOST_POSTINGS_OF_ONE = 20_000;

/** Foods that have every word in one of the chosen kinds of meaning; null when a word has none: nothing can match. */
export function allOf(
  words: readonly Understanding[],
  kinds: readonly MeaningKind[],
  scope: Scope,
  foods: number,
): Expression | null {
  const parts: AskedPart[] = [];
  for (let i = 0; i < words.length; i++) {
    const one = words[i]!;
    const next = words[i + 1];
    const joined = next === undefined || one.next !== next.word.text ? null : one.joinedWithNext;
    const own = anyOf(one, kinds, scope);
    if (joined === null) {
      if (own === null) return null;
      parts.push({ ...own, texts: [one.word.text] });
    } else {
      const either = eitherJoined(own, anyOf(next!, kinds, scope), joined, scope);
      parts.push({ ...either, texts: [one.word.text, next!.word.text] });
      i++;
    }
  }
  return parts.length === 0 ? null : { ...abridge(parts, foods), words, least: words.length };
}

/** Foods that have all but `without` of the words, which may be any. */
export function mostOf(
  words: readonly Understanding[],
  without: number,
  kinds: readonly MeaningKind[],
  foods: number,
): Expression | null {
  const parts = leavingOut(words, without)
    .map((subset) => allOf(subset, kinds, 'anywhere', foods))
    .filter((part) => part !== null);
  if (parts.length === 0) return null;
  const isAbridged = parts.some(({ unabridged }) => unabridged !== null);
  const distinct = new Map(parts.map((part) => [part.text, part]));
  return {
    text: anyText([...distinct.keys()]),
    postings: [...distinct.values()].reduce((sum, { postings }) => sum + postings, 0),
    unabridged: isAbridged ? anyText(parts.map(({ text, unabridged }) => unabridged ?? text)) : null,
    words,
    least: words.length - without,
    // Which of the ways found a food is not told, so nothing is taken for granted.
    asked: new Set(),
  };
}

function anyText(texts: string[]): string {
  return texts.length === 1 ? texts[0]! : texts.map((text) => `(${text})`).join(' OR ');
}

/** Every way to leave `count` of the words out. */
function leavingOut(words: readonly Understanding[], count: number): Understanding[][] {
  if (count === 0) return [[...words]];
  return words.flatMap((_, i) =>
    leavingOut(words.slice(i + 1), count - 1).map((rest) => [...words.slice(0, i), ...rest]),
  );
}

/** The foods of one source only. Other sources than off are marked in the index, and off by their absence. */
export function fromSource(text: string, source: SourceFilter | null, others: readonly FoodSource[]): string {
  if (source === null) return text;
  if (source !== 'off') return `${quote(`@${sourceTerm(source)}`)} AND (${text})`;
  return others.reduce((rest, other) => `(${rest}) NOT ${quote(`@${sourceTerm(other)}`)}`, text);
}

/** A piece of an expression before it is put together. */
type Part = Pick<Expression, 'text' | 'postings'>;
type AskedPart = Part & { texts: string[] };

/** The rarest words, as many as it takes to expect few foods. */
function abridge(parts: AskedPart[], foods: number): Omit<Expression, 'words' | 'least'> {
  parts.sort((left, right) => left.postings - right.postings);
  const texts: string[] = [];
  const asked = new Set<string>();
  let postings = 0;
  let expected = foods;
  for (const part of parts) {
    if (texts.length > 0 && expected <= FEW_EXPECTED) break;
    texts.push(part.text);
    for (const text of part.texts) asked.add(text);
    // A list is jumped through where the words before it left few foods, and read where they left many.
    postings += Math.min(part.postings, expected * ENTRIES_PER_JUMP);
    expected *= part.postings / foods;
  }
  if (texts.length === 1) postings = Math.min(postings, MOST_POSTINGS_OF_ONE);
  const all = parts.map(({ text }) => text).join(' AND ');
  return { text: texts.join(' AND '), postings, unabridged: texts.length < parts.length ? all : null, asked };
}

function eitherJoined(own: Part | null, next: Part | null, joined: Meaning, scope: Scope): Part {
  const together = meaningText(joined, scope)!;
  if (own === null || next === null) return together;
  return {
    text: `((${own.text} AND ${next.text}) OR ${together.text})`,
    postings: own.postings + next.postings + together.postings,
  };
}

function anyOf(one: Understanding, kinds: readonly MeaningKind[], scope: Scope): Part | null {
  const parts: Part[] = [];
  for (const meanings of [one.meanings, one.corrections]) {
    for (const meaning of meanings) {
      const part = kinds.includes(meaning.kind) ? meaningText(meaning, scope) : null;
      if (part !== null) parts.push(part);
    }
  }
  if (parts.length <= 1) return parts[0] ?? null;
  return {
    text: `(${parts.map(({ text }) => text).join(' OR ')})`,
    postings: parts.reduce((sum, { postings }) => sum + postings, 0),
  };
}

function meaningText({ terms, isPrefix, names, fields }: Meaning, scope: Scope): Part | null {
  const star = isPrefix ? ' *' : '';
  const inName = names > 0;
  const inFields = scope === 'anywhere' && fields > names * LEAST_FIELD_SHARE;
  if (!inName && !inFields) return null;
  const parts = terms.map((term) => {
    const places: string[] = [];
    if (inName) places.push(quote(term) + star);
    if (inFields) places.push(quote(`#${term}`) + star);
    return places.length === 1 ? places[0]! : `(${places.join(' OR ')})`;
  });
  return {
    text: parts.length === 1 ? parts[0]! : `(${parts.join(' AND ')})`,
    postings: terms.length * (names + (inFields ? fields : 0)),
  };
}
