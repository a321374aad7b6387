import { isShown, readNames, saidName } from '../../food/food-names.ts';
import { SUGGESTION_KINDS, type Suggestion, type SuggestRequest } from '../../food/suggestion.ts';
import { AT_MOST, type Database, numberOf, type Statement, textOf } from '../../sqlite/driver.ts';
import { accentCheck, readAccents } from '../../text/accents.ts';
import { fold, words } from '../../text/fold.ts';
import { hasUnspacedScript } from '../../text/unspaced-scripts.ts';
import { stem } from '../../text/word-forms.ts';
import { broaden, deriveTerms } from '../search/query/derivations.ts';
import { doubtRare, type Words } from '../search/query/doubts.ts';
import { readQuery } from '../search/query/read-query.ts';
import { SUGGESTED } from '../search/query/weights.ts';
import type { Candidate, Search } from '../search/search.ts';
import { exactly, type KnownTerms, matchWords, readTyped, type TypedWord } from './suggestion-terms.ts';

/** Suggestions for a text that someone has begun to type. */
export interface Suggester {
  /** Foods with a hidden id are left out: the catalogue on top has its own version of them. */
  suggest(request: SuggestRequest, hidden?: ReadonlySet<number>): Suggested;
}

export interface Suggested {
  suggestions: Suggestion[];
  /** How many of them, from the first on, have what was typed or what it means, rather than a correction. */
  asTyped: number;
}

/** A suggestion with what tells foods apart: the id of the food that stands for the same one in several tables. Null for others. */
interface Found extends Suggestion {
  food: number | null;
}

/** One with its place in the order of popularity, from 1. */
interface Placed extends Found {
  place: number;
  /** Null for an own name that may be in any. */
  language: string | null;
  isOwn: boolean;
}

interface Scored {
  one: Placed;
  /** The lower, the better. */
  score: number;
  /** Whether it begins as typed, or has the typed word itself; else the word begins a longer one further on. */
  isLikely: boolean;
  /** Whether it has the accents that were typed, if any were. */
  isAccented: boolean;
  /** Whether it is a name in another language than the wanted one. */
  isForeign: boolean;
  /** How many times further down it comes for how it has what was typed. */
  handicap: number;
}

const DEFAULT_LANGUAGE = 'en';

export function openSuggester(
  db: Database,
  search: Search,
  categories: ReadonlyMap<number, string>,
): Suggester {
  const best = openIndex(db, categories);
  const idOf = db.prepare('SELECT id FROM foods WHERE rank = ?').pluck() as Statement<[number], number>;
  const foundBy = (text: string, { rank, kind }: Candidate): Found => {
    const id = idOf.get(rank)!;
    return { text, kind: 'food', id, food: kind ?? id };
  };
  const { vocabulary } = search.words();
  const known: KnownTerms = {
    complete: (text, most) => vocabulary.listCompletions(text, most).map(({ term }) => term),
    listForms: (text) => vocabulary.listForms(text).map(({ term }) => term),
  };

  /** Foods that are less known, best first. */
  function listOthers(q: string, typed: readonly TypedWord[], most: number): Found[] {
    return search.listNamed(q, most).flatMap((candidate): Found[] => {
      const text = shownNames(candidate).find((one) => hasWords(one, typed));
      return text === undefined ? [] : [foundBy(text, candidate)];
    });
  }

  /** The food that is called as typed, where popular foods with longer names would leave no room for it. */
  function listNamesakes(q: string, hidden: ReadonlySet<number>, language?: string | null): Found[] {
    const whole = fold(q);
    if (whole.length < SUGGESTED.minWhole) return [];
    const hasAccents = openAccentCheck(q);
    const called = search
      .listCalled(q)
      .flatMap((candidate) =>
        shownNames(candidate, language)
          .filter((text) => fold(text) === whole)
          .map((text) => foundBy(text, candidate)),
      )
      .filter(({ text, id }) => hasAccents(text) && !hidden.has(id!));
    return called.slice(0, 1);
  }

  /** Suggestions that have what was typed, and whether they are only a guess. */
  function listBest(typed: readonly TypedWord[], request: SuggestRequest, most: number) {
    const found = best.list(typed, request, most);
    const isGuess = typed.length === 1 && found.length > 0 && !found.some(({ isLikely }) => isLikely);
    const corrected = isGuess ? correctWords(typed, search.words(), { areDoubted: true }) : null;
    if (corrected === null) return { suggestions: found.map(({ one }) => one), isGuess: false };
    const other = best
      .list(corrected.words, { ...request, q: corrected.text }, most)
      .map((scored) => ({ ...scored, score: scored.score * SUGGESTED.letter }));
    const merged = [...found, ...other].sort((left, right) => left.score - right.score);
    return { suggestions: merged.map(({ one }) => one), isGuess: true };
  }

  return {
    suggest(request, hidden = new Set()) {
      const { q, limit } = request;
      const typed = readTyped(q, known);
      if (typed.length === 0) return { suggestions: [], asTyped: 0 };
      const most = limit + Math.min(hidden.size, SUGGESTED.hidden);
      const list = new SuggestionList(limit, hidden);
      const { suggestions: found, isGuess } = listBest(typed, request, most);
      const whole = fold(q);
      if (!found.some(({ text, kind }) => kind === 'food' && fold(text) === whole))
        list.add(listNamesakes(q, hidden, request.language));
      list.add(found);
      if (isGuess) return { suggestions: list.suggestions, asTyped: 0 };
      const isShort = list.suggestions.length < limit;
      const others = isShort ? listOthers(q, typed, most) : [];
      const isAnyWordOptional = list.suggestions.length + others.length === 0;
      const corrected = isShort ? correctWords(typed, search.words(), { isAnyWordOptional }) : null;
      // Where there is a likely slip, foods that share it leave room for what was meant.
      list.add(others, corrected === null ? limit : Math.ceil(limit / 2));
      const asTyped = list.suggestions.length;
      if (corrected !== null) {
        list.add(listNamesakes(corrected.text, hidden, request.language));
        list.add(best.list(corrected.words, { ...request, q: corrected.text }, most).map(({ one }) => one));
      }
      list.add(others);
      return { suggestions: list.suggestions, asTyped };
    },
  };
}

interface CorrectOptions {
  /** Whether words may be misspelt although texts have them. */
  areDoubted?: boolean;
  /** Whether a word that no food has, and nothing is near to, is left out. */
  isAnyWordOptional?: boolean;
}

/** The words with their corrections; null where all are as typed. */
function correctWords(
  typed: readonly TypedWord[],
  index: Words,
  { areDoubted = false, isAnyWordOptional = false }: CorrectOptions,
): { text: string; words: TypedWord[] } | null {
  const { vocabulary, size } = index;
  const text = typed.map((word) => word.text).join(' ');
  const terms = deriveTerms(vocabulary, readQuery(text, index).words);
  const corrected = typed.flatMap((word): TypedWord[] => {
    const derived = terms.find((one) => one.word.text === word.text);
    if (derived === undefined) return [word];
    const term = broaden(vocabulary, derived, size);
    const meant = areDoubted
      ? index.correct(word.text, true).map((one) => one.term)
      : doubtRare(index, term).corrections.map((one) => one.terms[0]!);
    if (meant.length > 0) return [{ text: meant[0]!, terms: exactly(meant) }];
    return isAnyWordOptional && term.derivations.length === 0 ? [] : [word];
  });
  if (corrected.length === 0 || corrected.every((word, at) => word === typed[at])) return null;
  return { text: corrected.map((word) => word.text).join(' '), words: corrected };
}

/** No two suggestions of a list have the same text and kind, ignoring case and accents, or lead to the same food, be it of another table. */
class SuggestionList {
  readonly suggestions: Suggestion[] = [];
  readonly #seen = new Set<string>();
  readonly #foods = new Set<number>();
  readonly #limit: number;
  readonly #hidden: ReadonlySet<number>;

  constructor(limit: number, hidden: ReadonlySet<number>) {
    this.#limit = limit;
    this.#hidden = hidden;
  }

  add(suggestions: readonly Found[], most = this.#limit): void {
    for (const { text, kind, id, food } of suggestions) {
      if (this.suggestions.length >= most) return;
      const key = keyOf({ text, kind });
      if (this.#seen.has(key) || (id !== null && (this.#hidden.has(id) || this.#foods.has(food!)))) continue;
      this.#seen.add(key);
      if (food !== null) this.#foods.add(food);
      this.suggestions.push({ text, kind, id });
    }
  }
}

/** Equal for two suggestions that a person would take for the same. */
export function keyOf({ text, kind }: Pick<Suggestion, 'text' | 'kind'>): string {
  return `${kind} ${fold(text)}`;
}

/** The suggestions that the build wrote. */
function openIndex(db: Database, categories: ReadonlyMap<number, string>) {
  const match = db
    .prepare(
      `SELECT rowid FROM suggestion_index WHERE suggestion_index MATCH ? ORDER BY rowid LIMIT ${AT_MOST}`,
    )
    .pluck() as Statement<[string, number], number>;
  const select = db
    .prepare('SELECT kind, number, name, language FROM suggestions WHERE suggestion_id = ?')
    .raw();
  const selectFood = db.prepare('SELECT name, id, kind FROM foods WHERE rank = ?').raw();
  const namesOf = db.prepare('SELECT names FROM foods WHERE id = ?').pluck();
  const selectBrand = db.prepare('SELECT brand FROM brands WHERE brand_id = ?').pluck();

  /** Null for one that leads nowhere, as in a catalogue that somebody altered. */
  function read(place: number): Placed | null {
    const [kindNumber, number, name, language] = (select.get(place) ?? []) as [
      number?,
      number?,
      unknown?,
      unknown?,
    ];
    const kind = SUGGESTION_KINDS[kindNumber ?? -1];
    if (kind === undefined || number === undefined) return null;
    const [stored, id, same] = ((kind === 'food' ? selectFood.get(number) : null) ?? []) as unknown[];
    const text =
      kind === 'food'
        ? (textOf(name) ?? stored)
        : kind === 'brand'
          ? selectBrand.get(number)
          : categories.get(number);
    if (typeof text !== 'string') return null;
    const food = numberOf(same) ?? numberOf(id);
    return {
      text,
      kind,
      id: numberOf(id),
      food,
      place,
      language: textOf(language),
      isOwn: textOf(name) === null,
    };
  }

  /** Reads texts that match, the most popular first, until they are of `most` foods; a food may have several. */
  function openReader() {
    const found = new Map<number, Placed | null>();
    const readBest = (expression: string, most: number) => {
      const foods = new Set<number | string>();
      for (const place of match.all(expression, most * SUGGESTED.textsOfFood)) {
        const one = found.has(place) ? found.get(place)! : read(place);
        found.set(place, one);
        if (one !== null) foods.add(one.food ?? keyOf(one));
        if (foods.size >= most) return;
      }
    };
    return { found, readBest };
  }

  /** What people call a food, where that is found as well as its own name. */
  function titleOf(
    { one, handicap }: Scored,
    language: string,
    isFound: (text: string, most: number) => boolean,
  ) {
    if (one.id === null || !one.isOwn) return one.text;
    const said = saidName(readNames(textOf(namesOf.get(one.id))), language);
    return said !== null && isFound(said, handicap) ? said : one.text;
  }

  return {
    /** The best of those that have all the words of a query. */
    list(typed: readonly TypedWord[], { q, language }: SuggestRequest, limit: number): Scored[] {
      const wanted = language ?? DEFAULT_LANGUAGE;
      const hasAccents = openAccentCheck(q);
      const whole = fold(q);
      const handicapOf = openHandicap(typed[0]!, whole);
      const most = readAccents(q).size > 0 ? SUGGESTED.readForAccents : SUGGESTED.read;
      const { found, readBest } = openReader();
      readBest(matchWords(typed, false), Math.max(limit, most));
      // Several words have few texts, so those that begin with the first, or have the words themselves, are among them.
      if (typed.length === 1) {
        const [{ text, terms }] = typed as [TypedWord];
        const forms = terms.filter((term) => !term.isPrefix && stem(term.text) === stem(text));
        const whole = [{ text, terms: forms.length === 0 ? exactly([text]) : forms }];
        readBest(matchWords(typed, true), most);
        for (const isAtStart of [true, false]) readBest(matchWords(whole, isAtStart), SUGGESTED.readWhole);
      }
      const scored = [...found.values()]
        .filter((one) => one !== null)
        .sort((left, right) => left.place - right.place)
        .map((one): Scored => {
          const isForeign = one.language !== null && one.language !== wanted;
          const isUnasked = isForeign && language !== null;
          const handicap = handicapOf(fold(one.text));
          // What is typed to its end in another language than the one that was asked for is a beginning in that.
          const less = (isUnasked ? Math.max(1, handicap) : handicap) * lengthHandicap(one, q, isForeign);
          const score = one.place * less * (isUnasked ? SUGGESTED.askedLanguage : 1);
          const isLikely = less < SUGGESTED.place ** 2;
          const isAccented = hasAccents(one.text);
          return { one, score, isLikely, isAccented, isForeign, handicap };
        })
        .sort(
          (a, b) =>
            Number(b.isAccented) - Number(a.isAccented) ||
            a.score - b.score ||
            Number(a.isForeign) - Number(b.isForeign) ||
            Number(a.one.id === null) - Number(b.one.id === null),
        );
      const isFound = (text: string, most: number) => hasWords(text, typed) && handicapOf(fold(text)) <= most;
      return firstOfEachFood(scored)
        .slice(0, limit)
        .map((found) => ({ ...found, one: { ...found.one, text: titleOf(found, wanted, isFound) } }));
    },
  };
}

/**
 * How much further down a text comes unless it is from a label: the more letters and words it has beside what was typed, so that `mil` is milk
 * before the category Milks and "Milk, reduced fat, fluid, 2% milkfat", and all the more in another language than the one that is wanted.
 */
function lengthHandicap({ text, kind, language }: Placed, q: string, isForeign: boolean): number {
  // One letter begins every category as well as any food.
  const isAnything = kind !== 'food' && q.length === 1;
  if (isAnything || (kind === 'food' && language === null)) return 1;
  const beside = Math.max(1, text.length / Math.max(1, q.length));
  const furtherWords = Math.max(0, words(text).length - words(q).length);
  const handicap = beside ** 2 * (1 + furtherWords) ** 3;
  return isForeign
    ? handicap * beside ** 2 * SUGGESTED.language
    : handicap * (kind === 'food' ? 1 : SUGGESTED.group);
}

/** The same food of several tables, or by several names, only where it comes first. */
function firstOfEachFood(scored: readonly Scored[]): Scored[] {
  const seen = new Set<number>();
  return scored.filter(({ one: { food } }) => {
    const isFirst = food === null || !seen.has(food);
    if (food !== null) seen.add(food);
    return isFirst;
  });
}

/** Returns the factor by which a folded text comes further down than its popularity, for how it has what was typed. */
function openHandicap({ text, terms }: TypedWord, whole: string): (folded: string) => number {
  const isWord = new Set([text, `${text}s`, stem(text)]);
  return (folded) => {
    if (folded === whole) return whole.length < SUGGESTED.minWhole ? 1 / SUGGESTED.place : 0;
    const isAtStart = terms.some((term) => folded.startsWith(term.text));
    const isItself = folded.split(' ').some((word) => isWord.has(word) || isWord.has(stem(word)));
    return (isAtStart ? 1 : SUGGESTED.place) * (isItself ? 1 : SUGGESTED.place);
  };
}

/**
 * Tells which texts have words that begin with those typed with accents, accents included: someone who types `käs` does not
 * mean "Kasha".
 */
function openAccentCheck(q: string): (text: string) => boolean {
  const checks = [...readAccents(q).values()].map(accentCheck);
  return (text) => checks.every((hasAccents) => hasAccents(text));
}

/** The names of a food that people may see, in one language or in all, its own first. */
function shownNames({ name, names }: Candidate, language: string | null = null): string[] {
  const shown = names.filter((one) => isShown(one) && (language === null || one.language === language));
  return [name, ...shown.map((one) => one.name)];
}

function hasWords(name: string, typed: readonly TypedWord[]): boolean {
  const folded = ` ${fold(name)}`;
  // Characters of a script without spaces may be anywhere in a text.
  return typed.every(({ text, terms }) =>
    hasUnspacedScript(text)
      ? folded.includes(text)
      : [text, ...terms.map((term) => term.text)].some((term) => folded.includes(` ${term}`)),
  );
}
