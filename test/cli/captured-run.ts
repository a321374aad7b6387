import type { Console } from '../../src/cli/command.ts';
import { explainFailure } from '../../src/cli/failure.ts';

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
