import { expect, test } from 'bun:test';
import { TASKS } from '../../../src/server/tasks.ts';
import { loadTasks } from '../../../src/server/threads/loaded-tasks.ts';

test('A thread that only searches loads no pages, and one that is asked for a page does every task of the server', () => {
  expect(Object.keys(loadTasks('search'))).not.toContain('/');
  expect(Object.keys(loadTasks('recipe'))).not.toContain('/');
  expect(loadTasks('/')).toEqual(TASKS);
});

test('A task that no server has is not found', () => {
  expect(loadTasks('teleport').teleport).toBeUndefined();
});
