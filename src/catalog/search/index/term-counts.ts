import type { Database } from '../../../sqlite/driver.ts';

/** Counts in how many foods each term stands; memory holds so many terms, whatever the size of the vocabulary. */
export interface TermCounter {
  /** The terms of one food: those of its name, and those that only its other fields have. */
  add(nameTerms: readonly string[], fieldTerms: readonly string[]): void;
  /** Fills `search_terms`, the most common first. */
  write(): void;
}

/** Terms counted before the counts are set aside: nearly all that are said at all often are among them. */
const MOST_COUNTED = 100_000;

interface Count {
  names: number;
  fields: number;
}

/** `scratch` is an attached database that may be filled up meanwhile, such as `temp`. */
export function openTermCounter(db: Database, scratch: string): TermCounter {
  const table = `${scratch}.search_terms_set_aside`;
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

  function setAside(): void {
    for (const [term, { names, fields }] of counts) insert.run(term, names, fields);
    // Not cleared: a map that was gone through may keep what it held before.
    counts = new Map();
    // What was counted has grown old, and the engine looks among the old too late for the memory to stay as it is.
    Bun.gc(true);
  }

  return {
    add(nameTerms, fieldTerms) {
      for (const term of nameTerms) countOf(term).names++;
      for (const term of fieldTerms) countOf(term).fields++;
      if (counts.size >= MOST_COUNTED) setAside();
    },
    write() {
      setAside();
      db.exec(`
        INSERT INTO search_terms (term, names, fields)
        SELECT term, sum(names), sum(fields) FROM ${table}
        GROUP BY term ORDER BY sum(names) + sum(fields) DESC, term;
        DROP TABLE ${table}`);
    },
  };
}
