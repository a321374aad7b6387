import type { ReadSearch, SearchRequest } from '../food/catalog.ts';
import type { Database } from '../sqlite/driver.ts';
import type { Columns } from './columns/columns.ts';
import { type FoodFinder, openFoodFinder } from './food-finder.ts';
import { describeMatch, type Explanation, matchedBy, openSearch, type Search } from './search/search.ts';
import { openSuggester, type Suggester } from './suggest/suggester.ts';

/**
 * What finds foods by something other than their id. It is loaded with the first search (open.ts): in a server the threads
 * search, so the thread that answers requests starts sooner without it.
 */
export interface FoodSearch {
  search: Search;
  finder: FoodFinder;
  suggester: Suggester;
  /** A search with what each food was found by. */
  searchRead(request: SearchRequest): Omit<ReadSearch, 'foods'> & { ranks: number[] };
}

interface FoodSearchOptions {
  db: Database;
  columns: Columns;
  /** The names of the categories by their numbers. */
  categories: ReadonlyMap<number, string>;
  onSearch: ((explanation: Explanation) => void) | null;
  /** The generic name of the food at a rank. */
  genericNameOf: (rank: number) => string | null;
}

export function createFoodSearch({
  db,
  columns,
  categories,
  onSearch,
  genericNameOf,
}: FoodSearchOptions): FoodSearch {
  const search = openSearch(db, onSearch);
  return {
    search,
    finder: openFoodFinder(db, columns, search, categories, genericNameOf),
    suggester: openSuggester(db, search, categories),
    searchRead(request) {
      const { terms, scores, corrected } = search.explain(request);
      const ranks = scores.map(({ candidate }) => candidate.rank);
      const [best] = scores;
      return {
        ranks,
        matched: best === undefined ? null : matchedBy(best),
        leftOut: best?.missing ?? [],
        corrected,
        // Few callers ask for them.
        get matches() {
          return scores.map((scored) => describeMatch(terms, scored));
        },
      };
    },
  };
}
