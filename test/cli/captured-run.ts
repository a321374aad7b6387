import { afterAll, beforeAll } from 'bun:test';
import { join } from 'node:path';
import type { Console } from '../../src/cli/command.ts';
import { explainFailure } from '../../src/cli/failure.ts';
import { runCommand } from '../../src/commands.ts';
import { argumentsOf, type CommandLine } from '../contract/server-process.ts';

export interface CapturedRun {
  status: number;
  stdout: string;
  stderr: string;
  /** What main.ts would print for an exception; empty if there was none. */
  failure: string;
}

/** Runs a command as main.ts would, but in this process. */
export async function runCaptured(doing: (console: Console) => Promise<void> | void): Promise<CapturedRun> {
  const said = { stdout: '', stderr: '' };
  const screen = (name: keyof typeof said) => ({
    write(text: string) {
      said[name] += text;
    },
  });
  try {
    await doing({ stdout: screen('stdout'), stderr: screen('stderr') });
    return { status: 0, ...said, failure: '' };
  } catch (error) {
    return { status: 1, ...said, failure: explainFailure(error) };
  }
}

/** Runs a command line as the executable would, but in this process: without the start of one, which takes longer than most commands. */
export async function runLarder(line: CommandLine): Promise<Omit<CapturedRun, 'failure'>> {
  let status = 0;
  const { stdout, stderr } = await runCaptured(async (console) => {
    status = await runCommand(argumentsOf(line), console);
  });
  return { status, stdout, stderr };
}

/** Commands of this file are run in the folder, without a data directory. */
export function runIn(folder: () => string): void {
  const before = { cwd: process.cwd(), data: process.env.LARDER_DATA };
  beforeAll(() => {
    process.chdir(folder());
    process.env.LARDER_DATA = join(folder(), 'no-data');
  });
  afterAll(() => {
    process.chdir(before.cwd);
    if (before.data === undefined) delete process.env.LARDER_DATA;
    else process.env.LARDER_DATA = before.data;
  });
}
