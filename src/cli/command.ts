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

/** One command of the command line. `run` returns the exit status: 0 for success, 1 for failure. */
export interface Command<Table extends OptionTable = OptionTable> {
  readonly name: string;
  /** What follows the command's name in the usage line. */
  readonly usage: string;
  readonly summary: string;
  readonly details?: readonly string[];
  readonly options: Table;
  run(line: CommandLine<Table>, console: Console): Promise<number> | number;
}

/** For commands that take flags only. */
export function refuseArguments(positionals: readonly string[]): void {
  if (positionals.length > 0) throw new UsageError(`unexpected argument '${positionals[0]}'`);
}
