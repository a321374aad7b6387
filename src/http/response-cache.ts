import { LRUCache } from 'lru-cache';
import type { Body } from './body.ts';

/** An answer with data, ready to be sent again. */
export interface KeptAnswer {
  etag: string;
  body: Body;
}

/** The text once, and at most as much again in each of its compressed forms. */
const CHARACTERS_PER_CHARACTER = 3;
/** One number for each slot; a request that comes back before another takes its slot is one that is asked for often. */
const ASKED_SLOTS = 2 ** 13;

/**
 * Answers by the request that they are for, the least used forgotten first: a catalogue of one version gives the same
 * answer to the same request, always (food/catalog.ts). One text of a list takes a hundred times as long to make as to
 * send, one of a food about as long.
 */
export class KeptAnswers {
  readonly #answers: LRUCache<string, KeptAnswer>;
  /** The version that the answers are from. */
  #version = '';
  readonly #askedLately = new Uint32Array(ASKED_SLOTS);

  /** `mostCharacters` of text are kept, the room for its compressed forms included. */
  constructor(mostCharacters: number) {
    this.#answers = new LRUCache({
      maxSize: mostCharacters,
      sizeCalculation: ({ body }, request) => CHARACTERS_PER_CHARACTER * body.text.length + request.length,
    });
  }

  find(version: string, request: string): KeptAnswer | undefined {
    if (version !== this.#version) {
      this.#answers.clear();
      this.#version = version;
    }
    return this.#answers.get(request);
  }

  keep(request: string, answer: KeptAnswer): void {
    this.#answers.set(request, answer);
  }

  /** Keeps an answer only if it was made lately, too: who reads the whole catalogue displaces nothing. */
  keepIfRepeated(request: string, requestHash: number, answer: KeptAnswer): void {
    const slot = requestHash % ASKED_SLOTS;
    if (this.#askedLately[slot] === requestHash) this.keep(request, answer);
    else this.#askedLately[slot] = requestHash;
  }
}
