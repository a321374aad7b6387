import substancesTable from '../../data/language/substances.tsv' with { type: 'text' };
import { type OpenedCatalog, openCatalog } from '../../src/catalog/open.ts';
import { FORM_2 } from '../../src/compat/form.ts';
import { COMPAT_TASKS, FIND_PRODUCTS } from '../../src/compat/search.ts';
import { readSearch } from '../../src/compat/search-request.ts';
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
    ask(catalog, text) {
      const request = readSearch(new URLSearchParams(sent('search_terms', text)), FORM_2, () => false);
      const input = { ...request, publicUrl: null, hasPictures: false };
      COMPAT_TASKS[FIND_PRODUCTS]!({ catalog }, JSON.stringify(input));
    },
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
