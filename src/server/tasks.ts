import { LIST_TASKS } from '../http/list-tasks.ts';
import type { TaskFunctions } from '../http/task.ts';
import type { Site } from '../site/site.ts';

/**
 * The tasks of a server. Those for lists are there from the start. The others, the smallest first, are loaded up to the one
 * that is needed: with all of them a thread takes 15 MB before its first task instead of 10, and a server starts later.
 */
const FURTHER: readonly (() => TaskFunctions<Site>)[] = [
  () => compatSearch().COMPAT_TASKS,
  () => mcpTools().TOOL_TASKS,
  () => renderedPages().PAGE_TASKS,
];

const compatSearch = () => require('../compat/search.ts') as typeof import('../compat/search.ts');
const mcpTools = () => require('./mcp-tools.ts') as typeof import('./mcp-tools.ts');
const renderedPages = () =>
  require('../site/rendered-pages.ts') as typeof import('../site/rendered-pages.ts');

let loaded: TaskFunctions<Site> = LIST_TASKS;
let next = 0;

/** The tasks that are loaded, with the one of this name if there is one. */
export function loadTasks(name: string): TaskFunctions<Site> {
  while (!Object.hasOwn(loaded, name) && next < FURTHER.length) loaded = { ...loaded, ...FURTHER[next++]!() };
  return loaded;
}
