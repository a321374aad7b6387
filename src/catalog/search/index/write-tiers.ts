import type { FoodSource } from '../../../food/food.ts';
import type { Database } from '../../../sqlite/driver.ts';
import { shelfOf, shelfTable } from '../retrieve/tiers.ts';
import { type DocumentTerms, type SearchDocument, sourceTerm, termsOf } from './document.ts';
import shelfSql from './tier.sql' with { type: 'text' };

/** Bytes of postings that FTS5 gathers before it writes a segment: fewer, larger segments merge faster. */
const GATHERED_BYTES = 16n * 1024n * 1024n;
/** A jump within a long list ends on a page of it that is read from its start: small pages, short reads. */
const INDEX_PAGE_BYTES = 1000n;

/** The tables behind a contentless FTS5 table that keeps neither texts nor sizes. */
const PARTS = ['data', 'idx', 'config'] as const;

/** Writes the foods by their terms. Documents come in the order of their rank. */
export interface ShelfWriter {
  add(document: SearchDocument, terms?: DocumentTerms): void;
  finish(): void;
}

export function openShelfWriter(db: Database): ShelfWriter {
  let shelf = 0;
  let insert = makeShelf(db, shelf);
  return {
    add(document, terms = termsOf(document)) {
      while (shelfOf(document.rank) > shelf) {
        finishShelf(db, shelf);
        insert = makeShelf(db, ++shelf);
      }
      insert.run(document.rank, documentText(terms, document.source));
    },
    finish: () => finishShelf(db, shelf),
  };
}

/**
 * Takes over the shelves that were written into another file, which is attached under this name: table by table, as
 * FTS5 keeps them, which takes a fraction of the time of indexing.
 */
export function copyShelves(db: Database, attached: string): void {
  const isThere = db.prepare(`SELECT 1 FROM ${attached}.sqlite_schema WHERE name = ?`);
  for (let shelf = 0; isThere.get(shelfTable(shelf)) !== undefined; shelf++) {
    const table = shelfTable(shelf);
    createShelf(db, table);
    for (const part of PARTS) {
      db.exec(`DELETE FROM main.${table}_${part}`);
      db.exec(`INSERT INTO main.${table}_${part} SELECT * FROM ${attached}.${table}_${part} ORDER BY 1, 2`);
    }
  }
}

function documentText({ nameTerms, fieldTerms }: DocumentTerms, source: FoodSource): string {
  let text = nameTerms.join(' ');
  for (const term of fieldTerms) text += ` #${term}`;
  return source === 'off' ? text : `${text} @${sourceTerm(source)}`;
}

function createShelf(db: Database, table: string): void {
  db.exec(shelfSql.replace('TABLE search_shelf', `TABLE main.${table}`));
}

function makeShelf(db: Database, shelf: number) {
  const table = shelfTable(shelf);
  createShelf(db, table);
  const set = db.prepare(`INSERT INTO ${table} (${table}, rank) VALUES (?, ?)`);
  set.run('hashsize', GATHERED_BYTES);
  set.run('pgsz', INDEX_PAGE_BYTES);
  // Segments are merged once, at the end; merging on the way would only write them twice.
  set.run('automerge', 0n);
  set.run('crisismerge', 64n);
  return db.prepare(`INSERT INTO ${table} (rowid, terms) VALUES (?, ?)`);
}

function finishShelf(db: Database, shelf: number): void {
  const table = shelfTable(shelf);
  db.exec(`INSERT INTO ${table} (${table}) VALUES ('optimize')`);
}
