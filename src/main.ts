import { barcode } from './commands/barcode.ts';
import { build } from './commands/build.ts';
import type { Command, Console } from './commands/command.ts';
import { explainFailure } from './commands/failure.ts';
import { food } from './commands/food.ts';
import { renderCommandHelp, renderHelp } from './commands/help.ts';
import { info } from './commands/info.ts';
import { parseOptions, UsageError } from './commands/options.ts';
import { search } from './commands/search.ts';
import { serve } from './commands/serve.ts';
import { verify } from './commands/verify.ts';
import { VERSION } from './version.ts';

// biome-ignore lint/suspicious/noExplicitAny: a command knows its own options
const COMMANDS: readonly Command<any>[] = [serve, build, verify, info, search, food, barcode];

const EXIT_WRONG_COMMAND = 2;
const EXIT_FAILED = 1;

/** Runs one command and gives the exit status: 0 done, 1 it failed, 2 the command was wrong. */
async function main(args: readonly string[], console: Console): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    return showHelp(rest[0], console);
  }
  if (name === 'version' || name === '--version') {
    console.stdout.write(`larder ${VERSION}\n`);
    return 0;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) {
    console.stderr.write(`larder: unknown command '${name}'; \`larder help\` lists the commands\n`);
    return EXIT_WRONG_COMMAND;
  }
  if (rest.includes('--help') || rest.includes('-h')) return showHelp(name, console);
  try {
    return await command.run(parseOptions(command.options, rest, process.env), console);
  } catch (error) {
    if (error instanceof UsageError) {
      console.stderr.write(`larder ${name}: ${error.message}; see \`larder ${name} --help\`\n`);
      return EXIT_WRONG_COMMAND;
    }
    console.stderr.write(`larder: ${explainFailure(error)}\n`);
    return EXIT_FAILED;
  }
}

function showHelp(name: string | undefined, { stdout, stderr }: Console): number {
  if (name === undefined) {
    stdout.write(renderHelp(COMMANDS));
    return 0;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) {
    stderr.write(`larder: unknown command '${name}'; \`larder help\` lists the commands\n`);
    return EXIT_WRONG_COMMAND;
  }
  stdout.write(renderCommandHelp(command));
  return 0;
}

process.exit(await main(process.argv.slice(2), process));
