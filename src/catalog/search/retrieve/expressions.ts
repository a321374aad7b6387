import { FOOD_SOURCES, type FoodSource } from '../../../food/food.ts';
import { stem } from '../../../text/word-forms.ts';
import type { Absence, Derivation, DerivationKind, QueryTerm } from '../query/derivations.ts';
import { FIELD, GENERIC, sourceTerm, stemTerm } from '../query/marks.ts';
import { DERIVED } from '../query/weights.ts';

/** What a search asks of `foods_search`, in the language of FTS5. */
export interface Expression {
  match: string;
  /** About how many entries of the index FTS5 reads for it. */
  entries: number;
}

/** Which derivations of a word count as the word, from the most certain ones to all. */
export const AS_TYPED: readonly DerivationKind[] = ['typed', 'form', 'split'];
export const TYPED_OR_CORRECTED: readonly DerivationKind[] = [...AS_TYPED, 'correction'];
export const WITH_PREFIXES: readonly DerivationKind[] = [...AS_TYPED, 'prefix'];
export const WITH_ENDINGS: readonly DerivationKind[] = [...WITH_PREFIXES, 'ending'];
export const WITH_CORRECTIONS: readonly DerivationKind[] = [...WITH_ENDINGS, 'correction'];

/** Where a term may occur. */
export type Scope = 'name' | 'anywhere';

/** Foods that match every term by one of these kinds of derivation; null when a term has none, so nothing can match. */
export function allOf(
  terms: readonly QueryTerm[],
  kinds: readonly DerivationKind[],
  scope: Scope,
): Expression | null {
  const parts: (Expression | null)[] = [];
  for (let i = 0; i < terms.length; i++) {
    const term = terms[i]!;
    const next = terms[i + 1];
    const isNext = next !== undefined && term.next === next.word.text && term.joinedWithNext !== null;
    const joined = isNext ? anyOf([term.joinedWithNext!], scope) : null;
    const own = anyOfTerm(term, kinds, scope);
    if (joined === null) parts.push(own);
    else {
      // The two words, or both written as one.
      parts.push(either([every([own, anyOfTerm(next!, kinds, scope)]), joined]));
      i++;
    }
  }
  return every(parts);
}

/** Foods that match the expression and mention nothing that the terms exclude, but for what only sounds like it. */
export function mentioningNone(
  expression: Expression | null,
  terms: readonly QueryTerm[],
): Expression | null {
  const anyOfAll = (derivationsOf: (absence: Absence) => readonly Derivation[]) =>
    anyOf(terms.flatMap(({ absence }) => (absence === null ? [] : derivationsOf(absence))));
  const excluded = anyOfAll(({ present }) => present);
  if (expression === null || excluded === null) return expression;
  return either([except(expression, excluded), every([anyOfAll(({ unlike }) => unlike), expression])]);
}

/** Those that the index lists as saying that everything excluded is absent: their names need not be read; null where it does not know. */
export function sayingAbsent(expression: Expression, terms: readonly QueryTerm[]): Expression | null {
  const listed = terms.flatMap(({ absence }) => (absence === null ? [] : [absence.listed]));
  return every([expression, ...listed.map((one) => (one === null ? null : anyOf([one])))]);
}

/** Foods that have one of some terms; null when there are none. */
export function anyOf(derivations: readonly Derivation[], scope: Scope = 'name'): Expression | null {
  const parts = new Map<string, number>();
  for (const { terms, isPrefix, names, fields } of derivations) {
    const inFields = scope === 'anywhere' && fields > names * DERIVED.minFieldShare;
    if (terms.length > 1) {
      if (names > 0)
        parts.set(`(${terms.map((term) => quoted(stemmed(term))).join(' AND ')})`, terms.length * names);
      continue;
    }
    const [term] = terms as [string];
    const text = isPrefix ? term : stemmed(term);
    const end = isPrefix ? ' *' : '';
    if (names > 0) addPart(parts, quoted(text) + end, names);
    if (inFields) addPart(parts, quoted(FIELD + text) + end, fields);
  }
  return parts.size === 0
    ? null
    : joined(
        Array.from(parts, ([match, entries]) => ({ match, entries })),
        'OR',
      );
}

/** Several forms of a word share the term of their stem. */
function addPart(parts: Map<string, number>, part: string, entries: number): void {
  parts.set(part, (parts.get(part) ?? 0) + entries);
}

/** The term under which the index has a word and all others with its stem, but for the stem itself. */
function stemmed(term: string): string {
  const ofTerm = stem(term);
  return ofTerm === term ? term : stemTerm(ofTerm);
}

function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
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

const OTHER_SOURCES = FOOD_SOURCES.filter((source) => source !== 'off').map(sourceTerm);

/** Restricts an expression to one origin. The index marks every source except off, so off is all the others excluded. */
export function fromSource(expression: Expression, source: Origin | null): Expression {
  if (source === null) return expression;
  if (source === 'off') return except(expression, withoutCount(OTHER_SOURCES));
  return every([withoutCount([source === 'generic' ? GENERIC : sourceTerm(source)]), expression])!;
}

/** Sources other than off have few foods. */
function withoutCount(terms: readonly string[]): Expression {
  return { match: joinParts(terms.map(quoted), 'OR'), entries: 0 };
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
    return isInWord ? typed : every([typed, anyOf(by)]);
  }
  if (absence.listed !== null) return anyOf([absence.listed, ...absence.weak]);
  const inOne = either([isInWord ? typed : null, anyOf(absence.absent)]);
  const inTwo = every([either([isInWord ? null : typed, anyOf(absence.present)]), anyOf(absence.negating)]);
  return either([inOne, inTwo]);
}

function presentOf(term: QueryTerm, kinds: readonly DerivationKind[], scope: Scope): Expression | null {
  const derivations = [...term.derivations, ...term.corrections];
  return anyOf(
    derivations.filter(({ kind }) => kinds.includes(kind)),
    scope,
  );
}

/** The rarest part first; null when one of them cannot match, or there are none. */
function every(parts: readonly (Expression | null)[]): Expression | null {
  if (parts.length === 0 || parts.includes(null)) return null;
  const rarestFirst = (parts as Expression[]).toSorted((left, right) => left.entries - right.entries);
  return joined(rarestFirst, 'AND');
}

function either(parts: readonly (Expression | null)[]): Expression | null {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? null : joined(known, 'OR');
}

function joined(parts: readonly Expression[], operator: 'AND' | 'OR'): Expression {
  return {
    match: joinParts(
      parts.map(({ match }) => match),
      operator,
    ),
    entries: parts.reduce((sum, { entries }) => sum + entries, 0),
  };
}

export function except(expression: Expression, without: Expression): Expression {
  return {
    match: `(${expression.match} NOT ${without.match})`,
    entries: expression.entries + without.entries,
  };
}

function joinParts(parts: readonly string[], operator: 'AND' | 'OR'): string {
  return parts.length === 1 ? parts[0]! : `(${parts.join(` ${operator} `)})`;
}
