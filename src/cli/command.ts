import { type CommandLine, type OptionTable, UsageError } from '../options.ts';

/** Where a command writes: results to standard output, messages and progress to standard error. */
export interface Console {
  readonly stdout: Screen;
  readonly stderr: Screen;
}
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** One command of the command line. `run` throws if it fails. */
export interface Command<Table extends OptionTable = OptionTable> {
  readonly name: string;
  /** What follows the command's name in the usage line. */
  readonly usage: string;
  readonly summary: string;
  readonly details?: readonly string[];
  readonly options: Table;
  run(line: CommandLine<Table>, console: Console): Promise<void> | void;
}

/** Prints a list, as JSON or as a table; an empty one says so on standard error, so that a script reads nothing. */
export function printList(
  list: readonly object[],
  isJson: boolean,
  renderTable: () => string,
  empty: string,
  { stdout, stderr }: Console,
  /** What the JSON has, where that is more than the list. */
  data: object = list,
): void {
  if (list.length === 0) stderr.write(`${empty}\n`);
  if (isJson) stdout.write(`${JSON.stringify(data, null, 2)}\n`);
  else if (list.length > 0) stdout.write(`${renderTable()}\n`);
}

/** The arguments as one text, which the usage calls `name`, of a length that makes sense. */
export function readTyped(name: string, positionals: readonly string[], from: number, to: number): string {
  const typed = positionals.join(' ');
  const { length } = [...typed];
  if (length >= from && length <= to) return typed;
  throw new UsageError(`give a ${name} of ${from} to ${to} characters`);
}

/** A command whose usage has nothing before its flags takes nothing else. */
export function refuseArguments({ usage }: Command, positionals: readonly string[]): void {
  if (positionals.length > 0 && /^(?:$|\[?--)/.test(usage))
    throw new UsageError(`unexpected argument '${positionals[0]}'`);
}
