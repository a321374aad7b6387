import { type Catalog, versionOf } from '../food/catalog.ts';
import type { Call } from './call.ts';
import type { Endpoint } from './endpoints.ts';
import { after, type MaybePromise } from './maybe-promise.ts';
import { busy, clientGone, problemOf } from './problems.ts';
import { ResponseCache } from './response-cache.ts';
import {
  entityTag,
  hasCopy,
  hashRequest,
  isNotModified,
  respondNotModified,
  respondWithData,
} from './responses.ts';
import type { Answer, NotDone, TaskRunner } from './task.ts';

/** Responds to a valid request with what a task makes. */
export type TaskResponder = (
  call: Call,
  endpoint: Endpoint,
  task: string,
  input: unknown,
) => MaybePromise<Response>;

/** Caches the results, in this many characters of text. */
export function createTaskResponder(
  catalog: Catalog,
  tasks: TaskRunner,
  cacheCharacters: number,
): TaskResponder {
  const cache = new ResponseCache(cacheCharacters);

  /** The answer names the catalogue it was made from, which may have been replaced since the request came in. */
  function respondWithAnswer(
    call: Call,
    endpoint: Endpoint,
    cacheKey: string,
    requestHash: number,
    answer: Answer | NotDone,
  ): Response {
    if (answer === 'gone') return clientGone(call);
    if (typeof answer === 'string') return busy(call);
    const { status, version, body, headers } = answer;
    if (status === 404) return problemOf(call, endpoint, status);
    const etag = entityTag(call, version, requestHash);
    cache.storeIfRoom(version, cacheKey, requestHash, { etag, body, ...(headers !== null && { headers }) });
    return isNotModified(call, etag)
      ? respondNotModified(call, version, etag)
      : respondWithData(call, version, etag, body, headers);
  }

  return (call, endpoint, task, input) => {
    const version = versionOf(catalog);
    const { cacheKey } = call;
    const requestHash = hashRequest(cacheKey);
    const etag = entityTag(call, version, requestHash);
    // What always exists needs no lookup for a 304.
    const isCurrent = endpoint.problems.length === 0 ? isNotModified : hasCopy;
    if (isCurrent(call, etag)) return respondNotModified(call, version, etag);
    const cached = cache.find(version, cacheKey);
    if (cached !== undefined) {
      if (isNotModified(call, etag)) return respondNotModified(call, version, etag);
      const send = () => respondWithData(call, version, etag, cached.body, cached.headers);
      return tasks.compress(call, cached.body)?.then(send) ?? send();
    }
    const answer = tasks.run(call, task, JSON.stringify(input));
    return after(answer, (given) => respondWithAnswer(call, endpoint, cacheKey, requestHash, given));
  };
}
