import { type Catalog, versionOf } from '../food/catalog.ts';
import { after, type MaybePromise } from '../maybe-promise.ts';
import type { Call } from './call.ts';
import { busy, clientGone } from './problems.ts';
import { entityTag, isNotModified, respondNotModified, respondWithData } from './responses.ts';
import type { TaskRunner } from './task.ts';
import { TaskCache } from './task-cache.ts';

/** Responds to a valid request with what a task makes. Requests with the same key get the same response. */
export type TaskResponder = (
  call: Call,
  task: string,
  input: unknown,
  key?: string,
  isHeavy?: boolean,
) => MaybePromise<Response>;

/** Caches the results, in this many characters of text. */
export function createTaskResponder(
  catalog: Catalog,
  tasks: TaskRunner,
  cacheCharacters: number,
): TaskResponder {
  const cache = new TaskCache(catalog, tasks, cacheCharacters);
  return (call, task, input, key = call.cacheKey, isHeavy = false) => {
    const current = versionOf(catalog);
    const etag = entityTag(call, current, key);
    if (isNotModified(call, etag)) return respondNotModified(call, current, etag);
    return after(cache.run(call, task, JSON.stringify(input), key, isHeavy), (answer) => {
      if (answer === 'gone') return clientGone(call);
      if (typeof answer === 'string') return busy(call);
      const { version, body, headers } = answer;
      return respondWithData(call, version, entityTag(call, version, key), body, headers);
    });
  };
}
