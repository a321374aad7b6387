import { restartWithLittleMemory } from './cli/engine-memory.ts';
import { explainFailure } from './cli/failure.ts';
import { openStandardOutput } from './cli/standard-output.ts';
import { EXIT_FAILED, runCommand } from './commands.ts';

/** Runs the command, and fails as well if its output cannot be written. */
async function mainToTheEnd(): Promise<number> {
  const stdout = openStandardOutput();
  const { stderr } = process;
  // The restart comes before the code of the command is loaded, which would otherwise be loaded twice.
  const status = await runCommand(process.argv.slice(2), { stdout, stderr }, restartWithLittleMemory);
  try {
    await stdout.finish();
    return status;
  } catch (error) {
    stderr.write(`larder: ${explainFailure(error)}\n`);
    return EXIT_FAILED;
  }
}

mainToTheEnd().then((status) => process.exit(status));
