import type { HasAllergenTag } from '../food/allergens.ts';
import { Invalid, type Issue } from '../http/validation.ts';
import { readFields } from './fields.ts';
import { MAX_REACHED, type ProductOrder } from './find-products.ts';
import { MAX_PAGE_SIZE, type PageSearch, readLanguages, readTerms } from './search-request.ts';
import { type LuceneQuery, readLucene } from './search-service-query.ts';

/** A search of Search-a-licious. */
export interface ServiceSearch extends PageSearch, Pick<LuceneQuery, 'selected'> {
  /** By the names that they are asked for. */
  facets: readonly string[];
  warnings: readonly Warning[];
}

export interface Warning {
  title: string;
  description: string;
  status: number;
}

/** What was sent, by name: texts in a query, values of JSON in a body. Null stands for nothing. */
export interface Sent {
  place: 'query' | 'body';
  get(name: string): unknown;
}

const DEFAULT_PAGE_SIZE = 10;
/** More members than a product has, and far more than it has facets or languages. */
const MAX_LISTED = 300;
const WHOLE_NUMBER = /^[+-]?\d{1,15}$/;
/** Orders by the fields of the service; those of texts and of values are ascending, unless a hyphen turns them around. */
const ORDERS: ReadonlyMap<string, ProductOrder['by']> = new Map<string, ProductOrder['by']>([
  ['unique_scans_n', 'scans'],
  ['scans_n', 'scans'],
  ['popularity_key', 'scans'],
  ['product_name', 'name'],
  ['code', 'code'],
  ['last_modified_t', 'modified'],
  ['nutriscore_grade', 'nutriscore'],
  ['nova_group', 'nova'],
]);

/** The search. Throws Invalid with everything that is wrong with what was sent, or a QueryCheckError. */
export function readServiceSearch(
  sent: Sent,
  idOf: (code: string) => number | null,
  hasTag: HasAllergenTag,
): ServiceSearch {
  const read = new SentReader(sent);
  const q = read.text('q');
  const sortBy = read.text('sort_by');
  const page = read.count('page', 1);
  const asked = read.count('page_size', DEFAULT_PAGE_SIZE);
  const [fields, facets] = [read.list('fields'), read.list('facets')];
  const langs = readLanguages(read.list('langs').join(','));
  if (q === '' && sortBy === '') read.fail('missing', 'q', 'Field required: give q, sort_by or both');
  if (page * asked > MAX_REACHED)
    read.fail(
      'value_error',
      'page',
      `Value error, page and page_size may not go beyond ${MAX_REACHED} results`,
    );
  if (read.issues.length > 0) throw new Invalid(read.issues);
  const { terms, where, selected } = readLucene(q, idOf, hasTag);
  const pageSize = Math.min(asked, MAX_PAGE_SIZE);
  const members = readFields(fields.length === 0 ? null : fields.join(','));
  const by = ORDERS.get(sortBy.replace(/^-/, ''));
  return {
    terms: readTerms(terms),
    where,
    selected,
    order: by === undefined ? null : { by, isDescending: sortBy.startsWith('-') },
    isScored: members === 'all' || members.includes('_score'),
    page,
    pageSize,
    skip: (page - 1) * pageSize,
    fields: members,
    // Names are as on the label; those in other languages are beside them.
    languages: [],
    language: langs[0] ?? null,
    facets,
    warnings: by === undefined && sortBy !== '' ? [unknownOrder(sortBy)] : [],
  };
}

function unknownOrder(sortBy: string): Warning {
  const description = `Results cannot be sorted by ${sortBy}: the best matches come first`;
  return { title: 'UnknownSortField', description, status: 200 };
}

/** Reads parameters, and notes what is wrong with them as the service words it. */
export class SentReader {
  readonly issues: Issue[] = [];
  readonly #sent: Sent;

  constructor(sent: Sent) {
    this.#sent = sent;
  }

  text(name: string): string {
    const value = this.#sent.get(name) ?? '';
    if (typeof value === 'string') return value.trim();
    return this.fail('string_type', name, 'Input should be a valid string') ?? '';
  }

  /** From 1. */
  count(name: string, initial: number): number {
    const value = this.#sent.get(name) ?? null;
    if (value === null || value === '') return initial;
    const text = String(value);
    if ((typeof value !== 'string' && typeof value !== 'number') || !WHOLE_NUMBER.test(text))
      return this.fail('int_parsing', name, 'Input should be a valid integer') ?? initial;
    if (Number(text) < 1)
      return this.fail('greater_than_equal', name, 'Input should be greater than or equal to 1') ?? initial;
    return Number(text);
  }

  /** Separated by commas in a query, a list in a body; each item once. Longer lists are refused. */
  list(name: string): string[] {
    const value = this.#sent.get(name) ?? null;
    if (value === null) return [];
    const items = this.#sent.place === 'query' && typeof value === 'string' ? value.split(',') : value;
    if (!Array.isArray(items)) return this.fail('list_type', name, 'Input should be a valid list') ?? [];
    if (!items.every((item) => typeof item === 'string'))
      return this.fail('string_type', name, 'Items should be valid strings') ?? [];
    const listed = new Set(items.map((item) => item.trim()).filter((item) => item !== ''));
    if (listed.size > MAX_LISTED)
      this.fail('too_long', name, `List should have at most ${MAX_LISTED} items, not ${listed.size}`);
    return [...listed];
  }

  fail(type: string, name: string, msg: string): null {
    this.issues.push({ type, loc: [this.#sent.place, name], msg, input: this.#sent.get(name) ?? null });
    return null;
  }
}
