import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { listCountries } from '../food/countries.ts';
import { creditOf } from '../food/credit.ts';
import type { RecordPart } from '../food/food-record.ts';
import { AT_MOST, type Database } from '../sqlite/driver.ts';
import { CHECKSUM_PREFIX } from './checksum.ts';

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Counts = Type.Record(Type.String(), Count);
const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const TextsOrNull = Type.Union([Type.Array(Type.String()), Type.Null()]);

/** One input of a build. */
const SourceFile = Type.Object({
  name: Type.String(),
  kind: Type.String(),
  sha256: Type.String(),
  bytes: Count,
  rows: Count,
  /** The date of the newest change to any of its records; null if no record has one. */
  newest: TextOrNull,
  /** Whether it comes with larder. */
  built_in: Type.Optional(Type.Boolean()),
  /** Who must be credited, for a table of generic foods. */
  table: Type.Optional(
    Type.Object({
      title: Type.String(),
      edition: TextOrNull,
      licence: TextOrNull,
      licence_url: TextOrNull,
      credit: Type.String(),
    }),
  ),
});
export type SourceFile = Static<typeof SourceFile>;

/** How a catalogue was cut from a larger one. */
const Cut = Type.Object({
  /** The checksum of the catalogue it was cut from, and how many foods that one had. */
  parent_sha256: Type.String(),
  parent_foods: Count,
  /** What was kept; null where no filter was given. */
  countries: TextsOrNull,
  languages: TextsOrNull,
  /** How many products, the most popular first. Generic foods do not count. */
  top: Type.Union([Count, Type.Null()]),
  /** The tables of generic foods that were kept. Absent where all were. */
  generic: Type.Optional(Type.Array(Type.String())),
});
export type Cut = Static<typeof Cut>;

/** A hundred times as many as there are; beyond it, numbers that follow from it would not fit in memory. */
const MAX_FOODS = 500_000_000;

/** What a catalogue says about itself, besides its credit. The file may come from anywhere, and others rely on these types. */
const Stored = Type.Object({
  schema_version: Count,
  foods: Type.Integer({ minimum: 0, maximum: MAX_FOODS }),
  foods_by_source: Counts,
  /** How many foods have a value for each field. */
  fill: Counts,
  /** How many foods of each source have energy and macronutrients. */
  fill_by_source: Type.Record(Type.String(), Counts),
  sources: Type.Array(SourceFile),
  /** For a slice: its cuts, the oldest first. Absent from a whole catalogue. */
  cut_from: Type.Optional(Type.Array(Cut)),
  /** What was left out of the full records. Absent if nothing was. */
  without: Type.Optional(Type.Array(Type.Unsafe<RecordPart>(Type.String()))),
  /** The date of the newest change to any record. */
  dump_date: TextOrNull,
});
export type Manifest = Static<typeof Stored> & ReturnType<typeof creditOf>;

export function writeManifest(db: Database, manifest: Manifest): void {
  const insert = db.prepare('INSERT INTO manifest (key, value) VALUES (?, ?)');
  for (const [key, value] of Object.entries(manifest)) insert.run(key, JSON.stringify(value));
}

export function readManifest(db: Database): Manifest {
  const rows = db.prepare(`SELECT key, value FROM manifest LIMIT ${AT_MOST}`).raw().all(MAX_ENTRIES) as [
    string,
    string,
  ][];
  const stored: unknown = Object.fromEntries(rows.map(([key, value]) => [key, JSON.parse(value)]));
  if (!Value.Check(Stored, stored)) throw new Error('its manifest is not one');
  return { ...stored, ...creditOf(stored) };
}

/** A manifest has a dozen entries. */
const MAX_ENTRIES = 100;

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
