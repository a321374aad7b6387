import type { CommandLine, OptionTable } from '../options.ts';

/** Where a command speaks: results to standard output, words and progress to standard error. */
export interface Console {
  readonly stdout: Screen;
  readonly stderr: Screen;
}
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** One command of the command line. `run` gives the exit status: 0 done, 1 it failed. */
export interface Command<Table extends OptionTable = OptionTable> {
  readonly name: string;
  /** What follows the name, before the flags. */
  readonly usage: string;
  readonly summary: string;
  readonly details?: readonly string[];
  readonly options: Table;
  run(line: CommandLine<Table>, console: Console): Promise<number> | number;
}
