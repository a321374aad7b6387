import { isGeneric } from '../../../food/food.ts';
import type { Exclusion } from '../../../text/exclusions.ts';
import { words } from '../../../text/fold.ts';
import { findAbsence, type Negations, readNegations } from '../../../text/negation.ts';
import type { CorrectedDerivation, Derivation, QueryTerm } from '../query/derivations.ts';
import type { QueryWord } from '../query/read-query.ts';
import { CORRECTION, DERIVED, FORM_LETTERS, STRENGTH } from '../query/weights.ts';
import type { Candidate } from './candidates.ts';

/** How the words of a query match a food: where in its name, how well, or in which other field. */

/** How one typed word matches a food. */
export interface WordMatch {
  /** From 0, no match, to 1, as typed. */
  strength: number;
  /** Whether the name has the word as typed (or as most likely intended), its plural, a longer word, or something else. */
  as: 'typed' | 'form' | 'prefix' | 'other';
  /** The correction that matches, or null when the word matches without one. */
  correction: string | null;
  /** Positions of the matching words in the name, from and to (exclusive); -1 when none matches. */
  from: number;
  to: number;
  /** The name says the opposite: it has what is excluded, or says that what is wanted is absent. */
  isContradicted: boolean;
}

/** A query prepared for matching: once, for all candidates. */
export interface MatchQuery {
  terms: readonly QueryTerm[];
  derivationsByTerm: DerivationsByTerm[];
}

const NO_MATCH: WordMatch = {
  strength: 0,
  as: 'other',
  correction: null,
  from: -1,
  to: -1,
  isContradicted: false,
};

export function matchQuery(terms: readonly QueryTerm[]): MatchQuery {
  return { terms, derivationsByTerm: terms.map(derivationsByTerm) };
}

/** What each term of a word says of it; as it was typed before as it may be corrected. */
type DerivationsByTerm = Map<string, Derivation | CorrectedDerivation>;

function derivationsByTerm({ derivations, corrections }: QueryTerm): DerivationsByTerm {
  const byTerm: DerivationsByTerm = new Map();
  for (const derivation of [...corrections, ...derivations]) {
    if (derivation.terms.length === 1 && !derivation.isPrefix) byTerm.set(derivation.terms[0]!, derivation);
  }
  return byTerm;
}

/** One match per typed word. */
export function matchWords(query: MatchQuery, nameWords: string[], candidate: Candidate): WordMatch[] {
  const { terms, derivationsByTerm } = query;
  const isForGeneric = isGeneric(candidate);
  const negations = readNegations(nameWords);
  const matches: WordMatch[] = [];
  for (let i = 0; i < terms.length; i++) {
    const term = terms[i]!;
    const { exclusion } = term.word;
    matches.push(
      exclusion === null
        ? weakenNegated(terms, bestInName(term, derivationsByTerm[i]!, nameWords, isForGeneric), negations)
        : matchAbsence(term, derivationsByTerm[i]!, exclusion, nameWords, negations),
    );
  }
  preferNeighbours(nameWords, matches);
  joinNeighbours(terms, nameWords, matches);
  matchFields(query, candidate, matches);
  return matches;
}

/** Words that are not in the name may be in another field. */
function matchFields(
  { terms, derivationsByTerm }: MatchQuery,
  candidate: Candidate,
  matches: WordMatch[],
): void {
  let fields: FieldWords | null = null;
  for (let i = 0; i < terms.length; i++) {
    if (matches[i]!.strength > 0 || terms[i]!.word.exclusion !== null) continue;
    fields ??= fieldWords(candidate);
    matches[i] = bestInFields(terms[i]!, derivationsByTerm[i]!, fields);
  }
}

/** Whether a name says of everything that a query excludes that it is absent. */
export function saysAbsent(query: MatchQuery, name: string): boolean {
  return matchAbsences(query, name).every(({ strength }) => strength > 0);
}

/** Whether a name has something that a query excludes. */
export function hasExcluded(query: MatchQuery, name: string): boolean {
  return matchAbsences(query, name).some(({ isContradicted }) => isContradicted);
}

function matchAbsences({ terms, derivationsByTerm }: MatchQuery, name: string): WordMatch[] {
  const nameWords = words(name);
  const negations = readNegations(nameWords);
  const matches: WordMatch[] = [];
  for (let i = 0; i < terms.length; i++) {
    const { exclusion } = terms[i]!.word;
    if (exclusion !== null)
      matches.push(matchAbsence(terms[i]!, derivationsByTerm[i]!, exclusion, nameWords, negations));
  }
  return matches;
}

/** An excluded word matches a name that says it is absent. */
function matchAbsence(
  { word }: QueryTerm,
  byTerm: DerivationsByTerm,
  exclusion: Exclusion,
  nameWords: string[],
  negations: Negations | null,
): WordMatch {
  const isPresence = (text: string) => word.negatedBy !== null && byTerm.has(text);
  const found = findAbsence(word, exclusion, isPresence, nameWords, negations);
  if (found === null) return NO_MATCH;
  if (!found.isAbsent) return { ...NO_MATCH, isContradicted: true };
  const own = nameWords[found.at]!;
  const isTyped = own === word.text && found.negatedBy === word.negatedBy;
  const isForm =
    (word.negatedBy === null && own.slice(0, FORM_LETTERS) === word.text.slice(0, FORM_LETTERS)) ||
    (found.negatedBy ?? '') + own === word.text;
  const isNamed = byTerm.has(own);
  const isSameNegation = found.negatedBy !== null && found.negatedBy === word.negatedBy;
  const strength = isTyped
    ? STRENGTH.typed
    : isForm || (isNamed && isSameNegation)
      ? STRENGTH.form
      : isNamed || isSameNegation
        ? STRENGTH.otherNegation
        : STRENGTH.absent;
  return { ...NO_MATCH, strength, as: isTyped ? 'typed' : 'other', from: found.at, to: found.at + 1 };
}

/** A word that the name negates matches weakly, unless the negation was typed as well. */
function weakenNegated(
  terms: readonly QueryTerm[],
  match: WordMatch,
  negations: Negations | null,
): WordMatch {
  const negatedBy = negations?.negatedBy[match.from] ?? null;
  if (negatedBy === null || terms.some(({ word }) => word.text === negatedBy)) return match;
  return { ...match, strength: STRENGTH.negated * match.strength, as: 'other', isContradicted: true };
}

function bestInName(
  term: QueryTerm,
  byTerm: DerivationsByTerm,
  nameWords: string[],
  isGeneric: boolean,
): WordMatch {
  const { word } = term;
  let best = NO_MATCH;
  for (let at = 0; at < nameWords.length && best.strength < STRENGTH.typed; at++) {
    const nameWord = nameWords[at]!;
    const strength = strengthOf(term, byTerm, nameWord, isGeneric);
    if (strength > best.strength) best = describeMatch(word, byTerm, nameWord, at, strength);
    const joined = term.isDoubtful ? STRENGTH.doubtful : STRENGTH.joined;
    if (best.strength < joined && at + 1 < nameWords.length) {
      const span = spanOf(word.text, nameWords, at);
      if (span > 0) best = { ...NO_MATCH, strength: joined, from: at, to: at + span };
    }
  }
  return best;
}

function describeMatch(
  word: QueryWord,
  byTerm: DerivationsByTerm,
  nameWord: string,
  at: number,
  strength: number,
): WordMatch {
  const derivation = nameWord === word.text || word.isUnspaced ? null : byTerm.get(nameWord);
  const correction = derivation?.kind === 'correction' ? nameWord : null;
  const as = derivation === null ? 'typed' : howMatched(word, derivation, nameWord);
  return { strength, as, correction, from: at, to: at + 1, isContradicted: false };
}

function isCorrection(derivation: Derivation | undefined): derivation is CorrectedDerivation {
  return derivation?.kind === 'correction';
}

function howMatched(word: QueryWord, derivation: Derivation | undefined, nameWord: string): WordMatch['as'] {
  if (isCorrection(derivation)) {
    if (derivation.cost <= CORRECTION.likeliest) return 'typed';
    return derivation.cost <= CORRECTION.likeliest + CORRECTION.otherForm ? 'form' : 'other';
  }
  if (derivation?.kind === 'form') return 'form';
  return word.isLast && nameWord.startsWith(word.text) ? 'prefix' : 'other';
}

function strengthOf(
  { word, isDoubtful, isMisspelt }: QueryTerm,
  byTerm: DerivationsByTerm,
  text: string,
  isGeneric: boolean,
): number {
  if (text === word.text) return isMisspelt ? STRENGTH.doubtful : STRENGTH.typed;
  if (word.isUnspaced) return text.includes(word.text) ? STRENGTH.typed : 0;
  const derivation = byTerm.get(text);
  if (isCorrection(derivation)) {
    // Lists of generic foods use singular or plural arbitrarily, so both are equally likely.
    const cost = isGeneric
      ? Math.max(CORRECTION.likeliest, derivation.cost - CORRECTION.otherForm)
      : derivation.cost;
    const weaker = STRENGTH.correctionStep * (cost - CORRECTION.likeliest);
    return Math.max(STRENGTH.weakestCorrection, STRENGTH.correction - weaker);
  }
  let strength =
    derivation?.kind === 'form' ? STRENGTH.form : derivation?.kind === 'ending' ? STRENGTH.ending : 0;
  if (word.isLast && strength < STRENGTH.wholePrefix && text.startsWith(word.text)) {
    const share = word.text.length / text.length;
    strength = Math.max(strength, STRENGTH.prefix + (STRENGTH.wholePrefix - STRENGTH.prefix) * share);
  }
  return isDoubtful ? Math.min(strength, STRENGTH.doubtful) : strength;
}

/** How many words of the name, from here on, make up the typed word when written together; 0 for none. */
function spanOf(text: string, nameWords: string[], at: number): number {
  let rest = text;
  for (let i = at; i < nameWords.length && i < at + DERIVED.joinedWords; i++) {
    if (!rest.startsWith(nameWords[i]!)) return 0;
    rest = rest.slice(nameWords[i]!.length);
    if (rest === '') return i - at + 1;
  }
  return 0;
}

/**
 * Prefers, where a name has a word twice, the one after the preceding typed word: "Salad dressing, caesar dressing".
 */
function preferNeighbours(nameWords: string[], matches: WordMatch[]): void {
  for (let i = 1; i < matches.length; i++) {
    const { from, to } = matches[i]!;
    const next = matches[i - 1]!.to;
    if (from < 0 || next < 1 || from === next || to - from !== 1) continue;
    if (nameWords[next] === nameWords[from]) matches[i] = { ...matches[i]!, from: next, to: next + 1 };
  }
}

/** Two typed words that the name writes as one match it together. */
function joinNeighbours(terms: readonly QueryTerm[], nameWords: string[], matches: WordMatch[]): void {
  for (let i = 0; i + 1 < terms.length; i++) {
    if (terms[i]!.word.exclusion !== null || terms[i + 1]!.word.exclusion !== null) continue;
    if (matches[i]!.strength >= STRENGTH.joined && matches[i + 1]!.strength >= STRENGTH.joined) continue;
    const at = nameWords.indexOf(terms[i]!.word.text + terms[i + 1]!.word.text);
    if (at < 0) continue;
    matches[i] = { ...NO_MATCH, strength: STRENGTH.joined, as: 'form', from: at, to: at + 1 };
    matches[i + 1] = { ...matches[i]! };
  }
}

interface FieldWords {
  brand: string[];
  category: string[];
}

function fieldWords({ brand, category }: Candidate): FieldWords {
  return { brand: brand === null ? [] : words(brand), category: category === null ? [] : words(category) };
}

function bestInFields(term: QueryTerm, byTerm: DerivationsByTerm, fields: FieldWords): WordMatch {
  let best = NO_MATCH;
  for (const field of ['brand', 'category'] as const) {
    for (const text of fields[field]) {
      const strength = STRENGTH[field] * strengthOf(term, byTerm, text, false);
      if (strength <= best.strength) continue;
      const isCorrected = text !== term.word.text && byTerm.get(text)?.kind === 'correction';
      best = { ...NO_MATCH, strength, correction: isCorrected ? text : null };
    }
  }
  return best;
}
