import type { Database } from '../../sqlite/driver.ts';
import shelfSql from './shelf.sql' with { type: 'text' };

/** Foods on a shelf. Few enough that reading one is quick, so many that a catalogue has few. */
export const FOODS_OF_A_SHELF = 500_000;

/** Bytes of postings that FTS5 gathers before it writes a segment: fewer, larger segments merge faster. */
const GATHERED_BYTES = 64n * 1024n * 1024n;
/** A jump within a long list ends on a page of it that is read from its start: small pages, short reads. */
const INDEX_PAGE_BYTES = 1000n;

/** The shelf that a rank stands on, from 0 on. */
export function shelfOf(rank: number): number {
  return Math.floor((rank - 1) / FOODS_OF_A_SHELF);
}

export function countShelves(foods: number): number {
  return Math.max(1, Math.ceil(foods / FOODS_OF_A_SHELF));
}

export function shelfTable(shelf: number): string {
  return `search_shelf_${shelf}`;
}

export interface ShelfWriter {
  /** Ranks come in order. */
  add(rank: number, terms: string): void;
  finish(): void;
}

export function openShelfWriter(db: Database): ShelfWriter {
  let shelf = 0;
  let insert = makeShelf(db, shelf);
  return {
    add(rank, terms) {
      while (shelfOf(rank) > shelf) {
        finishShelf(db, shelf);
        insert = makeShelf(db, ++shelf);
      }
      insert.run(rank, terms);
    },
    finish: () => finishShelf(db, shelf),
  };
}

function makeShelf(db: Database, shelf: number) {
  const table = shelfTable(shelf);
  db.exec(shelfSql.replace('TABLE search_shelf', `TABLE ${table}`));
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
