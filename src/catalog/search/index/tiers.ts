import type { FoodSource } from '../../../food/food.ts';
import type { Database } from '../../../sqlite/driver.ts';
import { type DocumentTerms, type SearchDocument, sourceTerm, termsOf } from './document.ts';
import tierSql from './tier.sql' with { type: 'text' };

/**
 * The foods by their terms, in tiers of a fixed number of foods, the best in the first: a search that has found enough
 * stops before the next tier.
 */

/** Few enough that reading a tier is quick, enough that a catalogue has few tiers. */
const FOODS_PER_TIER = 1_000_000;
/** Bytes of postings that FTS5 gathers before it writes a segment: fewer, larger segments merge faster. */
const GATHERED_BYTES = 16n * 1024n * 1024n;
/** A jump within a long list reads the page it lands on from the start, so small pages make short reads. */
const INDEX_PAGE_BYTES = 1000n;

/** The tables behind a contentless FTS5 table without texts and sizes. */
const PARTS = ['data', 'idx', 'config'] as const;

/** Expects documents in the order of their rank. */
export interface TierWriter {
  add(document: SearchDocument, terms?: DocumentTerms): void;
  finish(): void;
}

/** The tier of a rank, from 0 on. */
function tierOf(rank: number): number {
  return Math.floor((rank - 1) / FOODS_PER_TIER);
}

/** Counted in the file, since older catalogues have smaller tiers. */
export function countTiers(db: Database): number {
  return db
    .prepare(
      "SELECT count(*) FROM sqlite_schema WHERE name GLOB 'search_tier_*' AND name NOT GLOB 'search_tier_*_*'",
    )
    .pluck()
    .get() as number;
}

export function tierTable(tier: number): string {
  return `search_tier_${tier}`;
}

export function openTierWriter(db: Database): TierWriter {
  let tier = 0;
  let insert = makeTier(db, tier);
  return {
    add(document, terms = termsOf(document)) {
      while (tierOf(document.rank) > tier) {
        finishTier(db, tier);
        insert = makeTier(db, ++tier);
      }
      insert.run(document.rank, documentText(terms, document.source));
    },
    finish: () => finishTier(db, tier),
  };
}

/**
 * Copies the tiers from another file, attached under this name, table by table as FTS5 stores them: a fraction of the
 * time that indexing takes.
 */
export function copyTiers(db: Database, attached: string): void {
  const isThere = db.prepare(`SELECT 1 FROM ${attached}.sqlite_schema WHERE name = ?`);
  for (let tier = 0; isThere.get(tierTable(tier)) !== undefined; tier++) {
    const table = tierTable(tier);
    createTier(db, table);
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

function createTier(db: Database, table: string): void {
  db.exec(tierSql.replace('TABLE search_tier', `TABLE main.${table}`));
}

function makeTier(db: Database, tier: number) {
  const table = tierTable(tier);
  createTier(db, table);
  const set = db.prepare(`INSERT INTO ${table} (${table}, rank) VALUES (?, ?)`);
  set.run('hashsize', GATHERED_BYTES);
  set.run('pgsz', INDEX_PAGE_BYTES);
  // Segments are merged once, at the end; merging earlier would only write them twice.
  set.run('automerge', 0n);
  set.run('crisismerge', 64n);
  return db.prepare(`INSERT INTO ${table} (rowid, terms) VALUES (?, ?)`);
}

function finishTier(db: Database, tier: number): void {
  const table = tierTable(tier);
  db.exec(`INSERT INTO ${table} (${table}) VALUES ('optimize')`);
}
