import { statSync } from 'node:fs';
import { sealFile } from '../src/catalog/checksum.ts';
import type { Cut } from '../src/catalog/manifest.ts';
import { openTarget } from '../src/catalog/write/target.ts';
import { writeCatalog } from '../src/catalog/write/write.ts';
import { writeCuts } from '../src/catalog/write/write-cuts.ts';
import { listCountries } from '../src/food/countries.ts';
import type { Database } from '../src/sqlite/driver.ts';
import type { OnProgress } from './pipeline.ts';
import type { FormerCatalog } from './read-catalog.ts';
import { GrowingNumbers } from './stage/repeated.ts';
import { openStage } from './stage/stage.ts';
import { stagedRowOf } from './stage/staged-row.ts';

/** What a slice keeps; null where nothing is asked for. */
export interface SliceFilters {
  /** Codes of countries: foods that are sold in one of them. */
  countries: readonly string[] | null;
  /** Codes of languages: foods whose label is in one of them. */
  languages: readonly string[] | null;
  /** So many of the foods that are left, the most popular first. */
  top: number | null;
}

export interface SlicePlan {
  filters: SliceFilters;
  /** The foods that are kept, by their ranks in the catalogue that is cut, best first. */
  ranks: Float64Array;
  /** How large the slice will be, more or less. */
  bytes: number;
  /** Foods that were kept since they tell no country or no language. */
  withoutCountry: number;
  withoutLanguage: number;
}

export interface Slice {
  foods: number;
  bytes: number;
  seconds: number;
}

/**
 * Nobody scans an apple, nor what an operator typed in: by scans alone they would be the first to go. They stand with
 * the products that this many people have scanned, which is one product in fifty in exports of 2026.
 */
const SCANS_OF_GENERIC_FOODS = 5;
/**
 * A slice of half the foods takes more than half the room, since it has more than half the words. This power fitted
 * slices of one food in fifty to four in five within an eighth.
 */
const BYTES_BY_SHARE = 0.9;
/** A catalogue of one food takes this much: the tables of the search have a least size. */
const LEAST_BYTES = 140_000;
const FOODS_AT_ONCE = 1000;

/** Chooses the foods of a slice: by country and language first, then the most popular of those. */
export function planSlice(former: FormerCatalog, filters: SliceFilters): SlicePlan {
  const ranks = new GrowingNumbers();
  let withoutCountry = 0;
  let withoutLanguage = 0;
  for (const [rank, country, language] of chooseFoods(former.db, filters)) {
    ranks.push(rank);
    if (country === null) withoutCountry++;
    if (language === null) withoutLanguage++;
  }
  return {
    filters,
    ranks: ranks.values().slice().sort(),
    bytes: estimateBytes(former, ranks.length),
    withoutCountry: filters.countries === null ? 0 : withoutCountry,
    withoutLanguage: filters.languages === null ? 0 : withoutLanguage,
  };
}

/** From what a food takes in the catalogue at hand. */
function estimateBytes({ bytes, manifest }: FormerCatalog, foods: number): number {
  const share = foods / Math.max(1, manifest.foods);
  return Math.max(LEAST_BYTES, Math.round(bytes * share ** BYTES_BY_SHARE));
}

type Chosen = [rank: number, countrySetId: number | null, languageId: number | null];

/**
 * A filter drops what is known not to fit. A food that tells no country or no language belongs nowhere and everywhere,
 * as generic foods do, and stays.
 */
function chooseFoods(db: Database, { countries, languages, top }: SliceFilters): IterableIterator<Chosen> {
  const isAmong = (column: string, numbers: readonly number[] | null) =>
    numbers === null ? 'true' : `(${column} IS NULL OR ${column} IN (${numbers.join(', ')}))`;
  const where = [
    isAmong('country_set_id', countries && findCountrySets(db, countries)),
    isAmong('language_id', languages && findLanguages(db, languages)),
  ].join(' AND ');
  const columns = 'SELECT rank, country_set_id, language_id FROM origins';
  const query =
    top === null
      ? `${columns} WHERE ${where}`
      : `${columns} JOIN foods USING (rank) WHERE ${where} ORDER BY ${BY_POPULARITY} LIMIT ${top}`;
  return db.prepare(query).raw().iterate() as IterableIterator<Chosen>;
}

/** The order of the list of popular foods, with a place for those that have no scans. */
const BY_POPULARITY = `
  coalesce(scans, iif(source IN ('usda', 'community'), ${SCANS_OF_GENERIC_FOODS}, 0)) * confidence DESC,
  confidence DESC, id`;

function findCountrySets(db: Database, countries: readonly string[]): number[] {
  const sets = db.prepare('SELECT country_set_id, countries FROM country_sets').raw().all();
  return (sets as [number, string][])
    .filter(([, set]) => listCountries(set).some((country) => countries.includes(country)))
    .map(([id]) => id);
}

function findLanguages(db: Database, languages: readonly string[]): number[] {
  const known = db.prepare('SELECT language_id, language FROM languages').raw().all();
  return (known as [number, string][])
    .filter(([, language]) => languages.includes(language))
    .map(([id]) => id);
}

/** Writes the chosen foods as a catalogue like any other, beside its place until it is whole. */
export async function writeSlice(
  former: FormerCatalog,
  plan: SlicePlan,
  out: string,
  onProgress: OnProgress,
): Promise<Slice> {
  const startedMs = performance.now();
  const target = openTarget(out);
  try {
    const foods = plan.ranks.length;
    stageSlice(former, plan, target.stagePath, (bytesRead) =>
      onProgress({ step: 'reading', rows: bytesRead, bytesRead, bytesTotal: foods }),
    );
    const step = (name: string) => onProgress({ step: name, rows: foods, bytesRead: 0, bytesTotal: null });
    await writeCatalog(target, former.manifest.sources, step);
    writeCuts(target.catalogPath, [...(former.manifest.cut_from ?? []), describeCut(former, plan.filters)]);
    step('sealing');
    sealFile(target.catalogPath);
    const bytes = statSync(target.catalogPath).size;
    target.commit();
    return { foods, bytes, seconds: (performance.now() - startedMs) / 1000 };
  } finally {
    target.discard();
  }
}

function stageSlice(
  former: FormerCatalog,
  { ranks }: SlicePlan,
  stagePath: string,
  onFoods: (foods: number) => void,
): void {
  const stage = openStage(stagePath);
  try {
    let foods = 0;
    for (const food of former.foodsAt(ranks)) {
      stage.add(stagedRowOf(food));
      if (++foods % FOODS_AT_ONCE === 0) onFoods(foods);
    }
    stage.merge();
  } finally {
    stage.close();
  }
}

function describeCut(
  { contentHash, manifest }: FormerCatalog,
  { countries, languages, top }: SliceFilters,
): Cut {
  const sorted = (codes: readonly string[] | null) => (codes === null ? null : [...new Set(codes)].sort());
  return {
    parent_sha256: contentHash,
    parent_foods: manifest.foods,
    countries: sorted(countries),
    languages: sorted(languages),
    top,
  };
}
