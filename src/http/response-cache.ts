import { LRUCache } from 'lru-cache';
import { type Body, isWorthCompressing } from './encoding.ts';
import { RecentRequests } from './recent-requests.ts';

/** What is needed to send a response with data again. */
export interface CachedResponse {
  body: Body;
  /** Headers besides those that all data has. */
  headers: Record<string, string> | null;
}

/** Packing a longer body would take too long for the main thread, in characters or bytes. */
const MAX_PACKED_LENGTH = 64 * 1024;
/** The cache counts as full at this share of its room, since the next response may not fit in the rest. */
const FULL_SHARE = 0.95;
/** How many requests a full cache remembers. */
const REMEMBERED_WHEN_FULL = 2 ** 11;

/**
 * Responses by request, the least recently used evicted first: a catalogue of one version always gives the same response
 * to the same request (food/catalog.ts). A list takes a hundred times as long to build as to send, a food about as long.
 */
export class ResponseCache {
  readonly #responses: LRUCache<string, CachedResponse>;
  /** The catalogue version of the cached responses. */
  #version = '';
  readonly #recent = new RecentRequests(REMEMBERED_WHEN_FULL);
  readonly #isPacked: boolean;

  /**
   * The bound counts the text and the room for its compressed forms. Packed, a cache holds five times as many responses,
   * and unpacking one takes as long as sending it.
   */
  constructor(mostCharacters: number, { isPacked = false } = {}) {
    this.#isPacked = isPacked;
    this.#responses = new LRUCache({
      maxSize: mostCharacters,
      sizeCalculation: ({ body }, request) => body.room + request.length,
    });
  }

  get #isFull(): boolean {
    return this.#responses.calculatedSize >= FULL_SHARE * this.#responses.maxSize;
  }

  find(version: string, request: string): CachedResponse | undefined {
    if (version !== this.#version) {
      this.#responses.clear();
      this.#version = version;
    }
    return this.#responses.get(request);
  }

  /** A response that was built while the catalogue was replaced may be of another version; that one is not kept. */
  #store(version: string, request: string, response: CachedResponse): void {
    if (version !== this.#version) return;
    const { body } = response;
    if (this.#isPacked && isWorthCompressing(body) && body.length <= MAX_PACKED_LENGTH) body.pack();
    this.#responses.set(request, response);
  }

  /**
   * Stores a response while there is room, and then only in place of others if it was also built recently. Packing takes
   * time, so a response that is packed is always stored only then.
   */
  storeIfRoom(version: string, request: string, requestHash: number, response: CachedResponse): void {
    if (this.#isFull || this.#isPacked) this.storeIfRepeated(version, request, requestHash, response);
    else this.#store(version, request, response);
  }

  /** Stores a response only if it was also built recently, so that reading the whole catalogue evicts nothing. */
  storeIfRepeated(version: string, request: string, requestHash: number, response: CachedResponse): void {
    if (this.#recent.isRepeated(requestHash, this.#isFull)) this.#store(version, request, response);
  }
}
