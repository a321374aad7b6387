import { SUGGESTION_KINDS, type Suggestion, type SuggestRequest } from '../../food/suggestion.ts';
import { fold } from '../../food/text.ts';
import type { Database, Statement } from '../../sqlite/driver.ts';
import { broaden, deriveTerms } from '../search/query/derivations.ts';
import { doubtRare, type Words } from '../search/query/doubts.ts';
import { isCorrectable } from '../search/query/keys.ts';
import { readQuery } from '../search/query/query-words.ts';
import { hasUnspacedScript } from '../search/query/terms.ts';
import type { Search } from '../search/search.ts';
import { nearPrefixes } from './near-prefixes.ts';
import { matchWords, readTyped, type TypedWord } from './suggestion-terms.ts';

/** Suggestions for a text that someone has begun to type. */
export interface Suggester {
  /** Foods with a hidden id are left out: another catalogue on top has its own of them. */
  suggest(request: SuggestRequest, hidden?: ReadonlySet<number>): Suggested;
}

export interface Suggested {
  suggestions: Suggestion[];
  /** How many of them, from the first on, have what was typed rather than what it was corrected to. */
  asTyped: number;
}

/** A suggestion with its place in the order of popularity, from 1. */
interface Placed extends Suggestion {
  place: number;
}

/**
 * A text in which a later word begins as typed comes before one that begins so itself only where it is this many times
 * further up in the order of popularity; a text that was typed to its end comes before others in the same way.
 */
const WORTH_OF_A_PLACE = 8;
/** Texts that begin as typed and are looked at for one that is complete. */
const MOST_AT_START = 40;
/** Foods that another catalogue hides, as far as they are made up for. */
const MOST_HIDDEN = 50;
/** Slips are forgiven in queries of four letters and more, except in their shortest words: those are near to everything. */
const SHORTEST_CORRECTED_QUERY = 4;
const SHORTEST_CORRECTED_WORD = 3;
/** From this length on, a word may have two slips, if there is no text with one. */
const SHORTEST_WITH_TWO_SLIPS = 6;
/** The commonest terms, which slips are compared with: what people type is among them. In memory they take about 3 MB. */
const MOST_TERMS = 2 ** 15;

export function openSuggester(
  db: Database,
  search: Search,
  categories: ReadonlyMap<number, string>,
): Suggester {
  const best = openIndex(db, categories);
  const idOf = db.prepare('SELECT id FROM foods WHERE rank = ?').pluck() as Statement<[number], number>;
  const commonTerms = openCommonTerms(db);

  /** Foods that are less known, best first. */
  function listOthers(q: string, typed: readonly TypedWord[], most: number): Suggestion[] {
    return search
      .listNamed(q, most)
      .filter(({ name }) => hasWords(name, typed))
      .map(({ rank, name }) => ({ text: name, kind: 'food', id: idOf.get(rank)! }));
  }

  /** The words with their corrections, or null where none is misspelled. */
  function correctWords(q: string, typed: readonly TypedWord[]): TypedWord[] | null {
    if (typed.reduce((letters, { text }) => letters + text.length, 0) < SHORTEST_CORRECTED_QUERY) return null;
    const doubted = doubtWords(search.words, q);
    const corrected = typed.map((word, at): TypedWord => {
      const { text } = word;
      if (text.length < SHORTEST_CORRECTED_WORD || !isCorrectable(text)) return word;
      const doubts = doubted.get(text);
      if (best.has([word])) return doubts === undefined ? word : { text, prefixes: doubts };
      const near = nearPrefixes(commonTerms(), text);
      if (near.length > 0) return { text, prefixes: near };
      if (text.length < SHORTEST_WITH_TWO_SLIPS) return word;
      const far = search.words.correct(text, at === typed.length - 1);
      return far.length === 0 ? word : { text, prefixes: far.map(({ term }) => term) };
    });
    return corrected.some((word, at) => word !== typed[at]) ? corrected : null;
  }

  return {
    suggest({ q, limit }, hidden = new Set()) {
      const typed = readTyped(q);
      const list = new SuggestionList(limit, hidden);
      if (typed.length === 0) return { suggestions: [], asTyped: 0 };
      const spare = Math.min(hidden.size, MOST_HIDDEN);
      list.add(best.list(typed, fold(q), limit + spare));
      const isShort = list.suggestions.length < limit;
      const others = isShort ? listOthers(q, typed, limit + spare) : [];
      const corrected = isShort ? correctWords(q, typed) : null;
      // Where there is a likely slip, foods that share it leave room for what was meant.
      list.add(others, corrected === null ? limit : Math.ceil(limit / 2));
      const asTyped = list.suggestions.length;
      if (corrected !== null) list.add(best.list(corrected, '', limit + spare));
      list.add(others);
      return { suggestions: list.suggestions, asTyped };
    },
  };
}

/** No two suggestions of a list are alike in text and kind, whatever their case and accents. */
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

/** The same for two suggestions that a person would take for one. */
export function keyOf({ text, kind }: Pick<Suggestion, 'text' | 'kind'>): string {
  return `${kind} ${fold(text)}`;
}

/** The suggestions that the build wrote; a catalogue of an earlier release has none. */
function openIndex(db: Database, categories: ReadonlyMap<number, string>) {
  const isThere = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'suggestion_index'").get();
  if (isThere === undefined) return { has: () => false, list: () => [] };
  const match = db
    .prepare('SELECT rowid FROM suggestion_index WHERE suggestion_index MATCH ? ORDER BY rowid LIMIT ?')
    .pluck() as Statement<[string, number], number>;
  const select = db.prepare('SELECT kind, number FROM suggestions WHERE suggestion_id = ?').raw();
  const selectFood = db.prepare('SELECT name, id FROM foods WHERE rank = ?').raw();
  const selectBrand = db.prepare('SELECT brand FROM brands WHERE brand_id = ?').pluck();

  function read(place: number): Placed {
    const [kindNumber, number] = select.get(place) as [number, number];
    const kind = SUGGESTION_KINDS[kindNumber]!;
    if (kind === 'food') {
      const [text, id] = selectFood.get(number) as [string, number];
      return { text, kind, id, place };
    }
    const text = kind === 'brand' ? (selectBrand.get(number) as string) : categories.get(number)!;
    return { text, kind, id: null, place };
  }

  return {
    has: (typed: readonly TypedWord[]) => match.get(matchWords(typed, false), 1) !== undefined,
    /** The best of those that have all the words; `whole` is the folded query, which may be a complete text. */
    list(typed: readonly TypedWord[], whole: string, limit: number): Suggestion[] {
      const atStart = match.all(matchWords(typed, true), Math.max(limit, MOST_AT_START)).map(read);
      const starting = new Set(atStart.map(({ place }) => place));
      const others = match
        .all(matchWords(typed, false), limit + atStart.length)
        .filter((place) => !starting.has(place))
        .slice(0, limit)
        .map(read);
      const scored = [
        ...atStart.map((one) => ({
          one,
          score: fold(one.text) === whole ? one.place / WORTH_OF_A_PLACE : one.place,
        })),
        ...others.map((one) => ({ one, score: one.place * WORTH_OF_A_PLACE })),
      ];
      return scored
        .sort((a, b) => a.score - b.score)
        .slice(0, limit)
        .map(({ one }) => one);
    },
  };
}

/** Corrections of words that a few foods have, but that are far rarer than others like them. */
function doubtWords(known: Words, q: string): Map<string, string[]> {
  const { vocabulary, foods } = known;
  const { words } = readQuery(q, () => false);
  const doubted = new Map<string, string[]>();
  for (const term of deriveTerms(vocabulary, words)) {
    const { isDoubtful, corrections } = doubtRare(known, broaden(vocabulary, term, foods));
    if (isDoubtful) {
      doubted.set(
        term.word.text,
        corrections.map(({ terms }) => terms[0]!),
      );
    }
  }
  return doubted;
}

/** Read when the first slip is met. */
function openCommonTerms(db: Database): () => readonly string[] {
  let terms: readonly string[] | null = null;
  return () => {
    terms ??= (
      db.prepare('SELECT term FROM search_terms WHERE term_id <= ?').pluck().all(MOST_TERMS) as string[]
    )
      .filter(isCorrectable)
      .sort();
    return terms;
  };
}

function hasWords(name: string, typed: readonly TypedWord[]): boolean {
  const folded = ` ${fold(name)}`;
  // Characters of a script without spaces may be anywhere in a text.
  return typed.every(({ text }) => folded.includes(hasUnspacedScript(text) ? text : ` ${text}`));
}
