import { AT_MOST, type Database, type Statement } from '../../../sqlite/driver.ts';
import { sound, stem } from '../../../text/word-forms.ts';
import { SAID, SAID_IN_ENGLISH } from './marks.ts';
import { openTerms, type Term } from './terms.ts';
import { DERIVED } from './weights.ts';

export type { Term };

/** The words of the catalogue. */
export interface Vocabulary {
  find(term: string): Term | null;
  /** Whether people call a food by this word alone, in any language or in English. */
  isSaid(word: string, isInEnglish: boolean): boolean;
  /** Other terms with the stem of the word, the most common first. */
  listForms(word: string): Term[];
  /** Longer terms that start with the prefix, the most common first. */
  listCompletions(prefix: string, limit: number): Term[];
  /**
   * Terms that may be near in spelling or, where this many foods have them, begin nearly so if the word may continue; the caller
   * checks the distance.
   */
  listNear(word: string, isUnfinished: boolean, common: number): Term[];
  /** Terms that sound like the word, or like its singular, the most common first. */
  listSounding(word: string): Term[];
  /** Terms that share four letters in a row with the word, the most common first. */
  listSharingParts(word: string): Term[];
  /** Where to split a word into two that are neighbours in names, or null. */
  findPlaceToSplit(word: string): number | null;
  /** Whether two words belong together: they are neighbours in names. */
  areNeighbours(left: string, right: string): boolean;
}

/** Appended to a prefix, it sorts after every text with that prefix. */
const LAST_CHARACTER = '\u{10ffff}';

export function openVocabulary(db: Database): Vocabulary {
  const terms = openTerms(db);
  const idsOf = <Parameters extends unknown[]>(sql: string) =>
    db.prepare(sql).pluck() as Statement<Parameters, number>;
  const selectRange = idsOf<[string, string, number]>(
    `SELECT term_id FROM terms WHERE term > ? AND term < ? ORDER BY +term_id LIMIT ${AT_MOST}`,
  );
  const selectSounding = idsOf<[string | null, string | null]>(
    `SELECT term_id FROM terms WHERE sound IN (?, ?) ORDER BY +term_id LIMIT ${DERIVED.sounding}`,
  );
  const selectParts = idsOf<[string]>(
    `SELECT rowid FROM terms_by_trigram WHERE terms_by_trigram MATCH ? LIMIT ${DERIVED.sharingParts}`,
  );
  const selectPlace = idsOf<[string]>('SELECT place FROM joined_words WHERE joined = ?');

  function findPlaceToSplit(word: string): number | null {
    const place = selectPlace.get(word);
    return place !== undefined && place > 0 && place < word.length ? place : null;
  }

  return {
    find: terms.find,
    isSaid: (word, isInEnglish) => terms.saidAs(word) >= (isInEnglish ? SAID_IN_ENGLISH : SAID),
    listForms: (word) => terms.withStem(stem(word)).filter(({ term }) => term !== word),
    listCompletions: (prefix, limit) => selectRange.all(prefix, prefix + LAST_CHARACTER, limit).map(terms.at),
    listNear: terms.near,
    listSounding(word) {
      return selectSounding.all(sound(word), sound(stem(word))).map(terms.at);
    },
    listSharingParts(word) {
      const parts = partsExpression(word);
      return parts === '' ? [] : selectParts.all(parts).map(terms.at);
    },
    findPlaceToSplit,
    areNeighbours: (left, right) => findPlaceToSplit(left + right) === left.length,
  };
}

/** Two overlapping trigrams at every position of the word, which has letters only, so quoting it is safe. */
function partsExpression(word: string): string {
  const pairs: string[] = [];
  for (let i = 0; i + 4 <= word.length; i++) {
    pairs.push(`("${word.slice(i, i + 3)}" AND "${word.slice(i + 1, i + 4)}")`);
  }
  return pairs.join(' OR ');
}
