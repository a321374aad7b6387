import { spawnSync } from 'node:child_process';
import { LARDER } from '../contract/server-process.ts';

/** The flags of each command, read from its help once; null if there is no such command. */
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

/** Unknown words in a command line of larder, according to the program's own help. */
export function findWrong(args: readonly string[]): string[] {
  const [command = '', ...rest] = args;
  const known = findFlags(command);
  if (known === null) return [`unknown command ${command}`];
  return rest.filter((word) => word.startsWith('--') && !known.includes(word));
}

/** Environment variables that belong to no flag of the command. */
export function findUnknownVariables(command: string, variables: readonly string[]): string[] {
  const flags = variables.map(
    (variable) => `--${variable.replace('LARDER_', '').toLowerCase().replaceAll('_', '-')}`,
  );
  return findWrong([command, ...flags]);
}
