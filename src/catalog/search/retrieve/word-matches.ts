import { words } from '../../../food/text.ts';
import type { Derivation, QueryTerm } from '../query/derivations.ts';
import { LIKELIEST_COST } from '../query/doubts.ts';
import type { QueryWord } from '../query/query-words.ts';
import type { Candidate } from './candidates.ts';

/** How the words of a query match a food: where in its name, how well, or in which other field. */

/** How one typed word matches a food. */
export interface WordMatch {
  /** From 0, no match, to 1, as typed. */
  strength: number;
  /** Whether the name has the word as typed (or as most likely intended), a longer word that starts so, or neither. */
  as: 'typed' | 'prefix' | 'other';
  /** The correction that matches, or null when the word matches without one. */
  correction: string | null;
  /** Positions of the matching words in the name, from and to (exclusive); -1 when none matches. */
  from: number;
  to: number;
}

/** A query prepared for matching: once, for all candidates. */
export interface MatchQuery {
  terms: readonly QueryTerm[];
  derivationsByTerm: Map<string, Derivation>[];
}

/** How strongly a typed word matches, from 0 to 1. */
const STRENGTH = {
  typed: 1,
  /** Written together or apart: `butter milk` in "Buttermilk". */
  joined: 0.97,
  /** In the plural or the singular. */
  form: 0.93,
  /** With another final vowel. */
  ending: 0.85,
  /** As a prefix of a word: from here to `wholePrefix`, the more of the word it covers the better. */
  prefix: 0.66,
  wholePrefix: 0.8,
  /** A correction; each point of its cost beyond the likeliest takes `correctionStep` off. */
  correction: 0.7,
  correctionStep: 0.6,
  weakestCorrection: 0.1,
  /** Another form, a prefix or a split of a word that is more likely a slip: less than its correction. */
  doubtful: 0.6,
  /** In the brand or the category. A generic name finds a food but is not shown, so it earns nothing. */
  brand: 0.9,
  category: 0.72,
} as const;
/** Words of a name that may be written as one in the query: `jusdorange`. */
const MOST_JOINED_WORDS = 4;

const NO_MATCH: WordMatch = { strength: 0, as: 'other', correction: null, from: -1, to: -1 };

export function matchQuery(terms: readonly QueryTerm[]): MatchQuery {
  return { terms, derivationsByTerm: terms.map(derivationsByTerm) };
}

function derivationsByTerm({ derivations, corrections }: QueryTerm): Map<string, Derivation> {
  const byTerm = new Map<string, Derivation>();
  for (const derivation of [...corrections, ...derivations]) {
    if (derivation.terms.length === 1 && !derivation.isPrefix) byTerm.set(derivation.terms[0]!, derivation);
  }
  return byTerm;
}

/** One match per typed word. */
export function matchWords(query: MatchQuery, nameWords: string[], candidate: Candidate): WordMatch[] {
  const { terms, derivationsByTerm } = query;
  const matches = terms.map((term, i) => bestInName(term, derivationsByTerm[i]!, nameWords));
  joinNeighbours(terms, nameWords, matches);
  let fields: FieldWords | null = null;
  return matches.map((match, i) => {
    if (match.strength > 0) return match;
    fields ??= fieldWords(candidate);
    return { ...NO_MATCH, strength: strengthInFields(terms[i]!, derivationsByTerm[i]!, fields) };
  });
}

function bestInName(term: QueryTerm, byTerm: Map<string, Derivation>, nameWords: string[]): WordMatch {
  const { word } = term;
  let best = NO_MATCH;
  for (let at = 0; at < nameWords.length && best.strength < STRENGTH.typed; at++) {
    const nameWord = nameWords[at]!;
    const strength = strengthOf(term, byTerm, nameWord);
    if (strength > best.strength) {
      best = { strength, ...describeMatch(word, byTerm, nameWord), from: at, to: at + 1 };
    }
    const joined = term.isDoubtful ? STRENGTH.doubtful : STRENGTH.joined;
    if (best.strength < joined && at + 1 < nameWords.length) {
      const span = spanOf(word.text, nameWords, at);
      if (span > 0) best = { strength: joined, as: 'other', correction: null, from: at, to: at + span };
    }
  }
  return best;
}

function describeMatch(
  word: QueryWord,
  byTerm: Map<string, Derivation>,
  nameWord: string,
): Pick<WordMatch, 'as' | 'correction'> {
  if (nameWord === word.text || word.isUnspaced) return { as: 'typed', correction: null };
  const derivation = byTerm.get(nameWord);
  if (derivation?.kind === 'correction') {
    return { as: derivation.cost <= LIKELIEST_COST ? 'typed' : 'other', correction: nameWord };
  }
  const isPrefix = word.isLast && derivation?.kind !== 'form' && nameWord.startsWith(word.text);
  return { as: isPrefix ? 'prefix' : 'other', correction: null };
}

function strengthOf({ word, isDoubtful }: QueryTerm, byTerm: Map<string, Derivation>, text: string): number {
  if (text === word.text) return STRENGTH.typed;
  if (word.isUnspaced) return text.includes(word.text) ? STRENGTH.typed : 0;
  const derivation = byTerm.get(text);
  if (derivation?.kind === 'correction') {
    const weaker = STRENGTH.correctionStep * (derivation.cost - LIKELIEST_COST);
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
  for (let i = at; i < nameWords.length && i < at + MOST_JOINED_WORDS; i++) {
    if (!rest.startsWith(nameWords[i]!)) return 0;
    rest = rest.slice(nameWords[i]!.length);
    if (rest === '') return i - at + 1;
  }
  return 0;
}

/** Two typed words that the name writes as one match it together. */
function joinNeighbours(terms: readonly QueryTerm[], nameWords: string[], matches: WordMatch[]): void {
  for (let i = 0; i + 1 < terms.length; i++) {
    if (matches[i]!.strength >= STRENGTH.joined && matches[i + 1]!.strength >= STRENGTH.joined) continue;
    const at = nameWords.indexOf(terms[i]!.word.text + terms[i + 1]!.word.text);
    if (at < 0) continue;
    matches[i] = { strength: STRENGTH.joined, as: 'other', correction: null, from: at, to: at + 1 };
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

function strengthInFields(term: QueryTerm, byTerm: Map<string, Derivation>, fields: FieldWords): number {
  const inField = (texts: string[], worth: number) =>
    worth * Math.max(0, ...texts.map((text) => strengthOf(term, byTerm, text)));
  return Math.max(inField(fields.brand, STRENGTH.brand), inField(fields.category, STRENGTH.category));
}
