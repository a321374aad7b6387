import type { MatchScore } from './detailed-food.ts';
import type { Findings } from './findings.ts';
import type { CategoryCount, Food, SourceFilter } from './food.ts';
import type {
  FacetCounts,
  FacetRequest,
  FindRequest,
  FoundFoods,
  TagCountRequest,
  TagCounts,
} from './food-filters.ts';
import { FOOD_TABLES, TABLE_NAMES, type TableCredit } from './food-tables.ts';
import type { StoredRecord } from './full-record.ts';
import type { Suggestion, SuggestRequest } from './suggestion.ts';
import type { KnownTags, NamedTags } from './tag-filters.ts';

/** A shorter query says nothing, and no food's name and brand together come near the longest. In code points. */
export const MIN_QUERY_LENGTH = 2;
export const MAX_QUERY_LENGTH = 200;

export interface SearchRequest {
  /** What a person typed: any text of MIN_QUERY_LENGTH to MAX_QUERY_LENGTH code points. */
  q: string;
  limit: number;
  source: SourceFilter | null;
  /** The language whose names come first where several languages have the same; null for none. */
  language?: string | null;
  /** What may be tried: everything when left out; less for one of the many texts of a request, such as a recipe's lines. */
  effort?: SearchEffort;
}

/** `little` guesses less. `certain` guesses nothing: only foods that have all the words are wanted. */
export type SearchEffort = 'usual' | 'little' | 'certain';

export interface PopularRequest {
  limit: number;
  /** May exceed the size of the catalogue; the list is then empty. */
  offset: number;
  category: string | null;
  hasImage: boolean;
}

/** A food with the findings of the build's checks, which determine its confidence. */
export interface ExaminedFood {
  food: Food;
  findings: Findings;
}

/** A food that people call so, and how they say it. */
export interface NamedFood {
  food: Food;
  language: string;
  /** What people call it in English; empty where they have no word for it. */
  english: string;
  /** Whether it merely stands in for what the text names. */
  isStandIn: boolean;
  /** Whether the text means it in a recipe only. */
  isRecipeOnly: boolean;
  /** Whether it was found only without the ending of a word. */
  isCut: boolean;
}

/** How the best food of a search matches: with every word as typed or in another form, with some of them corrected, or without some. */
export type Matched = 'all' | 'corrected' | 'part';

/** What a search found, and the corrected query; null when nothing was corrected. */
export interface ReadSearch {
  foods: Food[];
  /** Null where nothing was found. */
  matched: Matched | null;
  /** The words of the query that the best food does not have. */
  leftOut: readonly string[];
  corrected: string | null;
  /** How well each food matches, in the order of the foods. */
  matches: MatchScore[];
}

/** What a catalogue says about itself, by the names of its manifest. */
export interface CatalogFacts {
  foods: number;
  foods_by_source: Readonly<Record<string, number>>;
  /** The number of foods with a known value, for each field. */
  fill: Readonly<Record<string, number>>;
  /** The files it was built from. */
  sources: readonly {
    name: string;
    kind: string;
    rows: number;
    newest: string | null;
    table?: TableCredit | undefined;
  }[];
  /** The date of the newest change in any record; null when no record has one. */
  dump_date: string | null;
  licence: string;
  licence_url: string;
  credit: string;
}

/** What an operator sets for all answers of an installation. */
export interface Installation {
  /** Where clients reach it, for the addresses of its own pictures; null gives paths from the root. */
  publicUrl: string | null;
  /** In which generic foods are named for those who ask for no language. */
  language: string;
}

export const USUAL_INSTALLATION: Installation = { publicUrl: null, language: 'en' };

/**
 * What can be asked of a catalogue. Every method reads one read-only file, takes bounded time, and always returns the
 * same for the same catalogue.
 */
export interface Catalog {
  /** The number of foods in it. */
  readonly size: number;
  /** SHA-256 of its content, in hex: equal for two builds from the same input. */
  readonly contentHash: string;
  readonly facts: CatalogFacts;
  /** Whether its file was changed since it was opened, so that nothing that is read from it can be relied on. */
  readonly hasChanged: boolean;
  /** The food with that id, or null when there is none. */
  findFood(id: number): Food | null;
  /** The food with that id and the findings of the build, or null when there is none. */
  findExamined(id: number): ExaminedFood | null;
  /** What is known about a food of this catalogue beyond its fields. */
  findRecord(food: Food): StoredRecord | null;
  /**
   * What a food is called in a language, if it has a name in it. Otherwise, and without a language, a generic food of a table
   * in another language than the installation's is called by that, if it can be; any other food by its own name.
   */
  nameIn(food: Food, language: string | null): string;
  /** The food with that barcode in any of its printed forms, or null for an unknown code or text that is not one. */
  findBarcode(code: string): Food | null;
  /** The foods that match, best first; empty when nothing does. */
  search(request: SearchRequest): Food[];
  /** A search with the corrected query, and how well each food matches. */
  searchRead(request: SearchRequest): ReadSearch;
  /** The foods that meet filters, in the requested order. */
  find(request: FindRequest): FoundFoods;
  /** How many of the foods that meet filters have each value of some of their properties. */
  countFacets(request: FacetRequest): FacetCounts;
  /** How many of them have each tag of some kinds, for each kind at least the highest counts. */
  countTags(request: TagCountRequest): TagCounts[];
  /** Whether any food has this tag among its allergens or traces. */
  hasAllergenTag(tag: string): boolean;
  /** The labels or additives of its foods. */
  knownTags(kind: NamedTags): KnownTags;
  /**
   * The generic foods that people call so as a whole, the likeliest first; what recipes mean comes before what others mean.
   * Endings of words may differ, unless they are to be as they are.
   */
  findNamed(text: string, isUncut?: boolean): NamedFood[];
  /** The same food as people who speak a language mean it, of the table of their country; null where that is this one, or none is known. */
  findVersion(food: Food, language: string): Food | null;
  /** What may be meant by a text that is being typed, best first. */
  suggest(request: SuggestRequest): Suggestion[];
  /** Common foods, most popular first; empty for an unknown category and beyond the end. */
  listPopular(request: PopularRequest): Food[];
  /** Every category with its number of foods, largest first. */
  listCategories(): CategoryCount[];
  /** The foods of highest quality, best first: plain foods with all their values, popular or not. */
  listBest(limit: number): Food[];
  /** The addresses of the pages of foods, best food first; empty beyond the end. */
  listAddresses(offset: number, limit: number): string[];
  /** The confidence of at most `most` foods, sampled evenly over the whole catalogue. */
  sampleConfidence(most: number): number[];
  /** Closes the file; no method may be called afterwards. */
  close(): void;
}

/** This many digits of a catalogue's hash are enough to identify it. */
const VERSION_DIGITS = 16;

/** The short form of a catalogue's hash, for headers, logs and metrics. */
export function versionOf({ contentHash }: Pick<Catalog, 'contentHash'>): string {
  return contentHash.slice(0, VERSION_DIGITS);
}

/** When the newest record in a catalogue was changed; null if unknown. Foods of tables have no dates, their editions do. */
export function newestRecordOf({ dump_date, foods_by_source }: CatalogFacts): string | null {
  const revised = TABLE_NAMES.filter((name) => foods_by_source[name]).map(
    (name) => FOOD_TABLES[name].revised,
  );
  return dump_date ?? revised.sort().at(-1) ?? null;
}
