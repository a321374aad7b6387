import { explainFailure } from '../src/cli/failure.ts';
import { PlainError } from '../src/plain-error.ts';

export type Runs = Readonly<Record<string, (args: readonly string[]) => Promise<void> | void>>;

/**
 * Runs what the first argument names, with the others as its flags, and sets the exit status: 2 for an unknown name, 1 for
 * a failure. Both end in one line; only a fault of the run itself shows where it is.
 */
export async function runNamed(
  tool: string,
  runs: Runs,
  [name = '', ...args]: readonly string[],
): Promise<void> {
  const [example] = Object.keys(runs);
  const choice = `choose one of ${Object.keys(runs).join(', ')}, for example \`npm run ${tool} -- ${example}\``;
  const run = Object.hasOwn(runs, name) ? runs[name] : undefined;
  if (name === '--help') console.log(choice);
  else if (run === undefined) {
    console.error(`${tool}: ${choice}`);
    process.exitCode = 2;
  } else {
    try {
      await run(args);
    } catch (error) {
      const isExpected = error instanceof PlainError || (error as NodeJS.ErrnoException).code !== undefined;
      if (!isExpected) throw error;
      console.error(`${tool}: ${explainFailure(error)}`);
      process.exitCode = 1;
    }
  }
}
