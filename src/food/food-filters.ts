import type { MatchScore } from './detailed-food.ts';
import type { Food, FoodSource } from './food.ts';
import type { Nutriscore } from './food-record.ts';
import { FURTHER_NUTRIENTS, type FurtherNutrient } from './further-nutrients.ts';
import { NUTRIENTS, type Nutrient } from './nutrients.ts';
import { RECORD_TAGS } from './record-facets.ts';

/** One of the ten of a food, or one that its full record has. */
export type AnyNutrient = Nutrient | FurtherNutrient;
export const ALL_NUTRIENTS: readonly AnyNutrient[] = [...NUTRIENTS, ...FURTHER_NUTRIENTS];

/** Which foods a request is about. Null, or an empty list, means no filter. */
export interface FoodFilters {
  /** Only foods that have all words of this text, as typed or else as corrected. */
  q: string | null;
  bounds: readonly { nutrient: AnyNutrient; min: number | null; max: number | null }[];
  brand: string | null;
  category: string | null;
  /** A country by its code. */
  country: string | null;
  source: FoodSource | null;
  hasImage: boolean;
  minConfidence: number | null;
  nutriscores: readonly Nutriscore[];
  /** Tags of allergens that a food must be known not to contain, not even in traces. */
  allergenFree: readonly string[];
  /** What else must hold. */
  where: readonly Where[];
}

/** Whatever a food has several of, or one of a few. */
export const TAG_KINDS = [
  ...RECORD_TAGS,
  'brands',
  'countries',
  'nutriscore',
  'nova',
  'environment',
  'language',
] as const;
export type TagKind = (typeof TAG_KINDS)[number];

/** A condition on foods. `isWithout` turns it around: then a food about which nothing is known meets it. */
export type Where =
  | { all: readonly Where[] }
  | { any: readonly Where[] }
  /** Foods with one of these tags, with any tag, or whose tags are known, even if they have none. */
  | { kind: TagKind; tags: readonly string[] | 'any' | 'known'; isWithout?: boolean }
  | { allergenFree: readonly string[] }
  /** Foods whose additives are known, and that have none of these. */
  | { additiveFree: readonly string[] }
  | { nutrient: Nutrient; range: Range; isWithout?: boolean }
  /** Foods with all these words anywhere, or in a text of theirs; as a phrase, one after the other. */
  | { words: string; within: 'anything' | 'name' | 'generic_name'; isPhrase: boolean; isWithout?: boolean }
  | { ids: readonly number[]; isWithout?: boolean };

/** Null where it has no end. */
export interface Range {
  min: number | null;
  max: number | null;
  /** Whether the ends themselves are left out. */
  isMinExcluded?: boolean;
  isMaxExcluded?: boolean;
}

/** The foods of a query in the order of the search; those after them are in the order of their quality. */
export const RANKED_BY_SEARCH = 120;
/** Foods that are left by filters are scored one by one, up to this many: each takes 10 to 40 µs. */
export const MAX_SCORED = 400;

export interface FindOrder {
  by: Nutrient | 'confidence' | 'popularity' | 'relevance' | 'nutriscore' | 'nova' | 'modified' | 'scans';
  isDescending: boolean;
}

export interface FindRequest extends FoodFilters {
  sort: FindOrder;
  limit: number;
  offset: number;
  /** Whether to say how well each food matches `q`; false when left out. */
  isExplained?: boolean;
  /** As in a search. */
  language?: string | null;
  /** Whether to count all that match, however many. */
  isCounted?: boolean;
}

/** Counted exactly up to this many; beyond it a caller learns that there are more. */
export const MAX_COUNTED = 10_000;

export interface FoundFoods {
  foods: Food[];
  /** How many foods match; more than MAX_COUNTED stands for any larger number. */
  total: number;
  /** How well each of the foods matches the text; empty unless requested. */
  matches: MatchScore[];
}

export const FACETS = [
  'category',
  'brand',
  'country',
  'source',
  'nutriscore',
  'label',
  'nova',
  'environment',
  'diet',
] as const;
export type Facet = (typeof FACETS)[number];

export interface FacetCount {
  value: string;
  count: number;
}

/** The most values of one facet. */
export const MAX_FACET_VALUES = 50;

export interface FacetRequest extends FoodFilters {
  by: readonly Facet[];
}

/** How many of the foods that meet filters have each tag of some kinds. */
export interface TagCountRequest extends FoodFilters {
  by: readonly TagKind[];
  /** Only the highest counts. */
  most: number;
  /** Only tags whose names begin like this; all when left out. */
  prefix?: string;
  /** Tags whose counts are wanted too, however low. */
  asked?: ReadonlyMap<TagKind, readonly string[]>;
}

export interface TagCounts {
  /** The highest counts first, then by tag. */
  counts: FacetCount[];
  /** The sum of the counts of all tags. */
  total: number;
}

export type FacetCounts = Partial<Record<Facet, FacetCount[]>>;

export const NO_FILTERS: FoodFilters = {
  q: null,
  bounds: [],
  brand: null,
  category: null,
  country: null,
  source: null,
  hasImage: false,
  minConfidence: null,
  nutriscores: [],
  allergenFree: [],
  where: [],
};

/** Whether there is any filter beside the text. */
export function isFiltered(filters: FoodFilters): boolean {
  return (Object.keys(NO_FILTERS) as (keyof FoodFilters)[]).some((name) => {
    const value = filters[name];
    return name !== 'q' && (Array.isArray(value) ? value.length > 0 : value !== NO_FILTERS[name]);
  });
}

/** An order as written: `-protein_g` is descending. Without one, the best match comes first, or the most popular food. */
export function readOrder(sort: string | null, q: string | null): FindOrder {
  if (sort === null) {
    return q === null ? { by: 'popularity', isDescending: true } : { by: 'relevance', isDescending: false };
  }
  const isDescending = sort.startsWith('-');
  return { by: (isDescending ? sort.slice(1) : sort) as FindOrder['by'], isDescending };
}
