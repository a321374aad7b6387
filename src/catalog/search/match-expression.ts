import type { FoodSource, SourceFilter } from '../../food/food.ts';
import type { Meaning, MeaningKind, Understanding } from './meanings.ts';
import { sourceTerm } from './write-index.ts';

/**
 * What FTS5 is asked. Everything that comes from a person is a quoted string here, with its quotes doubled, so no
 * operator of FTS5 can be typed.
 */
export interface Expression {
  text: string;
  /** Entries of the index that are read at worst; foods that match all words may be few and far between. */
  postings: number;
}

/** Where a term may stand. */
export type Scope = 'name' | 'anywhere';

/** A list that is read alone ends at the first few foods; with a filter on top, a little later. */
const MOST_POSTINGS_OF_ONE = 20_000;

export function quote(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

/**
 * Foods that have every word in one of the chosen kinds of meaning; null when a word has none, so that nothing can
 * match. Of words that are too common to be read within `mostPostings`, the commonest are not asked for.
 */
export function allOf(
  understood: readonly Understanding[],
  kinds: readonly MeaningKind[],
  scope: Scope,
  mostPostings: number,
): Expression | null {
  const parts: Expression[] = [];
  for (let i = 0; i < understood.length; i++) {
    const one = understood[i]!;
    const next = understood[i + 1];
    const joined = next === undefined || one.next !== next.word.text ? null : one.joinedWithNext;
    const own = anyOf(one, kinds, scope);
    if (joined === null) {
      if (own === null) return null;
      parts.push(own);
    } else {
      parts.push(eitherJoined(own, anyOf(next!, kinds, scope), joined, scope));
      i++;
    }
  }
  return cheapest(parts, mostPostings);
}

/** Foods that match one of several expressions. */
export function oneOf(expressions: readonly Expression[]): Expression | null {
  if (expressions.length <= 1) return expressions[0] ?? null;
  return {
    text: expressions.map(({ text }) => `(${text})`).join(' OR '),
    postings: expressions.reduce((sum, { postings }) => sum + postings, 0),
  };
}

/** The foods of one source only. Other sources than off are marked in the index, and off by their absence. */
export function fromSource(text: string, source: SourceFilter | null, others: readonly FoodSource[]): string {
  if (source === null) return text;
  if (source !== 'off') return `(${text}) AND ${quote(`@${sourceTerm(source)}`)}`;
  return others.reduce((rest, other) => `(${rest}) NOT ${quote(`@${sourceTerm(other)}`)}`, text);
}

/** The rarest words come first: the lists of the others are then skipped through, not read. */
function cheapest(parts: Expression[], mostPostings: number): Expression | null {
  parts.sort((left, right) => left.postings - right.postings);
  const texts: string[] = [];
  let postings = 0;
  for (const part of parts) {
    if (texts.length > 0 && postings + part.postings > mostPostings) break;
    texts.push(part.text);
    postings += part.postings;
  }
  if (texts.length === 1) postings = Math.min(postings, MOST_POSTINGS_OF_ONE);
  return texts.length === 0 ? null : { text: texts.join(' AND '), postings };
}

function eitherJoined(
  own: Expression | null,
  next: Expression | null,
  joined: Meaning,
  scope: Scope,
): Expression {
  const together = meaningText(joined, scope)!;
  if (own === null || next === null) return together;
  return {
    text: `((${own.text} AND ${next.text}) OR ${together.text})`,
    postings: own.postings + next.postings + together.postings,
  };
}

function anyOf(one: Understanding, kinds: readonly MeaningKind[], scope: Scope): Expression | null {
  const parts: Expression[] = [];
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

function meaningText({ terms, isPrefix, names, fields }: Meaning, scope: Scope): Expression | null {
  const star = isPrefix ? ' *' : '';
  const inName = names > 0;
  const inFields = fields > 0 && scope === 'anywhere';
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
