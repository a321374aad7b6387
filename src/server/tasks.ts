import { COMPAT_TASKS } from '../compat/search.ts';
import { LIST_TASKS } from '../http/list-tasks.ts';
import { COMPRESS_TASK, type TaskFunctions } from '../http/task.ts';
import { PAGE_TASKS } from '../site/rendered-pages.ts';
import type { Site } from '../site/site.ts';
import { TOOL_TASKS } from './mcp-tools.ts';

/** All tasks of a server. Its threads load them one kind after another (threads/loaded-tasks.ts). */
export const TASKS: TaskFunctions<Site> = {
  ...LIST_TASKS,
  ...COMPAT_TASKS,
  ...TOOL_TASKS,
  ...PAGE_TASKS,
  ...COMPRESS_TASK,
};
