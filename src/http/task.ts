import { type Catalog, versionOf } from '../food/catalog.ts';
import { memberOf } from '../member-of.ts';
import type { FullAnswer } from './answer.ts';
import type { Call } from './call.ts';
import { Body } from './encoding.ts';

/**
 * Work that takes longer than a lookup: a search, a list, a page. A task is plain text, and done by a pure function of
 * that text and the catalogue, so any thread can do it.
 */
export interface Task {
  /** The name of the function that does it. */
  name: string;
  input: string;
  /** Whether it may take longer than a request is meant to: it then waits in a line of its own, and counts as what it takes. */
  isHeavy?: boolean;
}

/** What a task made, and the version of the catalogue it was made from, which may not be the current one. */
export interface Made extends FullAnswer {
  version: string;
}

/** The functions that do tasks, by name. */
export type TaskFunctions<Source> = Readonly<Record<string, (source: Source, input: string) => FullAnswer>>;

/** Does tasks for the handlers, in this thread or in others. Throws Busy or ClientGone where a task was not done. */
export interface TaskRunner {
  run(call: Call, task: Task): Promise<Made>;
}

/** A function for tasks whose input is JSON. */
export function fromJson<Source, Input>(
  make: (source: Source, input: Input) => FullAnswer,
): (source: Source, input: string) => FullAnswer {
  return (source, input) => make(source, JSON.parse(input) as Input);
}

/** Data of the catalogue. */
export function data(value: object, headers: Record<string, string> | null = null): FullAnswer {
  return dataInJson(JSON.stringify(value), headers);
}

export function dataInJson(text: string, headers: Record<string, string> | null = null): FullAnswer {
  return { kind: 'data', status: 200, body: new Body(text), headers };
}

export function doTask<Source extends { catalog: Catalog }>(
  functions: TaskFunctions<Source>,
  source: Source,
  { name, input }: Task,
): Made {
  const make = memberOf(functions, name);
  if (make === undefined) throw new Error(`there is no task named ${name}`);
  const version = versionOf(source.catalog);
  return { ...make(source, input), version };
}

/** Does every task in the calling thread, at once, by the functions for its name. */
export function runInThisThread<Source extends { catalog: Catalog }>(
  functionsWith: (name: string) => TaskFunctions<Source>,
  source: Source,
): TaskRunner {
  return { run: async (_call, task) => doTask(functionsWith(task.name), source, task) };
}
