import substancesTable from '../../data/language/substances.tsv' with { type: 'text' };
import { type OpenedCatalog, openCatalog } from '../../src/catalog/open.ts';
import { isHeavyQuery } from '../../src/compat/find-products.ts';
import { formOf } from '../../src/compat/form.ts';
import { COMPAT_TASKS, FIND_PRODUCTS } from '../../src/compat/search.ts';
import { readSearch } from '../../src/compat/search-request.ts';
import { SEARCH_SERVICE } from '../../src/compat/search-service.ts';
import { QueryCheckError } from '../../src/compat/search-service-query.ts';
import { readServiceSearch, type ServiceSearch } from '../../src/compat/search-service-request.ts';
import { SUGGEST_TAGS } from '../../src/compat/suggestions.ts';
import { MAX_QUERY_LENGTH } from '../../src/food/catalog.ts';
import { MAX_SUGGESTION_QUERY_LENGTH } from '../../src/food/suggestion.ts';
import { LIST_TASKS } from '../../src/http/list-tasks.ts';
import { paramsReader } from '../../src/http/validation.ts';
import { COUNT_FACETS, FIND, SEARCH, SUGGEST } from '../../src/operations/operations.ts';
import { analyzeMeal, analyzeRecipe } from '../../src/recipe/analyze.ts';
import { MAX_MEAL_LENGTH } from '../../src/recipe/meal.ts';
import { MAX_LINE_LENGTH } from '../../src/recipe/recipe.ts';
import { PAGE_TASKS } from '../../src/site/rendered-pages.ts';
import { readTable } from '../../src/text/data-table.ts';

/** Everything that takes a text of a caller, as the threads of a server do it. */
export interface TextEndpoint {
  name: string;
  /** In code points. */
  longest: number;
  /** The CPU time that a text may take at a million foods. */
  mostMs: number;
  ask(catalog: OpenedCatalog, text: string): void;
}

const MAX_QUERY_MS = 25;
const MAX_LINE_MS = 5;
/** A heavy search is charged by what it takes, and waits where it holds up nobody; its reading is bounded. */
const MAX_HEAVY_MS = 2000;
const LINES = 10;

const readers = {
  search: paramsReader(SEARCH.path, SEARCH.query),
  find: paramsReader(FIND.path, FIND.query),
  facets: paramsReader(COUNT_FACETS.path, COUNT_FACETS.query),
  suggest: paramsReader(SUGGEST.path, SUGGEST.query),
};

/** A route of the API, with the parameters beside the text. */
function list(task: keyof typeof readers, others: string, longest = MAX_QUERY_LENGTH): TextEndpoint {
  const read = readers[task];
  return {
    name: `${task}${others === '' ? '' : `, ${others}`}`,
    longest,
    mostMs: MAX_QUERY_MS,
    ask(catalog, text) {
      const target = { path: '/', query: `${others}&${sent('q', text)}` };
      const params = read({ params: {}, target });
      const input = task === 'find' ? { params, target } : params;
      LIST_TASKS[task]!({ catalog }, JSON.stringify(input));
    },
  };
}

function sent(name: string, text: string): string {
  return `${name}=${encodeURIComponent(text.toWellFormed())}`;
}

const WITHOUT_PICTURES = { publicUrl: null, hasPictures: false };

function searchProducts(catalog: OpenedCatalog, sent: Record<string, string>): void {
  const form = formOf(sent.api_version ?? '2')!;
  const request = readSearch(new URLSearchParams(sent), form, () => false);
  COMPAT_TASKS[FIND_PRODUCTS]!({ catalog }, JSON.stringify({ ...request, ...WITHOUT_PICTURES }));
}

/** Asks the search service as far as it answers: a query with a mistake, or one that is not of this kind, costs nothing. */
function searchService(catalog: OpenedCatalog, sent: Record<string, string>, isHeavy: boolean): void {
  const search = readSent(sent);
  if (search === null || isHeavyQuery(search) !== isHeavy) return;
  COMPAT_TASKS[SEARCH_SERVICE]!({ catalog }, JSON.stringify({ ...search, ...WITHOUT_PICTURES }));
}

function readSent(sent: Record<string, string>): ServiceSearch | null {
  try {
    const get = (name: string) => sent[name] ?? null;
    const search = readServiceSearch(
      { place: 'query', get },
      () => null,
      () => true,
    );
    return Array.isArray(search) ? null : search;
  } catch (error) {
    if (error instanceof QueryCheckError) return null;
    throw error;
  }
}

/** The words of a text in conditions of their own, as many as a query may have. */
function conditionsOn(text: string, fields: readonly string[], join: string): string {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .slice(0, MAX_WORDS_WITH_CONDITIONS)
    .map((word, at) => `${fields[at % fields.length]}:${word}`)
    .join(join);
}

const MAX_WORDS_WITH_CONDITIONS = 10;
const FACETS =
  'brands,categories,labels,countries,allergens,traces,additives,nutriscore_grade,nova_group,lang';

export const TEXT_ENDPOINTS: readonly TextEndpoint[] = [
  list('search', 'limit=50'),
  list('search', 'limit=50&source=off'),
  list('find', ''),
  list('find', 'sort=-protein_g'),
  list('find', 'source=usda&explain=true'),
  list('facets', 'by=category,brand,country,source,nutriscore'),
  list('suggest', 'limit=20', MAX_SUGGESTION_QUERY_LENGTH),
  {
    name: 'a search of an app',
    longest: MAX_QUERY_LENGTH,
    mostMs: MAX_QUERY_MS,
    ask: (catalog, text) => searchProducts(catalog, { search_terms: text.toWellFormed() }),
  },
  {
    name: 'the search page',
    longest: MAX_QUERY_LENGTH,
    mostMs: MAX_QUERY_MS,
    ask(catalog, text) {
      const site = { catalog, images: 'on', publicUrl: null } as const;
      const request = { origin: 'http://a', path: '/', query: sent('q', text), params: {} };
      PAGE_TASKS['/']!(site, JSON.stringify({ ...request, language: 'en', carried: null }));
    },
  },
  {
    name: 'a line of a recipe',
    longest: MAX_LINE_LENGTH,
    mostMs: MAX_LINE_MS,
    ask: (catalog, line) => void analyzeRecipe(catalog, [line], 1),
  },
  {
    name: 'a meal',
    longest: MAX_MEAL_LENGTH,
    mostMs: MAX_QUERY_MS,
    ask: (catalog, text) => void analyzeMeal(catalog, text),
  },
];

/** Requests that combine what each costs little; what they find is measured, and not counted as that of a text. */
export const COMBINED_ENDPOINTS: readonly TextEndpoint[] = [
  {
    name: 'a search of an app, with many fields of many products',
    longest: MAX_QUERY_LENGTH,
    mostMs: MAX_QUERY_MS,
    ask(catalog, text) {
      const parts = Array.from({ length: 300 }, (_, at) => `nutrition.aggregated_set.nutrients.n${at}`);
      const search_terms = text.toWellFormed();
      searchProducts(catalog, {
        search_terms,
        page_size: '100',
        api_version: '3.6',
        fields: parts.join(','),
      });
    },
  },
  {
    name: 'the search service, with facets',
    longest: MAX_QUERY_LENGTH,
    mostMs: MAX_QUERY_MS,
    ask: (catalog, q) => searchService(catalog, { q, facets: FACETS }, false),
  },
  {
    name: 'the search service, words in texts by OR',
    longest: MAX_QUERY_LENGTH,
    mostMs: MAX_HEAVY_MS,
    ask: (catalog, text) =>
      searchService(
        catalog,
        { q: conditionsOn(text, ['product_name', 'generic_name'], ' OR '), facets: FACETS },
        true,
      ),
  },
  {
    name: 'the search service, sorted by name',
    longest: MAX_QUERY_LENGTH,
    mostMs: MAX_HEAVY_MS,
    ask: (catalog, q) => searchService(catalog, { q, sort_by: 'product_name', facets: FACETS }, true),
  },
  {
    name: 'autocomplete',
    longest: MAX_QUERY_LENGTH,
    mostMs: MAX_QUERY_MS,
    ask(catalog, q) {
      const languages = ['fr', 'de', 'es', 'it', 'nl'];
      const request = {
        q,
        taxonomies: ['category', 'brand'],
        languages,
        limit: 100,
        speaker: 'searchService',
      };
      COMPAT_TASKS[SUGGEST_TAGS]!({ catalog }, JSON.stringify(request));
    },
  },
  {
    name: 'ten lines of a recipe',
    longest: MAX_LINE_LENGTH,
    mostMs: MAX_QUERY_MS,
    ask(catalog, text) {
      const words = text.split(' ');
      // Different lines of the same words, so that none of them is in a cache.
      const lines = Array.from({ length: LINES }, (_, at) =>
        [...words.slice(at % words.length), ...words.slice(0, at % words.length)].join(' '),
      );
      analyzeRecipe(catalog, lines, 1);
    },
  },
];

/** What is read once for each thread: the words for a substance, for the first query without it, those that are no name, and the rest. */
const FIRST_TEXTS: readonly string[] = [
  'whole milk',
  'unheardof snackbits',
  '1 apple, chopped',
  'chocolat noir',
  ...readTable(substancesTable).map(([name]) => `milk without ${name}`),
];

/** A catalogue whose caches are empty, but for what every thread of a server has after a few searches. */
export function openFresh(file: string, { ask }: TextEndpoint): OpenedCatalog {
  const catalog = openCatalog(file);
  for (const text of FIRST_TEXTS) ask(catalog, text);
  return catalog;
}
