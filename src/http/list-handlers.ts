import type { Catalog } from '../food/catalog.ts';
import { filterChecks } from '../operations/filters.ts';
import { FIND, type Operation } from '../operations/operations.ts';
import type { Answer } from './answer.ts';
import type { Call } from './call.ts';
import type { CatalogAnswers } from './catalog-answers.ts';
import { paramsReader } from './validation.ts';

/**
 * Makes the handler of an operation that is a task (list-tasks.ts), since building a list takes as long as a hundred
 * foods. All are of one shape: read → have the task done with what was read.
 */
export function createListHandlers(
  catalog: Catalog,
  answers: CatalogAnswers,
): (operation: Operation, task: string) => (call: Call) => Promise<Answer> {
  const checks = filterChecks(catalog);
  return (operation, task) => {
    const read = paramsReader(operation.path, operation.query);
    const { isEndless = false } = operation;
    return (call) => {
      const params = read(call, checks);
      // The list links to its next page.
      const input = operation === FIND ? { params, target: call.target } : params;
      return answers.ask(call, { task, input, isEndless });
    };
  };
}
