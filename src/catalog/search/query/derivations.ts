import type { Exclusion } from '../../../text/exclusions.ts';
import { NEGATING_WORDS } from '../../../text/negating-words.ts';
import { type Pattern, Patterns, wholeWord } from '../../../text/patterns.ts';
import { hasUnspacedScript } from '../../../text/unspaced-scripts.ts';
import { otherEndings } from '../../../text/word-forms.ts';
import { MAX_INDEXED_PREFIX_LENGTH } from './keys.ts';
import { absenceTerm } from './marks.ts';
import type { QueryWord } from './read-query.ts';
import type { Term, Vocabulary } from './vocabulary.ts';
import { DERIVED } from './weights.ts';

/** How a derivation follows from the typed word, the most certain first. */
export type DerivationKind = 'typed' | 'form' | 'ending' | 'split' | 'prefix' | 'correction';

/** Terms of the catalogue that may stand for a typed word; a food must have all of them. */
export interface Derivation {
  kind: DerivationKind;
  terms: string[];
  /** Foods with the terms in the name, and in another field; an upper bound where there are several terms. */
  names: number;
  fields: number;
  /** Matches every term that starts with this one. */
  isPrefix: boolean;
}

export interface CorrectedDerivation extends Derivation {
  kind: 'correction';
  /** CORRECTION.likeliest for the likeliest; more for others. */
  cost: number;
  /** Whether it is hardly a slip for so short a word. */
  isFar: boolean;
}

/** A typed word with everything it may stand for. */
export interface QueryTerm {
  word: QueryWord;
  derivations: Derivation[];
  /** Kept apart from the other derivations: they are tried only when the typed word is doubtful. */
  corrections: CorrectedDerivation[];
  /** Foods that have the word as typed or in another form: the more there are, the likelier it is spelled right. */
  foods: number;
  /** The word typed after this one, and the term the two make when written together. */
  next: string | null;
  joinedWithNext: Derivation | null;
  /** The typed word is so much rarer than a near one that it may be a slip. */
  isDoubtful: boolean;
  /** It surely is one, though some names have it. */
  isMisspelt: boolean;
  /** For an excluded word: terms that say it is absent, and terms that do so beside a word that negates. */
  absence: Absence | null;
}

export interface Absence {
  /** The list of foods that say so; null where the index has none. */
  listed: Derivation | null;
  /** Words that mean absence only beside what is wanted: whether they do is known from the whole name. */
  weak: Derivation[];
  absent: Derivation[];
  present: Derivation[];
  /** Terms that only sound like what is excluded. */
  unlike: Derivation[];
  negating: Derivation[];
}

type LoneTerm = Omit<QueryTerm, 'next' | 'joinedWithNext' | 'absence'>;

/** The typed words with their plurals, and as one word or two. */
export function deriveTerms(vocabulary: Vocabulary, words: readonly QueryWord[]): QueryTerm[] {
  const lone = words.map((word) => derive(vocabulary, word));
  return words.map((word, i) => ({
    ...lone[i]!,
    ...joinNext(vocabulary, lone[i]!, lone[i + 1]),
    absence: word.exclusion === null ? null : deriveAbsence(vocabulary, word.exclusion),
  }));
}

export function withoutStopWords(terms: readonly QueryTerm[]): QueryTerm[] {
  return terms.filter(({ word }) => !word.isStopWord);
}

/** Whether a query excludes anything: `sugar free`. */
export function excludeAny(terms: readonly QueryTerm[]): boolean {
  return terms.some(({ absence }) => absence !== null);
}

function joinNext(
  vocabulary: Vocabulary,
  { word, foods }: LoneTerm,
  { word: next, foods: nextFoods }: Partial<LoneTerm> = {},
) {
  const isJoinable = next !== undefined && word.exclusion === null && next.exclusion === null;
  if (!isJoinable || word.isUnspaced || next.isUnspaced) return { next: null, joinedWithNext: null };
  const text = word.text + next.text;
  const isPart = foods === 0 || nextFoods === 0;
  const joined = vocabulary.find(text) ?? (isPart ? vocabulary.listForms(text)[0] : null) ?? null;
  return { next: next.text, joinedWithNext: joined === null ? null : single('split', joined) };
}

/** The words for the presence and absence of what is excluded, as far as the catalogue has them. */
function deriveAbsence(vocabulary: Vocabulary, { substance, present, absent, unlike }: Exclusion): Absence {
  const derivationsOf = ({ list }: { list: readonly Pattern[] }) =>
    list.flatMap((pattern) => derivePattern(vocabulary, pattern));
  const listed = substance === null ? null : vocabulary.find(absenceTerm(substance));
  return {
    listed: listed === null ? null : single('form', listed),
    weak: derivationsOf({ list: absent.list.filter(({ isWeak }) => isWeak) }),
    absent: derivationsOf(absent),
    present: derivationsOf(present),
    unlike: derivationsOf(unlike),
    negating: derivationsOf(NEGATING),
  };
}

const NEGATING = new Patterns(NEGATING_WORDS.map(wholeWord));

/** The patterns of the tables, looked up once for each catalogue: there are a few dozen for every substance. */
const derived = new WeakMap<Vocabulary, WeakMap<Pattern, Derivation[]>>();

function derivePattern(vocabulary: Vocabulary, pattern: Pattern): Derivation[] {
  const known = derived.get(vocabulary) ?? new WeakMap<Pattern, Derivation[]>();
  derived.set(vocabulary, known);
  const found = known.get(pattern) ?? lookUpPattern(vocabulary, pattern);
  known.set(pattern, found);
  return found;
}

/** A prefix is replaced by the words that begin with it: the index has lists for whole words. */
function lookUpPattern(vocabulary: Vocabulary, { words, isPrefix }: Pattern): Derivation[] {
  const longer = isPrefix ? vocabulary.listCompletions(words[0]!, DERIVED.completions) : [];
  const names = Math.min(...words.map((word) => vocabulary.find(word)?.names ?? 0));
  const own = { terms: [...words], names };
  return [own, ...longer.map(({ term, names }) => ({ terms: [term], names }))]
    .filter(({ names }) => names > 0)
    .map((found) => ({ ...found, kind: 'form', fields: 0, isPrefix: false }));
}

function derive(vocabulary: Vocabulary, word: QueryWord): LoneTerm {
  if (word.isUnspaced) return deriveUnspaced(vocabulary, word);
  const derivations: Derivation[] = [];
  const typed = vocabulary.find(word.text);
  if (typed !== null) derivations.push(single('typed', typed));
  for (const form of vocabulary.listForms(word.text)) {
    derivations.push(single('form', form));
  }
  for (const number of otherNumbers(vocabulary, word.text)) {
    derivations.push(single('form', number));
  }
  const foods = derivations.reduce((sum, { names, fields }) => sum + names + fields, 0);
  const split = foods < DERIVED.surelyOneWord ? splitWord(vocabulary, word.text, foods === 0) : null;
  if (split !== null) derivations.push(split);
  return {
    word,
    derivations: once(derivations),
    corrections: [],
    foods,
    isDoubtful: false,
    isMisspelt: false,
  };
}

/** Adds other endings and completions, which are looked up only where the typed words do not find enough. */
export function broaden(vocabulary: Vocabulary, term: QueryTerm, catalogFoods: number): QueryTerm {
  const { word, derivations } = term;
  if (word.isUnspaced || word.isStopWord) return term;
  const endings = otherEndings(word.text).flatMap((text) => {
    const other = vocabulary.find(text);
    return other === null ? [] : single('ending', other);
  });
  const completed = word.isLast ? completions(vocabulary, word.text, DERIVED.completions, catalogFoods) : [];
  return { ...term, derivations: once([...derivations, ...endings, ...completed]) };
}

/** Adds every completion of the last word, for when the common ones find nothing. */
export function withMoreCompletions(
  vocabulary: Vocabulary,
  term: QueryTerm,
  catalogFoods: number,
): QueryTerm {
  const { word, derivations } = term;
  const known = derivations.filter(({ kind }) => kind === 'prefix').length;
  if (!word.isLast || word.isUnspaced || known < DERIVED.completions) return term;
  const all = completions(vocabulary, word.text, DERIVED.allCompletions, catalogFoods);
  return { ...term, derivations: once([...derivations, ...all]) };
}

function deriveUnspaced(vocabulary: Vocabulary, word: QueryWord): LoneTerm {
  const isPrefix = word.terms.length === 1 && [...word.terms[0]!].length === 1;
  const found = word.terms.map((term) => vocabulary.find(term));
  const isKnown = isPrefix || found.every((term) => term !== null);
  const names = isPrefix ? 1 : Math.min(...found.map((term) => term?.names ?? 0));
  const derivations: Derivation[] = isKnown
    ? [{ kind: 'typed', terms: word.terms, names, fields: names, isPrefix }]
    : [];
  return { word, derivations, corrections: [], foods: names, isDoubtful: false, isMisspelt: false };
}

export function single(kind: DerivationKind, term: Term): Derivation {
  return { kind, terms: [term.term], names: term.names, fields: term.fields, isPrefix: false };
}

/** `0` and `0%` are the same number to someone who types in a hurry. */
function otherNumbers(vocabulary: Vocabulary, text: string): Term[] {
  if (!/^[0-9][0-9.]*%?$/.test(text)) return [];
  const other = vocabulary.find(text.endsWith('%') ? text.slice(0, -1) : `${text}%`);
  return other === null ? [] : [other];
}

function completions(
  vocabulary: Vocabulary,
  text: string,
  limit: number,
  catalogFoods: number,
): Derivation[] {
  const length = [...text].length;
  if (length > MAX_INDEXED_PREFIX_LENGTH) {
    const terms = vocabulary.listCompletions(text, limit).filter(({ term }) => !hasUnspacedScript(term));
    return terms.map((term) => single('prefix', term));
  }
  // The index does not count foods by prefix; a quarter of them per letter is more than any letter has.
  const foods = Math.ceil(catalogFoods / 4 ** length);
  return [{ kind: 'prefix', terms: [text], names: foods, fields: foods, isPrefix: true }];
}

/** Two or three words written as one, if they are neighbours in names: `cocacola`, `jusdorange`. */
function splitWord(vocabulary: Vocabulary, text: string, isUnknown: boolean): Derivation | null {
  if (text.length < DERIVED.minLengthOfSplit) return null;
  const terms = splitInTwo(vocabulary, text) ?? (isUnknown ? splitInThree(vocabulary, text) : null);
  if (terms === null) return null;
  const found = terms.map((term) => vocabulary.find(term));
  if (found.some((term) => term === null || term.names === 0)) return null;
  const names = Math.min(...found.map((term) => term!.names));
  return { kind: 'split', terms, names, fields: 0, isPrefix: false };
}

function splitInTwo(vocabulary: Vocabulary, text: string): string[] | null {
  const place = vocabulary.findPlaceToSplit(text);
  return place === null ? null : [text.slice(0, place), text.slice(place)];
}

function splitInThree(vocabulary: Vocabulary, text: string): string[] | null {
  for (let place = 2; place <= text.length - 3; place++) {
    const rest = splitInTwo(vocabulary, text.slice(place));
    if (rest === null) continue;
    const joined = text.slice(0, place) + rest[0]!;
    if (vocabulary.findPlaceToSplit(joined) === place) return [text.slice(0, place), ...rest];
  }
  return null;
}

/** Keeps the most certain of several derivations to the same terms. */
export function once<Own extends Derivation>(derivations: readonly Own[]): Own[] {
  const seen = new Set<string>();
  return derivations.filter(({ terms, isPrefix }) => {
    const key = `${isPrefix ? '*' : ''}${terms.join(' ')}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
