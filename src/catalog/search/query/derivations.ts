import { correct } from './corrections.ts';
import type { QueryWord } from './query.ts';
import { hasUnspacedScript } from './terms.ts';
import type { Term, Vocabulary } from './vocabulary.ts';
import { otherEndings } from './word-forms.ts';

/** Why a term stands for a typed word, from the surest to the least sure. */
export type MeaningKind = 'typed' | 'form' | 'ending' | 'split' | 'beginning' | 'correction';

/** Terms of the catalogue that may stand for a typed word; all of them must be there. */
export interface Meaning {
  kind: MeaningKind;
  terms: string[];
  /** 0 for what was typed; more for what is less likely meant. */
  cost: number;
  /** Foods with the terms in the name, and in another field; an upper bound where there are several terms. */
  names: number;
  fields: number;
  /** The rest of the term may be anything: the index reads it as a prefix. */
  isPrefix: boolean;
}

/** A typed word with everything it may mean. */
export interface Understanding {
  word: QueryWord;
  meanings: Meaning[];
  /** Corrections, kept apart: they are tried only when what was typed is doubtful. */
  corrections: Meaning[];
  /** Foods that have the word as typed or in the plural; what speaks for its being right. */
  foods: number;
  /** The word that was typed after this one, and what the two mean when written together. */
  next: string | null;
  joinedWithNext: Meaning | null;
  /** What was typed is so much rarer than a word next to it that it may be a slip. */
  isDoubtful: boolean;
}

type Understood = Omit<Understanding, 'next' | 'joinedWithNext'>;

/** A single word that so many foods have is asked for as typed; the best few of them hold any page. */
export const MANY_FOODS = 500;
/** Other forms of a word (plural, singular) that are looked for with it. */
const MOST_FORMS = 5;
/** The likeliest corrections are looked for in other forms, too. */
const MOST_INFLECTED_CORRECTIONS = 2;
const MOST_FORMS_OF_CORRECTION = 2;
/** Words that a beginning is completed to; the first dozen cover nearly all foods. */
const MOST_COMPLETIONS = 16;
/** All of them, for any beginning that has no index of its own; bounds what the widest one costs. */
const ALL_COMPLETIONS = 200;
/** Beginnings up to this length have an index of their own; longer ones have few completions. */
const LONGEST_INDEXED_PREFIX = 3;
const FORM_COST = 0.15;
const ENDING_COST = 0.3;
const BEGINNING_COST = 0.4;
const SPLIT_COST = 0.2;
/** What the likeliest correction costs; others cost more. */
export const LIKELIEST_COST = 1;
/** A word that this many foods have is not two words written as one. */
const SURELY_ONE_WORD = 200;
/** The two halves of a word written as one are at least this long together. */
const SHORTEST_SPLIT = 4;

export function understandAll(
  vocabulary: Vocabulary,
  words: readonly QueryWord[],
  foods: number,
): Understanding[] {
  return words.map((word, i) => ({
    ...understand(vocabulary, word, foods),
    ...joinNext(vocabulary, word, words[i + 1]),
  }));
}

function joinNext(vocabulary: Vocabulary, word: QueryWord, next: QueryWord | undefined) {
  if (next === undefined || word.isUnspaced || next.isUnspaced) return { next: null, joinedWithNext: null };
  const joined = vocabulary.find(word.text + next.text);
  return { next: next.text, joinedWithNext: joined === null ? null : single('split', joined, SPLIT_COST) };
}

function understand(vocabulary: Vocabulary, word: QueryWord, catalogFoods: number): Understood {
  if (word.isUnspaced) return understandUnspaced(vocabulary, word);
  const meanings: Meaning[] = [];
  const typed = vocabulary.find(word.text);
  if (typed !== null) meanings.push(single('typed', typed, 0));
  for (const form of vocabulary.listForms(word.text).slice(0, MOST_FORMS)) {
    meanings.push(single('form', form, FORM_COST));
  }
  for (const number of otherNumbers(vocabulary, word.text)) meanings.push(single('form', number, FORM_COST));
  const foods = meanings.reduce((sum, { names, fields }) => sum + names + fields, 0);
  // A common word that stands alone finds more than enough as it is.
  if (word.isAlone && foods >= MANY_FOODS)
    return { word, meanings, corrections: [], foods, isDoubtful: false };
  for (const text of otherEndings(word.text)) {
    const other = vocabulary.find(text);
    if (other !== null) meanings.push(single('ending', other, ENDING_COST));
  }
  const split = foods < SURELY_ONE_WORD ? splitWord(vocabulary, word.text, foods === 0) : null;
  if (split !== null) meanings.push(split);
  if (word.isLast) meanings.push(...beginnings(vocabulary, word.text, MOST_COMPLETIONS, catalogFoods));
  return { word, meanings: once(meanings), corrections: [], foods, isDoubtful: false };
}

/** The last word with every completion there is, for when the common ones lead nowhere. */
export function withMoreCompletions(
  vocabulary: Vocabulary,
  understood: Understanding,
  catalogFoods: number,
): Understanding {
  const { word, meanings } = understood;
  const known = meanings.filter(({ kind }) => kind === 'beginning').length;
  if (!word.isLast || word.isUnspaced || known < MOST_COMPLETIONS) return understood;
  return {
    ...understood,
    meanings: once([...meanings, ...beginnings(vocabulary, word.text, ALL_COMPLETIONS, catalogFoods)]),
  };
}

/** Looks for what a doubtful word may be a misspelling of. */
export function withCorrections(
  vocabulary: Vocabulary,
  understood: Understanding,
  catalogFoods: number,
): Understanding {
  const { word, meanings } = understood;
  if (word.isUnspaced || word.isSmall) return understood;
  const found = correct(vocabulary, word.text, word.isLast, catalogFoods);
  const lowest = found[0]?.cost ?? 0;
  const corrections: Meaning[] = [];
  for (const [place, { cost, ...term }] of found.entries()) {
    const beyond = LIKELIEST_COST + cost - lowest;
    corrections.push(single('correction', term, beyond));
    if (place >= MOST_INFLECTED_CORRECTIONS) continue;
    for (const form of vocabulary.listForms(term.term).slice(0, MOST_FORMS_OF_CORRECTION)) {
      corrections.push(single('correction', form, beyond + 2 * FORM_COST));
    }
  }
  const known = new Set(meanings.flatMap(({ terms }) => (terms.length === 1 ? terms : [])));
  return { ...understood, corrections: once(corrections).filter(({ terms }) => !known.has(terms[0]!)) };
}

function understandUnspaced(vocabulary: Vocabulary, word: QueryWord): Understood {
  const isPrefix = word.terms.length === 1 && [...word.terms[0]!].length === 1;
  const found = word.terms.map((term) => vocabulary.find(term));
  const isKnown = isPrefix || found.every((term) => term !== null);
  const names = isPrefix ? 1 : Math.min(...found.map((term) => term?.names ?? 0));
  const meanings: Meaning[] = isKnown
    ? [{ kind: 'typed', terms: word.terms, cost: 0, names, fields: names, isPrefix }]
    : [];
  return { word, meanings, corrections: [], foods: names, isDoubtful: false };
}

function single(kind: MeaningKind, term: Term, cost: number): Meaning {
  return { kind, terms: [term.term], cost, names: term.names, fields: term.fields, isPrefix: false };
}

/** `0` and `0%` are the same number to someone who types in a hurry. */
function otherNumbers(vocabulary: Vocabulary, text: string): Term[] {
  if (!/^[0-9][0-9.]*%?$/.test(text)) return [];
  const other = vocabulary.find(text.endsWith('%') ? text.slice(0, -1) : `${text}%`);
  return other === null ? [] : [other];
}

function beginnings(vocabulary: Vocabulary, text: string, limit: number, catalogFoods: number): Meaning[] {
  const length = [...text].length;
  if (length > LONGEST_INDEXED_PREFIX) {
    const completions = vocabulary
      .listCompletions(text, limit)
      .filter(({ term }) => !hasUnspacedScript(term));
    return completions.map((term) => single('beginning', term, BEGINNING_COST));
  }
  if (!vocabulary.hasCompletion(text)) return [];
  // How many foods have a word that begins so is not kept; one in four for a letter is more than any letter has.
  const foods = Math.ceil(catalogFoods / 4 ** length);
  return [
    { kind: 'beginning', terms: [text], cost: BEGINNING_COST, names: foods, fields: foods, isPrefix: true },
  ];
}

/** Two or three words written as one, if their neighbours in names say so: `cocacola`, `jusdorange`. */
function splitWord(vocabulary: Vocabulary, text: string, isUnknown: boolean): Meaning | null {
  if (text.length < SHORTEST_SPLIT) return null;
  const terms = splitInTwo(vocabulary, text) ?? (isUnknown ? splitInThree(vocabulary, text) : null);
  if (terms === null) return null;
  const found = terms.map((term) => vocabulary.find(term));
  if (found.some((term) => term === null || term.names === 0)) return null;
  const names = Math.min(...found.map((term) => term!.names));
  return { kind: 'split', terms, cost: SPLIT_COST, names, fields: 0, isPrefix: false };
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

/** A term that stands for a word in several ways does so in the surest. */
function once(meanings: Meaning[]): Meaning[] {
  const seen = new Set<string>();
  return meanings.filter(({ terms, isPrefix }) => {
    const key = `${isPrefix ? '*' : ''}${terms.join(' ')}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
