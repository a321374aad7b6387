import { LRUCache } from 'lru-cache';
import { type Catalog, versionOf } from '../food/catalog.ts';
import { type Answer, Busy, ClientGone } from './answer.ts';
import type { Call } from './call.ts';
import { Body } from './encoding.ts';
import { entityTag, isNotModified } from './send.ts';
import type { Made, TaskRunner } from './task.ts';

/** Something that is answered with what a task makes. */
export interface Question {
  task: string;
  input: object;
  /** Questions with the same key have the same answer; the request itself when left out. */
  key?: string;
  isHeavy?: boolean;
  /** Whether there are such questions without end. */
  isEndless?: boolean;
}

/** Room for the answers that nearly everyone gets: foods, products, lists, pages and sitemaps. In characters of text. */
const COMMON_CHARACTERS = 80 * 1024 * 1024;
/** What can be combined without end has a room of its own, and drops nothing else. */
const ENDLESS_CHARACTERS = 24 * 1024 * 1024;

/**
 * Answers from the catalogue: a lookup in this thread, or what a task makes. They are kept: a catalogue of one version always
 * gives the same answer to the same question (food/catalog.ts), and a list takes a hundred times as long to make as to send.
 */
export class CatalogAnswers {
  readonly #common = answerCache(COMMON_CHARACTERS);
  readonly #endless = answerCache(ENDLESS_CHARACTERS);
  readonly #making = new Map<string, Promise<Made>>();
  /** The catalogue version of what is kept. */
  #version = '';

  constructor(
    private readonly catalog: Catalog,
    private readonly tasks: TaskRunner,
  ) {}

  /** Answers with what a lookup finds, as JSON, or with the problem it has with the call. */
  lookUp(call: Call, find: (call: Call) => string | Answer): Answer {
    const version = this.#current();
    const { cacheKey } = call;
    // A request whose answer is kept was valid and found something, so neither is checked again.
    const kept = this.#common.get(cacheKey);
    if (kept !== undefined) return kept;
    const found = find(call);
    if (typeof found !== 'string') return found;
    const answer = complete(call, cacheKey, {
      kind: 'data',
      status: 200,
      body: new Body(found),
      version,
    });
    this.#common.set(cacheKey, answer);
    return answer;
  }

  /** Answers a valid question. What always exists needs no task for a 304. */
  async ask(call: Call, question: Question): Promise<Answer> {
    const { key = call.cacheKey } = question;
    if (call.header('if-none-match') !== null) {
      const version = this.#current();
      const etag = entityTag(call, version, key);
      if (isNotModified(call, etag)) return notModified(version, etag);
    }
    return this.make(call, question, (made) => complete(call, key, made));
  }

  /** What a task makes, kept in the form that `finish` gives it. */
  async make(
    call: Call,
    { task, input, key = call.cacheKey, isHeavy = false, isEndless = false }: Question,
    finish: (made: Made) => Made = (made) => made,
  ): Promise<Made> {
    this.#current();
    const cache = isEndless ? this.#endless : this.#common;
    const kept = cache.get(key);
    if (kept !== undefined) return kept;
    const made = await this.tasks.run(call, { name: task, input: JSON.stringify(input), isHeavy });
    const finished = finish(made);
    // One that was made while the catalogue was replaced may be of another version.
    if (made.status === 200 && made.version === this.#current()) cache.set(key, finished);
    return finished;
  }

  /**
   * Has it made once, however many ask at the same moment. Those who come later wait for the turn of the client who came
   * first, so this is only for what is then kept for long.
   */
  makeOnce(call: Call, question: Question): Promise<Made> {
    const key = `${this.#current()} ${question.key ?? call.cacheKey}`;
    const making = this.#making.get(key);
    if (making !== undefined) {
      return making.catch((error) => {
        // The first to ask is gone or was refused: the next one has it made.
        if (error instanceof Busy || error instanceof ClientGone) return this.make(call, question);
        throw error;
      });
    }
    const made = this.make(call, question).finally(() => this.#making.delete(key));
    this.#making.set(key, made);
    return made;
  }

  /** What is done as a task, and not kept. */
  run(call: Call, task: string, input: object): Promise<Made> {
    return this.tasks.run(call, { name: task, input: JSON.stringify(input) });
  }

  /** The version of the catalogue that is served; nothing of another one is kept. */
  #current(): string {
    const version = versionOf(this.catalog);
    if (version !== this.#version) {
      this.#common.clear();
      this.#endless.clear();
      this.#version = version;
    }
    return version;
  }
}

/** The bound counts the text and the room for its compressed forms. The least recently used go first. */
function answerCache(mostCharacters: number): LRUCache<string, Made> {
  return new LRUCache({
    maxSize: mostCharacters,
    sizeCalculation: ({ body }, key) => body.room + key.length,
  });
}

/** Data with its tag, its version, and the licence: anyone who shows the data must credit it (Part 1). */
function complete(call: Call, key: string, made: Made): Made {
  const { version, headers } = made;
  const link = call.surroundings.licenceLink();
  return {
    ...made,
    etag: entityTag(call, version, key),
    headers: {
      ...headers,
      'x-catalog-version': version,
      link: headers?.link === undefined ? link : [link, headers.link as string],
    },
  };
}

function notModified(version: string, etag: string): Answer {
  return { kind: 'data', status: 304, body: null, etag, headers: { 'x-catalog-version': version } };
}
