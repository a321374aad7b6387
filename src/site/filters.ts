import { ALLERGENS, findAllergen } from '../food/allergens.ts';
import { type Catalog, MAX_QUERY_LENGTH, MIN_QUERY_LENGTH } from '../food/catalog.ts';
import type { AnyNutrient, FindOrder, FoodFilters } from '../food/food-filters.ts';
import { ALL_NUTRIENTS, NO_FILTERS, readOrder } from '../food/food-filters.ts';
import { NUTRIENT_FACTS, unitOf } from '../food/nutrients.ts';
import { filterChecks, readFilters } from '../operations/filters.ts';
import { DIETS } from '../food/tag-filters.ts';
import { tagOf } from '../food/tags.ts';
import { FIND } from '../operations/operations.ts';
import { findNearMisses, type Issue, paramsReader } from '../http/validation.ts';
import { memberOf } from '../member-of.ts';
import { nutrientName, tagText } from './food-record-cards.ts';
import type { Locale } from './locale.ts';
import { readPageNumber } from './pager.ts';

/** What the address of the search page requests: words, filters, an order and a page. */
export interface Asked {
  /** The words, empty where there are none. */
  q: string;
  filters: FoodFilters;
  sort: FindOrder;
  page: number;
  /** Whether anything but words was requested. */
  isNarrowed: boolean;
  /** What was filled in, by the names of the API, with several values as one list. */
  sent: ReadonlyMap<Field, string>;
  /** What is wrong with it. */
  faults: readonly Fault[];
}

export type Field = 'q' | 'sort' | ListField | TextField | BoundField;
type TextField = 'category' | 'brand' | 'country';
type TagField = 'diet' | 'label' | 'additive_free';
export type ListField = 'nutriscore' | 'allergen_free' | 'nova' | 'environment' | TagField;
export type BoundField = `${'min' | 'max'}_${AnyNutrient}`;

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

const TAG_FIELDS: readonly TagField[] = ['diet', 'label', 'additive_free'];
const LIST_FIELDS: readonly ListField[] = [
  'nutriscore',
  'allergen_free',
  ...TAG_FIELDS,
  'nova',
  'environment',
];
const BOUND_FIELDS = ALL_NUTRIENTS.flatMap((nutrient): BoundField[] => [
  `min_${nutrient}`,
  `max_${nutrient}`,
]);
const FIELDS: readonly Field[] = [
  'q',
  ...BOUND_FIELDS,
  'category',
  'brand',
  'country',
  ...LIST_FIELDS,
  'sort',
];

const FILTER_FIELDS: ReadonlySet<string> = new Set(
  FIELDS.filter((field) => field !== 'q' && field !== 'sort'),
);

const read = paramsReader(FIND.path, FIND.query);

export function readAsked(query: string, catalog: Catalog): Asked {
  const sent = readFields(new URLSearchParams(query));
  const q = sent.get('q') ?? '';
  const page = readPageNumber(query);
  const missed = findNearMisses(new URLSearchParams(query), FILTER_FIELDS).map(
    ({ loc }): Fault => ({ field: null, kind: 'unknownField', text: String(loc[1]) }),
  );
  const isNarrowed = page > 1 || missed.length > 0 || [...sent.keys()].some((field) => field !== 'q');
  const params = read(
    { params: {}, target: { path: '/', query: queryOf(sent).toString() } },
    filterChecks(catalog),
  );
  const crossed = findCrossed(sent);
  const asked = { q, page, isNarrowed, sent };
  const faults = [
    ...(Array.isArray(params) ? params.map((issue) => faultOf(issue, catalog)) : []),
    ...crossed,
    ...missed,
  ];
  if (Array.isArray(params) || faults.length > 0) {
    return { ...asked, ...NOTHING, faults };
  }
  return { ...asked, filters: readFilters(params), sort: readOrder(params.sort, params.q), faults: [] };
}

const NOTHING = { filters: NO_FILTERS, sort: readOrder(null, null) };

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

export function isBound(field: Field): field is BoundField {
  return field.startsWith('min_') || field.startsWith('max_');
}

export function isList(field: Field): field is ListField {
  return LIST_FIELDS.includes(field as ListField);
}

function isTagged(field: Field): field is TagField {
  return TAG_FIELDS.includes(field as TagField);
}

const KINDS = { label: 'labels', additive_free: 'additives' } as const;

export function nutrientOf(field: BoundField): AnyNutrient {
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
  if (type === 'value_error' && isTagged(field)) {
    const known = field === 'diet' ? DIETS.map(tagOf) : catalog.knownTags(KINDS[field])?.first(MAX_NAMED);
    return { field, kind: 'unknownTag', text: text.replace(ENGLISH, ''), known: known ?? [] };
  }
  if (field === 'allergen_free' && type === 'value_error') return { field, kind: 'unknownAllergen', text };
  if (!isBound(field)) return { field, kind: 'notChoice', text };
  return { field, kind: type === 'greater_than_equal' ? 'negative' : 'notNumber', text };
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
  const { filters, search, record } = locale.words;
  if (isBound(field)) {
    const message = field.startsWith('min_') ? filters.fromLabel : filters.toLabel;
    return locale.say(message, wordNutrient(nutrientOf(field), locale));
  }
  switch (field) {
    case 'q':
      return search.box;
    case 'allergen_free':
      return filters.freeOf;
    case 'additive_free':
      return filters.additiveFree;
    case 'label':
      return record.labels;
    case 'diet':
    case 'nova':
      return record[field];
    default:
      return filters[field];
  }
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
