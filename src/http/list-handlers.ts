import type { Catalog } from '../food/catalog.ts';
import { filterChecks } from '../operations/filters.ts';
import { FIND, type Operation } from '../operations/operations.ts';
import type { Call } from './call.ts';
import type { TaskRunner } from './task.ts';
import { createTaskResponder } from './task-responses.ts';
import { paramsReader } from './validation.ts';

/** Room for the lists that nearly everyone requests, in characters of text. */
const LIST_CACHE_CHARACTERS = 16 * 1024 * 1024;
/** What can be combined without end has a room of its own and drops no other list. */
const ENDLESS_CACHE_CHARACTERS = 8 * 1024 * 1024;

/**
 * Makes the handler of an operation that is a task (list-tasks.ts), since building a list takes as long as a hundred
 * foods. All are of one shape: read → have the task done with what was read → respond.
 */
export function createListHandlers(
  catalog: Catalog,
  tasks: TaskRunner,
): (operation: Operation, task: string) => (call: Call) => Response | Promise<Response> {
  const respond = createTaskResponder(catalog, tasks, LIST_CACHE_CHARACTERS);
  const respondEndless = createTaskResponder(catalog, tasks, ENDLESS_CACHE_CHARACTERS);
  const checks = filterChecks(catalog);
  return (operation, task) => {
    const read = paramsReader(operation.path, operation.query);
    const answer = operation.isEndless === true ? respondEndless : respond;
    return (call) => {
      const params = read(call, checks);
      // The list links to its next page.
      const input = operation === FIND ? { params, target: call.target } : params;
      return answer(call, task, input);
    };
  };
}
