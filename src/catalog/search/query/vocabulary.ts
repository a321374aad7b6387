import { type Database, openRows, type Statement } from '../../../sqlite/driver.ts';
import { stem } from '../../../text/word-forms.ts';
import { type FrequentTerms, openFrequentTerms, readLetters, type Term } from './frequent-terms.ts';
import { type HashLists, openHashLists } from './hash-lists.ts';
import { editsFor, hash, shortenings, soundKeys, stemKey } from './keys.ts';

/** The terms of the catalogue. Every lookup is a few direct reads of the file, or of the frequent terms in memory. */
export interface Vocabulary {
  find(term: string): Term | null;
  /** Other terms with the stem of the word, the most common first. */
  listForms(word: string): Term[];
  /** Longer terms that start with the prefix, the most common first. */
  listCompletions(prefix: string, limit: number): Term[];
  hasCompletion(prefix: string): boolean;
  /**
   * Terms that may be near in spelling, or begin nearly so if the word may continue; the caller checks the distance.
   */
  listNear(word: string, isUnfinished: boolean): Term[];
  /** Terms that sound like the word, apart from plurals and a rare false match, the most common first. */
  listSounding(word: string): Term[];
  /** Terms that share four letters in a row with the word, the most common first. */
  listSharingParts(word: string): Term[];
  /** Where to split a word into two that are neighbours in names, or null. */
  findPlaceToSplit(word: string): number | null;
  /** Whether two words belong together: they are neighbours in names. */
  areNeighbours(left: string, right: string): boolean;
}

/** Terms read for one word: the most common come first, and the right one is hardly ever beyond these. */
const MAX_NEAR_TERMS = 500;
const MAX_SOUNDING_TERMS = 40;
const MAX_SHARING_TERMS = 200;

/** Appended to a prefix, it sorts after every text with that prefix. */
const LAST_CHARACTER = '\u{10ffff}';

export function openVocabulary(db: Database): Vocabulary {
  const spellings = openHashLists(db, 'search_spellings');
  const neighbours = openHashLists(db, 'search_neighbours');
  const rowAt = openRows<TermRow>(db, 'search_terms', ['term', 'names', 'fields']);
  const selectTerm = db
    .prepare('SELECT term, names, fields FROM search_terms WHERE term = ?')
    .raw() as Statement<[string], TermRow>;
  const selectNext = db
    .prepare('SELECT term FROM search_terms WHERE term > ? ORDER BY term LIMIT 1')
    .pluck() as Statement<[string], string>;
  const frequent = openFrequentTerms(db);
  const termAt = (id: number) => frequent.at(id) ?? toTerm(rowAt(id)!);
  const selectRange = db
    .prepare(
      `SELECT term, names, fields FROM search_terms WHERE term > ? AND term < ?
       ORDER BY names + fields DESC, term LIMIT ?`,
    )
    .raw() as Statement<[string, string, number], TermRow>;
  const selectParts = db
    .prepare(`SELECT rowid FROM search_trigrams WHERE search_trigrams MATCH ? LIMIT ${MAX_SHARING_TERMS}`)
    .pluck() as Statement<[string], number>;

  function findPlaceToSplit(word: string): number | null {
    const place = neighbours.read(hash(word))[0];
    return place !== undefined && place > 0 && place < word.length ? place : null;
  }

  return {
    find(term) {
      const known = frequent.find(term);
      if (known !== undefined) return known;
      const row = selectTerm.get(term);
      return row === undefined ? null : toTerm(row);
    },
    listForms(word) {
      const wanted = stem(word);
      const ids = spellings.read(stemKey(word));
      return ids.map(termAt).filter(({ term }) => term !== word && stem(term) === wanted);
    },
    listCompletions: (prefix, limit) => selectRange.all(prefix, prefix + LAST_CHARACTER, limit).map(toTerm),
    hasCompletion: (prefix) => selectNext.get(prefix)?.startsWith(prefix) ?? false,
    listNear: (word, isUnfinished) => nearIds(spellings, frequent, word, isUnfinished).map(termAt),
    listSounding(word) {
      const keys = soundKeys(word);
      const ids = new Set(keys.flatMap((key) => spellings.read(key).slice(0, MAX_SOUNDING_TERMS)));
      return [...ids].sort(ascending).map(termAt);
    },
    listSharingParts(word) {
      const parts = partsExpression(word);
      return parts === '' ? [] : selectParts.all(parts).map(termAt);
    },
    findPlaceToSplit,
    areNeighbours: (left, right) => findPlaceToSplit(left + right) === left.length,
  };
}

type TermRow = [term: string, names: number, fields: number];

function toTerm([term, names, fields]: TermRow): Term {
  return { term, names, fields };
}

function nearIds(
  spellings: HashLists,
  frequent: FrequentTerms,
  word: string,
  isUnfinished: boolean,
): number[] {
  const letters = readLetters(word, isUnfinished);
  const ids = new Set<number>();
  for (const key of shortenings(word, editsFor(word.length))) {
    for (const id of spellings.read(key)) if (frequent.mayBeNear(id, letters)) ids.add(id);
  }
  // Ids ascend from the most common term, so the cut drops the rarest.
  return [...ids].sort(ascending).slice(0, MAX_NEAR_TERMS);
}

function ascending(left: number, right: number): number {
  return left - right;
}

/** Two overlapping trigrams at every position of the word, which has letters only, so quoting it is safe. */
function partsExpression(word: string): string {
  const pairs: string[] = [];
  for (let i = 0; i + 4 <= word.length; i++) {
    pairs.push(`("${word.slice(i, i + 3)}" AND "${word.slice(i + 1, i + 4)}")`);
  }
  return pairs.join(' OR ');
}
