import { LRUCache } from 'lru-cache';
import { GENERIC_SOURCE } from '../../food/food.ts';
import { SUGGESTION_KINDS, type Suggestion, type SuggestRequest } from '../../food/suggestion.ts';
import { ANY_COUNT, type Database, numberOf, type Statement } from '../../sqlite/driver.ts';
import { accentCheck, readAccents } from '../../text/accents.ts';
import { fold, words } from '../../text/fold.ts';
import { readQuery } from '../../text/query-words.ts';
import { hasUnspacedScript } from '../../text/unspaced-scripts.ts';
import { stem } from '../../text/word-forms.ts';
import { broaden, deriveTerms } from '../search/query/derivations.ts';
import { doubtRare, type Words } from '../search/query/doubts.ts';
import { isCorrectable } from '../search/query/keys.ts';
import { meaningsOf } from '../search/query/meanings.ts';
import { isEnglish } from '../search/query/readings.ts';
import type { Search } from '../search/search.ts';
import { completePhrase, isKnownPhrase } from './known-phrases.ts';
import { type NumberedTerm, nearTerms } from './near-terms.ts';
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

/** A suggestion with its place in the order of popularity, from 1. */
interface Placed extends Suggestion {
  place: number;
}

/** A food that the search answers with. */
interface Answer extends Suggestion {
  isGeneric: boolean;
}

interface Scored {
  one: Suggestion;
  /** The lower, the better. */
  score: number;
  /** Whether it begins as typed, or has the typed word itself; else the word begins a longer one further on. */
  isLikely: boolean;
  /** Whether it has the accents that were typed, if any were. */
  isAccented: boolean;
}

/**
 * A text in which a later word begins as typed comes before one that begins so itself only where it is this many times
 * further up in the order of popularity; the same for one that has a longer word before one that has the word itself.
 */
const WORTH_OF_A_PLACE = 8;
/** The same for what a word was corrected to, where nothing else is likely either. */
const WORTH_OF_A_LETTER = WORTH_OF_A_PLACE ** 2;
/** From this length on, a text that was typed to its end comes first: shorter ones are mostly beginnings. */
const SHORTEST_WHOLE = 3;
/** Texts that are looked at for those that begin as typed, and for those that have the word itself. */
const MOST_READ = 40;
const MOST_READ_WHOLE = 20;
/** The same where accents were typed: most texts with these letters may be without. */
const MOST_READ_FOR_ACCENTS = 100;
/** How many foods hidden by another catalogue are made up for at most. */
const MOST_HIDDEN = 50;
/**
 * Slips are forgiven in queries of four letters and more, except in their shortest words, which are near to everything.
 */
const SHORTEST_CORRECTED_QUERY = 4;
const SHORTEST_CORRECTED_WORD = 3;
/** From this length on, a word may have two slips, if there is no text with one. */
const SHORTEST_WITH_TWO_SLIPS = 6;
/**
 * The most common terms, which slips are compared with: what people type is among them. They take about 3 MB of memory.
 */
const MOST_TERMS = 2 ** 15;
/** Texts whose answers are remembered: people type the same everyday words, and a search takes longer than the rest. */
const MOST_ANSWERS = 1000;

export function openSuggester(
  db: Database,
  search: Search,
  categories: ReadonlyMap<number, string>,
  hasGeneric: boolean,
): Suggester {
  const best = openIndex(db, categories);
  const idOf = db.prepare('SELECT id FROM foods WHERE rank = ?').pluck() as Statement<[number], number>;
  const selectFood = db.prepare('SELECT name, id, source FROM foods WHERE rank = ?').raw();
  const commonTerms = openCommonTerms(db);
  const answers = new LRUCache<string, { answer: Answer | null }>({ max: MOST_ANSWERS });

  const { vocabulary } = search.words();
  const known: KnownTerms = {
    complete: (text, most) => vocabulary.listCompletions(text, most).map(({ term }) => term),
    listForms: (text) => vocabulary.listForms(text).map(({ term }) => term),
  };

  /** The first answer of the search to a text. */
  function firstAnswer(q: string): Answer | null {
    const known = answers.get(q);
    if (known !== undefined) return known.answer;
    const [rank] = search.search({ q, limit: 1, source: null });
    const answer = rank === undefined ? null : readAnswer(rank);
    answers.set(q, { answer });
    return answer;
  }

  function readAnswer(rank: number): Answer {
    const [text, id, source] = selectFood.get(rank) as [string, number, string];
    return { text, kind: 'food', id, isGeneric: source === GENERIC_SOURCE };
  }

  /**
   * The plain food that an everyday word means, if the search puts it first: whoever has typed `salt` means that rather
   * than peanut butter with salt. The shortest words are mostly beginnings, so there it must be called so.
   */
  function listPlain(q: string, typed: readonly TypedWord[]): Suggestion[] {
    const whole = fold(q);
    if (!hasGeneric || whole.length < SHORTEST_WHOLE || !isEnglish(words(q))) return [];
    const answer = firstAnswer(q);
    if (!answer?.isGeneric) return [];
    return whole.length > SHORTEST_WHOLE || hasWords(answer.text, typed) ? [answer] : [];
  }

  /** What has other words for a text that the search knows: its first answer, and then what begins with those words. */
  function listMeant(phrase: string, most: number): Suggestion[] {
    const answer = firstAnswer(phrase);
    const [likeliest = []] = meaningsOf(phrase);
    const others = likeliest.flatMap((text) => best.list(readTyped(text, known), text, most));
    return [...(answer === null ? [] : [answer]), ...others.map(({ one }) => one)];
  }

  /** Foods that are less known, best first. */
  function listOthers(q: string, typed: readonly TypedWord[], most: number): Suggestion[] {
    return search
      .listNamed(q, most)
      .filter(({ name }) => hasWords(name, typed))
      .map(({ rank, name }) => ({ text: name, kind: 'food', id: idOf.get(rank)! }));
  }

  /** The food that is called as typed, where popular foods with longer names would leave no room for it. */
  function listNamesakes(q: string, hidden: ReadonlySet<number>): Suggestion[] {
    const whole = fold(q);
    if (whole.length < SHORTEST_WHOLE) return [];
    const hasAccents = openAccentCheck(q);
    const called = search
      .listCalled(q)
      .map(({ rank, name }): Suggestion => ({ text: name, kind: 'food', id: idOf.get(rank)! }))
      .filter(({ text, id }) => hasAccents(text) && !hidden.has(id!));
    const namesake = called.find(({ text }) => fold(text) === whole) ?? called[0];
    return namesake === undefined ? [] : [namesake];
  }

  /** The words with their corrections, or null where none is misspelled; doubted ones may be although texts have them. */
  function correctWords(typed: readonly TypedWord[], words: Words, areDoubted = false): TypedWord[] | null {
    if (typed.reduce((letters, { text }) => letters + text.length, 0) < SHORTEST_CORRECTED_QUERY) return null;
    const corrected = typed.map((word, at): TypedWord => {
      const { text } = word;
      if (text.length < SHORTEST_CORRECTED_WORD || !isCorrectable(text)) return word;
      if (!areDoubted && best.has([word])) {
        const doubts = doubtWord(words, text);
        return doubts.length === 0 ? word : { text, terms: exactly(doubts) };
      }
      const near = nearTerms(commonTerms(), text);
      if (near.length > 0) return { text, terms: exactly(near) };
      if (text.length < SHORTEST_WITH_TWO_SLIPS) return word;
      const far = words.correct(text, at === typed.length - 1);
      return far.length === 0 ? word : { text, terms: exactly(far.map(({ term }) => term)) };
    });
    return corrected.some((word, at) => word !== typed[at]) ? corrected : null;
  }

  /** Suggestions that have what was typed, whether they are only a guess, and whether none has the typed accents. */
  function listBest(typed: readonly TypedWord[], q: string, most: number, words: Words) {
    const found = best.list(typed, q, most);
    const isGuess = typed.length === 1 && found.length > 0 && !found.some(({ isLikely }) => isLikely);
    const corrected = isGuess ? correctWords(typed, words, true) : null;
    const areUnaccented = found.length > 0 && !found.some(({ isAccented }) => isAccented);
    if (corrected === null)
      return { suggestions: found.map(({ one }) => one), isGuess: false, areUnaccented };
    const other = best
      .list(corrected, '', most)
      .map((scored) => ({ ...scored, score: scored.score * WORTH_OF_A_LETTER }));
    const merged = [...found, ...other].sort((left, right) => left.score - right.score);
    return { suggestions: merged.map(({ one }) => one), isGuess: true, areUnaccented };
  }

  return {
    suggest({ q, limit }, hidden = new Set()) {
      const typed = readTyped(q, known);
      const words = search.words();
      const list = new SuggestionList(limit, hidden);
      if (typed.length === 0) return { suggestions: [], asTyped: 0 };
      const spare = Math.min(hidden.size, MOST_HIDDEN);
      const { suggestions: found, isGuess, areUnaccented } = listBest(typed, q, limit + spare, words);
      const whole = fold(q);
      const isThere = found.some(({ text, kind }) => kind === 'food' && fold(text) === whole);
      list.add(listPlain(q, typed));
      // Without its accent `thé` is another word, but that does not make it a misspelling.
      if (areUnaccented && typed.length === 1 && isKnownPhrase(q)) list.add(listMeant(q, limit + spare));
      if (!isThere) list.add(listNamesakes(q, hidden));
      list.add(found);
      if (isGuess) return { suggestions: list.suggestions, asTyped: 0 };
      const isShort = list.suggestions.length < limit;
      const others = isShort ? listOthers(q, typed, limit + spare) : [];
      const isNothing = found.length + others.length === 0;
      const isKnown = isNothing && isKnownPhrase(q);
      // A word that is known was not misspelt.
      const corrected = isShort && !isKnown ? correctWords(typed, words) : null;
      // Where there is a likely slip, foods that share it leave room for what was meant.
      const room = corrected === null ? limit : Math.ceil(limit / 2);
      list.add(others, room);
      // A beginning of a known phrase is more than its first words: `pommes de t` is potatoes, not apples.
      const completed = isNothing ? completePhrase(q) : [];
      for (const phrase of completed.length === 0 && isKnown ? [q] : completed)
        list.add(listMeant(phrase, limit + spare), room);
      const asTyped = list.suggestions.length;
      if (corrected !== null) list.add(best.list(corrected, '', limit + spare).map(({ one }) => one));
      list.add(others);
      return { suggestions: list.suggestions, asTyped };
    },
  };
}

/** No two suggestions of a list have the same text and kind, ignoring case and accents. */
class SuggestionList {
  readonly suggestions: Suggestion[] = [];
  readonly #seen = new Set<string>();
  readonly #limit: number;
  readonly #hidden: ReadonlySet<number>;

  constructor(limit: number, hidden: ReadonlySet<number>) {
    this.#limit = limit;
    this.#hidden = hidden;
  }

  add(suggestions: readonly Suggestion[], most = this.#limit): void {
    for (const { text, kind, id } of suggestions) {
      if (this.suggestions.length >= most) return;
      const key = keyOf({ text, kind });
      if (this.#seen.has(key) || (id !== null && this.#hidden.has(id))) continue;
      this.#seen.add(key);
      this.suggestions.push({ text, kind, id });
    }
  }
}

/** Equal for two suggestions that a person would take for the same. */
export function keyOf({ text, kind }: Pick<Suggestion, 'text' | 'kind'>): string {
  return `${kind} ${fold(text)}`;
}

/** The suggestions that the build wrote; a catalogue of an earlier release has none. */
function openIndex(db: Database, categories: ReadonlyMap<number, string>) {
  const isThere = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'suggestion_index'").get();
  if (isThere === undefined) return { has: () => false, list: () => [] };
  const match = db
    .prepare(
      `SELECT rowid FROM suggestion_index WHERE suggestion_index MATCH ? ORDER BY rowid LIMIT ${ANY_COUNT}`,
    )
    .pluck() as Statement<[string, number], number>;
  const select = db.prepare('SELECT kind, number FROM suggestions WHERE suggestion_id = ?').raw();
  const selectFood = db.prepare('SELECT name, id FROM foods WHERE rank = ?').raw();
  const selectBrand = db.prepare('SELECT brand FROM brands WHERE brand_id = ?').pluck();

  /** Null for one that leads nowhere, as in a catalogue that somebody altered. */
  function read(place: number): Placed | null {
    const [kindNumber, number] = (select.get(place) ?? []) as [number?, number?];
    const kind = SUGGESTION_KINDS[kindNumber ?? -1];
    if (kind === undefined || number === undefined) return null;
    const [stored, id] = ((kind === 'food' ? selectFood.get(number) : null) ?? []) as [unknown?, unknown?];
    const text =
      kind === 'food' ? stored : kind === 'brand' ? selectBrand.get(number) : categories.get(number);
    if (typeof text !== 'string') return null;
    return { text, kind, id: kind === 'food' ? numberOf(id) : null, place };
  }

  return {
    has: (typed: readonly TypedWord[]) => match.get(matchWords(typed, false), 1) !== undefined,
    /** The best of those that have all the words of a query. */
    list(typed: readonly TypedWord[], q: string, limit: number): Scored[] {
      const hasAccents = openAccentCheck(q);
      const handicapOf = openHandicap(typed[0]!, fold(q));
      const most = readAccents(q).size > 0 ? MOST_READ_FOR_ACCENTS : MOST_READ;
      const places = new Set(match.all(matchWords(typed, false), Math.max(limit, most)));
      // Several words have few texts, so those that begin with the first, or have the words themselves, are among them.
      if (typed.length === 1) {
        const [{ text, terms }] = typed as [TypedWord];
        const forms = terms.filter((term) => !term.isPrefix && stem(term.text) === stem(text));
        const whole = [{ text, terms: forms.length === 0 ? exactly([text]) : forms }];
        for (const place of match.all(matchWords(typed, true), most)) places.add(place);
        for (const isAtStart of [true, false])
          for (const place of match.all(matchWords(whole, isAtStart), MOST_READ_WHOLE)) places.add(place);
      }
      return [...places]
        .flatMap((place) => {
          const one = read(place);
          if (one === null) return [];
          const handicap = handicapOf(fold(one.text));
          const isLikely = handicap < WORTH_OF_A_PLACE ** 2;
          return { one, score: place * handicap, isLikely, isAccented: hasAccents(one.text) };
        })
        .sort((a, b) => Number(b.isAccented) - Number(a.isAccented) || a.score - b.score)
        .slice(0, limit);
    },
  };
}

/** Tells how much further down a folded text comes than its place, for the way in which it has what was typed. */
function openHandicap({ text, terms }: TypedWord, whole: string): (folded: string) => number {
  const isWord = new Set([text, `${text}s`, stem(text)]);
  return (folded) => {
    if (folded === whole) return whole.length < SHORTEST_WHOLE ? 1 / WORTH_OF_A_PLACE : 0;
    const isAtStart = terms.some((term) => folded.startsWith(term.text));
    const isItself = folded.split(' ').some((word) => isWord.has(word) || isWord.has(stem(word)));
    return (isAtStart ? 1 : WORTH_OF_A_PLACE) * (isItself ? 1 : WORTH_OF_A_PLACE);
  };
}

/**
 * Tells which texts have words that begin with those typed with accents, accents and all: whoever types `käs` does not
 * mean "Kasha".
 */
function openAccentCheck(q: string): (text: string) => boolean {
  const checks = [...readAccents(q).values()].map(accentCheck);
  return (text) => checks.every((hasAccents) => hasAccents(text));
}

/** What a word may mean that a few foods have, but that is far rarer than similar words. */
function doubtWord(known: Words, text: string): string[] {
  const { vocabulary, foods } = known;
  const { words } = readQuery(text, () => false);
  return deriveTerms(vocabulary, words)
    .map((term) => doubtRare(known, broaden(vocabulary, term, foods)))
    .filter(({ isDoubtful }) => isDoubtful)
    .flatMap(({ corrections }) => corrections.map(({ terms }) => terms[0]!));
}

/** Read at the first slip. */
function openCommonTerms(db: Database): () => readonly NumberedTerm[] {
  let terms: readonly NumberedTerm[] | null = null;
  return () => {
    terms ??= readCommonTerms(db);
    return terms;
  };
}

/** Terms are numbered by frequency, the most common first. */
function readCommonTerms(db: Database): NumberedTerm[] {
  const rows = db.prepare('SELECT term_id, term FROM search_terms WHERE term_id <= ?').raw().all(MOST_TERMS);
  return (rows as [number, string][])
    .filter(([, text]) => isCorrectable(text))
    .map(([number, text]) => ({ number, text }))
    .sort((a, b) => (a.text < b.text ? -1 : 1));
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
