import type { Findings } from './findings.ts';
import type { CategoryCount, Food, SourceFilter } from './food.ts';

/** A shorter query says nothing, and no food's name and brand together come near the longest. In code points. */
export const SHORTEST_QUERY = 2;
export const LONGEST_QUERY = 200;

export interface SearchRequest {
  /** What a person typed: any text of SHORTEST_QUERY to LONGEST_QUERY code points. */
  q: string;
  limit: number;
  source: SourceFilter | null;
}

export interface PopularRequest {
  limit: number;
  /** May be larger than any catalogue; then there is nothing to list. */
  offset: number;
  category: string | null;
  hasImage: boolean;
}

/** A food with what the checks of the build found in it, from which its confidence follows. */
export interface ExaminedFood {
  food: Food;
  findings: Findings;
}

/** What a search found, and how it read the query where a spelling was corrected; null where nothing was. */
export interface ReadSearch {
  foods: Food[];
  corrected: string | null;
}

/** What a catalogue says about itself. Names are those of its manifest. */
export interface CatalogFacts {
  foods: number;
  foods_by_source: Readonly<Record<string, number>>;
  /** How many foods know each field. */
  fill: Readonly<Record<string, number>>;
  /** What it was made from. */
  sources: readonly { name: string; kind: string; rows: number; newest: string | null }[];
  /** The newest change told by any record, as a date; null when no record tells. */
  dump_date: string | null;
  licence: string;
  licence_url: string;
  credit: string;
}

/**
 * What can be asked of a catalogue. Every method answers from one read-only file, within a bounded time,
 * and gives the same answer for the same catalogue, always.
 */
export interface Catalog {
  /** The number of foods it holds. */
  readonly size: number;
  /** SHA-256 of its content, in hex: the same for two builds from the same input. */
  readonly contentHash: string;
  /** What it says about itself. */
  readonly facts: CatalogFacts;
  /** The food with that id, or null when there is none. */
  findFood(id: number): Food | null;
  /** The same with the findings of the build, or null when there is none. */
  findExamined(id: number): ExaminedFood | null;
  /** The food with that barcode in any of its printed forms, or null for an unknown code and for no code at all. */
  findBarcode(code: string): Food | null;
  /** The foods that match, best first; empty when nothing does. */
  search(request: SearchRequest): Food[];
  /** The same search, with the spelling it was read by. */
  searchRead(request: SearchRequest): ReadSearch;
  /** Common foods, most popular first; empty for an unknown category and beyond the end. */
  listPopular(request: PopularRequest): Food[];
  /** Every category with its number of foods, most first. */
  listCategories(): CategoryCount[];
  /** So many foods of the highest quality, best first: plain foods with all their values, whether popular or not. */
  listBest(limit: number): Food[];
  /** The addresses of the pages of foods, best food first; empty beyond the end. */
  listAddresses(offset: number, limit: number): string[];
  /** The confidence of at most so many foods, chosen evenly over the whole catalogue. */
  sampleConfidence(most: number): number[];
  /** Closes the file; nothing may be asked afterwards. */
  close(): void;
}

/** So many digits of the hash of a catalogue tell it from every other. */
const VERSION_DIGITS = 16;

/** The content of a catalogue in short, as answers, logs and metrics name it. */
export function versionOf({ contentHash }: Pick<Catalog, 'contentHash'>): string {
  return contentHash.slice(0, VERSION_DIGITS);
}
