import type { Database } from '../../../sqlite/driver.ts';

/** Counts the foods with each term; memory is bounded whatever the size of the vocabulary. */
export interface TermCounter {
  /** The terms of one food: those of its name, and those found only in its other fields. */
  add(nameTerms: readonly string[], fieldTerms: readonly string[]): void;
  /** Fills `search_terms`, the most common first. */
  write(): void;
}

/** Terms counted in memory before the counts are spilled: nearly all common terms are among them. */
const MAX_COUNTED = 100_000;

interface Count {
  names: number;
  fields: number;
}

/** `scratch` is an attached database for counts that do not fit in memory, such as `temp`. */
export function openTermCounter(db: Database, scratch: string): TermCounter {
  const table = `${scratch}.search_terms_spill`;
  db.exec(`CREATE TABLE ${table} (term TEXT NOT NULL, names INTEGER NOT NULL, fields INTEGER NOT NULL)`);
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?, ?)`);
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
    add(nameTerms, fieldTerms) {
      for (const term of nameTerms) countOf(term).names++;
      for (const term of fieldTerms) countOf(term).fields++;
      if (counts.size >= MAX_COUNTED) spill();
    },
    write() {
      spill();
      db.exec(`
        INSERT INTO search_terms (term, names, fields)
        SELECT term, sum(names), sum(fields) FROM ${table}
        GROUP BY term ORDER BY sum(names) + sum(fields) DESC, term;
        DROP TABLE ${table}`);
    },
  };
}
