import type { Database, Statement } from '../../../sqlite/driver.ts';
import { intersect, type Postings } from './rank-lists.ts';

/**
 * The foods of each term in a catalogue of an earlier release, which has a table of FTS5 for each tier. Asking it takes twice
 * as long as reading our own lists, and much longer where a word is common.
 */
export function openMatchedPostings(db: Database): Postings[] {
  const tables = db
    .prepare(
      "SELECT name FROM sqlite_schema WHERE name GLOB 'search_tier_*' AND name NOT GLOB 'search_tier_*_*' ORDER BY length(name), name",
    )
    .pluck()
    .all() as string[];
  return tables.map((table) => {
    const match = db
      .prepare(`SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid LIMIT ?`)
      .pluck() as Statement<[string, number], number>;
    const list = (term: string, isPrefix: boolean, most: number) =>
      Uint32Array.from(match.all(`"${term}"${isPrefix ? ' *' : ''}`, Math.min(most, MAX_RANK)));
    return {
      list,
      keep: (term, isPrefix, ranks) => intersect(ranks, list(term, isPrefix, MAX_RANK)),
    };
  });
}

const MAX_RANK = 2 ** 31 - 1;
