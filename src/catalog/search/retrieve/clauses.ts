import { type FoodSource, isGenericSource } from '../../../food/food.ts';
import { sourceTerm } from '../index/document.ts';
import type { Absence, Derivation, DerivationKind, QueryTerm } from '../query/derivations.ts';

/** What a search asks of the index. */
export interface Expression {
  clause: Clause;
  /** Roughly how many index entries are read. */
  postings: number;
}

/** What a food must have: a term of the index, all or any of some clauses, or one without another. */
export type Clause =
  | {
      kind: 'term';
      term: string;
      isPrefix: boolean;
      /** About how many foods have it. */
      foods: number;
    }
  | { kind: 'all' | 'any'; of: readonly Clause[] }
  | { kind: 'except'; of: Clause; without: Clause };

/** Which derivations of a word count as the word, from the most certain ones to all. */
export const AS_TYPED: readonly DerivationKind[] = ['typed', 'form', 'split'];
export const TYPED_OR_CORRECTED: readonly DerivationKind[] = [...AS_TYPED, 'correction'];
export const WITH_PREFIXES: readonly DerivationKind[] = [...AS_TYPED, 'prefix'];
export const WITH_ENDINGS: readonly DerivationKind[] = [...WITH_PREFIXES, 'ending'];
export const WITH_CORRECTIONS: readonly DerivationKind[] = [...WITH_ENDINGS, 'correction'];

/** Where a term may occur. */
export type Scope = 'name' | 'anywhere';

/** A term is searched in other fields only if this share of its foods have it there: a second list costs more. */
const MIN_FIELD_SHARE = 0.1;
/** Reading the foods of a single word stops after the first; with a filter on top, a little later. */
const MAX_POSTINGS_OF_ONE = 20_000;

/** Foods that match every term by one of these kinds of derivation; null when a term has none, so nothing can match. */
export function allOf(
  terms: readonly QueryTerm[],
  kinds: readonly DerivationKind[],
  scope: Scope,
): Expression | null {
  const parts = partsOfAll(terms, kinds, scope);
  if (parts === null) return null;
  const [only] = parts;
  if (parts.length === 1) {
    return { clause: only!.clause, postings: Math.min(only!.postings, MAX_POSTINGS_OF_ONE) };
  }
  return andParts(parts);
}

/** A part for each term, or for two that may be written as one; null when nothing can match. */
function partsOfAll(
  terms: readonly QueryTerm[],
  kinds: readonly DerivationKind[],
  scope: Scope,
): Expression[] | null {
  const parts: Expression[] = [];
  for (let i = 0; i < terms.length; i++) {
    const term = terms[i]!;
    const next = terms[i + 1];
    const isNext = next !== undefined && term.next === next.word.text && term.joinedWithNext !== null;
    const joined = isNext ? derivationPart(term.joinedWithNext!, scope) : null;
    const own = anyOfTerm(term, kinds, scope);
    if (joined === null) {
      if (own === null) return null;
      parts.push(own);
    } else {
      parts.push(eitherJoined(own, anyOfTerm(next!, kinds, scope), joined));
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
  const { clause, postings } = expression;
  const none: Expression = {
    clause: { kind: 'except', of: clause, without: excluded.clause },
    postings: postings + excluded.postings,
  };
  const unlike = andParts([anyOfAll((absence) => absence.unlike), expression]);
  return orParts(unlike === null ? [none] : [none, unlike]);
}

/** Foods whose names have one of some terms; null when there are none. */
export function anyOf(derivations: readonly Derivation[]): Clause | null {
  return orParts(partsOf(derivations))?.clause ?? null;
}

/** Every way to leave out `count` of the terms. */
export function leavingOut(terms: readonly QueryTerm[], count: number): QueryTerm[][] {
  if (count === 0) return [[...terms]];
  return terms.flatMap((_, i) =>
    leavingOut(terms.slice(i + 1), count - 1).map((rest) => [...terms.slice(0, i), ...rest]),
  );
}

/** A source, or all tables of generic foods. */
export type Origin = FoodSource | 'generic';

/** Restricts a clause to one origin. The index marks every source except off, so off is all the others excluded. */
export function fromSource(clause: Clause, source: Origin | null, others: readonly FoodSource[]): Clause {
  if (source === null) return clause;
  if (source === 'generic')
    return join('all', [join('any', others.filter(isGenericSource).map(sourceClause)), clause]);
  if (source !== 'off') return join('all', [sourceClause(source), clause]);
  return others.length === 0
    ? clause
    : { kind: 'except', of: clause, without: join('any', others.map(sourceClause)) };
}

/** All foods of a source other than off. */
export function sourceClause(source: FoodSource): Clause {
  // Sources other than off have few foods.
  return { kind: 'term', term: `@${sourceTerm(source)}`, isPrefix: false, foods: 0 };
}

function clausesOf(parts: readonly Expression[]): Clause[] {
  return parts.map(({ clause }) => clause);
}

function join(kind: 'all' | 'any', of: readonly Clause[]): Clause {
  return of.length === 1 ? of[0]! : { kind, of };
}

/** For people. */
export function clauseText(clause: Clause): string {
  switch (clause.kind) {
    case 'term':
      return clause.term + (clause.isPrefix ? '*' : '');
    case 'except':
      return `${clauseText(clause.of)} NOT ${clauseText(clause.without)}`;
    default:
      return `(${clause.of.map(clauseText).join(clause.kind === 'all' ? ' AND ' : ' OR ')})`;
  }
}

function eitherJoined(own: Expression | null, next: Expression | null, together: Expression): Expression {
  if (own === null || next === null) return together;
  return {
    clause: join('any', [join('all', [own.clause, next.clause]), together.clause]),
    postings: own.postings + next.postings + together.postings,
  };
}

function anyOfTerm(term: QueryTerm, kinds: readonly DerivationKind[], scope: Scope): Expression | null {
  return term.absence === null ? presentOf(term, kinds, scope) : absentOf(term, term.absence, kinds, scope);
}

/**
 * Foods that say something is absent: those that the index lists, else those with one word for it (`unsalted`) or two (`without
 * salt`); in the name only as typed, since other languages may have many more of them.
 */
function absentOf(
  term: QueryTerm,
  absence: Absence,
  kinds: readonly DerivationKind[],
  scope: Scope,
): Expression | null {
  const typed = presentOf(term, kinds, 'name');
  const isInWord = term.word.negatedBy === null;
  if (scope === 'name') {
    const by = absence.negating.filter(({ terms }) => terms[0] === term.word.negatedBy);
    return isInWord ? typed : andParts([typed, orParts(partsOf(by))]);
  }
  if (absence.listed !== null) return orParts(partsOf([absence.listed, ...absence.weak]));
  const present = orParts([...(typed === null || isInWord ? [] : [typed]), ...partsOf(absence.present)]);
  const inTwo = andParts([present, orParts(partsOf(absence.negating))]);
  const inOne = [...(typed !== null && isInWord ? [typed] : []), ...partsOf(absence.absent)];
  return orParts(inTwo === null ? inOne : [...inOne, inTwo]);
}

/** The rarest part first, so that the others are read only where it leaves foods; null when nothing can match. */
function andParts(parts: readonly (Expression | null)[]): Expression | null {
  const known = parts.filter((part) => part !== null);
  if (known.length < parts.length) return null;
  return {
    clause: join('all', clausesOf(known.sort((left, right) => left.postings - right.postings))),
    postings: known.reduce((sum, { postings }) => sum + postings, 0),
  };
}

function partsOf(derivations: readonly Derivation[]): Expression[] {
  return derivations.flatMap((derivation) => derivationPart(derivation, 'name') ?? []);
}

function presentOf(term: QueryTerm, kinds: readonly DerivationKind[], scope: Scope): Expression | null {
  const parts: Expression[] = [];
  for (const derivations of [term.derivations, term.corrections]) {
    for (const derivation of derivations) {
      const part = kinds.includes(derivation.kind) ? derivationPart(derivation, scope) : null;
      if (part !== null) parts.push(part);
    }
  }
  return orParts(parts);
}

function orParts(parts: readonly Expression[]): Expression | null {
  if (parts.length <= 1) return parts[0] ?? null;
  return {
    clause: join('any', clausesOf(parts)),
    postings: parts.reduce((sum, { postings }) => sum + postings, 0),
  };
}

function derivationPart({ terms, isPrefix, names, fields }: Derivation, scope: Scope): Expression | null {
  const inName = names > 0;
  const inFields = scope === 'anywhere' && fields > names * MIN_FIELD_SHARE;
  if (!inName && !inFields) return null;
  const clauses = terms.map((term) => {
    const places: Clause[] = [];
    if (inName) places.push({ kind: 'term', term, isPrefix, foods: names });
    if (inFields) places.push({ kind: 'term', term: `#${term}`, isPrefix, foods: fields });
    return join('any', places);
  });
  return {
    clause: join('all', clauses),
    postings: terms.length * (names + (inFields ? fields : 0)),
  };
}
