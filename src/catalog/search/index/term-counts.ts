import type { Database } from '../../../sqlite/driver.ts';
import { FIELD, isStemOrSource } from '../query/marks.ts';

/** Counts the foods with each term; memory is bounded whatever the size of the vocabulary. */
export interface TermCounter {
  /** The terms of one food, as `foods_search` has them. */
  add(terms: string): void;
  /** Fills `terms`, the most common first, with what else is known of each. */
  write(known: TermFacts): void;
}

/** Terms counted in memory before the counts are spilled: nearly all common terms are among them. */
const MAX_COUNTED = 100_000;

/** What is known of a term beside its counts. */
export interface TermFacts {
  said(term: string): number;
  sound(term: string): string | null;
}

interface Count {
  names: number;
  fields: number;
}

export function openTermCounter(db: Database): TermCounter {
  db.exec(
    'CREATE TABLE temp.term_counts (term TEXT NOT NULL, names INTEGER NOT NULL, fields INTEGER NOT NULL)',
  );
  const insert = db.prepare('INSERT INTO temp.term_counts VALUES (?, ?, ?)');
  let counts = new Map<string, Count>();

  function countOf(term: string): Count {
    let count = counts.get(term);
    if (count === undefined) {
      count = { names: 0, fields: 0 };
      counts.set(term, count);
    }
    return count;
  }

  function spill(): void {
    for (const [term, { names, fields }] of counts) insert.run(term, names, fields);
    // Replaced rather than cleared: a cleared map may keep its storage.
    counts = new Map();
  }

  return {
    add(terms) {
      for (const term of terms.split(' ')) {
        if (term === '' || isStemOrSource(term)) continue;
        if (term.startsWith(FIELD)) countOf(term.slice(FIELD.length)).fields++;
        else countOf(term).names++;
      }
      if (counts.size >= MAX_COUNTED) spill();
    },
    write({ said, sound }) {
      spill();
      db.function('said_of', said);
      db.function('sound_of', sound);
      db.exec(`
        INSERT INTO terms (term, names, fields, said, sound)
        SELECT term, names, fields, said_of(term), sound_of(term) FROM (
          SELECT term, sum(names) AS names, sum(fields) AS fields FROM temp.term_counts
          GROUP BY term ORDER BY sum(names) + sum(fields) DESC, term);
        DROP TABLE temp.term_counts`);
    },
  };
}
