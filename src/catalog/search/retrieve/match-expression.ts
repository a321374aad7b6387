import type { FoodSource } from '../../../food/food.ts';
import { sourceTerm } from '../index/document.ts';
import type { Absence, Derivation, DerivationKind, QueryTerm } from '../query/derivations.ts';

/**
 * An FTS5 expression. Everything a person typed is in it as a quoted string with its quotes doubled, so no FTS5
 * operator can be typed.
 */
export interface Expression {
  text: string;
  /** Roughly how many index entries are read; foods that match all words may be far apart. */
  postings: number;
  /**
   * The same with every word, where `text` has only the rarest: few foods have even those, so the others are checked
   * in the foods found rather than in the index. Null where nothing was left out.
   */
  unabridged: string | null;
  /** The terms to match, and how many of them a food must have. */
  terms: readonly QueryTerm[];
  least: number;
  /** The words that every match of `text` has, if only in a field that is not shown. */
  asked: ReadonlySet<string>;
}

/** What a food must have: a term of the index, or all or any of some clauses. */
export type Clause =
  | { kind: 'term'; term: string; isPrefix: boolean }
  | { kind: 'all' | 'any'; of: readonly Clause[] };

/** Which derivations of a word count as the word, from the most certain ones to all. */
export const AS_TYPED: readonly DerivationKind[] = ['typed', 'form', 'split'];
export const TYPED_OR_CORRECTED: readonly DerivationKind[] = [...AS_TYPED, 'correction'];
export const WITH_PREFIXES: readonly DerivationKind[] = [...AS_TYPED, 'prefix'];
export const WITH_ENDINGS: readonly DerivationKind[] = [...WITH_PREFIXES, 'ending'];
export const WITH_CORRECTIONS: readonly DerivationKind[] = [...WITH_ENDINGS, 'correction'];

/** Where a term may occur. */
export type Scope = 'name' | 'anywhere';

/** Once no more foods than this are expected, the remaining words are checked in the foods themselves. */
const FEW_EXPECTED = 25;
/** Entries on a page of the index: a jump reads the page it lands on. */
const ENTRIES_PER_JUMP = 800;
/** A term is searched in other fields only if this share of its foods have it there: a second list costs more. */
const LEAST_FIELD_SHARE = 0.1;
/** Reading a single list stops after the first foods; with a filter on top, a little later. */
const MOST_POSTINGS_OF_ONE = 20_000;

/** Foods that match every term by one of these kinds of derivation; null when a term has none, so nothing can match. */
export function allOf(
  terms: readonly QueryTerm[],
  kinds: readonly DerivationKind[],
  scope: Scope,
  foods: number,
): Expression | null {
  const parts = partsOfAll(terms, kinds, scope);
  return parts === null ? null : { ...abridge(parts, foods), terms, least: terms.length };
}

/** The same as a clause that requires every term. */
export function clauseOfAll(
  terms: readonly QueryTerm[],
  kinds: readonly DerivationKind[],
  scope: Scope,
): Clause | null {
  const parts = partsOfAll(terms, kinds, scope);
  return parts === null ? null : join('all', clausesOf(parts));
}

/** A part for each term, or for two that may be written as one; null when nothing can match. */
function partsOfAll(
  terms: readonly QueryTerm[],
  kinds: readonly DerivationKind[],
  scope: Scope,
): AskedPart[] | null {
  const parts: AskedPart[] = [];
  for (let i = 0; i < terms.length; i++) {
    const term = terms[i]!;
    const next = terms[i + 1];
    const isNext = next !== undefined && term.next === next.word.text && term.joinedWithNext !== null;
    const joined = isNext ? derivationPart(term.joinedWithNext!, scope) : null;
    const own = anyOf(term, kinds, scope);
    if (joined === null) {
      if (own === null) return null;
      parts.push({ ...own, words: [term.word.text] });
    } else {
      const either = eitherJoined(own, anyOf(next!, kinds, scope), joined);
      parts.push({ ...either, words: [term.word.text, next!.word.text] });
      i++;
    }
  }
  return parts.length === 0 ? null : parts;
}

/** Foods that match the expression and mention nothing that the terms exclude, but for what only sounds like it. */
export function mentioningNone(
  expression: Expression | null,
  terms: readonly QueryTerm[],
): Expression | null {
  const anyOfAll = (derivationsOf: (absence: Absence) => readonly Derivation[]) =>
    orParts(terms.flatMap(({ absence }) => (absence === null ? [] : partsOf(derivationsOf(absence)))));
  const excluded = anyOfAll(({ present }) => present);
  if (expression === null || excluded === null) return expression;
  const unlike = anyOfAll((absence) => absence.unlike);
  const without = (text: string) => {
    const none = `(${text}) NOT ${clauseText(excluded.clause)}`;
    return unlike === null ? none : `(${none}) OR ((${text}) AND ${clauseText(unlike.clause)})`;
  };
  return {
    ...expression,
    text: without(expression.text),
    unabridged: expression.unabridged === null ? null : without(expression.unabridged),
  };
}

/** Foods that match all but any `without` of the terms. */
export function mostOf(
  terms: readonly QueryTerm[],
  without: number,
  kinds: readonly DerivationKind[],
  foods: number,
): Expression | null {
  const parts = leavingOut(terms, without)
    .map((subset) => allOf(subset, kinds, 'anywhere', foods))
    .filter((part) => part !== null);
  if (parts.length === 0) return null;
  const isAbridged = parts.some(({ unabridged }) => unabridged !== null);
  const distinct = new Map(parts.map((part) => [part.text, part]));
  return {
    text: anyText([...distinct.keys()]),
    postings: [...distinct.values()].reduce((sum, { postings }) => sum + postings, 0),
    unabridged: isAbridged ? anyText(parts.map(({ text, unabridged }) => unabridged ?? text)) : null,
    terms,
    least: terms.length - without,
    // FTS5 does not say which alternative matched, so no word is certain.
    asked: new Set(),
  };
}

function anyText(texts: string[]): string {
  return texts.length === 1 ? texts[0]! : texts.map((text) => `(${text})`).join(' OR ');
}

/** Every way to leave out `count` of the terms. */
function leavingOut(terms: readonly QueryTerm[], count: number): QueryTerm[][] {
  if (count === 0) return [[...terms]];
  return terms.flatMap((_, i) =>
    leavingOut(terms.slice(i + 1), count - 1).map((rest) => [...terms.slice(0, i), ...rest]),
  );
}

/** Restricts an expression to one source. The index marks every source except off, so off is all the others excluded. */
export function fromSource(text: string, source: FoodSource | null, others: readonly FoodSource[]): string {
  if (source === null) return text;
  if (source !== 'off') return `${quote(`@${sourceTerm(source)}`)} AND (${text})`;
  return others.reduce((rest, other) => `(${rest}) NOT ${quote(`@${sourceTerm(other)}`)}`, text);
}

/** A piece of an expression before assembly. */
interface Part {
  clause: Clause;
  postings: number;
}
type AskedPart = Part & { words: string[] };

function clausesOf(parts: readonly Part[]): Clause[] {
  return parts.map(({ clause }) => clause);
}

function join(kind: 'all' | 'any', of: readonly Clause[]): Clause {
  return of.length === 1 ? of[0]! : { kind, of };
}

/** In the syntax of FTS5. */
function clauseText(clause: Clause): string {
  if (clause.kind === 'term') return quote(clause.term) + (clause.isPrefix ? ' *' : '');
  return `(${clause.of.map(clauseText).join(clause.kind === 'all' ? ' AND ' : ' OR ')})`;
}

/** Keeps just enough of the rarest words to expect few foods. */
function abridge(parts: AskedPart[], foods: number): Omit<Expression, 'terms' | 'least'> {
  parts.sort((left, right) => left.postings - right.postings);
  const texts: string[] = [];
  const asked = new Set<string>();
  let postings = 0;
  let expected = foods;
  for (const part of parts) {
    if (texts.length > 0 && expected <= FEW_EXPECTED) break;
    texts.push(clauseText(part.clause));
    for (const word of part.words) asked.add(word);
    // FTS5 jumps through a list when the words before it leave few foods, and reads it when they leave many.
    postings += Math.min(part.postings, expected * ENTRIES_PER_JUMP);
    expected *= part.postings / foods;
  }
  if (texts.length === 1) postings = Math.min(postings, MOST_POSTINGS_OF_ONE);
  const text = texts.join(' AND ');
  const others = parts.slice(texts.length).map(({ clause }) => clauseText(clause));
  return { text, postings, unabridged: others.length === 0 ? null : [text, ...others].join(' AND '), asked };
}

function eitherJoined(own: Part | null, next: Part | null, together: Part): Part {
  if (own === null || next === null) return together;
  return {
    clause: join('any', [join('all', [own.clause, next.clause]), together.clause]),
    postings: own.postings + next.postings + together.postings,
  };
}

function anyOf(term: QueryTerm, kinds: readonly DerivationKind[], scope: Scope): Part | null {
  return term.absence === null ? presentOf(term, kinds, scope) : absentOf(term, term.absence, kinds, scope);
}

/**
 * Foods that say something is absent, in one word (`unsalted`) or in two (`without salt`); in the name only as typed,
 * since other languages may have many more of them.
 */
function absentOf(
  term: QueryTerm,
  absence: Absence,
  kinds: readonly DerivationKind[],
  scope: Scope,
): Part | null {
  const typed = presentOf(term, kinds, 'name');
  const isInWord = term.word.negatedBy === null;
  if (scope === 'name') {
    const by = absence.negating.filter(({ terms }) => terms[0] === term.word.negatedBy);
    return isInWord || typed === null ? typed : andParts(typed, orParts(partsOf(by)));
  }
  const present = orParts([...(typed === null || isInWord ? [] : [typed]), ...partsOf(absence.present)]);
  const negating = orParts(partsOf(absence.negating));
  const inTwo = present === null ? null : andParts(present, negating);
  const inOne = [...(typed !== null && isInWord ? [typed] : []), ...partsOf(absence.absent)];
  return orParts(inTwo === null ? inOne : [...inOne, inTwo]);
}

function andParts(left: Part, right: Part | null): Part | null {
  if (right === null) return null;
  return {
    clause: join('all', [left.clause, right.clause]),
    postings: 2 * Math.min(left.postings, right.postings),
  };
}

function partsOf(derivations: readonly Derivation[]): Part[] {
  return derivations.flatMap((derivation) => derivationPart(derivation, 'name') ?? []);
}

function presentOf(term: QueryTerm, kinds: readonly DerivationKind[], scope: Scope): Part | null {
  const parts: Part[] = [];
  for (const derivations of [term.derivations, term.corrections]) {
    for (const derivation of derivations) {
      const part = kinds.includes(derivation.kind) ? derivationPart(derivation, scope) : null;
      if (part !== null) parts.push(part);
    }
  }
  return orParts(parts);
}

function orParts(parts: readonly Part[]): Part | null {
  if (parts.length <= 1) return parts[0] ?? null;
  return {
    clause: join('any', clausesOf(parts)),
    postings: parts.reduce((sum, { postings }) => sum + postings, 0),
  };
}

function derivationPart({ terms, isPrefix, names, fields }: Derivation, scope: Scope): Part | null {
  const inName = names > 0;
  const inFields = scope === 'anywhere' && fields > names * LEAST_FIELD_SHARE;
  if (!inName && !inFields) return null;
  const clauses = terms.map((term) => {
    const places: Clause[] = [];
    if (inName) places.push({ kind: 'term', term, isPrefix });
    if (inFields) places.push({ kind: 'term', term: `#${term}`, isPrefix });
    return join('any', places);
  });
  return {
    clause: join('all', clauses),
    postings: terms.length * (names + (inFields ? fields : 0)),
  };
}

/** A term as an FTS5 string, with its quotes doubled: nothing in it is taken for an operator. */
function quote(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}
