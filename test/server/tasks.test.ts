import { expect, test } from 'bun:test';
import { loadTasks } from '../../src/server/tasks.ts';

test('A thread that only searches loads no pages, and one that is asked for a page does every task of the server', () => {
  expect(Object.keys(loadTasks('search'))).not.toContain('/');
  expect(Object.keys(loadTasks('recipe'))).not.toContain('/');
  expect(Object.keys(loadTasks('/'))).toEqual(expect.arrayContaining(['/', 'search', 'recipe']));
});

test('A task that no server has is not found', () => {
  expect(loadTasks('teleport').teleport).toBeUndefined();
});
