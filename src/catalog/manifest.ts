import { listCountries } from '../food/countries.ts';
import { creditOf } from '../food/credit.ts';
import type { RecordPart } from '../food/food-record.ts';
import type { Database } from '../sqlite/driver.ts';
import { CHECKSUM_PREFIX } from './checksum.ts';

/** One input of a build. */
export interface SourceFile {
  name: string;
  kind: string;
  sha256: string;
  bytes: number;
  rows: number;
  /** The date of the newest change to any of its records; null if no record has one. */
  newest: string | null;
}

/** How a catalogue was cut from a larger one. */
export interface Cut {
  /** The checksum of the catalogue it was cut from, and how many foods that one had. */
  parent_sha256: string;
  parent_foods: number;
  /** What was kept; null where no filter was given. */
  countries: string[] | null;
  languages: string[] | null;
  top: number | null;
}

/** What a catalogue says about itself. */
export interface Manifest {
  schema_version: number;
  foods: number;
  foods_by_source: Record<string, number>;
  /** How many foods have a value for each field. */
  fill: Record<string, number>;
  sources: SourceFile[];
  /** For a slice: its cuts, the oldest first. Absent from a whole catalogue. */
  cut_from?: Cut[];
  /** What was left out of the full records. Absent if nothing was. */
  without?: RecordPart[];
  /** The date of the newest change to any record. */
  dump_date: string | null;
  licence: string;
  licence_url: string;
  credit: string;
}

export function writeManifest(db: Database, manifest: Manifest): void {
  const insert = db.prepare('INSERT INTO manifest (key, value) VALUES (?, ?)');
  for (const [key, value] of Object.entries(manifest)) insert.run(key, JSON.stringify(value));
}

export function readManifest(db: Database): Manifest {
  const rows = db.prepare('SELECT key, value FROM manifest').raw().all() as [string, string][];
  const stored = Object.fromEntries(rows.map(([key, value]) => [key, JSON.parse(value)])) as Manifest;
  // Files of earlier versions credit Open Food Facts, whatever they contain.
  return { ...stored, ...creditOf(stored) };
}

/** The checksum that is stored in the file; see checksum.ts. */
export function readContentHash(db: Database): string {
  const stored = db.prepare('SELECT content_sha256 FROM checksum').pluck().get() as string;
  return stored.slice(CHECKSUM_PREFIX.length);
}

/** How many foods are sold in each country, most first. A food that is sold in two countries counts for both. */
export function countByCountry(db: Database): Record<string, number> {
  const sets = db.prepare('SELECT countries, count FROM country_sets').raw().all() as [string, number][];
  const counts = new Map<string, number>();
  for (const [set, count] of sets) {
    for (const country of listCountries(set)) counts.set(country, (counts.get(country) ?? 0) + count);
  }
  return Object.fromEntries([...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}

/** How many foods have a label in each language, most first. */
export function countByLanguage(db: Database): Record<string, number> {
  const rows = db.prepare('SELECT language, count FROM languages ORDER BY language_id').raw().all();
  return Object.fromEntries(rows as [string, number][]);
}
