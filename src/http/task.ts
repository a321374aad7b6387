import { type Catalog, versionOf } from '../food/catalog.ts';
import { CatalogChanged } from '../food/current-catalog.ts';
import { memberOf } from '../member-of.ts';
import type { Call } from './call.ts';
import { Body, type Coding, chooseCoding, compress, isWorthCompressing } from './encoding.ts';

/**
 * Work that takes longer than a lookup: a search, a list, a page. A task is plain text, and done by a pure function of
 * that text and the catalogue, so any thread can do it. The result is text, ready to send.
 */
export interface Task {
  /** The name of the function that does it. */
  name: string;
  input: string;
  /** The coding to compress the text with as well; null for none. */
  coding: Coding | null;
  /** Whether it may take longer than a request is meant to: it then waits in a line of its own, and counts as what it takes. */
  isHeavy: boolean;
}

/** What a task made. */
export interface Made {
  /** 404 where the catalogue lacks what was asked for. */
  status: 200 | 404;
  text: string;
  /** Headers of its own, as JSON. */
  headers?: string;
}

/** What a task made, with the version of its catalogue. All values are primitive, since those are sent fastest. */
export interface Finished extends Required<Omit<Made, 'status'>> {
  /** 503 where the file of the catalogue was changed meanwhile. */
  status: Made['status'] | 503;
  version: string;
  /** The compressed text, one character for each byte; empty where it was not worth it. */
  compressed: string;
}

/** The functions that do tasks, by name. */
export type TaskFunctions<Source> = Readonly<Record<string, (source: Source, input: string) => Made>>;

/** Why a task was not done: too many others were waiting or there is no catalogue, it took too long, or the client is gone. */
export type NotDone = 'busy' | 'overdue' | 'gone';

/** What a handler gets from a task. */
export interface TaskResult {
  /** The version of the catalogue it was made from, which may not be the current one. */
  version: string;
  status: Made['status'];
  body: Body;
  /** Headers besides those that all responses of its kind have. */
  headers: Record<string, string> | null;
}

/** Does tasks for the handlers, in this thread or in others. A failed task throws or rejects. */
export interface TaskRunner {
  run(
    call: Call,
    name: string,
    input: string,
    isHeavy?: boolean,
  ): TaskResult | NotDone | Promise<TaskResult | NotDone>;
}

/** A function for tasks whose input is JSON. */
export function fromJson<Source, Input>(
  make: (source: Source, input: Input) => Made,
): (source: Source, input: string) => Made {
  return (source, input) => make(source, JSON.parse(input) as Input);
}

/** An answer as JSON text. */
export function json(answer: object): Made {
  return { status: 200, text: JSON.stringify(answer) };
}

export function doTask<Source extends { catalog: Catalog }>(
  functions: TaskFunctions<Source>,
  source: Source,
  { name, input, coding }: Omit<Task, 'isHeavy'>,
): Finished {
  const make = memberOf(functions, name);
  if (make === undefined) throw new Error(`there is no task named ${name}`);
  const version = versionOf(source.catalog);
  const made = unlessChanged(() => make(source, input));
  if (made === null) return { status: 503, text: '', headers: '', version, compressed: '' };
  const { status, text, headers = '' } = made;
  const compressed = coding !== null && isWorthCompressing(text) ? latin1(compress(text, coding)) : '';
  return { status, text, headers, version, compressed };
}

/** Null if the file of the catalogue was changed meanwhile. */
function unlessChanged<Result>(ask: () => Result): Result | null {
  try {
    return ask();
  } catch (error) {
    if (error instanceof CatalogChanged) return null;
    throw error;
  }
}

/** One character for each byte. */
function latin1({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}

export function resultOf(finished: Finished, coding: Coding | null): TaskResult | NotDone {
  const { status, text, headers, version, compressed } = finished;
  if (status === 503) return 'busy';
  const body = new Body(text);
  if (coding !== null && compressed !== '') body.addCompressed(coding, Buffer.from(compressed, 'latin1'));
  return { status, version, body, headers: headers === '' ? null : JSON.parse(headers) };
}

/** Does every task in the calling thread, at once, by the functions for its name. Bodies are compressed when they are sent. */
export function runInThisThread<Source extends { catalog: Catalog }>(
  functionsWith: (name: string) => TaskFunctions<Source>,
  source: Source,
): TaskRunner {
  return {
    run: (_call, name, input) =>
      resultOf(doTask(functionsWith(name), source, { name, input, coding: null }), null),
  };
}

/** The coding that the caller of a task wants its text in. */
export function taskCoding(call: Call): Coding | null {
  return chooseCoding(call.header('accept-encoding'));
}
