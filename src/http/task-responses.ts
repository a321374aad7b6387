import { type Catalog, versionOf } from '../food/catalog.ts';
import { after, type MaybePromise } from '../maybe-promise.ts';
import type { Operation } from '../operations/operations.ts';
import type { Call } from './call.ts';
import { busy, clientGone, problemOf } from './problems.ts';
import { entityTag, hasCopy, isNotModified, respondNotModified, respondWithData } from './responses.ts';
import type { TaskRunner } from './task.ts';
import { TaskCache } from './task-cache.ts';

/** Responds to a valid request with what a task makes. Requests with the same key get the same response. */
export type TaskResponder = (
  call: Call,
  endpoint: Pick<Operation, 'problems'>,
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
  return (call, endpoint, task, input, key = call.cacheKey, isHeavy = false) => {
    const current = versionOf(catalog);
    const etag = entityTag(call, current, key);
    // What always exists needs no lookup for a 304.
    const isCurrent = endpoint.problems.length === 0 ? isNotModified : hasCopy;
    if (isCurrent(call, etag)) return respondNotModified(call, current, etag);
    return after(cache.run(call, task, JSON.stringify(input), key, isHeavy), (answer) => {
      if (answer === 'gone') return clientGone(call);
      if (typeof answer === 'string') return busy(call);
      const { status, version, body, headers } = answer;
      if (status === 404) return call.route?.dialect?.lacking?.(call) ?? problemOf(call, endpoint, status);
      return respondWithData(call, version, entityTag(call, version, key), body, headers);
    });
  };
}
