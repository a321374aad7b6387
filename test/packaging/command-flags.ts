import { spawnSync } from 'node:child_process';
import { LARDER } from '../contract/server-process.ts';

/** The flags of each command, asked for once; null where there is no such command. */
const flagsOf = new Map<string, readonly string[] | null>();

function findFlags(command: string): readonly string[] | null {
  if (!flagsOf.has(command)) {
    const [program = '', ...first] = LARDER;
    const help = spawnSync(program, [...first, command, '--help'], { encoding: 'utf8' });
    const flags = [...help.stdout.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => flag!);
    flagsOf.set(command, help.status === 0 ? [...flags, '--help'] : null);
  }
  return flagsOf.get(command)!;
}

/** What is wrong with a command line of larder, as the program itself tells its commands and flags. */
export function findWrong(args: readonly string[]): string[] {
  const [command = '', ...rest] = args;
  const known = findFlags(command);
  if (known === null) return [`no command ${command}`];
  return rest.filter((word) => word.startsWith('--') && !known.includes(word));
}

/** Variables that no flag of a command has. */
export function findUnknownVariables(command: string, variables: readonly string[]): string[] {
  const flags = variables.map(
    (variable) => `--${variable.replace('LARDER_', '').toLowerCase().replaceAll('_', '-')}`,
  );
  return findWrong([command, ...flags]);
}
