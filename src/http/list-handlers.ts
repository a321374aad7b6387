import type { Catalog } from '../food/catalog.ts';
import { filterChecks } from '../operations/filters.ts';
import {
  BULK,
  CATEGORIES,
  COUNT_FACETS,
  FIND,
  MEAL,
  type Operation,
  POPULAR,
  RECIPE,
  SEARCH,
  SUGGEST,
} from '../operations/operations.ts';
import type { Call } from './call.ts';
import type { TaskRunner } from './task.ts';
import { createTaskResponder } from './task-responses.ts';
import { paramsReader } from './validation.ts';

/** Room for the lists that nearly everyone requests, in characters of text. */
const LIST_CACHE_CHARACTERS = 16 * 1024 * 1024;
/** Filters can be combined without end, so what they select has a room of its own and drops no other list. */
const SELECTION_CACHE_CHARACTERS = 8 * 1024 * 1024;

/** The handlers for lists. Each is a task (list-tasks.ts), since building one takes as long as a hundred foods. */
export function createListHandlers(catalog: Catalog, tasks: TaskRunner) {
  const respondWithList = createTaskResponder(catalog, tasks, LIST_CACHE_CHARACTERS);
  const respondWithSelection = createTaskResponder(catalog, tasks, SELECTION_CACHE_CHARACTERS);
  const checks = filterChecks(catalog);
  /** All of one shape: read → have the task done with what was read → respond. */
  const listed = (
    endpoint: Operation,
    task: string,
    respond = respondWithList,
    inputOf: (params: object, call: Call) => object = (params) => params,
  ) => {
    const read = paramsReader(endpoint.path, endpoint.query);
    return (call: Call): Response | Promise<Response> => {
      return respond(call, endpoint, task, inputOf(read(call, checks), call));
    };
  };
  return {
    search: listed(SEARCH, 'search'),
    popular: listed(POPULAR, 'popular'),
    categories: listed(CATEGORIES, 'categories'),
    suggest: listed(SUGGEST, 'suggest'),
    recipe: listed(RECIPE, 'recipe'),
    meal: listed(MEAL, 'meal'),
    find: listed(FIND, 'find', respondWithSelection, (params, { target }) => ({ params, target })),
    bulk: listed(BULK, 'bulk', respondWithSelection),
    facets: listed(COUNT_FACETS, 'facets', respondWithSelection),
  };
}
