import { ResponseCache } from '../http/response-cache.ts';
import type { Answer, NotDone } from '../http/task.ts';

/** Room for every page without a query and some twenty sitemaps, which are the largest; in characters of text. */
const CACHE_CHARACTERS = 32 * 1024 * 1024;

type Outcome = Answer | NotDone;

/**
 * Pages that are the same for all readers of a language, such as the sitemaps. Each is made once for a version of the
 * catalogue, however many request it at the same moment, and kept together with its compressed forms.
 */
export class SharedPages {
  readonly #made = new ResponseCache(CACHE_CHARACTERS);
  readonly #making = new Map<string, Promise<Outcome>>();

  /** The page for this request from a catalogue of this version: from the cache, else made by `make`. */
  get(version: string, request: string, make: () => Outcome | Promise<Outcome>): Outcome | Promise<Outcome> {
    const cached = this.#made.find(version, request);
    if (cached !== undefined) return { version, status: 200, body: cached.body, headers: null };
    const key = `${version} ${request}`;
    const making = this.#making.get(key);
    // If the first to request it is gone or was refused, the next one has it made.
    if (making !== undefined)
      return making.then((outcome) => (typeof outcome === 'string' ? make() : outcome));
    const outcome = make();
    if (!(outcome instanceof Promise)) return this.#keep(request, outcome);
    const kept = outcome.then((later) => this.#keep(request, later)).finally(() => this.#making.delete(key));
    this.#making.set(key, kept);
    return kept;
  }

  #keep(request: string, outcome: Outcome): Outcome {
    if (typeof outcome !== 'string' && outcome.status === 200)
      this.#made.store(outcome.version, request, { etag: '', body: outcome.body });
    return outcome;
  }
}
