import { expect, test } from 'bun:test';
import { COMPAT_TASKS } from '../../src/compat/search.ts';
import { LIST_TASKS } from '../../src/http/list-tasks.ts';
import { TOOL_TASKS } from '../../src/server/mcp-tools.ts';
import { loadTasks } from '../../src/server/tasks.ts';
import { PAGE_TASKS } from '../../src/site/rendered-pages.ts';

test('A thread that only searches loads no pages, and one that is asked for a page does every task of the server', () => {
  expect(Object.keys(loadTasks('search'))).not.toContain('/');
  expect(Object.keys(loadTasks('recipe'))).not.toContain('/');
  expect(loadTasks('/')).toEqual({
    ...LIST_TASKS,
    ...COMPAT_TASKS,
    ...TOOL_TASKS,
    ...PAGE_TASKS,
  });
});

test('A task that no server has is not found', () => {
  expect(loadTasks('teleport').teleport).toBeUndefined();
});
