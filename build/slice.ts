import type { Cut, Manifest } from '../src/catalog/manifest.ts';
import { openTarget } from '../src/catalog/write/target.ts';
import { writeCatalog } from '../src/catalog/write/write.ts';
import { listCountries } from '../src/food/countries.ts';
import { GENERIC_SOURCES } from '../src/food/food.ts';
import type { RecordPart } from '../src/food/food-record.ts';
import type { Database } from '../src/sqlite/driver.ts';
import type { OnProgress } from './pipeline.ts';
import type { CatalogRecords } from './read-catalog.ts';
import { openStage } from './stage/stage.ts';
import { stagedRowOf } from './stage/staged-row.ts';

/** What a slice keeps; null where there is no filter. */
export interface SliceFilters {
  /** Foods that are sold in one of these countries, by code. */
  countries: readonly string[] | null;
  /** Foods whose label is in one of these languages, by code. */
  languages: readonly string[] | null;
  /** How many of the remaining products to keep, the most popular first. Generic foods do not count. */
  top: number | null;
  /** The tables of generic foods to keep. */
  generic?: readonly string[] | null;
}

interface Counts {
  products: number;
  generic: number;
}

export interface SlicePlan {
  filters: SliceFilters;
  /** The foods to keep, by their ranks in the parent catalogue, best first. */
  ranks: Float64Array;
  /** How many of them are products and how many generic foods, and how many the parent has. */
  kept: Counts;
  parent: Counts;
  /** An estimate of the size of the slice. */
  bytes: number;
  /** How many products are kept because their country or language is unknown. */
  withoutCountry: number;
  withoutLanguage: number;
}

interface Slice {
  foods: number;
  bytes: number;
  seconds: number;
}

/**
 * Nobody scans a food that an operator typed in, so by scans alone it would be dropped first. It is treated like a
 * product with this many scans, which in 2026 was one product in fifty.
 */
const SCANS_OF_OWN_FOODS = 5;
/**
 * A slice with half the foods takes more than half the space, because it has more than half the words. With this
 * exponent, the estimate was within an eighth for slices of one food in fifty to four in five.
 */
const BYTES_BY_SHARE = 0.9;
/** Generic foods have more names and nutrients: each takes as much space as this many products. */
const SPACE_OF_GENERIC = 1.5;
/** The size of a catalogue with a single food: the search tables have a minimum size. */
const MIN_BYTES = 140_000;
/** Progress is reported after this many foods. */
const FOODS_PER_REPORT = 1000;

/** Selects the foods of a slice: by country and language first, then the most popular products of those. */
export function planSlice(parent: CatalogRecords, filters: SliceFilters): SlicePlan {
  const ranks: number[] = [];
  let withoutCountry = 0;
  let withoutLanguage = 0;
  let products = 0;
  for (const [rank, country, language, isGeneric] of selectFoods(parent.db, filters)) {
    ranks.push(rank);
    if (isGeneric) continue;
    products++;
    if (country === null) withoutCountry++;
    if (language === null) withoutLanguage++;
  }
  const kept = { products, generic: ranks.length - products };
  return {
    filters,
    ranks: Float64Array.from(ranks).sort(),
    kept,
    parent: countFoods(parent.manifest),
    bytes: estimateBytes(parent, kept),
    withoutCountry: filters.countries === null ? 0 : withoutCountry,
    withoutLanguage: filters.languages === null ? 0 : withoutLanguage,
  };
}

function countFoods({ foods, foods_by_source }: Manifest): Counts {
  const generic = GENERIC_SOURCES.reduce((sum, source) => sum + (foods_by_source[source] ?? 0), 0);
  return { products: foods - generic, generic };
}

/** Based on the bytes per food of the parent catalogue. */
function estimateBytes({ bytes, manifest }: CatalogRecords, kept: Counts): number {
  const share = weigh(kept) / Math.max(1, weigh(countFoods(manifest)));
  return Math.max(MIN_BYTES, Math.round(bytes * share ** BYTES_BY_SHARE));
}

function weigh({ products, generic }: Counts): number {
  return products + SPACE_OF_GENERIC * generic;
}

type SelectedFood = [rank: number, countrySetId: number | null, languageId: number | null, isGeneric: 0 | 1];

/**
 * A filter drops only foods that are known not to match. A food whose country or language is unknown could belong
 * anywhere and is kept, and so are generic foods: nobody sells them.
 */
function selectFoods(
  db: Database,
  { countries, languages, top, generic }: SliceFilters,
): IterableIterator<SelectedFood> {
  const isAmong = (column: string, numbers: readonly number[] | null) =>
    numbers === null ? 'true' : `(${column} IS NULL OR ${column} IN (${numbers.join(', ')}))`;
  const where = [
    isAmong('country_set_id', countries && findCountrySets(db, countries)),
    isAmong('language_id', languages && findLanguages(db, languages)),
  ].join(' AND ');
  const listed = (sources: readonly string[]) => sources.map((source) => `'${source}'`).join(', ');
  const kept = GENERIC_SOURCES.filter((source) => generic?.includes(source) ?? true);
  const select = (isGeneric: 0 | 1, filter: string) => `
    SELECT rank, country_set_id, language_id, ${isGeneric} FROM origins JOIN foods USING (rank) WHERE ${filter}`;
  const all = select(0, `${where} AND source NOT IN (${listed(GENERIC_SOURCES)})`);
  const products = top === null ? all : `${all} ORDER BY ${BY_POPULARITY} LIMIT ${top}`;
  const query = `SELECT * FROM (${products}) UNION ALL ${select(1, `source IN (${listed(kept)})`)}`;
  return db.prepare(query).raw().iterate() as IterableIterator<SelectedFood>;
}

/** The order of the popular foods, except that foods nobody scans get a fair position too. */
const BY_POPULARITY = `
  coalesce(scans, iif(source = 'community', ${SCANS_OF_OWN_FOODS}, 0)) * confidence DESC,
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

/** Writes the selected foods as a catalogue like any other. */
export async function writeSlice(
  parent: CatalogRecords,
  plan: SlicePlan,
  out: string,
  onProgress: OnProgress,
  without: readonly RecordPart[] = [],
): Promise<Slice> {
  const startedMs = performance.now();
  const target = openTarget(out);
  try {
    const foods = plan.ranks.length;
    stageSlice(parent, plan, target.stagePath, (bytesRead) =>
      onProgress({ step: 'reading', rows: bytesRead, bytesRead, bytesTotal: foods }),
    );
    const step = (name: string) => onProgress({ step: name, rows: foods, bytesRead: 0, bytesTotal: null });
    const { sources, cut_from = [], without: left = [] } = parent.manifest;
    const cuts = [...cut_from, describeCut(parent, plan.filters)];
    const { bytes } = writeCatalog(target, { sources, cuts, without: [...left, ...without] }, step);
    target.commit();
    return { foods, bytes, seconds: (performance.now() - startedMs) / 1000 };
  } finally {
    target.discard();
  }
}

function stageSlice(
  parent: CatalogRecords,
  { ranks }: SlicePlan,
  stagePath: string,
  onFoods: (foods: number) => void,
): void {
  const stage = openStage(stagePath);
  try {
    let foods = 0;
    for (const food of parent.foodsAt(ranks)) {
      stage.add(stagedRowOf(food));
      if (++foods % FOODS_PER_REPORT === 0) onFoods(foods);
    }
    stage.merge();
  } finally {
    stage.close();
  }
}

function describeCut(
  { contentHash, manifest }: CatalogRecords,
  { countries, languages, top, generic }: SliceFilters,
): Cut {
  const sorted = (codes: readonly string[] | null) => (codes === null ? null : [...new Set(codes)].sort());
  return {
    parent_sha256: contentHash,
    parent_foods: manifest.foods,
    countries: sorted(countries),
    languages: sorted(languages),
    top,
    ...(generic != null && { generic: [...new Set(generic)].sort() }),
  };
}
