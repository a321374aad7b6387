import { dataDirectory } from '../data-directory.ts';
import type { OptionTable } from '../options.ts';
import type { Command } from './command.ts';
import { USUAL_WIDTH, wrap } from './table.ts';

const MAX_FLAG_WIDTH = 28;

export function renderHelp(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2;
  return [
    'larder: a food and nutrition lookup service in one executable',
    '',
    'Usage: larder COMMAND [flags]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`),
    '',
    'Run larder COMMAND --help for details, and larder version for the version.',
    'Every flag can also be set by an environment variable of the same name:',
    'LARDER_OUT sets --out. Settings of the server can also be in a file:',
    '--config FILE.toml, or LARDER_CONFIG.',
    '',
    'The data directory, unless --data or LARDER_DATA names another:',
    `  ${dataDirectory(null)}`,
    '',
  ].join('\n');
}

export function renderCommandHelp(command: Command): string {
  const flags = describeOptions(command.options);
  return [
    `larder ${command.name}: ${command.summary}`,
    '',
    ...renderUsage(command),
    ...(command.details === undefined ? [] : ['', ...wrap(command.details.join(' '), USUAL_WIDTH)]),
    ...(flags.length === 0 ? [] : ['', ...flags]),
    '',
  ].join('\n');
}

/** A usage that does not fit one line continues below the first word after the command. */
function renderUsage({ name, usage }: Command): string[] {
  const command = `Usage: larder ${name}`;
  const [first = '', ...rest] = wrap(usage, USUAL_WIDTH - command.length - 1);
  return [`${command} ${first}`.trimEnd(), ...rest.map((line) => ' '.repeat(command.length + 1) + line)];
}

/** A flag that is too long for its column gets a line of its own. */
function describeOptions(table: OptionTable): string[] {
  const flags = Object.entries(table).map(([name, option]) => ({
    left: `  --${name}${option.placeholder === null ? '' : ` ${option.placeholder}`}`,
    help: option.help,
  }));
  const column = Math.min(MAX_FLAG_WIDTH, Math.max(0, ...flags.map(({ left }) => left.length))) + 2;
  return flags.flatMap(({ left, help }) => {
    const [first, ...rest] = wrap(help, USUAL_WIDTH - column);
    const below = rest.map((line) => ' '.repeat(column) + line);
    if (left.length + 2 <= column) return [left.padEnd(column) + first, ...below];
    return [left, ' '.repeat(column) + first, ...below];
  });
}
