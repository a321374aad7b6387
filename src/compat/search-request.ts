import { LONGEST_QUERY } from '../food/catalog.ts';
import { findCountry } from '../food/countries.ts';
import { type Fields, readFields } from './fields.ts';

/** A search as apps request it. What cannot be read gets its default: these apps expect no error about a parameter. */
export interface ProductSearch {
  /** Empty for no words at all. */
  terms: string;
  /** Only these codes; null for no such filter. */
  codes: readonly string[] | null;
  /** A country by its two-letter code; null for all. */
  country: string | null;
  /** Names of allergens to be without, traces included; null for a filter by allergens that finds nothing here. */
  allergenFree: readonly string[] | null;
  order: ProductOrder;
  /** From 1. */
  page: number;
  pageSize: number;
  fields: Fields;
  languages: readonly string[];
  /** Whether products have the form of API v3.2. */
  isV32: boolean;
}

export type ProductOrder = 'relevance' | 'popularity' | 'name';

const DEFAULT_PAGE_SIZE = 24;
const LARGEST_PAGE_SIZE = 100;
/** As many as fit in a form. */
const MOST_CODES = 1000;
/** Filters by tags have a number each; nobody sends more. */
const MOST_TAG_FILTERS = 10;
const MOST_LANGUAGES = 5;
const CONTAINS = 'contains';
const WHOLE_NUMBER = /^\d{1,6}$/;
const V32 = /^3\.\d{1,2}$/;

const ORDERS: ReadonlyMap<string, ProductOrder> = new Map<string, ProductOrder>([
  ['unique_scans_n', 'popularity'],
  ['scans_n', 'popularity'],
  ['popularity_key', 'popularity'],
  ['popularity', 'popularity'],
  ['product_name', 'name'],
]);

export function readSearch(sent: URLSearchParams): ProductSearch {
  const codes = sent.get('code');
  return {
    terms: readTerms(sent),
    codes: codes === null || codes === '' ? null : codes.split(',', MOST_CODES),
    country: readCountry(sent),
    allergenFree: readAllergenFree(sent),
    order: ORDERS.get(sent.get('sort_by') ?? '') ?? 'relevance',
    page: readCount(sent.get('page'), 1),
    pageSize: Math.min(readCount(sent.get('page_size'), DEFAULT_PAGE_SIZE), LARGEST_PAGE_SIZE),
    fields: readFields(sent.get('fields')),
    languages: readLanguages(sent),
    isV32: V32.test(sent.get('api_version') ?? ''),
  };
}

/** The languages that names are wanted in, best first. */
export function readLanguages(sent: URLSearchParams): string[] {
  const list = sent.get('lc') ?? sent.get('lang') ?? '';
  return list
    .toLowerCase()
    .split(',', MOST_LANGUAGES)
    .filter((language) => /^[a-z]{2}$/.test(language));
}

/** Some clients join words with a plus that they escape. */
function readTerms(sent: URLSearchParams): string {
  const text = (sent.get('search_terms') ?? '').replaceAll('+', ' ').trim();
  return [...text].slice(0, LONGEST_QUERY).join('');
}

/** `countries=France`, `countries_tags_en=france`, or a numbered filter by tag. `world` is not a country. */
function readCountry(sent: URLSearchParams): string | null {
  for (const name of ['countries', 'countries_tags', 'countries_tags_en']) {
    const country = findCountry(sent.get(name)?.split(',', 1)[0] ?? '');
    if (country !== null) return country;
  }
  for (let at = 0; at < MOST_TAG_FILTERS; at++) {
    // Foods without a tag are `without` or `does_not_contain`.
    const isWanted = (sent.get(`tag_contains_${at}`) ?? CONTAINS) === CONTAINS;
    if (isWanted && sent.get(`tagtype_${at}`) === 'countries')
      return findCountry(sent.get(`tag_${at}`) ?? '');
  }
  return null;
}

const ALLERGEN_FILTERS = ['allergens', 'traces'].flatMap((type) => [type, `${type}_tags`, `${type}_tags_en`]);

/**
 * `allergens_tags=-en:milk`, or a numbered filter that does not contain a tag. Unlike other tags these are never passed
 * over: someone may rely on them. What a product is with cannot be asked yet, so that finds nothing.
 */
function readAllergenFree(sent: URLSearchParams): readonly string[] | null {
  const without: string[] = [];
  for (const text of ALLERGEN_FILTERS.flatMap((name) => sent.getAll(name)).filter((text) => text !== '')) {
    for (const filter of text.split(',')) {
      if (!filter.startsWith('-')) return null;
      without.push(...filter.slice(1).split('|'));
    }
  }
  for (let at = 0; at < MOST_TAG_FILTERS; at++) {
    if (!ALLERGEN_FILTERS.includes(sent.get(`tagtype_${at}`) ?? '')) continue;
    if ((sent.get(`tag_contains_${at}`) ?? CONTAINS) === CONTAINS) return null;
    without.push(sent.get(`tag_${at}`) ?? '');
  }
  return without;
}

function readCount(text: string | null, initial: number): number {
  const count = text !== null && WHOLE_NUMBER.test(text) ? Number(text) : 0;
  return count === 0 ? initial : count;
}
