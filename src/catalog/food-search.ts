import type { ReadSearch, SearchRequest } from '../food/catalog.ts';
import type { Food } from '../food/food.ts';
import type { Database } from '../sqlite/driver.ts';
import type { Columns } from './columns/columns.ts';
import { type FoodFinder, openFoodFinder } from './food-finder.ts';
import type { FoodRow } from './records/food-row.ts';
import {
  type Candidate,
  describeMatch,
  type Explanation,
  matchedBy,
  openSearch,
  type Search,
} from './search/search.ts';
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
  searchRead(request: SearchRequest): ReadSearch;
  /** The food of a candidate. */
  foodOf(candidate: Candidate): Food;
}

interface FoodSearchOptions {
  db: Database;
  columns: Columns;
  /** The names of the categories by their numbers. */
  categories: ReadonlyMap<number, string>;
  onSearch: ((explanation: Explanation) => void) | null;
  /** The generic name of the food at a rank. */
  genericNameOf: (rank: number) => string | null;
  /** The food of a row. */
  readFood: (row: FoodRow) => Food;
}

export function createFoodSearch({
  db,
  columns,
  categories,
  onSearch,
  genericNameOf,
  readFood,
}: FoodSearchOptions): FoodSearch {
  const search = openSearch(db, onSearch);
  const foodOf = ({ row }: Candidate) => readFood(row);
  return {
    search,
    finder: openFoodFinder(db, columns, search, categories, genericNameOf),
    suggester: openSuggester(db, search, categories),
    foodOf,
    searchRead(request) {
      const { terms, scores, corrected } = search.explain(request);
      const [best] = scores;
      return {
        foods: scores.map(({ candidate }) => foodOf(candidate)),
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
