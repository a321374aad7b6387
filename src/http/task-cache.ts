import { type Catalog, versionOf } from '../food/catalog.ts';
import { after, type MaybePromise } from '../maybe-promise.ts';
import type { Call } from './call.ts';
import { ResponseCache } from './response-cache.ts';
import type { NotDone, TaskResult, TaskRunner } from './task.ts';

type Outcome = TaskResult | NotDone;

/** Runs tasks, and caches what they made, in this many characters of text. */
export class TaskCache {
  readonly #catalog: Catalog;
  readonly #tasks: TaskRunner;
  readonly #made: ResponseCache;
  readonly #making = new Map<string, Promise<Outcome>>();

  constructor(catalog: Catalog, tasks: TaskRunner, characters: number) {
    this.#catalog = catalog;
    this.#tasks = tasks;
    this.#made = new ResponseCache(characters);
  }

  /** Requests with the same key are for the same thing. */
  run(call: Call, task: string, input: string, key: string, isHeavy = false): MaybePromise<Outcome> {
    const version = versionOf(this.#catalog);
    const cached = this.#made.find(version, key);
    if (cached !== undefined) return { version, status: 200, ...cached };
    return after(this.#tasks.run(call, task, input, isHeavy), (outcome) => {
      // It names the catalogue it was made from, which may have been replaced since the request came in.
      if (typeof outcome !== 'string' && outcome.status === 200) {
        const { body, headers } = outcome;
        this.#made.store(outcome.version, key, { body, headers });
      }
      return outcome;
    });
  }

  /**
   * Has it made once, however many request it at the same moment. Those who come later wait for the turn of the client who
   * came first, so this is only for what is then in the cache for long.
   */
  runOnce(call: Call, task: string, input: string): MaybePromise<Outcome> {
    const key = `${versionOf(this.#catalog)} ${input}`;
    const run = () => this.run(call, task, input, input);
    const making = this.#making.get(key);
    // If the first to request it is gone or was refused, the next one has it made.
    if (making !== undefined)
      return making.then((outcome) => (typeof outcome === 'string' ? run() : outcome));
    const outcome = run();
    if (!(outcome instanceof Promise)) return outcome;
    const kept = outcome.finally(() => this.#making.delete(key));
    this.#making.set(key, kept);
    return kept;
  }
}
