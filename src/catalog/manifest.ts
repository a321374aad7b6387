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
  /** How many products, the most popular first. Generic foods do not count. */
  top: number | null;
  /** The tables of generic foods that were kept. Absent where all were. */
  generic?: string[];
}

/** What a catalogue says about itself. */
export interface Manifest {
  schema_version: number;
  foods: number;
  foods_by_source: Record<string, number>;
  /** How many foods have a value for each field. */
  fill: Record<string, number>;
  /** How many foods of each source have energy and macronutrients. Absent from catalogues of earlier releases. */
  fill_by_source?: Record<string, Record<string, number>>;
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
  const rows = db.prepare('SELECT key, value FROM manifest LIMIT ?').raw().all(MAX_ENTRIES) as [
    string,
    string,
  ][];
  const stored: unknown = Object.fromEntries(rows.map(([key, value]) => [key, JSON.parse(value)]));
  if (!isManifest(stored)) throw new Error('its manifest is not one');
  // Files of earlier versions credit Open Food Facts, whatever they contain.
  return { ...stored, ...creditOf(stored) };
}

/** A manifest has a dozen entries. */
const MAX_ENTRIES = 100;

/** Whether this is what `writeManifest` writes: the file may come from anywhere, and others rely on these types. */
function isManifest(value: unknown): value is Manifest {
  const {
    schema_version,
    foods,
    foods_by_source,
    fill,
    fill_by_source = {},
    sources,
    cut_from,
    without,
    dump_date,
  } = value as Record<string, unknown>;
  return (
    isCount(schema_version) &&
    isCount(foods) &&
    foods <= MAX_FOODS &&
    isCounts(foods_by_source) &&
    isCounts(fill) &&
    isRecord(fill_by_source) &&
    Object.values(fill_by_source).every(isCounts) &&
    isListOf(sources, isSourceFile) &&
    (cut_from === undefined || isListOf(cut_from, isCut)) &&
    (without === undefined || isListOf(without, isText)) &&
    (dump_date === null || isText(dump_date))
  );
}

/** A hundred times as many as there are; beyond it, numbers that follow from it would not fit in memory. */
const MAX_FOODS = 500_000_000;

function isSourceFile(value: unknown): boolean {
  const { name, kind, sha256, bytes, rows, newest } = (value ?? {}) as Record<string, unknown>;
  return (
    [name, kind, sha256].every(isText) &&
    isCount(bytes) &&
    isCount(rows) &&
    (newest === null || isText(newest))
  );
}

function isCut(value: unknown): boolean {
  const { parent_sha256, parent_foods, countries, languages, top } = (value ?? {}) as Record<string, unknown>;
  const areNames = [countries, languages].every((names) => names === null || isListOf(names, isText));
  return isText(parent_sha256) && isCount(parent_foods) && areNames && (top === null || isCount(top));
}

function isCounts(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every(isCount);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isListOf(value: unknown, isMember: (member: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isMember);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** The checksum that is stored in the file; see checksum.ts. */
export function readContentHash(db: Database): string {
  const stored: unknown = db.prepare('SELECT content_sha256 FROM checksum').pluck().get();
  if (typeof stored !== 'string' || !STORED_CHECKSUM.test(stored)) throw new Error('its checksum is not one');
  return stored.slice(CHECKSUM_PREFIX.length);
}

const STORED_CHECKSUM = new RegExp(`^${CHECKSUM_PREFIX}[0-9a-f]{64}$`);

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
