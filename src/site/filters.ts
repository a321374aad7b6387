import { ALLERGENS, findAllergen } from '../food/allergens.ts';
import { type Catalog, MAX_QUERY_LENGTH, MIN_QUERY_LENGTH } from '../food/catalog.ts';
import type { AnyNutrient, FindOrder, FoodFilters } from '../food/food-filters.ts';
import { ALL_NUTRIENTS, NO_FILTERS, readOrder } from '../food/food-filters.ts';
import { NUTRIENT_FACTS, unitOf } from '../food/nutrients.ts';
import { tagOf } from '../food/tags.ts';
import { findNearMisses, type Issue, issuesOf, paramsReader } from '../http/validation.ts';
import { memberOf } from '../member-of.ts';
import {
  type BoundName,
  FILTER_ROWS,
  FILTERS,
  type Filter,
  type FilterName,
  filterChecks,
  readFilters,
  type SentFilters,
} from '../operations/filters.ts';
import { FIND } from '../operations/operations.ts';
import { nutrientName, tagText } from './food-record-cards.ts';
import type { Locale } from './locale.ts';
import { readPageNumber } from './pager.ts';

/** What the address of the search page requests: words, filters, an order and a page. */
export interface Asked {
  /** The words, empty where there are none. */
  q: string;
  filters: FoodFilters;
  /** The filters by the names of the API. */
  params: SentFilters;
  sort: FindOrder;
  page: number;
  /** Whether anything but words was requested. */
  isNarrowed: boolean;
  /** What was filled in, by the names of the API, with several values as one list. */
  sent: ReadonlyMap<Field, string>;
  /** What is wrong with it. */
  faults: readonly Fault[];
}

export type Field = 'q' | 'sort' | FilterName | BoundName;

/** A value that cannot be used, or two that contradict each other. */
export interface Fault {
  /** Null for a field that does not exist. */
  field: Field | null;
  kind:
    | 'notNumber'
    | 'negative'
    | 'crossed'
    | 'notChoice'
    | 'unknownAllergen'
    | 'unknownTag'
    | 'unknownField';
  /** What was filled in. */
  text: string;
  /** Tags that would be understood. */
  known?: readonly string[];
}

const FILTER_FIELDS: readonly FilterName[] = FILTER_ROWS.flatMap(([name, { field }]) =>
  field === null ? [] : [name],
);
/** Those whose values are tags of the catalogue, however they were written. */
const TAG_FIELDS = FILTER_FIELDS.filter((name) => FILTERS[name].known !== undefined);
const BOUND_FIELDS = ALL_NUTRIENTS.flatMap((nutrient): BoundName[] => [`min_${nutrient}`, `max_${nutrient}`]);
const FIELDS: readonly Field[] = ['q', ...BOUND_FIELDS, ...FILTER_FIELDS, 'sort'];
const KNOWN_FIELDS: ReadonlySet<string> = new Set([...BOUND_FIELDS, ...FILTER_FIELDS]);

const read = paramsReader(FIND.path, FIND.query);

export function readAsked(query: string, catalog: Catalog): Asked {
  const sent = readFields(new URLSearchParams(query));
  const q = sent.get('q') ?? '';
  const page = readPageNumber(query);
  const missed = findNearMisses(new URLSearchParams(query), KNOWN_FIELDS).map(
    ({ loc }): Fault => ({ field: null, kind: 'unknownField', text: String(loc[1] ?? '…') }),
  );
  const isNarrowed = page > 1 || missed.length > 0 || [...sent.keys()].some((field) => field !== 'q');
  const target = { path: '/', query: queryOf(sent).toString() };
  const { values: params, issues } = issuesOf(() => read({ params: {}, target }, filterChecks(catalog)));
  const crossed = findCrossed(sent);
  const asked = { q, page, isNarrowed, sent };
  const faults = [...issues.map((issue) => faultOf(issue, catalog)), ...crossed, ...missed];
  if (params === null || faults.length > 0) return { ...asked, ...NOTHING, faults };
  return {
    ...asked,
    filters: readFilters(params),
    params,
    sort: readOrder(params.sort, params.q),
    faults: [],
  };
}

const NOTHING = { filters: NO_FILTERS, params: {}, sort: readOrder(null, null) };

/** A form sends every field, including empty ones. */
function readFields(params: URLSearchParams): Map<Field, string> {
  const sent = new Map<Field, string>();
  for (const field of FIELDS) {
    const values = params.getAll(field).map((value) => value.trim());
    const text = isList(field) ? values.filter((value) => value !== '').join(',') : (values.at(-1) ?? '');
    if (text !== '') sent.set(field, isBound(field) ? text.replace(',', '.') : text);
  }
  const q = [...(sent.get('q') ?? '')].slice(0, MAX_QUERY_LENGTH).join('');
  if (q !== '') sent.set('q', q);
  const allergens = sent.get('allergen_free');
  // By their tags, however they were named, so that the boxes are ticked and the chips speak the page's language.
  if (allergens !== undefined)
    sent.set(
      'allergen_free',
      [...new Set(allergens.split(',').flatMap((name) => findAllergen(name) ?? [name]))].join(','),
    );
  for (const field of TAG_FIELDS) {
    const tags = sent
      .get(field)
      ?.split(',')
      .filter((tag) => tag.trim() !== '');
    if (tags !== undefined) sent.set(field, tags.map(tagOf).join(','));
  }
  // Left over from a query that has been emptied.
  if (q === '' && sent.get('sort') === 'relevance') sent.delete('sort');
  return sent;
}

/** As the API takes it; a query of one letter is not an error on a page where people type. */
function queryOf(sent: ReadonlyMap<Field, string>): URLSearchParams {
  const params = new URLSearchParams([...sent]);
  if ([...(sent.get('q') ?? '')].length < MIN_QUERY_LENGTH) params.delete('q');
  if (!params.has('q') && params.get('sort') === 'relevance') params.delete('sort');
  return params;
}

export function isBound(field: Field): field is BoundName {
  return KNOWN_FIELDS.has(field) && !isFilter(field);
}

export function isFilter(field: Field): field is FilterName {
  return Object.hasOwn(FILTERS, field);
}

/** Whether it may have several values, one of which can be left out. */
export function isList(field: Field): field is FilterName {
  return isFilter(field) && FILTERS[field].parameter.type === 'array';
}

export function nutrientOf(field: BoundName): AnyNutrient {
  return field.slice('min_'.length) as AnyNutrient;
}

/** The name and the unit of any nutrient, as the page says them. */
export function wordNutrient(nutrient: AnyNutrient, locale: Locale): { nutrient: string; unit: string } {
  const own = memberOf(NUTRIENT_FACTS, nutrient);
  const name = own === undefined ? nutrientName(nutrient, locale) : locale.words.nutrients[own.key];
  return { nutrient: name, unit: unitOf(nutrient) };
}

/** What a tag begins with that somebody did not type. */
const ENGLISH = /^en:/;
/** No line of a page names more. */
const MAX_NAMED = 20;

function faultOf({ type, loc, input }: Issue, catalog: Catalog): Fault {
  const field = loc[1] as Field;
  const text = String(input);
  if (isBound(field)) return { field, kind: type === 'greater_than_equal' ? 'negative' : 'notNumber', text };
  if (type !== 'value_error' || !isFilter(field)) return { field, kind: 'notChoice', text };
  const { known }: Filter = FILTERS[field];
  if (known === undefined) return { field, kind: 'unknownAllergen', text };
  return { field, kind: 'unknownTag', text: text.replace(ENGLISH, ''), known: known(catalog, MAX_NAMED) };
}

function findCrossed(sent: ReadonlyMap<Field, string>): Fault[] {
  return ALL_NUTRIENTS.filter((nutrient) => {
    const [min, max] = [sent.get(`min_${nutrient}`), sent.get(`max_${nutrient}`)];
    return min !== undefined && max !== undefined && Number(min) > Number(max);
  }).map((nutrient) => ({
    field: `min_${nutrient}`,
    kind: 'crossed',
    text: sent.get(`min_${nutrient}`) ?? '',
  }));
}

/** The address of the search page for these fields. */
export function addressOf(sent: ReadonlyMap<Field, string>, page = 1): string {
  const params = new URLSearchParams([...sent]);
  if (page > 1) params.set('page', String(page));
  return params.size === 0 ? '/' : `/?${params}`;
}

/** The address of the search page without one field, or without one value of a list. */
export function addressWithout(sent: ReadonlyMap<Field, string>, field: Field, value?: string): string {
  const left = new Map(sent);
  const values = value === undefined ? [] : (sent.get(field) ?? '').split(',').filter((one) => one !== value);
  if (values.length > 0) left.set(field, values.join(','));
  else left.delete(field);
  return addressOf(left);
}

/** What a field is called, in a message about it. */
export function fieldName(field: Field, locale: Locale): string {
  const { filters, search } = locale.words;
  if (isBound(field)) {
    const message = field.startsWith('min_') ? filters.fromLabel : filters.toLabel;
    return locale.say(message, wordNutrient(nutrientOf(field), locale));
  }
  if (!isFilter(field)) return field === 'q' ? search.box : filters.sort;
  const { label = `filters.${field}` }: Filter = FILTERS[field];
  const [part = '', word = ''] = label.split('.');
  return memberOf<string>(
    memberOf(locale.words as unknown as Record<string, Record<string, string>>, part),
    word,
  )!;
}

export function faultText({ field, kind, text, known = [] }: Fault, locale: Locale): string {
  const { filters } = locale.words;
  if (field === null || kind === 'unknownField') return locale.say(filters.unknownField, { text });
  if (kind === 'unknownAllergen')
    return locale.say(filters.unknownAllergen, {
      text,
      known: locale.list(ALLERGENS.map((tag) => locale.member(tag)!)),
    });
  if (kind === 'unknownTag')
    return locale.say(known.length === 0 ? filters.unknownTagOfNone : filters.unknownTag, {
      field: fieldName(field, locale),
      text,
      known: locale.list(known.map((tag) => tagText(tag, locale))),
    });
  if (kind === 'crossed' && isBound(field)) {
    return locale.say(filters.crossed, wordNutrient(nutrientOf(field), locale));
  }
  return locale.say(filters[kind], { field: fieldName(field, locale) });
}
