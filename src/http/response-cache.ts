import { LRUCache } from 'lru-cache';
import type { Body } from './encoding.ts';

/** What is needed to send a response with data again. */
interface CachedResponse {
  body: Body;
  /** Headers besides those that all data has. */
  headers: Record<string, string> | null;
}

/**
 * Responses by request, the least recently used evicted first: a catalogue of one version always gives the same response
 * to the same request (food/catalog.ts). A list takes a hundred times as long to build as to send, a food about as long.
 */
export class ResponseCache {
  readonly #responses: LRUCache<string, CachedResponse>;
  /** The catalogue version of the cached responses. */
  #version = '';

  /** The bound counts the text and the room for its compressed forms. */
  constructor(mostCharacters: number) {
    this.#responses = new LRUCache({
      maxSize: mostCharacters,
      sizeCalculation: ({ body }, request) => body.room + request.length,
    });
  }

  find(version: string, request: string): CachedResponse | undefined {
    if (version !== this.#version) {
      this.#responses.clear();
      this.#version = version;
    }
    return this.#responses.get(request);
  }

  /** A response that was built while the catalogue was replaced may be of another version; that one is not kept. */
  store(version: string, request: string, response: CachedResponse): void {
    if (version === this.#version) this.#responses.set(request, response);
  }
}
