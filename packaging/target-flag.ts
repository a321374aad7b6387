import { parseArgs } from 'node:util';
import { PLATFORMS } from './platforms.ts';

/**
 * The platform that `--target` names, if any. Anything else, and `--help`, ends the process with one line: what follows
 * takes minutes.
 */
export function readTarget(command: 'compile' | 'release', args: readonly string[]): string | undefined {
  const names = ['all', ...PLATFORMS.map(({ name }) => name)];
  const usage = `npm run ${command} [-- --target NAME], where NAME is one of ${names.join(', ')}`;
  if (args.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    const { target } = parseArgs({ args: [...args], options: { target: { type: 'string' } } }).values;
    if (target === undefined || names.includes(target)) return target;
  } catch {
    // Reported below.
  }
  console.error(`${command}: '${args.join(' ')}' cannot be read; use ${usage}`);
  process.exit(2);
}
