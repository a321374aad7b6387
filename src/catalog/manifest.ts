import type { Database } from '../sqlite/driver.ts';
import { SEAL_MARK } from './checksum.ts';

/** Raised when a file of this version cannot be read by an older larder, or the other way round. */
export const SCHEMA_VERSION = 3;
/** In the header of the SQLite file ("Lard"), so that a foreign database is told apart at once. */
export const APPLICATION_ID = 0x4c617264;

export const LICENCE = {
  name: 'Open Database License (ODbL) 1.0',
  url: 'https://opendatacommons.org/licenses/odbl/1-0/',
  credit:
    '© Open Food Facts contributors, https://openfoodfacts.org (ODbL). Generic foods: USDA SR28, public domain.',
} as const;

/** One input of a build. */
export interface SourceFile {
  name: string;
  kind: string;
  sha256: string;
  bytes: number;
  rows: number;
  /** The newest change told by a record, as a date; null when no record tells. */
  newest: string | null;
}

/** How a catalogue was cut from a larger one. */
export interface Cut {
  /** The content hash of the catalogue it was cut from, and how many foods that one had. */
  parent_sha256: string;
  parent_foods: number;
  /** What was kept; null where nothing was asked for. */
  countries: string[] | null;
  languages: string[] | null;
  top: number | null;
}

/** What a catalogue says about itself. */
export interface Manifest {
  schema_version: number;
  foods: number;
  foods_by_source: Record<string, number>;
  /** How many foods know each field. */
  fill: Record<string, number>;
  sources: SourceFile[];
  /** For a slice: one cut after the other, the first first. Absent from a catalogue that is whole. */
  cut_from?: Cut[];
  /** The newest change told by any record, as a date. */
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
  return Object.fromEntries(
    rows.map(([key, value]) => [key, JSON.parse(value) as unknown]),
  ) as unknown as Manifest;
}

/** The hash that the file says it has; see seal.ts. */
export function readContentHash(db: Database): string {
  const sealed = db.prepare('SELECT content_sha256 FROM seal').pluck().get() as string;
  return sealed.slice(SEAL_MARK.length);
}
