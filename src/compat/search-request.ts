import type { HasAllergenTag } from '../food/allergens.ts';
import { MAX_QUERY_LENGTH } from '../food/catalog.ts';
import { type Fields, readFields } from './fields.ts';
import type { ProductOrder, ProductQuery } from './find-products.ts';
import { FORM_2, type Form, formOf } from './form.ts';
import { readFilters } from './product-filters.ts';

/** A page of products, as both services are asked for it. */
export interface PageSearch extends ProductQuery {
  /** From 1. */
  page: number;
  fields: Fields;
  languages: readonly string[];
}

/** A search as apps request it. What cannot be read gets its default: these apps expect no error about a parameter. */
export interface ProductSearch extends PageSearch {
  /** Only these codes; null for no such filter. */
  codes: readonly string[] | null;
  form: Form;
}

const DEFAULT_PAGE_SIZE = 24;
export const MAX_PAGE_SIZE = 100;
/** As many as fit in a form. */
const MAX_CODES = 1000;
const MAX_LANGUAGES = 5;
const WHOLE_NUMBER = /^\d{1,6}$/;

const MAX_SCANNED: ProductOrder = { by: 'scans', isDescending: true };
/** Other orders are as none. */
const ORDERS: ReadonlyMap<string, ProductOrder> = new Map<string, ProductOrder>([
  ['unique_scans_n', MAX_SCANNED],
  ['scans_n', MAX_SCANNED],
  ['popularity_key', MAX_SCANNED],
  ['popularity', MAX_SCANNED],
  ['product_name', { by: 'name', isDescending: false }],
  ['last_modified_t', { by: 'modified', isDescending: true }],
  ['nutriscore_score', { by: 'nutriscore', isDescending: false }],
  ['nova_score', { by: 'nova', isDescending: false }],
]);

export function readSearch(sent: URLSearchParams, form: Form, hasTag: HasAllergenTag): ProductSearch {
  const codes = sent.get('code');
  const languages = readLanguages(sent.get('lc') ?? sent.get('lang') ?? '');
  const page = readCount(sent.get('page'), 1);
  const pageSize = Math.min(readCount(sent.get('page_size'), DEFAULT_PAGE_SIZE), MAX_PAGE_SIZE);
  return {
    // Some clients join words with a plus that they escape.
    terms: readTerms((sent.get('search_terms') ?? '').replaceAll('+', ' ')),
    where: readFilters(sent, hasTag),
    codes: codes === null || codes === '' ? null : codes.split(',', MAX_CODES),
    order: ORDERS.get(sent.get('sort_by') ?? '') ?? null,
    isScored: false,
    page,
    pageSize,
    skip: (page - 1) * pageSize,
    fields: readFields(sent.get('fields')),
    languages,
    language: languages[0] ?? null,
    form,
  };
}

/** A script without a version of its own has it as a parameter. */
export function formOfSearch(path: string, sent: URLSearchParams): Form {
  return path === SCRIPT ? (formOf(sent.get('api_version') ?? '') ?? FORM_2) : FORM_2;
}

export const SCRIPT = '/cgi/search.pl';

/** The languages that names are wanted in, best first. */
export function readLanguages(list: string): string[] {
  const languages = list.toLowerCase().match(/(?<![^,])[a-z]{2}(?![^,])/g) ?? [];
  return [...new Set(languages)].slice(0, MAX_LANGUAGES);
}

/** Words to search for, as many as a search takes. */
export function readTerms(text: string): string {
  return [...text.trim()].slice(0, MAX_QUERY_LENGTH).join('').trim();
}

function readCount(text: string | null, initial: number): number {
  const count = text !== null && WHOLE_NUMBER.test(text) ? Number(text) : 0;
  return count === 0 ? initial : count;
}
